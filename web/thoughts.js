// What agents think: the answers they like, and the graph of what a seat may expect over the whole game.

import {make, playerName, spoken, svg, toast, whyOf} from "./dom.js";

/** @import {Told} from "./dom.js" */
/** @import {Begun, Blunders, BlunderTold, Cell, StepTold, Thoughts as Thought, Values} from "./types.d.ts" */

/**
 * An answer that is pointed at: what marks it on the board.
 * @typedef {{unit: string | null, cell: Cell | null, share?: number | null, value: number | null, words?: [given: string, better: string]}} Pointed
 */

const WIDE = 360, HIGH = 120, EDGE = 6;
const SHOWN = 6; // answers
const MARKED = 3; // largest changes that are marked
const LISTED = 12; // blunders
/** @type {[least: number, sign: string][]} */
const SIGNS = [[0.6, "??"], [0.3, "?"], [0, "?!"]]; // by the loss of expected result, as chess players write them
const EARLY = "Grey: until the first round is over the chances are guesses.";
const JUDGES = /^(ppo|look|mcts):/;

export class Thoughts {
  /**
   * @param {Begun} game as the host told it. @param {Told} told makes a line with its seats in their colours.
   * @param {{think: (agent: string) => void, judge: (agent: string | null) => Promise<unknown>, analyse: (agent: string | null) => Promise<unknown>, jump: (at: number) => void,
   *   point: (answer: Pointed | null) => void, show: (at: number, answer: Pointed) => void, sign: (signs: Map<number, string>) => void, tip: (at: number) => string}} does
   */
  constructor(game, told, does) {
    this.game = game;
    this.told = told;
    this.does = does;
    /** @type {Map<number, number[]>} what each seat may expect, by position. */
    this.values = new Map();
    this.newest = 0; // position
    const own = game.seats.map((seat) => seat.who).filter((who) => JUDGES.test(who));
    this.agent = make("select", {"aria-label": "Whose thoughts"}, ...[...new Set([...own, ...game.judges, "bot:strong"])].map((name) => make("option", {value: name}, playerName(name))));
    this.button = make("button", {type: "button", onclick: () => does.think(this.agent.value), title: "h"}, "What would it do here?");
    this.list = make("ol.thought-list", {"aria-live": "polite"});
    this.worth = make("p.worth", {});
    this.graph = make("div.graph");
    this.early = make("p.faint.early-note", {hidden: true}, EARLY);
    this.drawButton = make("button", {type: "button", onclick: () => this.judge()}, "Draw the graph");
    this.turns = make("ol.turns");
    this.analyseButton = make("button", {type: "button", onclick: () => this.analyse()}, "Analyse");
    this.blunders = make("ol.blunders", {"aria-live": "polite"});
    this.afterwards = make("section", {hidden: true}, make("h3", {}, "Blunders"), this.analyseButton, this.blunders);
    this.element = make("div.thoughts", {},
      make("h3", {}, "Chances over the game"),
      this.graph, this.early, this.drawButton, this.turns,
      this.afterwards,
      make("h3", {}, "In this position"),
      make("div.row", {}, this.agent, this.button),
      this.worth, this.list);
    this.drawGraph(0, 0);
  }

  wait() {
    this.button.disabled = true;
    this.list.replaceChildren(make("li.faint", {}, "thinking …"));
    this.worth.replaceChildren();
  }

  /** @param {string} why */
  failed(why) {
    this.button.disabled = false;
    this.list.replaceChildren(make("li.bad", {}, why));
  }

  /** Forget thoughts about another position. */
  clear() {
    if (this.list.childElementCount === 0) return;
    this.button.disabled = false;
    this.list.replaceChildren();
    this.worth.replaceChildren();
  }

  /** @param {Thought} message */
  show(message) {
    this.button.disabled = false;
    if (message.value !== null) this.worth.replaceChildren(make("i.dot", {"data-seat": message.seat}), " ", ...this.told(`seat_${message.seat}: ${chance(message.value)} to win`));
    this.list.replaceChildren(...message.answers.slice(0, SHOWN).map((answer) => {
      const share = answer.value === null ? answer.share ?? 0 : (answer.value + 1) / 2; // as cells are shaded
      const figure = answer.value !== null ? `${chance(answer.value)} to win` : answer.share === null ? "" : `answers so ${Math.round(answer.share * 100)} %`;
      return make("li", {tabindex: 0, onmouseenter: () => this.does.point(answer), onmouseleave: () => this.does.point(null), onfocus: () => this.does.point(answer), onblur: () => this.does.point(null)},
        make("span.bar-fill", {style: `width:${(100 * share).toFixed(1)}%`}), make("span.what", {}, ...this.told(answer.text)), make("span.figure", {}, figure));
    }));
  }

  /** True for the seat of somebody at this page. @param {number} seat */
  isOwn(seat) { return this.game.seats[seat]?.who === "person"; }

  /** Who judges positions: whose thoughts are shown, if that is a network or a search; else the host chooses. */
  get judgeName() { return JUDGES.test(this.agent.value) ? this.agent.value : null; }

  /** Blunders can be listed when the game is over. @param {boolean} over */
  ended(over) {
    if (over && this.afterwards.hidden) this.judging(false); // the host stops where a game is given up
    this.afterwards.hidden = !over;
    if (!over && this.blunders.childElementCount) {
      this.blunders.replaceChildren();
      this.does.sign(new Map());
    }
  }

  async analyse() {
    this.analyseButton.disabled = true;
    this.analyseButton.textContent = spoken.say("Analysing …");
    this.blunders.replaceChildren();
    if (this.values.size < 2) this.judge();
    try { await this.does.analyse(this.judgeName); } catch (error) {
      this.analysed({by: "", blunders: [], looked: 0, of: 0, done: true});
      this.blunders.replaceChildren(make("li.bad", {}, whyOf(error)));
    }
  }

  /** The host has looked through more answers, or through all of them. @param {Pick<Blunders, "by" | "looked" | "of" | "done" | "blunders">} message */
  analysed({by, looked, of, done, blunders}) {
    this.analyseButton.disabled = !done;
    this.analyseButton.textContent = spoken.say(done ? "Analyse again" : `Analysing, ${Math.floor(100 * looked / Math.max(of, 1))} % …`);
    const sign = (/** @type {BlunderTold} */ {loss}) => SIGNS.find(([least]) => loss >= least)?.[1] ?? "";
    const row = (/** @type {BlunderTold} */ one) => make("li", {}, make("button.blunder", {type: "button", onclick: () => this.does.show(one.at, {...one, share: 1})},
      make("b.sign", {"data-sign": sign(one)}, sign(one)),
      make("span", {}, make("i.dot", {"data-seat": one.seat}), ` ${one.at + 1}: `, make("span.asked-then", {}, ...this.told(one.asked)), " ", make("b", {}, ...this.told(one.words[0])), make("small", {}, ...this.told(`better: ${one.words[1]}`)), make("small.tip", {}, this.isOwn(one.seat) ? this.does.tip(one.at) : "")),
      make("span.figure", {title: `${chance(one.value)} to win with the better answer`}, `−${Math.round(one.loss * 50)} %`)));
    const own = blunders.filter(({seat}) => this.isOwn(seat)).slice(0, LISTED), others = blunders.filter(({seat}) => !this.isOwn(seat)).slice(0, LISTED);
    const isAlone = this.game.seats.some((_, seat) => this.isOwn(seat)); // whoever watches is shown all in one list
    const nothing = isAlone && done && by && blunders.length && !own.length ? make("li.faint", {}, "Nothing of yours: you gave no twentieth of your chances away.") : "";
    this.blunders.replaceChildren(...own.map(row), nothing, ...isAlone && others.length ? [make("li.faint.others", {}, "What the others gave away:")] : [], ...others.map(row));
    if (!done) return;
    this.does.sign(new Map(blunders.map((one) => [one.at + 1, sign(one)])));
    this.afterwards.scrollIntoView({block: "nearest"});
    if (!blunders.length && by) this.blunders.append(make("li.faint", {}, `${playerName(by)} finds no answer that gave a twentieth of the chances away.`));
  }

  async judge() {
    this.judging(true);
    try { await this.does.judge(this.judgeName); } catch (error) {
      this.judging(false);
      toast(whyOf(error), "bad");
    }
  }

  /** Positions are being judged, or no longer. @param {boolean} isBusy */
  judging(isBusy) {
    this.drawButton.disabled = isBusy;
    this.drawButton.textContent = spoken.say(isBusy ? "Judging …" : this.values.size ? "Draw it again" : "Draw the graph");
  }

  /** @param {Values} message */
  valued(message) {
    for (const [at, values] of message.values) if (values.length) this.values.set(at, values);
    if (message.done) this.judging(false);
  }

  /** The game has got so far; forget what was thought of positions that are no more. @param {number} last */
  cut(last) {
    for (const at of this.values.keys()) if (at > last) this.values.delete(at);
    if (last < this.newest) this.judging(false); // the host has stopped
    this.newest = last;
  }

  /** Draw the graph, with the position that is shown. @param {number} at @param {number} last @param {StepTold[]} steps */
  drawGraph(at, last, steps = []) {
    const points = [...this.values].sort(([a], [b]) => a - b);
    const x = (/** @type {number} */ place) => EDGE + (WIDE - 2 * EDGE) * (last ? place / last : 0);
    const y = (/** @type {number} */ value) => EDGE + (HIGH - 2 * EDGE) * (1 - value) / 2;
    const chart = svg("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": "What each seat may expect, from lost below to won above", onclick: (/** @type {MouseEvent} */ event) => {
      const box = chart.getBoundingClientRect();
      const place = ((event.clientX - box.left) / box.width * WIDE - EDGE) / (WIDE - 2 * EDGE);
      this.does.jump(Math.round(Math.min(Math.max(place, 0), 1) * last));
    }});
    chart.append(svg("line", {x1: EDGE, x2: WIDE - EDGE, y1: y(0), y2: y(0), class: "middle"}));
    const shown = this.game.seats.length === 2 ? [0] : this.game.seats.map((_, seat) => seat);
    for (const seat of shown) {
      const line = points.map(([place, values]) => `${x(place).toFixed(1)},${y(values[seat]).toFixed(1)}`).join(" ");
      if (points.length > 1 && shown.length === 1) chart.append(svg("polygon", {points: `${x(points[0][0])},${y(0)} ${line} ${x(points[points.length - 1][0])},${y(0)}`, class: "area", "data-seat": seat}));
      chart.append(svg("polyline", {points: line, class: "curve", "data-seat": seat}));
    }
    const settled = settledAt(steps, last);
    if (settled > 0 && points.length > 1) chart.append(svg("rect", {x: EDGE, y: 0, width: x(settled) - EDGE, height: HIGH, class: "early"}, svg("title", {}, EARLY)));
    chart.append(svg("line", {x1: x(at), x2: x(at), y1: 0, y2: HIGH, class: "here"}));
    const changes = points.slice(1).map(([place, values], k) => ({from: points[k][0], at: place, change: values[0] - points[k][1][0]}))
      .filter((one) => one.from >= settled && Math.abs(one.change) > 0.15).sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MARKED).sort((a, b) => a.at - b.at);
    for (const {at: place} of changes) chart.append(svg("circle", {cx: x(place), cy: y(this.values.get(place)?.[0] ?? 0), r: 4, class: "turn"}));
    this.graph.replaceChildren(chart);
    this.turns.replaceChildren(...changes.map(({from, at: place, change}) => {
      const seat = change > 0 ? 0 : 1;
      const said = steps[place]?.words || steps[place]?.said;
      return make("li", {}, make("button.link", {type: "button", onclick: () => this.does.jump(place)}, `answer ${from + 1 < place ? `${from + 1} to ${place}` : place}`, ...said ? [", ", ...this.told(said)] : []),
        ...this.game.seats.length === 2 ? [" ", ...this.told(`seat_${seat} gains ${Math.round(Math.abs(change) * 50)}\u00a0%`)] : [` ${change > 0 ? "+" : "−"}${Math.round(Math.abs(change) * 50)}\u00a0%`]);
    }));
    this.graph.hidden = points.length < 2;
    this.early.hidden = this.graph.hidden || settled === 0;
  }
}

/** From which position on the chances mean something: when the first round is over; all of them where no line tells of rounds. @param {StepTold[]} steps @param {number} last */
function settledAt(steps, last) {
  if (!steps.some((step) => step?.lines.some((line) => /^(round|turn) 1$/i.test(line)))) return 0;
  const at = steps.findIndex((step) => step?.lines.some((line) => /^(round|turn) 2$/i.test(line)));
  return at < 0 ? last : at;
}

/** An expected result of -1 to 1 as a chance to win. @param {number} value */
export const chance = (value) => `${Math.round((value + 1) * 50)}\u00a0%`;
