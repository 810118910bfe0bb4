// One game from its start: its answers so far, and the way back to any position, as `agents/serving/session.py` has it.

import {Refusal} from "./library.js";

/** @import {Game} from "../rules.js" */
/** @import {Agent} from "./agents.js" */
/** @import {Setting} from "./setting.js" */
/** @import {Answered} from "./trace.js" */
/** @import {StepTold} from "../types.d.ts" */

/**
 * An answer: who gave it to which question, how traces and people have it, its number among how many, and whether nobody else may learn of it.
 * @typedef {{seat: number, asked: string, said: string, words: string, action: number, legal: number, silent: boolean}} Given
 *
 * An answer with what came of it: lines and kinds of the battle report, events as bytes, and the hash of the record then.
 * @typedef {Given & {lines: string[], kinds: number[], events: Uint8Array, hash: string}} Step
 */

const APART = 16; // answers between two records that are kept; those between are played again

export class Session {
  /**
   * @param {Setting} setting what is played. @param {bigint} seed of all dice.
   * @param {string[]} who a name for every seat. @param {(Agent | null)[]} agents who answers for each seat, null for a person.
   * @param {boolean} practice a person may take back anything.
   */
  constructor(setting, seed, who, agents, practice) {
    this.setting = setting;
    this.seed = seed;
    this.who = who;
    this.agents = agents;
    this.practice = practice;
    this.resigned = -1;
    this.game = setting.rules.begin(seed, true);
    this.turn = this.game.turn;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Uint8Array[]} */
    this.kept = [];
    this.#keep({seat: -1, asked: "", said: "", words: "", action: -1, legal: 0, silent: false});
  }

  /** How many answers have been given. */
  get live() { return this.steps.length - 1; }
  get over() { return this.resigned >= 0 || Boolean(this.turn.over); }
  get decider() { return this.turn.decider; }
  /** The agent that must answer, null for a person or nobody. */
  get agent() { return this.over ? null : this.agents[this.decider]; }
  /** True where several people at one screen must not see everything. */
  get hides() { return this.setting.hides && this.agents.filter((agent) => agent === null).length > 1; }
  /** The seat whose hidden things may be shown, -1 for nobody's: as `viewer` of `agents/serving/session.py`. */
  get viewer() {
    const people = this.people;
    return people.length === 1 ? people[0] : people.includes(this.decider) ? this.decider : -1;
  }
  /** The seats of people. */
  get people() { return this.agents.flatMap((agent, seat) => agent === null ? [seat] : []); }
  /** An answer as the page may read it; one that is not told is none. @param {Step} step @returns {Omit<StepTold, "at">} */
  told({seat, asked, said, words, lines, kinds, silent}) {
    const {people} = this;
    return silent && people.length && !this.over && String(people) !== String(seat) ? {seat: -1, asked: "", said: "", words: "", lines, kinds} : {seat, asked, said, words, lines, kinds};
  }
  /** From which position on the steps are told to who knows them up to one: at the end all, for then also what was kept back may be known. @param {number} known @param {number} at */
  toldFrom(known, at) { return this.over && known < at && this.steps.some(({silent}) => silent) ? 0 : Math.min(known, at); }
  /** The legal answers. */
  get legal() { return legalOf(this.game); }

  /** Note an answer, and what came of it. @param {Given} step */
  #keep(step) {
    const {drawer} = this.setting;
    this.turn = this.game.turn;
    const news = drawer.told(this.game.record);
    const {events} = this.setting.rules.fields, count = Math.min(Number(drawer.field(this.game.record, "noted")), events.shape[0]);
    this.steps.push({...step, lines: news.map(([, line]) => line), kinds: news.map(([kind]) => kind), events: this.game.record.slice(events.offset, events.offset + count * events.bytes), hash: this.game.hash()});
    if (this.live % APART === 0) this.kept.push(this.game.record.slice());
  }

  /** The game after so many answers, a copy. @param {number} place */
  at(place) {
    if (place === this.live) return this.game.copy();
    const near = Math.trunc(place / APART), game = this.game.copy();
    game.record.set(this.kept[near]);
    for (let k = near * APART + 1; k <= place; k++) game.step(this.steps[k].action);
    return game;
  }

  /** After how many answers the person who is asked saw the board last. */
  get deedsFrom() {
    for (let at = this.live; at > 0; at--) if (this.steps[at].seat === this.decider) return at;
    return 0;
  }

  /** The game as it stands, with everything that came about since the last answer of the person who is asked. */
  withDeeds() {
    const {events} = this.setting.rules.fields, game = this.game.copy();
    const since = this.steps.slice(Math.max(this.deedsFrom, 1)).map((step) => step.events), most = events.shape[0], size = events.bytes;
    const all = since.flatMap((one) => [...one]).slice(-most * size);
    game.record.set(all, events.offset);
    if (since.length) game.write("noted", all.length / size);
    return game;
  }

  /** @param {number} action */
  answer(action) {
    if (this.over) throw new Refusal("the game is over");
    const {drawer} = this.setting, {record} = this.game, {legal} = this;
    if (!legal.includes(action)) throw new Refusal(`action ${action} is not among the ${legal.length} that are allowed now`);
    const step = {seat: this.decider, asked: drawer.decision(record), said: drawer.text(record, action), words: drawer.called(record, action), action, legal: legal.length, silent: drawer.silent(record, action)};
    this.game.step(action);
    this.#keep(step);
  }

  /** The seat that is asked gives up. */
  resign() {
    if (this.over || this.agent) throw new Refusal("only a person who is asked can give up");
    this.resigned = this.decider;
  }

  /** The last position at which a person answered, if one may go back to it; else -1. */
  undoable() {
    for (let at = this.live - 1; at >= 0; at--) {
      if (this.agents[this.steps[at + 1].seat] === null) return this.practice || this.#isFree(at) ? at : -1;
    }
    return -1;
  }

  /** True if since a position nobody has seen anything new: no die, no card, no answer of another hand, no end. @param {number} at */
  #isFree(at) {
    if (this.over) return false;
    const before = this.at(at).record, now = this.game.record;
    const luck = ["key", "drawn", "tape_next"].map((name) => this.setting.rules.fields[name]);
    const same = luck.every(({offset, bytes, shape}) => {
      const size = bytes * shape.reduce((all, one) => all * one, 1);
      return before.subarray(offset, offset + size).every((byte, k) => byte === now[offset + k]);
    });
    return same && !(this.setting.hides && new Set(this.steps.slice(at + 1).map((step) => step.seat)).size > 1);
  }

  /** Go back to the last answer of a person. */
  undo() {
    const at = this.undoable();
    if (at < 0) throw new Refusal(this.live ? "nothing to take back: a die has fallen, or something new was seen" : "nothing to take back");
    this.game = this.at(at);
    this.turn = this.game.turn;
    this.steps.length = at + 1;
    this.kept.length = Math.trunc(at / APART) + 1;
    this.resigned = -1;
  }

  /** Give the answers of a saved game; an answer that is not allowed, or led elsewhere, is refused. @param {Pick<Answered, "said" | "hash">[]} answers */
  replay(answers) {
    for (const [k, {said, hash}] of answers.entries()) {
      const damaged = (/** @type {string} */ why) => new Refusal(`the saved game is damaged at answer ${k + 1}, "${said.slice(0, 60)}": ${why}. Take another file, or start a new game.`);
      if (this.over) throw damaged("the game was over before");
      const action = this.legal.find((one) => this.setting.drawer.text(this.game.record, one) === said);
      if (action === undefined) throw damaged("that is not allowed there");
      this.answer(action);
      if (this.steps.at(-1)?.hash !== hash) throw damaged("it led to another position");
    }
  }
}

/** The legal actions of a game, in order. @param {Game} game */
export const legalOf = (game) => [...game.mask().entries()].filter(([, one]) => one).map(([action]) => action);
