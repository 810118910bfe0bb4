// The battle report: every answer with what came of it; a click leads to its position.

import {make, within} from "./dom.js";

/** @import {Told} from "./dom.js" */
/** @import {FilmStep} from "./types.d.ts" */
/** @typedef {FilmStep & {words?: string}} Step an answer with what came of it; a replay has no words of people for it. */

/** @type {Record<string, string>} */
const ONE = {"wild dice": "wild die", cards: "card", inches: "inch", singles: "single", "collateral tokens": "collateral token"};

/** A line as a page tells it: ways are drawn on the board, and what the rules answered alone needs no more than its words. @param {string} line */
export const brief = (line) => line.replace(/ by \d+,\d+(?: \d+,\d+)*$/, "").replace(/(?<![\d.,:/+-])1 (wild dice|cards|inches|singles|collateral tokens)\b/g, (/** @type {string} */ _, /** @type {string} */ several) => `1 ${ONE[several]}`).replace(/ has one answer: (.*?)(?: \([^()]*\))?$/, " has no choice: $1");

const ECHO = /^[A-Z]+\d+: [a-z][a-z -]*$/; // what a unit does, as the answer before it says

/** Lines without those that only repeat an answer; what an attack is made with stands in its own line. @param {string[]} lines */
export function toldOnce(lines) {
  /** @type {string[]} */
  const told = [];
  for (const line of lines) {
    const last = told.length - 1;
    if (/^with [a-z]/.test(line) && / attacks /.test(told[last] ?? "")) told[last] += ` ${line}`;
    else if (!ECHO.test(line)) told.push(line);
  }
  return told;
}

export class Report {
  /** @type {HTMLElement[]} rows of the position that is marked. */
  marked = [];

  /**
   * @param {(at: number) => void} onJump is called with the number of a position.
   * @param {Told} told makes a line with its seats in their colours.
   */
  constructor(onJump, told) {
    this.told = told;
    /** @type {HTMLElement[][]} */
    this.rows = [];
    this.list = make("ol.report-list", {onclick: (/** @type {MouseEvent} */ event) => {
      const row = within(event, "[data-at]");
      if (row) onJump(Number(row.dataset.at));
    }});
    this.element = make("div.report", {tabindex: 0, "aria-label": "Battle report"}, this.list);
  }

  /** Show these steps; those that were there already stay as they are. @param {Step[]} steps @param {number} from */
  show(steps, from) {
    for (const row of this.rows.splice(from).flat()) row.remove();
    for (let at = this.rows.length; at < steps.length; at++) {
      const rows = this.rowsOf(steps[at], at);
      this.rows.push(rows);
      this.list.append(...rows);
    }
  }

  /** @param {Step} step @param {number} at */
  rowsOf(step, at) {
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @type {string[]} */
    const lines = [];
    /** @type {{head: string, lines: string[]}[]} */
    const later = []; // what belongs to a new round stands under it
    let target = lines;
    for (const line of toldOnce(step.lines)) {
      if (/^(round \d+|turn \d+|[a-z ]+ phase)$/i.test(line)) {
        target = [];
        later.push({head: line, lines: target});
      } else target.push(line);
    }
    if (step.seat >= 0 || lines.length) rows.push(make("li.step", {"data-at": at, "data-seat": step.seat},
      step.seat >= 0
        ? make("button.said", {type: "button", tabindex: -1, title: step.asked.toLowerCase().replaceAll("_", " ")}, make("i.dot", {"data-seat": step.seat}), make("span", {}, ...this.told(step.words || step.said)))
        : null,
      lines.length ? make("ul.lines", {}, ...lines.map((line) => make("li", {}, ...this.told(brief(line))))) : null));
    for (const part of later) {
      rows.push(make("li.round", {"data-at": at}, make("span", {}, part.head)));
      if (part.lines.length) rows.push(make("li.step", {"data-at": at}, make("ul.lines", {}, ...part.lines.map((line) => make("li", {}, ...this.told(brief(line)))))));
    }
    return rows;
  }

  /** Put signs behind answers: number of the position that they led to -> "?", "??" and so on. @param {Map<number, string>} signs */
  sign(signs) {
    for (const old of this.list.querySelectorAll(".sign")) old.remove();
    for (const [at, sign] of signs) this.rows[at]?.[0]?.querySelector(".said")?.append(make("b.sign", {"data-sign": sign}, sign));
  }

  /** Mark a position; keep it in sight. @param {number} at */
  mark(at) {
    for (const row of this.marked) row.classList.remove("now");
    this.marked = this.rows[at] ?? [];
    for (const row of this.marked) row.classList.add("now");
    const last = this.marked.at(-1);
    if (!last || !this.element.offsetParent) return;
    const box = this.element;
    const low = last.offsetTop + last.offsetHeight - box.clientHeight;
    const high = this.marked[0].offsetTop;
    if (box.scrollTop < low) box.scrollTop = low + 8;
    else if (box.scrollTop > high) box.scrollTop = Math.max(high - 8, 0);
  }
}
