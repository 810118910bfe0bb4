// A replay: a whole game in one file. The board, the battle report beside it, a graph of the score, and what steers them.

import {byId, make, playerName, svg, whyOf, within, words} from "./dom.js";
import {diced} from "./dice.js";
import {Forces, scoreOf} from "./forces.js";
import {bodyOf, paint, units} from "./paint.js";
import {Report} from "./report.js";
import {scenes, unpacked} from "./scene.js";
import {plainAim, standingOf} from "./standing.js";
import {tabs} from "./tabs.js";

/** @import {Scene} from "./shapes.js" */
/** @import {Replay as Film} from "./types.d.ts" */

/** @type {[ms: number, says: string][]} */
const SPEEDS = [[2500, "very slow"], [1200, "slow"], [600, "steady"], [250, "quick"], [80, "very quick"]];
const WIDE = 360, HIGH = 96, EDGE = 6;

const ICONS = {first: "M3 2v12M13 2 6 8l7 6z", back: "M11 2 4 8l7 6z", on: "M5 2l7 6-7 6z", last: "M3 2l7 6-7 6zM13 2v12"};
const icon = (/** @type {keyof typeof ICONS} */ name) => svg("svg", {viewBox: "0 0 16 16", width: 16, height: 16, class: "icon", "aria-hidden": "true"}, svg("path", {d: ICONS[name]}));

class Replay {
  /** @type {HTMLElement} */ board;
  /** @type {HTMLElement} */ caption;
  /** @type {HTMLElement} */ seats;
  /** @type {Report} */ report;
  /** @type {Forces} */ forces;
  /** @type {HTMLElement} */ graph;
  /** @type {HTMLSelectElement} */ kind;
  /** @type {HTMLElement} */ keyPane;
  /** @type {Record<string, HTMLElement>} */ panes;
  /** @type {ReturnType<typeof tabs>} */ tabs;
  /** @type {HTMLInputElement} */ range;
  /** @type {HTMLElement} */ place;
  /** @type {HTMLButtonElement} */ runButton;
  /** @type {HTMLSelectElement} */ speed;
  /** @type {SVGLineElement} of the graph: where we are. */ here;
  /** @type {number[][] | undefined} units on the board, by position and seat. */ counts;
  /** @type {ReturnType<typeof setInterval> | undefined} */ timer;
  running = false;
  /** @type {unknown} what the graph shows. */ drawnSeries = null;

  /** @param {Film} game */
  constructor(game) {
    this.game = game;
    this.scenes = scenes(game);
    this.last = this.scenes.length - 1;
    this.at = 0;
    /** @type {string | null} */
    this.selected = null;
    this.seatOf = new Map(this.scenes.shapes.map(bodyOf).filter((unit) => unit !== null).map(({name, seat}) => [name, seat]));
    this.build();
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.jump(Number(location.hash.slice(1)) || 0));
    this.jump(Number(location.hash.slice(1)) || 0);
  }

  build() {
    const {game} = this;
    const told = (/** @type {string} */ text) => this.told(text);
    /** @param {HTMLElement | SVGElement} sign @param {string} title @param {() => void} onclick */
    const button = (sign, title, onclick) => make("button", {type: "button", title, "aria-label": title, onclick}, sign);
    this.board = make("div.board");
    this.caption = make("p.caption-line", {"aria-live": "off"});
    this.seats = make("ul.seats", {"aria-label": "Seats"});
    this.report = new Report((at) => { this.pause(); this.jump(at); }, (line) => diced(line, told, (name) => this.ownerOf(name)));
    this.report.show(game.steps, 0);
    this.forces = new Forces((unit) => this.select(unit), told);
    this.graph = make("div.graph");
    this.kind = make("select", {"aria-label": "What the graph shows", onchange: () => this.drawGraph()},
      game.chances.length > 1 ? make("option", {value: "chances"}, `chances, says ${playerName(game.judge)}`) : null, make("option", {value: "points"}, "points"), make("option", {value: "units"}, "units on the board"));
    this.keyPane = make("div.forces", {}, ...this.scenes.at(0).aim.map((line) => make("p", {}, plainAim(line))), ...this.scenes.at(0).footer.map((line) => make("p.faint", {}, line)),
      make("table.keys", {}, ...[["← →", "one answer back or on"], ["Space", "run or pause"], ["Home End", "first or last position"], ["PgUp PgDn", "a round back or on"], ["+ −", "faster or slower"]].map(([keys, does]) => make("tr", {}, make("td", {}, make("kbd", {}, keys)), make("td", {}, does)))));
    this.panes = {report: this.report.element, forces: this.forces.element, help: this.keyPane};
    this.tabs = tabs("About the game", Object.entries(this.panes).map(([name, pane]) => [name, name[0].toUpperCase() + name.slice(1), pane]), (name) => this.openTab(name));
    this.range = make("input", {type: "range", min: 0, max: this.last, step: 1, "aria-label": "Position", oninput: () => { this.pause(); this.jump(Number(this.range.value)); }});
    this.place = make("output.at");
    this.runButton = make("button.primary.run", {type: "button", onclick: () => this.run()}, "Run");
    this.speed = make("select", {"aria-label": "Speed", onchange: () => this.timed()}, ...SPEEDS.map(([ms, name]) => make("option", {value: ms}, name)));
    this.speed.value = "600";
    const head = make("header.replay-head", {}, make("strong", {}, `${game.title}: ${words(game.scenario)}`), make("span.faint", {}, game.seed === null ? "" : `seed ${game.seed}`));
    byId("main").replaceChildren(make("div.play.replay-play", {},
      make("div.board-side", {}, make("div.board-wrap", {}, this.board), this.caption),
      make("aside.panel", {}, head, this.seats,
        make("section.graph-card", {}, make("div.row", {}, make("h3", {}, "Over the game"), this.kind), this.graph),
        this.tabs.list, make("div.panes", {}, ...Object.values(this.panes)),
        make("div.replay-bar", {},
          make("div.row", {}, this.range, this.place),
          make("div.row.replay-buttons", {role: "group", "aria-label": "Steering"},
            button(icon("first"), "First position (Home)", () => this.stop(0)), button(icon("back"), "One answer back (←)", () => this.stop(this.at - 1)),
            this.runButton, button(icon("on"), "One answer on (→)", () => this.stop(this.at + 1)), button(icon("last"), "Last position (End)", () => this.stop(this.last)), this.speed)))));
    const scored = this.game.points.filter((points, at) => at && String(points) !== String(this.game.points[at - 1])).length;
    if (scored < 3 && this.kind.value === "points") this.kind.value = "units"; // points that come at the end alone tell nothing of the game
    this.openTab("report");
  }

  /** @param {string} name */
  openTab(name) {
    this.tabs.open(name);
    this.report.mark(this.at);
  }

  /** @param {number} at */
  stop(at) {
    this.pause();
    this.jump(at);
  }

  /** @param {number} at */
  jump(at) {
    this.at = Math.min(Math.max(at, 0), this.last);
    const scene = this.scenes.at(this.at);
    this.draw(scene);
    this.forces.show(scene, this.selected);
    this.range.value = String(this.at);
    this.place.textContent = `${this.at} / ${this.last}`;
    this.captioned();
    this.seated(scene);
    this.drawGraph();
    this.report.mark(this.at);
    document.body.dataset.at = String(this.at);
  }

  /** @param {Scene} scene */
  draw(scene) {
    paint(this.board, scene, {selected: this.selected, onUnit: (unit) => this.select(unit)});
  }

  /** @param {string} unit */
  select(unit) {
    this.selected = this.selected === unit ? null : unit;
    const scene = this.scenes.at(this.at);
    this.draw(scene);
    this.forces.show(scene, this.selected);
    if (this.selected) this.openTab("forces");
    this.forces.element.querySelector(".chosen")?.scrollIntoView({block: "nearest"});
  }

  /** Below the board: what was answered last, or how the game ended. */
  captioned() {
    const step = this.game.steps[this.at];
    const over = this.at === this.last ? this.game.over : null;
    const said = over ? this.told(over) : step.seat < 0 ? ["The start"] : [...this.told(`seat_${step.seat}`), `: ${step.said}`];
    this.caption.replaceChildren(make("span.caption-said", {}, ...said), make("span.faint.caption-score", {}, ...this.told(standingOf(this.game.summaries[this.at]))));
  }

  /** @param {Scene} scene */
  seated(scene) {
    const turn = this.game.steps[this.at + 1]?.seat;
    this.seats.replaceChildren(...this.game.seats.map((seat, number) => make(`li${turn === number ? ".turn" : ""}`, {},
      make("i.dot", {style: `background:${seat.color}`}),
      make("span.name", {}, make("strong", {}, this.seatWords(number)), seat.who ? make("small", {}, playerName(seat.who)) : null),
      make("span.score", {}, scoreOf(scene, number).split(", ").slice(0, 2).join(", ")))));
  }

  run() {
    if (this.running) return this.pause();
    if (this.at === this.last) this.jump(0);
    this.runButton.textContent = "Pause";
    this.running = true;
    this.timed();
  }

  timed() {
    if (!this.running) return;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.at < this.last ? this.jump(this.at + 1) : this.pause(), Number(this.speed.value));
  }

  pause() {
    clearInterval(this.timer);
    this.running = false;
    this.runButton.textContent = "Run";
  }

  /** The nearest position before or after this one at which a round begins. @param {1 | -1} step */
  round(step) {
    const {rounds} = this.game;
    let at = this.at + step;
    while (at > 0 && at < this.last && rounds[at] === rounds[at - 1]) at += step;
    return at;
  }

  /** @param {1 | -1} step */
  faster(step) {
    const at = Math.min(Math.max(this.speed.selectedIndex + step, 0), SPEEDS.length - 1);
    this.speed.selectedIndex = at;
    this.timed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const own = within(event, "select, button, input");
    const onBoard = event.target instanceof Node && this.board.contains(event.target);
    /** @type {Record<string, (() => void) | undefined>} */
    const keys = {
      ArrowLeft: () => this.stop(this.at - 1), ArrowRight: () => this.stop(this.at + 1), Home: () => this.stop(0), End: () => this.stop(this.last), " ": () => this.run(),
      PageUp: () => this.stop(this.round(-1)), PageDown: () => this.stop(this.round(1)), "+": () => this.faster(1), "-": () => this.faster(-1), Escape: () => this.selected && this.select(this.selected),
    };
    const does = keys[event.key];
    if (!does || onBoard && /^(Arrow| )/.test(event.key) || own?.tagName === "SELECT" || own && event.key === " " || own === this.range && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    does();
  }

  // The graph

  /** What each seat has at each position. */
  series() {
    if (this.kind.value === "points") return this.game.points;
    this.counts ??= this.game.positions.map((_, at) => {
      const standing = units(this.scenes.at(at));
      return this.game.seats.map((_, seat) => standing.filter((unit) => unit.seat === seat).length);
    });
    return this.counts;
  }

  drawGraph() {
    const judged = this.kind.value === "chances", {chances} = this.game;
    const series = judged ? [] : this.series(), drawn = judged ? chances : series;
    if (this.drawnSeries !== drawn) {
      this.drawnSeries = drawn;
      const all = judged ? [-1, 1] : series.flat(), low = Math.min(...all, 0), high = Math.max(...all, low + 1);
      const shown = this.game.seats.map((_, seat) => seat).slice(0, judged && this.game.seats.length === 2 ? 1 : undefined); // two seats share the chances
      const y = (/** @type {number} */ value) => HIGH - EDGE - (HIGH - 2 * EDGE) * (value - low) / (high - low);
      this.here = svg("line", {y1: 0, y2: HIGH, class: "here"});
      const begins = this.game.rounds.flatMap((round, at) => at && round !== this.game.rounds[at - 1] ? [at] : []);
      const chart = svg("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": judged ? "What each seat may expect, from lost below to won above" : `${this.kind.value} of each seat over the game, 0 to ${high}`},
        judged ? svg("line", {x1: EDGE, x2: WIDE - EDGE, y1: y(0), y2: y(0), class: "middle"}) : "",
        ...begins.map((at) => svg("line", {x1: this.across(at), x2: this.across(at), y1: 0, y2: HIGH, class: "middle"})),
        ...shown.map((seat) => {
          const places = judged ? chances.map(([at, values]) => [at, values[seat]]) : series.flatMap((values, at) => at && values[seat] !== series[at - 1][seat] ? [[at, series[at - 1][seat]], [at, values[seat]]] : at === 0 || at === this.last ? [[at, values[seat]]] : []);
          return svg("polyline", {points: places.map(([at, value]) => `${this.across(at)},${y(value).toFixed(1)}`).join(" "), class: "curve", "data-seat": seat});
        }),
        svg("text", {x: EDGE + 2, y: 13, class: "graph-most"}, judged ? shown.length === 1 ? `${this.seatWords(0)} wins` : "won" : String(high)), this.here);
      const drag = (/** @type {PointerEvent} */ event) => {
        const box = chart.getBoundingClientRect();
        this.stop(Math.round(((event.clientX - box.left) / box.width * WIDE - EDGE) / (WIDE - 2 * EDGE) * this.last));
      };
      chart.addEventListener("pointerdown", (event) => { chart.setPointerCapture(event.pointerId); drag(event); });
      chart.addEventListener("pointermove", (event) => event.buttons && drag(event));
      this.graph.replaceChildren(chart);
    }
    for (const end of ["x1", "x2"]) this.here.setAttribute(end, this.across(this.at));
  }

  /** @param {number} at */
  across(at) { return (EDGE + (WIDE - 2 * EDGE) * (this.last ? at / this.last : 0)).toFixed(1); }

  // Words

  /** @param {string} name */
  ownerOf(name) {
    const seat = /^seat_(\d)$/.exec(name);
    return seat ? Number(seat[1]) : this.seatOf.get(name) ?? null;
  }

  /** A line with its seats by their forces, in their colours. @param {string} text */
  told(text) {
    return text.split(/\b(seat_\d)\b/).map((part) => {
      const seat = /^seat_(\d)$/.exec(part);
      return seat && this.game.seats[Number(seat[1])] ? make("b.seat", {"data-seat": seat[1]}, this.seatWords(Number(seat[1]))) : part;
    });
  }

  /** A force's name, with its number where two are called the same. @param {number} seat */
  seatWords(seat) {
    const {force} = this.game.seats[seat];
    return words(force) + (this.game.seats.filter((one) => one.force === force).length > 1 ? ` ${seat + 1}` : "");
  }
}

unpacked(byId("game").textContent ?? "").then((game) => { Object.assign(window, {replay: new Replay(game)}); }, (error) => {
  byId("main").replaceChildren(make("p.loading", {}, `This replay cannot be read: ${whyOf(error)}`));
});
