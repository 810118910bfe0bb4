// The battle report: every answer with what came of it; a click leads to its position.

import {make} from "./dom.js";

const ONE = {"wild dice": "wild die", cards: "card", inches: "inch", singles: "single", "collateral tokens": "collateral token"};

/** A line as a page tells it: ways are drawn on the board, and what the rules answered alone needs no more than its words. */
export const brief = (line) => line.replace(/ by \d+,\d+(?: \d+,\d+)*$/, "").replace(/(?<![\d.,:/+-])1 (wild dice|cards|inches|singles|collateral tokens)\b/g, (all, several) => `1 ${ONE[several]}`).replace(/ has one answer: (.*?)(?: \([^()]*\))?$/, " has no choice: $1");

export class Report {
  /**
   * @param {(at: number) => void} onJump is called with the number of a position.
   * @param {(text: string) => Node[]} told makes a line with its seats in their colours.
   */
  constructor(onJump, told) {
    this.told = told;
    this.rows = [];
    this.list = make("ol.report-list", {onclick: (event) => {
      const row = event.target.closest("[data-at]");
      if (row) onJump(Number(row.dataset.at));
    }});
    this.element = make("div.report", {tabindex: 0, "aria-label": "Battle report"}, this.list);
  }

  /** Show these steps; those that were there already stay as they are. */
  show(steps, from) {
    while (this.rows.length > from) this.rows.pop().forEach((row) => row.remove());
    for (let at = this.rows.length; at < steps.length; at++) {
      const rows = this.rowsOf(steps[at], at);
      this.rows.push(rows);
      this.list.append(...rows);
    }
  }

  rowsOf(step, at) {
    const rows = [];
    const lines = [];
    const later = []; // what belongs to a new round stands under it
    let target = lines;
    for (const line of step.lines) {
      if (/^(round \d+|turn \d+|[a-z ]+ phase)$/i.test(line)) {
        later.push({head: line, lines: []});
        target = later.at(-1).lines;
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

  /** Put signs behind answers: number of the position that they led to -> "?", "??" and so on. */
  sign(signs) {
    for (const old of this.list.querySelectorAll(".sign")) old.remove();
    for (const [at, sign] of signs) this.rows[at]?.[0]?.querySelector(".said")?.append(make("b.sign", {"data-sign": sign}, sign));
  }

  /** Mark a position; keep it in sight. */
  mark(at) {
    for (const row of this.marked ?? []) row.classList.remove("now");
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
