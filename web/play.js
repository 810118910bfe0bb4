// The screen of one game: the board, and beside it who plays, what is asked, the report, the forces and the thoughts.

import {deedsSince, inGroups, inOrder, outOfSight, unitsFirst, withPartners} from "./asking.js";
import {diced} from "./dice.js";
import {adviserName, download, GUIDED, kept, LAST, make, PACES, playerName, spoken, toast, whyOf, within, words} from "./dom.js";
import {Forces, kindOf, names, oddsWords, profileOf, scoreOf, unitCard} from "./forces.js";
import {lessonCard} from "./guide.js";
import {speakOf} from "./languages.js";
import {lessonsAt, tipFor} from "./lessons.js";
import {middle, paint, spots, units} from "./paint.js";
import {Places, placeWords} from "./places.js";
import {brief, Report} from "./report.js";
import {optionsOf, playersOf} from "./players.js";
import {plainAim, standingOf} from "./standing.js";
import {chance, Thoughts} from "./thoughts.js";
import {tabs} from "./tabs.js";
import {areaOf, arrowOf, isAbove, turned} from "./turned.js";

/** @import {Scene} from "./shapes.js" */
/** @import {Heard, Host, Whole} from "./talk.js" */
/** @import {Told as PlaceTold} from "./places.js" */
/** @import {Pointed} from "./thoughts.js" */
/** @import {Begun, CardAnswer, Cell, LeadTold, LinkTold, Lobby, Point, Position, Says, StepTold, TargetsTold, Thoughts as Thought} from "./types.d.ts" */

/**
 * A position, with the board as the host drew it (`plain`) and as it is shown.
 * @typedef {Whole<Position> & {plain: Scene}} Shown
 *
 * An answer that can be chosen: what it is chosen by, and what is said of it. It `opens` others, is asked once more (`sure`), or is `shut`: not allowed now.
 * @typedef {object} Choice
 * @property {string} text @property {number} [action] @property {string} [does] @property {string[]} [odds] @property {string} [aims] whom it lets one attack next @property {string} [word] @property {boolean} [ends]
 * @property {string} [unit] @property {Cell} [cell] @property {Point} [place] @property {string} [says]
 * @property {string} [target] @property {Choice[]} [opens] @property {string} [sure] @property {boolean} [shut]
 *
 * The answers that are open on the board, by what is clicked.
 * @typedef {{cells: Map<string, Choice[]>, units: Map<string, Choice[]>, spots: Map<string, Choice[]>, plain: Choice[], verbs: [string, string][]}} Offer verbs: what choosing a cell is called, and means
 */

/** @type {Record<string, Point | undefined>} */
const DIRECTIONS = {"north-east": [0.5, -0.87], east: [1, 0], "south-east": [0.5, 0.87], "south-west": [-0.5, 0.87], west: [-1, 0], "north-west": [-0.5, -0.87]};
const BUTTONS = 60; // answers shown as buttons before the rest hides behind one more
const MANY = 12; // answers from which on those of one unit stand behind one button
const PEOPLE = ["person", "guest"];
const SEAT_LETTERS = "ABCD"; // with which the names of a seat's units begin
const TOUCHED = 24; // pixels across that a finger hits
const SPOKEN = 40; // lines that are kept for who listens
const HEADING = {role: "heading", "aria-level": 2};
const COMPASS = 4; // directions from which on they stand as on a compass
const TARGETS = 4; // of an attack that are named beforehand
const AGAIN = 700; // milliseconds between two answers that are shown again

export class PlayScreen {
  /** @type {Begun} */ game;
  /** @type {string} */ id;
  /** @type {StepTold[]} */ steps;
  /** @type {Shown | null} the newest position. */ live;
  /** @type {Shown | null} the one on the board. */ shown;
  /** @type {number | null} one that was asked for and has not come yet. */ wanted;
  /** @type {string | null} */ selected;
  /** @type {Choice[] | null} answers of one cell or unit, when there are several. */ choosing;
  /** @type {string} what is asked before such an answer. */ sure = "";
  /** @type {Pointed | null} an answer that is pointed at among the thoughts. */ pointed;
  /** @type {{at: number, answer: Pointed} | null} */ held;
  /** @type {Thought | null} */ thought;
  /** @type {{at: number, unit: string, card: CardAnswer["card"]} | null} the card of the unit that is selected. */ known = null;
  /** @type {boolean} */ busy;
  /** @type {LinkTold[]} of seats whose people are elsewhere. */ links;
  /** @type {string | null} where the others go on. */ next;
  /** @type {boolean} */ elsewhere;
  /** @type {boolean | null} */ above;
  isSided = false; // the board stays as it is seen
  /** @type {number} */ people;
  /** @type {string} */ tab;
  /** @type {number | undefined} the question that is shown. */ askedAt;
  /** @type {HTMLElement | null} */ odds = null;
  gone = false;
  byKeys = false;
  asking = false;
  replaying = false;
  running = false;
  all = false;
  /** @type {HTMLElement} */ board;
  /** @type {Places} */ places;
  /** @type {HTMLElement} */ boardWrap;
  /** @type {HTMLElement} */ seats;
  /** @type {HTMLElement} */ question;
  /** @type {HTMLElement} */ invited;
  /** @type {HTMLElement} */ deeds;
  /** @type {HTMLElement} */ lesson;
  /** @type {HTMLElement} */ below;
  /** @type {HTMLElement} */ card;
  /** @type {Report} */ report;
  /** @type {Forces} */ forces;
  /** @type {Thoughts} */ thoughts;
  /** @type {Record<string, HTMLElement>} */ panes;
  /** @type {ReturnType<typeof tabs>} */ tabs;
  /** @type {HTMLButtonElement} */ first;
  /** @type {HTMLButtonElement} */ back;
  /** @type {HTMLButtonElement} */ forward;
  /** @type {HTMLButtonElement} */ last;
  /** @type {HTMLButtonElement} */ runButton;
  /** @type {HTMLButtonElement} */ stepButton;
  /** @type {HTMLSelectElement} */ pace;
  /** @type {HTMLButtonElement} */ undoButton;
  /** @type {HTMLButtonElement} */ resignButton;
  /** @type {HTMLButtonElement} */ turnButton;
  /** @type {HTMLButtonElement} */ saveButton;
  /** @type {HTMLElement} */ steering;
  /** @type {HTMLElement} */ at;
  /** @type {HTMLButtonElement} */ through;
  /** @type {HTMLInputElement} */ range;
  /** @type {HTMLElement} */ panel;
  /** @type {HTMLElement} */ summary;
  /** @type {HTMLElement} */ spoken;

  /** @param {Host} host @param {Begun} game @param {Lobby | null} lobby */
  constructor(host, game, lobby) {
    this.host = host;
    this.lobby = lobby;
    this.element = make("div.play");
    this.byTouch = false;
    this.aimed = ""; // the position and the small cell that a finger has pointed at
    this.begun(game);
  }

  close() {
    if (!this.gone && !this.elsewhere) this.host.send({do: "leave"});
  }

  /** A game, from its start or come back to. @param {Begun} game */
  begun(game) {
    this.game = game;
    speakOf(game.game);
    this.id = game.id;
    this.steps = [];
    this.live = null; // the newest position
    this.shown = null; // the one on the board
    this.wanted = null; // one that was asked for and has not come yet
    this.selected = null;
    this.choosing = null; // answers of one cell or unit, when there are several
    this.pointed = null; // an answer that is pointed at among the thoughts
    this.held = null; // an answer to point at when its position comes
    this.thought = null;
    this.busy = false;
    this.elsewhere = false; // the game goes on in another tab
    this.above = null; // true where the board is seen from its other side; null until it is known which side is one's own
    this.isSided = false;
    this.people = game.seats.filter((seat) => seat.who === "person").length; // at this screen
    this.links = game.links ?? []; // of seats whose people are elsewhere
    this.next = null; // where the others go on
    this.build();
  }

  build() {
    const told = (/** @type {string} */ text) => this.told(text);
    this.board = make("div.board");
    this.board.addEventListener("pointerdown", ({pointerType}) => { this.byKeys = false; this.byTouch = pointerType === "touch"; });
    this.board.addEventListener("keydown", () => { this.byKeys = true; this.byTouch = false; });
    this.places = new Places(this.host, this.board);
    this.boardWrap = make("div.board-wrap", {}, this.board);
    this.seats = make("ul.seats", {"aria-label": "Seats"});
    this.question = make("section.question", {"aria-live": "polite", "aria-label": "Question", onscroll: () => this.tellBelow()});
    this.invited = make("div.invited", {hidden: true});
    this.deeds = make("div.deeds", {hidden: true});
    this.lesson = make("div.lesson-place");
    this.below = make("p.below", {hidden: true});
    this.card = make("div.card-place");
    this.report = new Report((at) => this.jump(at), (line) => diced(line, told, (name) => this.ownerOf(name)));
    this.forces = new Forces((unit) => this.select(unit), told);
    this.thoughts = new Thoughts(this.game, told, {
      think: (agent) => this.think(agent), judge: (agent) => this.host.ask({do: "judge", agent}),
      analyse: (agent) => this.host.ask({do: "analyse", agent}), sign: (signs) => this.report.sign(signs),
      jump: (at) => this.jump(at), point: (answer) => { this.pointed = answer; this.paint(); },
      show: (at, answer) => { this.held = {at, answer}; this.jump(at); },
      tip: (at) => this.guide() ? tipFor(this.guide()?.lessons ?? [], this.steps[at + 1]?.asked) : "",
    });
    this.panes = {report: this.report.element, forces: this.forces.element, thoughts: this.thoughts.element};
    this.tabs = tabs("About the game", Object.entries(this.panes).map(([name, pane]) => [name, capital(name), pane]), (name) => this.openTab(name));
    /** @param {string} name @param {string} title @param {() => void} onclick @param {string} [label] */
    const button = (name, title, onclick, label) => make("button", {type: "button", title, "aria-label": label ?? title, onclick}, name);
    this.first = button("«", "Start (Home)", () => this.jump(0));
    this.back = button("‹", "Back (←)", () => this.jump(this.place() - 1));
    this.forward = button("›", "Forward (→)", () => this.jump(this.place() + 1));
    this.last = button("»", "Newest position (End)", () => this.jump(null));
    this.runButton = make("button.run", {type: "button", onclick: () => this.run()}, "Pause");
    this.stepButton = make("button", {type: "button", title: "One answer (n)", onclick: () => this.host.send({do: "step"})}, "Step");
    this.pace = make("select", {"aria-label": "How fast agents answer", onchange: () => {
      kept.set("pace", Number(this.pace.value));
      this.host.send(this.live?.running ? {do: "run", pace: Number(this.pace.value)} : {do: "pause"});
    }}, ...PACES.map(([ms, name]) => make("option", {value: ms}, name)));
    this.undoButton = make("button", {type: "button", title: "Take back (u)", onclick: () => this.undo()}, "Take back");
    this.resignButton = make("button", {type: "button", onclick: () => this.resign()}, "Resign");
    this.turnButton = make("button", {type: "button", title: "See the board from its other side (v)", onclick: () => this.turn()}, "Turn board");
    this.saveButton = make("button", {type: "button", title: "Keep the game as a file", onclick: () => this.save()}, "Save");
    this.steering = make("div.steering", {}, this.runButton, this.stepButton, make("label.field", {}, make("span", {}, "Agents answer"), this.pace));
    this.at = make("output.at");
    this.through = button("▷", "Run through the positions (p)", () => this.runThrough());
    this.range = make("input", {type: "range", min: 0, max: 0, step: 1, "aria-label": "Position", oninput: () => this.jump(Number(this.range.value))});
    const panes = make("div.panes", {}, ...Object.values(this.panes));
    this.panel = make("aside.panel", {},
      make("div.ask-side", {}, this.seats, this.invited, this.deeds, this.lesson, this.question, this.card),
      make("div.tell-side", {}, this.tabs.list, panes,
        make("div.foot", {}, make("div.row.through", {}, this.through, this.range), make("div.history", {role: "group", "aria-label": "Positions"}, this.first, this.back, this.at, this.forward, this.last), this.steering),
        make("div.actions", {}, this.undoButton, this.resignButton, this.saveButton, this.turnButton)));
    this.summary = make("p.summary", {});
    this.spoken = make("div.unseen", {role: "log", "aria-label": "What has happened"}); // the report may be behind another tab
    this.element.replaceChildren(make("div.board-side", {}, this.boardWrap, this.summary), this.panel, this.spoken);
    this.openTab("report");
    this.renderLinks();
  }

  /** What help says about this game. */
  about() {
    const known = this.lobby?.games.find(({name}) => name === this.game.game);
    const scenario = known?.scenarios.find(({name}) => name === this.game.scenario)?.says ?? "";
    return {title: this.game.title, minute: known?.minute ?? [], scenario, aim: this.game.aim.map(plainAim), board: this.shown?.scene.footer ?? []};
  }

  /** @param {string} name */
  openTab(name) {
    this.tab = name;
    this.tabs.open(name);
    if (this.shown) {
      this.report.mark(this.shown.at);
      this.drawGraph();
    }
  }

  // What the host tells

  /** @param {Heard} message */
  heard(message) {
    if ("id" in message && message.id !== undefined && message.id !== this.id) return;
    if (message.is === "position") this.came(message);
    else if (message.is === "card") this.cameCard(message);
    else if (message.is === "thoughts") this.thoughtOf(message);
    else if (message.is === "links") {
      this.links = message.links;
      this.renderLinks();
    } else if (message.is === "again") {
      this.next = message.next;
      toast("The others are asked to a rematch.");
      if (this.shown) this.renderQuestion();
    } else if (message.is === "blunders") this.thoughts.analysed(message);
    else if (message.is === "values") {
      this.thoughts.valued(message);
      this.drawGraph();
    }
  }

  /** The card of the unit that is selected has come. @param {CardAnswer} message */
  cameCard(message) {
    if (message.at !== this.known?.at || message.unit !== this.known.unit) return;
    const open = this.card.querySelector("details")?.open;
    this.known = message;
    this.renderCard();
    const details = this.card.querySelector("details");
    if (open && details) details.open = true;
  }

  /** @param {Whole<Position> & {plain?: Scene}} told */
  came(told) {
    /** @type {Shown} */
    const message = Object.assign(told, {plain: told.plain ?? told.scene});
    const isLive = message.at === message.live, viewer = this.viewer();
    if (!this.isSided && viewer !== null) {
      const stand = units(message.plain); // before anybody stands on the board its sides may still be chosen
      this.above = isAbove(message.plain, viewer, stand) ?? this.above;
      this.isSided = this.above !== null && (this.people > 1 || stand.some(({seat}) => seat === viewer));
    }
    message.scene = this.above ? turned(message.plain) : message.plain;
    if (isLive) {
      if (message.steps.length || message.from < this.steps.length - 1) {
        this.steps.length = Math.min(this.steps.length, message.from + 1);
        const {live} = this;
        if (live) this.speak(message.steps.filter((step) => step.at > live.at));
        for (const step of message.steps) this.steps[step.at] = step;
        for (const step of message.steps) this.steps[step.at] = {...step, lines: withPartners(this.steps, step.at)};
        this.thoughts.cut(message.at);
        this.report.show(this.steps, message.from + (message.from > 0 ? 1 : 0));
      }
      if (this.live?.question?.at !== message.question?.at || message.question === null) { this.choosing = null; this.selected = this.selectedStill(message); }
      this.live = message;
      this.busy = false;
      if (this.wanted !== null && this.wanted > message.live) this.wanted = null;
      if (message.over && this.people) kept.set(LAST, null);
    }
    if (this.wanted === null ? isLive : message.at === this.wanted) {
      const moved = this.shown?.at !== message.at;
      this.shown = message;
      if (moved) { this.thoughts.clear(); this.thought = null; this.pointed = null; }
      if (this.held && this.held.at === message.at) this.pointed = this.held.answer;
      this.held = null;
      this.render();
    } else if (isLive) this.renderControls();
  }

  /** Tell new steps to whoever does not see the report. @param {StepTold[]} steps */
  speak(steps) {
    const lines = steps.flatMap((step) => [step.seat < 0 ? "" : `seat_${step.seat}: ${step.words || step.said}`, ...step.lines]).filter(Boolean);
    this.spoken.append(...lines.map((line) => make("p", {}, this.plainWords(brief(line)))));
    while (this.spoken.childElementCount > SPOKEN) this.spoken.firstChild?.remove();
  }

  /** See the board from its other side. */
  turn() {
    if (!this.shown) return;
    this.above = !this.above;
    this.isSided = true;
    for (const one of new Set([this.shown, this.live])) if (one) one.scene = this.above ? turned(one.plain) : one.plain;
    this.render();
  }

  /** @param {Shown} message */
  selectedStill({question}) {
    return question?.subject && this.game.roster.some(([name]) => names(name, question.subject)) ? null : this.selected;
  }

  /** The number of the position that is shown, or on its way. */
  place() { return this.wanted ?? this.shown?.at ?? 0; }

  // What the person does

  /** @param {number | null} at null for the newest position. */
  jump(at) {
    if (!this.live) return;
    const focused = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
    if (focused && this.board.contains(focused)) focused.blur(); // the arrows go through positions now
    if (at === null || at >= this.live.live) {
      this.wanted = null;
      this.came(this.live);
      return;
    }
    this.wanted = Math.max(at, 0);
    if (this.asking) return; // the newest wish goes out when the answer to the one before has come
    this.asking = true;
    const asked = this.wanted;
    this.host.ask({do: "look", at: asked}).catch((error) => { this.wanted = null; toast(error.message, "bad"); }).finally(() => {
      this.asking = false;
      if (this.wanted !== null && this.wanted !== asked) this.jump(this.wanted);
    });
  }

  /** @param {number | undefined} action */
  answer(action) {
    const question = this.live?.question;
    if (!question || this.busy || action === undefined) return;
    this.busy = true;
    this.choosing = null;
    this.host.ask({do: "answer", at: question.at, action}).catch((error) => {
      this.busy = false;
      toast(error.message, "bad");
      this.render();
    });
    this.busyMark();
  }

  busyMark() {
    this.question.classList.add("busy");
    this.element.dataset.state = "waiting";
  }

  undo() { this.ask({do: "undo"}); }

  resign() {
    const dialog = make("dialog.ask", {},
      make("p", {}, "Give this game up?"),
      make("form.row", {method: "dialog"}, make("button.primary", {value: "yes"}, "Resign"), make("button", {value: "no"}, "Play on")));
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") this.ask({do: "resign"});
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Let somebody else play a seat from now on. @param {number} number */
  handOver(number) {
    const known = this.lobby?.games.find(({name}) => name === this.game.game);
    if (!this.lobby || !known) return;
    const select = make("select", {"aria-label": "Who plays from now on"}, ...optionsOf(playersOf(known, this.lobby)));
    select.value = this.game.seats[number].who;
    const dialog = make("dialog.ask", {},
      make("p", {}, ...this.told(`Who plays seat_${number} from now on?`)), select,
      make("form.row", {method: "dialog"}, make("button.primary", {value: "yes"}, "Take the seat"), make("button", {value: "no"}, "Cancel")));
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes" && select.value && (select.value === "guest" || select.value !== this.game.seats[number].who)) this.ask({do: "seat", seat: number, who: select.value});
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Begin this game once more; one that was guided is guided again. @param {{at?: number, seat?: number, swap?: boolean}} how */
  async again(how = {}) {
    const guided = Boolean(this.guide());
    const begun = await this.ask({do: "again", ...how});
    if (guided && begun && "id" in begun) kept.set(GUIDED, begun.id);
  }

  async save() {
    try {
      const saved = await this.host.ask({do: "save"});
      download(saved.name, saved.text);
      toast(`Saved as ${saved.name}; drop it on to the first page to go on.`);
    } catch (error) { toast(whyOf(error), "bad"); }
  }

  run() {
    if (this.live?.running) this.host.send({do: "pause"});
    else this.host.send({do: "run", pace: Number(this.pace.value)});
  }

  /** @param {Says} message */
  ask(message) { return this.host.ask(message).catch((error) => toast(error.message, "bad")); }

  /** Ask what an agent would do here. Whoever is asked sees it beside the question, and the report stays. */
  async think(agent = this.thoughts.agent.value) {
    const at = this.shown?.at;
    if (at === undefined || this.live?.over && at === this.live.live) return;
    if (!this.isAsked()) this.openTab("thoughts");
    this.thoughts.wait();
    for (const link of this.element.querySelectorAll(".good-here")) link.textContent = spoken.say("thinking …");
    try {
      await this.host.ask({do: "think", at, agent});
    } catch (error) {
      this.thoughts.failed(whyOf(error));
      this.openTab("thoughts");
      this.render();
    }
  }

  /** @param {Thought} message */
  thoughtOf(message) {
    if (message.at !== this.shown?.at) return;
    this.thought = message;
    this.thoughts.show(message);
    this.paint();
    this.renderQuestion();
    this.renderLesson();
    if (message.answers[0]?.cell) this.bringInSight();
    else this.question.querySelector(".advised, .advice")?.scrollIntoView({block: "nearest"});
  }

  /** What the agent that was asked for a hint would answer here, null where none was asked. */
  advice() {
    return this.thought?.at === this.shown?.at ? this.thought?.answers[0] ?? null : null;
  }

  /** @param {string} unit */
  select(unit) {
    this.selected = this.selected === unit ? null : unit;
    this.choosing = null;
    this.render();
  }

  // Answers by what is clicked

  /** The answers that are open on the board now: by cell, by unit, by spot, and those that are buttons. */
  offer() {
    /** @type {Offer} */
    const offer = {cells: new Map(), units: new Map(), spots: new Map(), plain: [], verbs: []};
    const question = this.asked();
    if (!question || this.busy || !this.shown) return offer;
    const {odds = {}, leads = {}, targets = {}, words: said = {}} = question, drawn = spots(this.shown.scene);
    for (const group of question.answers) {
      const {verb, kind, ends = false} = group;
      if (kind === "cell") {
        const [to = words(verb), means = ""] = said[group.answers[0][0]] ?? [];
        offer.verbs.push([to, means]);
        for (const [action, x, y] of group.answers) add(offer.cells, `${x},${y}`, {action, text: `${to} ${x},${y}`, does: "", cell: [x, y], odds: odds[action]});
        continue;
      }
      for (const [action, x] of group.answers) {
        const [text = kind === "plain" ? x : `${words(verb)} ${x}`, does = ""] = said[action] ?? [];
        const last = ends || text.startsWith("end the "), spot = drawn.get(x);
        if (kind === "plain" && spot) add(offer.spots, String(spot.place), {action, text, does: spot.says.replace(/^[^:]*: */, ""), ...spot});
        else if (kind === "plain") {
          offer.plain.push(led({action, word: x, text, does, ends: last, odds: odds[action], aims: aims(targets[action])}, leads[action], this.game.practice));
          const cell = this.cellTowards(x);
          if (cell) add(offer.cells, String(cell), {action, text, does, cell});
        }
        else add(offer.units, x, led({action, text, does, unit: x, odds: odds[action], aims: aims(targets[action])}, leads[action], this.game.practice));
      }
    }
    return offer;
  }

  /** The hex that a direction leads to from the unit that is asked about, null for any other word. @param {string} word */
  cellTowards(word) {
    const question = this.asked(), scene = this.shown?.scene;
    if (!question || !scene) return null;
    const {grid} = scene;
    const way = grid.shift ? DIRECTIONS[word] : null;
    const unit = way && units(scene).find(({name}) => name === question.subject);
    if (!unit) return null;
    const nearest = (/** @type {number} */ x, /** @type {number} */ y) => {
      /** @type {Cell | null} */
      let best = null;
      let least = 0.5;
      for (let row = 0; row < grid.rows; row++) {
        for (let column = 0; column < grid.columns; column++) {
          const [a, b] = middle(scene, [column, row]);
          const far = Math.hypot(a - x, b - y);
          if (far < least) [best, least] = [[column, row], far];
        }
      }
      return best;
    };
    const here = nearest(unit.x, unit.y);
    if (!here) return null;
    const [x, y] = middle(scene, here);
    const turn = this.above ? -1 : 1;
    return nearest(x + turn * way[0], y + turn * way[1]);
  }

  isAsked() { return this.asked() !== null; }

  /** The question that can be answered now, null for none. */
  asked() {
    const {live} = this;
    return !this.elsewhere && live?.question && this.shown === live && live.question.at === live.live ? live.question : null;
  }

  /** A cell is chosen; where it is too small for a finger, the first touch only points at it. @param {Cell} cell */
  onCell(cell) {
    const choices = this.offer().cells.get(String(cell)), aim = `${this.live?.at} ${cell}`;
    if (!choices || !this.byTouch || this.aimed === aim || !this.isSmall(cell)) return this.choose(choices);
    this.aimed = aim;
    this.choosing = choices;
    this.pointed = {unit: null, cell, share: 1, value: null};
    this.paint();
    this.renderQuestion();
    this.pointAt(cell);
  }

  /** True for a cell of the board that is drawn smaller than a finger hits. @param {Cell} cell */
  isSmall(cell) {
    const box = this.board.querySelector(`.scene-hits [data-cell="${cell}"]`)?.getBoundingClientRect();
    return box !== undefined && Math.min(box.width, box.height) < TOUCHED;
  }

  /** @param {string} unit */
  onUnit(unit) {
    const choices = this.offer().units.get(unit);
    if (choices) {
      if (choices.length > 1) this.selected = unit;
      this.choose(choices);
    } else this.select(unit);
  }

  /** @param {string} name */
  onSpot(name) { this.choose(this.offer().spots.get(name)); }

  /** @param {Choice[] | undefined} choices @param {string} sure */
  choose(choices, sure = "") {
    if (!choices) return;
    if (choices.length === 1 && choices[0].opens) this.choose(choices[0].opens, choices[0].sure);
    else if (choices.length === 1 && !sure) this.answer(choices[0].action);
    else {
      this.choosing = choices;
      this.sure = sure;
      this.renderQuestion();
      /** @type {HTMLElement | null} */ (this.question.querySelector(".choice"))?.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const digit = /^[0-9]$/.test(event.key);
    this.byKeys = true;
    /** @type {Record<string, (() => unknown) | undefined>} */
    const does = {
      Home: () => this.jump(0), End: () => this.jump(null), u: () => !this.undoButton.disabled && this.undo(), h: () => this.think(),
      " ": () => !this.people && this.run(), n: () => this.host.send({do: "step"}), r: () => this.openTab("report"), f: () => this.openTab("forces"), t: () => this.openTab("thoughts"),
      b: () => this.focusBoard(), v: () => this.turn(), p: () => this.runThrough(), a: () => this.showAgain(),
      Escape: () => { this.choosing = null; this.selected = null; /** @type {HTMLElement | SVGElement | null} */ (document.activeElement)?.blur(); this.render(); },
    };
    if (digit) /** @type {HTMLElement | null} */ (this.question.querySelector(`[data-key="${event.key}"]`))?.click();
    else if (event.key === "ArrowLeft") this.jump(this.place() - 1);
    else if (event.key === "ArrowRight") this.jump(this.place() + 1);
    else if (does[event.key] && !(event.key === " " && within(event, "button, [tabindex]:not(.board)"))) does[event.key]?.();
    else return;
    event.preventDefault();
  }

  /** Give the keys to the board. */
  focusBoard() {
    /** @type {SVGElement | null} */ (this.board.querySelector("[tabindex='0']"))?.focus();
  }

  // Drawing

  render() {
    const {shown} = this;
    if (!shown) return;
    this.paint();
    this.renderSeats();
    this.renderDeeds();
    this.renderLesson();
    this.renderQuestion();
    this.renderCard();
    this.forces.show(shown.scene, this.selected, shown.cards);
    this.report.mark(shown.at);
    const standing = standingOf(shown.summary);
    this.summary.title = this.plainWords(standing);
    this.summary.replaceChildren(...this.told(standing));
    this.renderControls();
    this.drawGraph();
    this.element.dataset.at = String(shown.at);
    this.element.dataset.state = this.state();
    if (this.byKeys && this.isAsked() && document.activeElement === document.body) {
      const {cells, spots: places} = this.offer();
      if (cells.size + places.size) this.focusBoard();
    }
  }

  /** The game goes on in another tab: nothing is answered here until it is taken back. */
  wentElsewhere() {
    this.elsewhere = true;
    if (this.live) this.render();
  }

  /** How it stands, in a word. */
  state() {
    if (this.elsewhere) return "elsewhere";
    if (!this.live || this.shown !== this.live) return "past";
    if (this.live.over) return "over";
    if (this.live.cover !== null) return "covered";
    return this.isAsked() && !this.busy ? "asked" : "waiting";
  }

  drawGraph() {
    if (this.shown) this.thoughts.drawGraph(this.shown.at, this.live?.live ?? this.shown.live, this.steps);
  }

  paint() {
    if (!this.shown) return;
    const offer = this.offer();
    const pointed = this.pointed ? [this.pointed] : this.thought?.at === this.shown.at ? this.thought.answers.slice(0, 5) : [];
    const weight = (/** @type {Pointed} */ answer) => answer.value === null ? answer.share ?? 0.5 : (answer.value + 1) / 2;
    paint(this.board, this.shown.scene, {
      answers: {cells: [...offer.cells.values()].flatMap(([{cell}]) => cell ? [cell] : []), units: [...offer.units.keys()],
        spots: [...offer.spots].flatMap(([name, [{place, says}]]) => place ? [[name, ...place, says]] : [])},
      viewer: this.viewer(), words: (text) => this.plainWords(text),
      selected: this.selected ?? (this.asked()?.subject || null),
      onCell: (cell) => this.onCell(cell), onUnit: (unit) => this.onUnit(unit), onSpot: (name) => this.onSpot(name), onPoint: (what) => this.pointAt(what), onHold: (unit) => this.hold(unit),
      shades: pointed.flatMap((answer) => answer.cell ? [[...answer.cell, weight(answer)]] : []),
      arrows: [], marks: pointed.flatMap((answer) => answer.unit ? [[answer.unit, weight(answer)]] : []),
      cover: this.live?.cover !== null && this.live?.cover !== undefined && this.shown === this.live,
    });
  }

  /** The seat from which the board is told: of who is asked, or of the only person; null where agents play. */
  viewer() {
    const person = this.game.seats.findIndex(({who}) => who === "person");
    return this.live?.question?.seat ?? (this.people === 1 ? person : null);
  }

  renderSeats() {
    const {shown} = this;
    if (!shown) return;
    const {turn, thinking, over} = this.live ?? shown;
    this.seats.replaceChildren(...this.game.seats.map((seat, number) => make(`li${turn === number ? ".turn" : ""}${over && over.winners.length < this.game.seats.length && over.winners.includes(number) ? ".won" : ""}`, {},
      make("i.dot", {style: `background:${seat.color}`}),
      make("span.name", {}, make("strong", {}, this.seatWords(number)), over || this.game.guest ? make("small", {}, this.playerWords(seat.who))
        : make("button.link.who", {type: "button", title: "Let somebody else play this seat from now on", onclick: () => this.handOver(number)}, this.playerWords(seat.who))),
      make("span.score", {}, thinking === number ? make("em.thinking", {}, "thinking …") : scoreOf(shown.scene, number).split(", ").slice(0, 2).join(", ")))));
  }

  /** The seats of people elsewhere: how they come to them, and whether they are there. */
  renderLinks() {
    this.invited.hidden = !this.links.length;
    const renew = (/** @type {number} */ seat) => make("button.link", {type: "button", title: "The link before opens nothing any more; whoever took the seat by it has to leave", onclick: () => this.ask({do: "seat", seat, who: "guest"})}, "New link");
    const open = this.links.filter(({used}) => !used), isHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    this.invited.replaceChildren(...this.links.map(({seat, link, used, there}) => used
      ? make("p", {}, ...this.told(`seat_${seat}`), there ? ": the person is there. " : ": the person is away. ", renew(seat))
      : make("div", {}, make("p", {}, "Send this link to whoever plays ", ...this.told(`seat_${seat}`), ". The first who opens it has the seat. "), this.linkField(link, seat, renew(seat)))),
    open.length && isHere ? make("p.hint", {}, "It leads to this machine alone. For others, run skirmish-rl serve --host 0.0.0.0 and open the page by this machine's own address.") : "");
  }

  /** A link to be copied. @param {string} link @param {number} seat @param {HTMLElement} renew */
  linkField(link, seat, renew) {
    /** @type {HTMLInputElement} */
    const field = make("input", {type: "text", readonly: true, "aria-label": `Link to ${this.seatWords(seat)}`, onfocus: () => field.select(), value: `${location.origin}${location.pathname}${location.search}#game=${link}`});
    const copy = make("button", {type: "button", onclick: async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        toast("Copied.");
      } catch { document.execCommand("copy"); } // a page without encryption may not write there by itself
    }}, "Copy");
    return make("div.row", {}, field, copy, renew);
  }

  /** What is new with this question, in a guided game. */
  renderLesson() {
    const guide = this.guide(), {live} = this;
    const seat = this.game.seats.findIndex(({who}) => who === "person");
    const shown = guide && live && this.shown === live && (live.question || live.over) ? lessonsAt(guide.lessons, this.steps, seat, live.question?.name ?? null) : [];
    const off = () => { kept.set(GUIDED, null); this.renderLesson(); };
    /** @type {[words: string, answer: () => void]} */
    const asks = live?.over ? ["What went wrong?", () => { this.openTab("thoughts"); this.thoughts.analyse(); }] : ["What would be good here?", () => this.think()];
    this.element.classList.toggle("guided", Boolean(guide));
    this.lesson.replaceChildren(...shown.length ? [lessonCard(shown, asks, off)] : []);
  }

  /** The guide of this game, null where it is not a guided one. */
  guide() {
    return kept.get(GUIDED) === this.id ? this.lobby?.games.find(({name}) => name === this.game.game)?.first ?? null : null;
  }

  /** What others did since one's last answer in a few lines, and a button that shows it again. */
  renderDeeds() {
    const {live} = this, question = this.shown === live ? live?.question : null;
    const own = live?.over && this.shown === live ? this.steps.findLastIndex(({seat}) => this.game.seats[seat]?.who === "person") : -1; // how it ended is told, too
    const {answers, lines, deeds} = question ? deedsSince(this.steps, question.since ?? question.at, question.seat)
      : own > 0 ? deedsSince(this.steps, own, this.steps[own].seat) : {answers: 0, lines: [], deeds: []};
    this.deeds.hidden = !deeds.length;
    this.deeds.replaceChildren(
      make("div.last", {title: lines.map((line) => this.plainWords(brief(line))).join("\n")}, ...deeds.map((line) => make("p", {}, ...diced(brief(line), (text) => this.told(text), (name) => this.ownerOf(name))))),
      question && deeds.length && answers && !this.game.hidden ? make("button.quiet", {type: "button", title: "What was answered since your last answer, one after another (a)", onclick: () => this.showAgain()}, "Show again") : "");
  }

  /** Show every position since one's last answer, one after another. */
  async showAgain() {
    const question = this.live?.question;
    if (!this.live || !question || this.replaying || this.game.hidden) return; // earlier positions are not for everybody
    this.replaying = true;
    const {live: end} = this.live;
    for (let at = (question.since ?? 0) + 1; at <= end && this.live.question === question; at++) {
      this.jump(at < end ? at : null);
      await new Promise((done) => setTimeout(done, AGAIN));
      if (this.wanted === null && at < end) break; // somebody went elsewhere
    }
    this.replaying = false;
    if (this.live?.question === question) this.jump(null);
  }

  /** Show position after position, from the one that is shown or, at the end, from the start; once more: stop. */
  async runThrough() {
    if (this.running || !this.live || (this.game.hidden && !this.live.over)) {
      this.running = false;
      return;
    }
    const {id} = this, end = this.live.live;
    this.running = true;
    this.through.textContent = "❚❚";
    for (let at = this.place() >= end ? 0 : this.place() + 1; at <= end && this.running && this.id === id; at++) {
      this.jump(at < end ? at : null);
      await new Promise((done) => setTimeout(done, AGAIN));
      if (at < end && this.wanted !== at) break; // somebody went elsewhere
    }
    this.running = false;
    this.through.textContent = "▷";
  }

  /** Say how many answers lie below what is in sight. */
  tellBelow() {
    const count = this.isAsked() ? outOfSight(this.question) : 0;
    this.below.hidden = !count;
    this.below.replaceChildren(make("span", {}, `${count} more below ↓`));
  }

  renderQuestion() {
    this.fillQuestion();
    if (this.askedAt !== this.live?.question?.at) {
      this.question.scrollTop = 0; // it was scrolled for the question before
      if (this.isAsked()) requestAnimationFrame(() => this.bringInSight());
    }
    this.askedAt = this.live?.question?.at;
    requestAnimationFrame(() => this.tellBelow());
  }

  /** On a phone: the board where something on it is to be chosen, else the question. */
  bringInSight() {
    if (!window.matchMedia("(max-width: 820px)").matches || !this.isAsked()) return;
    const {cells, units: asked, spots: places, plain} = this.offer();
    const onBoard = cells.size + places.size > 0 || (asked.size > 0 && !plain.length);
    if (onBoard) this.boardWrap.scrollIntoView({block: "nearest"});
    else this.question.scrollIntoView({block: "nearest"});
  }

  fillQuestion() {
    const box = this.question;
    box.classList.remove("busy");
    const {live, shown: onBoard} = this;
    box.dataset.seat = String(live?.turn ?? "");
    if (!live || !onBoard) return box.replaceChildren();
    if (this.elsewhere) {
      return box.replaceChildren(make("p.asked", {role: "alert"}, "This game goes on in another tab or window."),
        make("button.primary", {type: "button", onclick: () => this.host.send({do: "resume", id: this.id})}, "Go on here"));
    }
    if (onBoard !== live) {
      const next = this.steps[onBoard.at + 1], again = next && next.seat >= 0 && (live.over || this.game.practice);
      return box.replaceChildren(make("p.asked", HEADING, `Position ${onBoard.at} of ${live.live}`),
        next && next.seat >= 0 ? make("p.hint", {}, ...this.told(`seat_${next.seat} answered: ${next.words || next.said}`)) : "",
        this.pointed?.words ? make("p.hint.advice", {}, ...this.told(`better: ${this.pointed.words[1]}`)) : "",
        make("div.row", {}, make("button.primary", {type: "button", onclick: () => this.jump(null)}, live.question ? "Back to your question" : "Back to the newest"),
          again ? make("button", {type: "button", title: "A new game that begins here", onclick: () => this.again({at: onBoard.at, seat: next.seat})}, "Try again from here") : ""));
    }
    if (live.over) {
      const {next} = this;
      return box.replaceChildren(...this.ended(live.over),
        make("div.row", {}, ...next ? [make("button.primary", {type: "button", onclick: () => this.host.send({do: "resume", id: next})}, "Join the rematch")]
          : [make("button.primary", {type: "button", onclick: () => this.again()}, "Rematch"),
            make("button", {type: "button", onclick: () => this.again({swap: true})}, "Seats swapped")],
          make("button", {type: "button", onclick: () => /** @type {HTMLElement | null} */ (document.querySelector("[data-go=start]"))?.click()}, "New game"),
          make("button", {type: "button", onclick: () => { this.openTab("thoughts"); this.thoughts.judge(); }}, "Look it over"),
          make("button", {type: "button", onclick: () => { this.openTab("thoughts"); this.thoughts.analyse(); }}, "Analyse")));
    }
    if (live.cover !== null) {
      return box.replaceChildren(make("p.asked", HEADING, ...this.told(`seat_${live.cover} is next. Is the right person at the screen?`)),
        make("button.primary", {type: "button", onclick: () => this.ask({do: "ready", at: live.live})}, "Ready, show the board"));
    }
    if (!live.question) {
      const seat = live.turn === null ? null : this.game.seats[live.turn];
      return box.replaceChildren(make("p.asked.waiting", HEADING, ...seat ? this.told(`seat_${live.turn}: ${playerName(seat.who)} ${seat.who === "guest" ? "is asked" : live.running ? "plays" : "waits"}`) : []));
    }
    const {question} = live, adviser = adviserName(this.thought?.agent ?? "");
    const offer = this.offer();
    /** @type {(Node | string)[]} */
    const parts = [];
    if (this.people > 1) parts.push(make("p.whose", {}, make("i.dot", {"data-seat": question.seat}), this.seatWords(question.seat)));
    parts.push(make("p.asked", HEADING, ...this.told(capital(question.text.replace(/^(what|where|which|who|whom|whether|how) /, (word) => word)))));
    if (!this.lesson.childElementCount && !this.advice()) parts.splice(-1, 0, make("button.link.good-here", {type: "button", title: "What would be good here? (h)", onclick: () => this.think()}, "Hint"));
    const subject = question.subject && profileOf(question.subject, this.game);
    if (subject) parts.push(make("p.about", {}, make("b", {}, question.subject), ` ${kindOf(question.subject, this.game)} `, make("button.link", {type: "button", onclick: () => this.select(question.subject)}, this.selected === question.subject ? "less" : "what it can do")));
    let number = 0;
    const advice = this.advice();
    const keyOf = (/** @type {Choice} */ choice) => choice.ends ? "0" : ++number <= 9 ? String(number) : null;
    const unready = [...offer.units.keys()].filter((unit) => unit.startsWith(SEAT_LETTERS[question.seat]));
    const compass = offer.plain.filter(({text}) => arrowOf(text, this.above)).length >= COMPASS && !offer.units.size && !this.choosing;
    const area = (/** @type {Choice} */ {text}) => compass ? areaOf(arrowOf(text, this.above), text) : null;
    const same = compass ? sameStart(offer.plain.filter((choice) => area(choice)).map(({text}) => spoken.say(text))) : 0; // the question says it
    /** @param {Choice} choice */
    const button = (choice, key = keyOf(choice), advised = advice !== null && (choice.opens ?? [choice]).some(({action}) => action === advice.action)) => make(`button.choice${advised ? ".advised" : ""}`, {type: "button", "data-number": choice.ends || choice.shut ? null : key, "data-key": key, "data-action": choice.action ?? null,
      "data-unit": choice.target ?? choice.unit ?? null, disabled: choice.shut, style: area(choice),
      oncontextmenu: (/** @type {MouseEvent} */ event) => {
        const unit = choice.target ?? choice.unit;
        if (unit) { event.preventDefault(); this.hold(unit); }
      },
      onclick: () => choice.opens ? this.choose(choice.opens, choice.sure) : this.answer(choice.action),
      onmouseenter: () => { if (choice.target ?? choice.unit) this.hint(choice.target ?? choice.unit ?? null); }, onmouseleave: () => { if (choice.target ?? choice.unit) this.hint(null); },
      onfocus: () => { if (choice.target) this.hint(choice.target); }, onblur: () => { if (choice.target) this.hint(null); }}, key ? make("kbd", {}, key) : null,
      make("span", {}, ...same && area(choice) ? [spoken.say(choice.text).slice(same)] : this.told(choice.text), this.arrow(choice.text), ...choice.unit && !this.choosing ? [" ", make("small.kind", {}, kindOf(choice.unit, this.game))] : [],
        choice.does ? make("small.does", {}, ...this.told(choice.does)) : null,
        choice.odds || choice.aims ? make("small.chances", {}, choice.odds ? oddsWords(choice.odds) : choice.aims ?? "") : null,
        advised ? make("small.advice", {title: playerName(this.thought?.agent ?? "")}, `${adviser} advises it${advice?.value == null ? "" : `, ${chance(advice.value)} to win`}`) : null));
    /** @param {{head: string, does: string, choices: Choice[]}} of */
    const group = ({head, does, choices: all}) => make("div.choice-group", {role: "group", "aria-label": spoken.say(head)},
      make("span.head", {}, ...this.told(head), does ? make("small.does", {}, ...this.told(does)) : null), ...all.map((choice) => button(choice)));
    this.odds = offer.cells.size ? make("p.odds", {role: "status"}) : null;
    if (this.choosing) {
      if (this.sure) parts.splice(-1, 1, make("p.asked.sure", HEADING, ...this.told(this.sure)));
      parts.push(this.odds ?? "", make("div.choices", {}, ...this.choosing.map((choice) => button(choice)), make("button.choice.quiet", {type: "button", onclick: () => { this.choosing = this.pointed = null; this.paint(); this.renderQuestion(); }}, "back")));
      return box.replaceChildren(...parts);
    }
    const single = [...offer.units.values()].flat();
    const isMany = offer.plain.length + single.length > MANY && single.length > offer.units.size;
    /** @type {Choice[]} */
    const byUnit = isMany ? [...offer.units].map(([unit, all]) => all.length > 1 ? {text: `${unit} …`, unit, opens: all} : all[0]) : single;
    const sentence = unready.length ? `${unready.slice(0, 4).join(", ")}${unready.length > 4 ? " and others" : ""} could still be chosen.` : "";
    const ends = offer.plain.filter((choice) => choice.ends).map((choice) => sentence ? {...choice, opens: [choice], sure: `${sentence} ${capital(choice.text)} all the same?`} : choice);
    const choices = unitsFirst(inOrder(offer.plain.filter((choice) => !choice.ends), question.steady), byUnit), places = offer.cells.size + offer.spots.size;
    const shown = choices.slice(0, this.all ? Infinity : BUTTONS);
    const spot = [...offer.spots.values()].flat().find((choice) => choice.action === advice?.action);
    if (spot) parts.push(make("p.hint.advice", {}, `${adviser} advises ${spot.text}, marked on the board`));
    const [verb = ""] = offer.verbs.length === 1 ? offer.verbs[0] : [], means = offer.verbs.map(([, does]) => does).filter(Boolean);
    const others = choices.length + ends.length > 0;
    if (places) {
      const count = others && !means.length ? `${places} ${offer.spots.size ? "places" : places === 1 ? "cell" : "cells"} to choose on the board; or:`
        : `${places} ${offer.spots.size ? "places" : places === 1 ? "cell" : "cells"} to choose on the board`;
      const reasons = means.flatMap((does, at) => [at ? " " : ". ", does]);
      parts.push(make("p.hint", {}, ...verb ? [capital(verb), ": "] : [], count, ...reasons, means.length && others ? " Or:" : ""));
    }
    if (advice?.cell) parts.push(make("p.hint.advice", {}, `${adviser} advises ${advice.text}, marked on the board${advice.value === null ? "" : `; ${chance(advice.value)} to win`}`));
    parts.push(this.odds ?? "");
    if (shown.length + ends.length) parts.push(make(`div.choices${compass ? ".compass" : ""}`, {}, ...inGroups(shown).map((one) => "choices" in one ? group(one) : button(one)),
      shown.length < choices.length ? make("button.choice.quiet", {type: "button", onclick: () => { this.all = true; this.renderQuestion(); }}, `${choices.length - shown.length} more`) : null, ...ends.map((choice) => button(choice))));
    box.replaceChildren(...parts, this.below);
  }

  /** How the game has ended: for the only person at the page first, then as the rules call it. @param {{text: string, winners: number[]}} over */
  ended({text, winners}) {
    const person = this.game.seats.findIndex(({who}) => who === "person"), said = this.told(capital(text));
    if (this.people !== 1) return [make("p.asked.over", HEADING, ...said)];
    const own = winners.length === this.game.seats.length ? "A draw" : !winners.includes(person) ? "You lose" : winners.length > 1 ? "You share the victory" : "You win";
    return [make("p.asked.over", HEADING, own), make("p.hint", {}, ...said)];
  }

  /** Who plays a seat, as this page calls him. @param {string} who */
  playerWords(who) { return who === "person" && this.people === 1 ? "You" : playerName(who); }

  /** The way that an answer names, on the board as it is seen. @param {string} text */
  arrow(text) {
    const way = arrowOf(text, this.above);
    return way && make("span", {"aria-hidden": "true"}, ` ${way}`);
  }

  /** A finger rests on a unit: show what it is, and the odds of its answers. @param {string} unit */
  hold(unit) {
    this.selected = unit;
    this.choosing = null;
    this.render();
  }

  /** The pointer or the focus rests on a unit or a cell of the board: show the odds of its answers. @param {string | Cell | null} what */
  pointAt(what) {
    for (const choice of /** @type {NodeListOf<HTMLElement>} */ (this.question.querySelectorAll(".choice[data-unit]"))) choice.classList.toggle("pointed", choice.dataset.unit === what);
    const cell = what && typeof what !== "string" && this.offer().cells.has(String(what)) ? what : null, {live} = this;
    if (!cell || !live?.question) {
      this.places.clear();
      this.odds?.replaceChildren();
      return;
    }
    const {at, question: {subject}} = live, unit = this.game.roster.some(([name]) => names(name, subject)) ? subject : "";
    this.places.point(at, unit, cell, (told) => this.showPlace(cell, unit, told));
  }

  /** What a cell is to the unit that is asked about, and the odds of its answers, below the question; they keep their place while nothing is pointed at. @param {Cell} cell @param {string} unit @param {PlaceTold} told */
  showPlace(cell, unit, {place, odds}) {
    if (!this.shown) return;
    const choices = (this.offer().cells.get(String(cell)) ?? []).filter((choice) => choice.odds);
    this.odds?.replaceChildren(odds.length ? make("span.chances", {}, oddsWords(odds)) : "",
      make("span", {}, ...placeWords(this.shown.scene, unit, cell, place, (text) => this.told(text))),
      ...choices.map((choice) => make("span", {}, make("b", {}, ...this.told(choice.text)), `: ${oddsWords(choice.odds ?? [])}`)));
  }

  /** @param {string | null} unit */
  hint(unit) {
    this.pointed = unit ? {unit, cell: null, share: 1, value: null} : null;
    this.paint();
  }

  renderCard() {
    const {selected, shown} = this;
    if (!selected || !shown) return this.card.replaceChildren();
    const known = this.known && this.known.at === shown.at && this.known.unit === selected ? this.known : this.askCard(shown.at, selected);
    const choices = this.offer().units.get(selected) ?? [];
    this.card.replaceChildren(unitCard(selected, this.game, shown.scene, known.card, choices, (choice) => this.choose([choice]), () => this.select(selected), (text) => this.told(text)));
  }

  /** Ask what is to be known of the unit that is selected. @param {number} at @param {string} unit */
  askCard(at, unit) {
    this.known = {at, unit, card: null};
    this.host.ask({do: "card", at, unit}).catch(() => {}); // without one the unit's line stands there
    return this.known;
  }

  renderControls() {
    const {live} = this;
    if (!live) return;
    const at = this.place();
    this.at.textContent = `${at} / ${live.live}`;
    Object.assign(this.range, {max: live.live, value: at, disabled: live.live === 0});
    this.through.disabled = live.live === 0 || (this.game.hidden && !live.over);
    this.first.disabled = this.back.disabled = at <= 0;
    this.forward.disabled = this.last.disabled = at >= live.live;
    const agents = this.game.seats.some((seat) => !PEOPLE.includes(seat.who));
    this.steering.hidden = !agents || Boolean(live.over);
    this.thoughts.ended(Boolean(live.over));
    this.runButton.hidden = this.stepButton.hidden = this.people > 0 && live.running;
    this.runButton.textContent = spoken.say(live.running ? "Pause" : "Run");
    this.stepButton.disabled = live.running || live.turn === null || PEOPLE.includes(this.game.seats[live.turn]?.who);
    if (document.activeElement !== this.pace) this.pace.value = String(nearest(live.pace));
    this.undoButton.hidden = this.resignButton.hidden = !this.people;
    this.undoButton.disabled = !live.can.undo;
    const isFirst = this.people === 1 && !this.steps.some(({seat}) => this.game.seats[seat]?.who === "person");
    this.undoButton.title = spoken.say(live.can.undo ? "Take back (u)" : isFirst ? "You have not answered yet" : "Nothing to take back: a die has fallen, or something new was seen. In practice, which is chosen on the first page, anything may be taken back.");
    this.resignButton.disabled = !live.can.resign;
  }

  /** The seat that a unit or a seat's name belongs to, null for anybody else's. @param {string} name */
  ownerOf(name) {
    const seat = /^seat_(\d)$/.exec(name)?.[1] ?? SEAT_LETTERS.indexOf(name.charAt(0));
    return /^(seat_\d|[A-D]\d+)$/.test(name) ? Number(seat) : null;
  }

  /** A line with its seats by their forces, in their colours. @param {string} text */
  told(text) {
    return spoken.say(text).split(/\b(seat_\d)\b/).map((part) => {
      const seat = /^seat_(\d)$/.exec(part);
      const known = seat && this.game.seats[Number(seat[1])];
      return seat && known ? make("b.seat", {"data-seat": seat[1]}, this.seatWords(Number(seat[1]))) : part;
    });
  }

  /** A text with its seats by their forces. @param {string} text */
  plainWords(text) { return spoken.say(text).replace(/\bseat_(\d)\b/g, (seat, number) => this.game.seats[number] ? this.seatWords(Number(number)) : seat); }

  /** A force's name, with its number where two are called the same. @param {number} seat */
  seatWords(seat) {
    const {force} = this.game.seats[seat];
    return spoken.say(words(force)) + (this.game.seats.filter((one) => one.force === force).length > 1 ? ` ${seat + 1}` : "");
  }
}

/** An answer that leads at once to an attack names its target, and is asked once more before the dice fall, unless they may be taken back. @param {Choice} choice @param {LeadTold | undefined} lead @param {boolean} free @returns {Choice} */
function led(choice, lead, free) {
  if (!lead) return choice;
  const named = {...choice, text: `${choice.text} → ${lead.unit}`, target: lead.unit, odds: lead.odds.length ? lead.odds : choice.odds};
  return free ? named : {...named, opens: [named], sure: `${capital(named.text)}? Dice that have fallen are not taken back.`};
}

/** How many letters of whole words several texts begin with alike. @param {string[]} texts */
function sameStart(texts) {
  const [first = "", ...others] = texts;
  let same = 0;
  for (let at = first.indexOf(" "); at > 0 && others.every((text) => text.startsWith(first.slice(0, at + 1))); at = first.indexOf(" ", at + 1)) same = at + 1;
  return same;
}

/** Whom an answer lets one attack next, and the chances against the best of them. @param {TargetsTold | undefined} told */
function aims(told) {
  if (!told) return undefined;
  const {units: targets, best, odds} = told, more = targets.length - TARGETS;
  const named = targets.slice(0, TARGETS).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `${targets.length > 1 ? `${named}; best ${best}` : named}: ${oddsWords(odds.slice(0, 3))}`;
}

/** @param {Map<string, Choice[]>} map @param {string} key @param {Choice} value */
function add(map, key, value) {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}

const capital = (/** @type {string} */ text) => text.startsWith("seat_") ? text : text.charAt(0).toUpperCase() + text.slice(1);
const nearest = (/** @type {number} */ pace) => PACES.reduce((best, [ms]) => Math.abs(ms - pace) < Math.abs(best - pace) ? ms : best, PACES[0][0]);
