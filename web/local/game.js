// A game that the page looks at: agents are asked while it is their turn, and what changes is drawn and told, as in `agents/serving/game.py`.

import {Refusal, whyOf} from "./library.js";
import {breath} from "./search.js";
import {leadsOf, oddsOf, targetsOf} from "./leads.js";
import {legalOf} from "./session.js";

/** @import {Game as Position} from "../rules.js" */
/** @import {Layers, Position as PositionTold, Question, SiteGame, Told} from "../types.d.ts" */
/** @import {Session} from "./session.js" */
/** @import {Wanted} from "./storage.js" */
/** @typedef {(message: Told & {layers?: Layers}) => void} Tell tells the page something, with the shapes of its scene that are new. */

const TOGETHER = 100; // milliseconds of quick answers that are told at once

export class Game {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ soon;
  driving = false;
  isKept = false;
  /** @type {Wanted} what is played, as the page asked for it. */ wanted;
  /** @type {string[]} who can judge positions, the best first. */ judges;
  /** @type {SiteGame} */ facts;

  /**
   * @param {string} id by which the page comes back. @param {Session} session
   * @param {{pace: number, running: boolean}} how agents answer: milliseconds between two answers, and whether they go on by themselves.
   * @param {Tell} tell @param {(game: Game) => void} keep is called when the game stands otherwise than before.
   */
  constructor(id, session, {pace, running}, tell, keep) {
    this.id = id;
    this.session = session;
    this.pace = pace;
    this.running = running;
    this.tell = tell;
    this.keep = keep;
    this.steps = 0; // answers that agents still give while they do not go on by themselves
    this.cover = session.hides && !session.agent && !session.over ? session.decider : -1;
    this.seen = -1; // the last person who was ready
    this.thinking = -1;
    this.known = 0; // steps that the page has been told
    this.turned = 0; // how often the game was taken elsewhere than forward
    /** @type {Set<string>} */
    this.sent = new Set(); // layers that the page has
    this.wish = {over: false}; // of the agent that thinks
    this.shown = 0;
    this.closed = false;
  }

  /** The page looks on. @param {Told} message */
  join(message) {
    this.known = 0;
    this.sent.clear();
    this.tell(message);
    this.changed();
  }

  close() {
    this.closed = true;
    this.wish.over = true;
    clearTimeout(this.soon);
  }

  /** True while no agent is to be asked. */
  get isWaiting() { return this.closed || !this.session.agent || !(this.running || this.steps); }

  /** Something is to be shown, and perhaps an agent to be asked. */
  changed() {
    this.soon ??= setTimeout(() => this.show());
    this.drive();
  }

  /** A person has answered: it is shown, with what agents answer at once if they do not wait between their answers. */
  goOn() {
    if (this.isWaiting || this.pace) this.changed();
    else this.drive();
  }

  /** The game stands at an earlier position now, or has ended otherwise. */
  turnBack() {
    this.turned++;
    this.wish.over = true;
    this.known = Math.min(this.known, this.session.live);
    this.changed();
  }

  /** Carry out an answer; the next person's hand may have to be covered. @param {number} action */
  answer(action) {
    const {session} = this;
    session.answer(action);
    if (!session.over && session.hides && !session.agent) this.cover = session.decider === this.seen ? -1 : session.decider;
  }

  /** Ask agents while it is their turn. */
  async drive() {
    if (this.driving) return;
    this.driving = true;
    let worked = false;
    try {
      for (let rested = performance.now(); !this.isWaiting;) {
        const {session, turned} = this, {agent} = session, began = performance.now();
        const wish = this.wish = {over: false};
        this.thinking = session.decider;
        const long = setTimeout(() => this.show(), TOGETHER); // it takes long: say that it thinks
        let action;
        try {
          action = agent ? await agent.act(session.game, wish) : -1; // there is one while it does not wait
        } catch (error) {
          this.running = false;
          this.steps = 0;
          this.tell({is: "error", id: this.id, why: `${session.who[session.decider]} cannot answer: ${whyOf(error)}`, file: null});
          worked = true;
          break;
        } finally {
          clearTimeout(long);
        }
        const late = began + this.pace - performance.now();
        if (this.running && late > 0) await new Promise((done) => { setTimeout(done, late); });
        else if (performance.now() - rested > TOGETHER / 2) {
          await breath();
          rested = performance.now();
        }
        this.thinking = -1;
        worked = true;
        if (turned !== this.turned || this.isWaiting) continue;
        this.steps = Math.max(this.steps - 1, 0);
        this.answer(action);
        if (this.pace || this.isWaiting || performance.now() - this.shown > TOGETHER) this.soon ??= setTimeout(() => this.show());
      }
    } finally {
      this.thinking = -1;
      this.driving = false;
      if (worked && !this.closed) this.soon ??= setTimeout(() => this.show());
    }
  }

  /** Tell the page how the game stands now. */
  show() {
    this.soon = undefined;
    if (this.closed) return;
    this.shown = performance.now();
    const {session} = this, at = session.live, first = session.toldFrom(this.known, at), from = first + (first > 0 ? 1 : 0);
    this.known = at;
    this.tell({
      ...this.#position(at, session.over || session.agent || this.cover >= 0 ? session.game : session.withDeeds()), from: first, steps: session.steps.slice(from).map((step, k) => ({at: from + k, ...session.told(step)})),
      question: this.#question(), over: session.over ? session.setting.drawer.outcome(session.game.record, session.resigned) : null,
    });
    this.keep(this);
  }

  /** Tell the page how the game stood after so many answers. @param {number} at @param {number | undefined} re */
  look(at, re) {
    this.tell({...this.#position(at, this.session.at(at)), from: this.known, steps: [], question: null, over: null, re});
  }

  /** What a person is asked, with all legal answers. @returns {Question | null} */
  #question() {
    const {session: {game, over, agent, live, setting: {drawer}}, cover} = this;
    if (over || agent || cover >= 0) return null;
    const legal = legalOf(game), asked = drawer.question(game.record, legal), said = {text: drawer.asks(game.record), steady: drawer.steady(game.record), since: this.session.deedsFrom};
    const odds = oddsOf(game, drawer), leads = leadsOf(game, drawer, legal);
    const targets = targetsOf(game, drawer, asked.answers, (action) => action in odds || action in leads);
    return {at: live, ...asked, ...said, words: drawer.words(game.record, asked.answers), odds, leads, targets};
  }

  /** @param {number} at @param {Position} game @returns {Omit<PositionTold, "from" | "steps" | "question" | "over"> & {layers: Layers}} */
  #position(at, game) {
    const {session} = this, {scene, layers, summary} = session.setting.drawer.drawn(game.record);
    const fresh = Object.fromEntries(Object.entries(layers).filter(([key]) => !this.sent.has(key)));
    for (const key of Object.keys(fresh)) this.sent.add(key);
    return {
      is: "position", id: this.id, at, live: session.live, scene, layers: fresh, summary,
      cards: this.cover >= 0 ? [] : session.setting.drawer.cards(game.record, session.viewer),
      turn: session.over ? null : session.decider, thinking: this.thinking >= 0 ? this.thinking : null, running: this.running, pace: this.pace,
      cover: this.cover >= 0 ? this.cover : null, can: {undo: session.undoable() >= 0, resign: !session.over && !session.agent},
    };
  }

  /** A position that there is. @param {number} at */
  checked(at) {
    if (!Number.isInteger(at) || at < 0 || at > this.session.live) throw new Refusal(`position ${at}; this game has 0 to ${this.session.live}`);
    return at;
  }
}
