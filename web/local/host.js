// The host of a page without a server: what the page says (docs/web.md) is done here, in a worker.

import {agentOf, knownAs, LIMITS, PERSON, searcherOf} from "./agents.js";
import {Game} from "./game.js";
import {oddsAt} from "./leads.js";
import {Refusal, whyOf} from "./library.js";
import {Session} from "./session.js";
import {settle} from "./setting.js";
import {blunderOf, blundersOf, thoughtsOf, worthOf} from "./thoughts.js";
import {read, write} from "./trace.js";

/** @import {Begun, Says, SiteFacts, SiteGame} from "../types.d.ts" */
/** @import {Alone} from "./alone.js" */
/** @import {Tell} from "./game.js" */
/** @import {Library} from "./library.js" */
/** @import {Setting} from "./setting.js" */
/** @import {Store, Wanted} from "./storage.js" */
/** @import {Answered} from "./trace.js" */

/**
 * How a game is begun, or gone on with by its answers or actions.
 * @typedef {{wanted: Wanted, who: string[], seed: bigint, practice?: boolean, pace?: number, watch?: boolean, answers?: Answered[], actions?: number[], resigned?: boolean, id?: string}} Beginning
 *
 * The number of a message that wants an answer.
 * @typedef {number | undefined} Re
 */

const ANYWHERE = "/any"; // ends the name of a network that plays all scenarios, and knows each less well than one that was trained for it
const JUDGE = "mcts:0.3s"; // judges positions where no network can
const HIDDEN = "earlier positions are shown when the game is over: several people play, and some things are hidden";
const OTHERS = "what others could answer is told when the game is over: some of their things are hidden";
const CHANCES = "chances are told when the game is over: several people play, and some things are hidden";
const DRAWN = 60; // positions that a graph is drawn of

export class Host {
  /**
   * @param {Library} library @param {Store} store keeps games between visits.
   * @param {Tell} tell
   * @param {string} only the game of this page, "" for all. @param {Alone} alone tells other tabs what is open here.
   */
  constructor(library, store, tell, only = "", alone = {name: "", take() {}}) {
    this.library = library;
    this.store = store;
    this.tell = tell;
    this.only = only;
    this.alone = alone;
    /** @type {Game | null} */
    this.game = null;
  }

  /** Do what the page says, or tell it why not. @param {Says} message */
  async hear(message) {
    const {do: what, re} = message;
    try {
      if (!Object.hasOwn(DOES, what)) throw new Refusal(`do=${what}: nothing of that name is known`);
      const does = /** @type {(this: Host, message: Says, re: Re) => unknown} */ (DOES[what]);
      await does.call(this, message, re);
      if (re !== undefined) this.tell({is: "done", re});
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      const why = error instanceof Refusal ? error.message : `something went wrong here: ${whyOf(error)}. Reload the page; your game is kept.`;
      this.tell({is: "error", re, why, file: error instanceof Refusal ? error.file : null});
    }
  }

  /** What is known of a game: its lobby entry, files, levels and agents. @param {string} game @returns {Promise<SiteGame>} */
  async facts(game) {
    const {games} = await this.site();
    if (!games.includes(game)) throw new Refusal(`${game} is not among the games of this page: ${games.join(", ")}`);
    return this.library.once(`facts ${game}`, () => this.library.json(`data/${game}.json`));
  }

  /** What the site holds: its version and its games. @returns {Promise<SiteFacts>} */
  site() {
    return this.library.once("site", () => this.library.json("data/site.json"));
  }

  /** The game that is open. */
  open() {
    if (!this.game) throw new Refusal("no game is open on this page; start one, or resume one");
    return this.game;
  }

  /** Begin a game, or go on with one, by its answers. @param {Beginning} beginning @param {Re} re */
  async begin({wanted, who, seed, practice, pace, watch, answers, actions, resigned, id}, re) {
    const facts = await this.facts(wanted.game), setting = await settle(wanted, facts, this.library);
    if (who.length !== setting.seats) throw new Refusal(`${who.length} seats are taken; ${setting.scenario} is played by ${setting.seats}`);
    const agents = await Promise.all(who.map((name) => name === PERSON ? null : agentOf(name, setting, facts, this.library)));
    const session = new Session(setting, seed, who, agents, Boolean(practice));
    if (answers) session.replay(answers);
    for (const action of actions ?? []) session.answer(action);
    if (resigned) session.resign();
    this.leave();
    if (id) this.alone.take(id);
    this.game = new Game(id ?? crypto.randomUUID(), session, {pace: pace ?? 300, running: !watch}, this.tell, (game) => this.keep(game, wanted));
    this.game.wanted = wanted;
    this.game.judges = judgesOf(facts, setting, who);
    this.game.facts = facts;
    this.game.join({...this.message(this.game), re});
  }

  /** A game as the page reads it once. @param {Game} game @returns {Begun} */
  message({id, session, judges, facts}) {
    const {setting, game, who, seed, practice, hides} = session, {drawer, rules} = setting;
    return {
      is: "game", id, game: setting.game, title: facts.title, scenario: setting.scenario, seed: Number(seed), practice,
      seats: drawer.seats().map((seat, k) => ({...seat, who: who[k]})), options: rules.words.options,
      aim: drawer.aim(game.record), roster: drawer.roster(game.record), judges, hidden: hides,
    };
  }

  /** Keep a game between visits, as far as it has been played. @param {Game} game @param {Wanted} wanted */
  keep(game, wanted) {
    const {id, session, pace, running} = game, takes = !game.isKept;
    game.isKept = true;
    const {who, seed, practice, resigned, steps} = session;
    this.store.put({
      id, wanted: {...wanted, files: []}, who, seed: String(seed), practice, pace, watch: !running, resigned: resigned >= 0,
      actions: steps.slice(1).map((step) => step.action), hash: steps[steps.length - 1].hash, when: Date.now(), by: this.alone.name, takes,
    }, () => this.taken(id));
  }

  /** Another tab has opened a game: it goes on there. @param {string} id */
  taken(id) {
    if (this.game?.id !== id) return;
    this.leave();
    this.tell({is: "elsewhere", id});
  }

  leave() {
    this.game?.close();
    this.game = null;
  }
}

// What pages say, one function each

/** @type {{[D in Says["do"]]: (this: Host, message: Extract<Says, {do: D}>, re: Re) => unknown}} */
const DOES = {
  async lobby(message, re) {
    const {version, games} = await this.site();
    const facts = await Promise.all(games.filter((game) => !this.only || game === this.only).map((game) => this.facts(game)));
    const agents = facts.flatMap((one) => Object.keys(one.agents).map((name) => ({name, title: name, games: [one.name]})));
    const shown = facts.map(({name, title, scenarios, seats, default: first, options, bots, levels, easy, strengths, picture, sentence, minute, first: guided}) => (
      {name, title, scenarios, seats, default: first, options, bots, levels: Object.keys(levels), easy: Object.keys(easy), strengths, picture, sentence, minute, first: guided}));
    this.tell({is: "lobby", version, games: shown, agents, limits: LIMITS, re});
  },

  async preview(message, re) {
    const facts = await this.facts(message.game), setting = await settle(message, facts, this.library);
    const {drawer, rules} = setting, {record} = rules.begin(1, true);
    const seats = Object.keys(facts.tables[setting.scenario]).map(Number);
    const {scene, layers} = drawer.drawn(record);
    const plays = (/** @type {string} */ name) => !/^(ppo|look):/.test(name) || facts.agents[knownAs(name, setting, facts)]?.plays.includes(`${setting.scenario}-${setting.seats}`);
    const levels = Object.entries({level: facts.levels, easy: facts.easy}).flatMap(([kind, levels]) => Object.entries(levels).map(([level, name]) => [`${kind}:${level}`, name]));
    const unfit = [...levels, ...Object.keys(facts.agents).map((name) => [name, name])].filter(([, name]) => !plays(name)).map(([name]) => name);
    this.tell({is: "preview", re, game: message.game, seats, players: rules.words.players, options: rules.words.options, unfit, aim: drawer.aim(record), scene, layers});
  },

  async start(message, re) {
    const {game, scenario, seats, options, files, who, seed, practice, pace, watch} = message;
    const luck = seed ?? crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
    if (!Number.isSafeInteger(luck) || luck < 0) throw new Refusal("a seed is a whole number from 0 to 2**53");
    await this.begin({wanted: {game, scenario, seats, options, files}, who, seed: BigInt(luck), practice, pace, watch}, re);
  },

  async load({text, who, practice, pace, watch}, re) {
    const saved = read(text), facts = await this.facts(saved.ruleset);
    for (const name of /** @type {const} */ (["version", "layout"])) {
      const value = String(facts[name]);
      if (saved[name] !== value) throw new Refusal(`the saved game is of ${saved.ruleset} ${name} ${saved[name]}, and this page plays ${name} ${value}`);
    }
    const setting = await settle({game: saved.ruleset, scenario: saved.scenario, seats: saved.seats}, facts, this.library), {rules} = setting;
    const options = Object.fromEntries(Object.entries(saved.options).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(rules.words.options[name])));
    const seated = (/** @type {string} */ name) => name === PERSON ? name : agentOf(name, setting, facts, this.library).then(() => name, () => `bot:${facts.bots.at(-1)}`);
    const wanted = {game: saved.ruleset, scenario: saved.scenario, seats: saved.seats, options};
    await this.begin({wanted, who: who ?? await Promise.all(saved.bots.split(" ").map(seated)), seed: BigInt(saved.seed), practice, pace, watch, answers: saved.answers}, re);
  },

  card({at, unit}, re) {
    const game = this.open(), {session, id} = game;
    this.tell({is: "card", re, id, at: game.checked(at), unit, card: session.setting.drawer.card(session.at(at).record, unit)});
  },

  place({at, unit, cell}, re) {
    const game = this.open(), {session, id} = game, {drawer} = session.setting, number = drawer.numbered(cell);
    if (session.hides && !session.over && at !== session.live) throw new Refusal(HIDDEN);
    const position = session.at(game.checked(at)), isAsked = at === session.live && !session.over && !session.agent && game.cover < 0;
    this.tell({is: "place", re, id, at, unit, cell, place: number === null ? null : drawer.place(position.record, unit, number), odds: isAsked ? oddsAt(position, drawer, cell) : []});
  },

  async resume({id}, re) {
    if (this.game && this.game.id === id) {
      this.game.join({...this.message(this.game), re});
      return;
    }
    const kept = await this.store.get(id);
    try {
      if (!kept || (this.only && kept.wanted.game !== this.only)) throw new Refusal("That game is no longer kept here.");
      await this.begin({...kept, seed: BigInt(kept.seed)}, re);
      if (this.open().session.steps.at(-1)?.hash !== kept.hash) throw new Refusal("The kept game is damaged, or of another version of the rules. Start a new one.");
    } catch (error) {
      this.leave();
      if (kept) this.tell({is: "error", why: whyOf(error), file: null});
      this.tell({is: "gone", id, re});
    }
  },

  answer({at, action}) {
    const game = this.open(), {session, cover} = game;
    if (session.over) throw new Refusal("the game is over");
    if (session.agent) throw new Refusal(`seat_${session.decider} is asked, and that is ${session.who[session.decider]}`);
    if (at !== session.live) throw new Refusal(`question ${at} is not the one that is asked now, ${session.live}; was it answered in another tab?`);
    if (cover >= 0) throw new Refusal(`the board is covered until seat_${cover} is ready`);
    game.seen = session.decider;
    game.answer(action);
    game.goOn();
  },

  ready({at}) {
    const game = this.open();
    if (game.cover < 0 || at !== game.session.live) throw new Refusal("the board is not covered");
    game.seen = game.cover;
    game.cover = -1;
    game.changed();
  },

  async again({swap, at, seat}, re) {
    const game = this.open(), {session, wanted, pace, running} = game, {practice, over, steps} = session, luck = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
    const who = swap ? [...session.who.slice(1), session.who[0]] : [...session.who];
    if (seat !== undefined && seat in who) who[seat] = PERSON;
    if (at !== undefined && !over && !practice) throw new Refusal("the game goes on; one may try again from a position when it is over, or in practice");
    const dealt = at === undefined ? {seed: BigInt(luck), watch: !running} : {seed: session.seed, watch: false, actions: steps.slice(1, game.checked(at) + 1).map(({action}) => action)};
    await this.begin({wanted, who, practice, pace, ...dealt}, re);
  },

  async seat({seat, who}, re) {
    const game = this.open(), {session} = game;
    if (!(seat in session.who)) throw new Refusal(`seat ${seat}; this game has 0 to ${session.who.length - 1}`);
    if (session.over) throw new Refusal("the game is over");
    const agent = who === PERSON ? null : await agentOf(who, session.setting, game.facts, this.library);
    session.who = session.who.map((name, one) => one === seat ? who : name);
    session.agents = session.agents.map((other, one) => one === seat ? agent : other);
    game.turned++; // whoever thinks there need not answer any more
    game.wish.over = true;
    game.cover = session.hides && !session.agent && session.decider !== game.seen ? session.decider : -1;
    game.join({...this.message(game), re});
  },

  undo() {
    const game = this.open();
    game.session.undo();
    game.cover = -1;
    game.turnBack();
  },

  resign() {
    const game = this.open();
    game.session.resign();
    game.cover = -1;
    game.turnBack();
  },

  run({pace}) {
    const game = this.open();
    game.running = true;
    game.pace = pace ?? game.pace;
    game.changed();
  },

  pause() {
    const game = this.open();
    game.running = false;
    game.steps = 0;
    game.changed();
  },

  step() {
    const game = this.open(), {session} = game;
    if (!session.agent) throw new Refusal(session.over ? "the game is over" : "a person is asked, no agent");
    game.running = false;
    game.steps = 1;
    game.changed();
  },

  look({at}, re) {
    const game = this.open();
    if (game.session.hides && !game.session.over) throw new Refusal(HIDDEN);
    game.look(game.checked(at), re);
  },

  async think({at, agent}, re) {
    const game = this.open(), {session} = game, position = session.at(game.checked(at)), {over, decider} = position.turn;
    if (over) throw new Refusal("the game is over there: nobody is asked");
    if (!session.over) {
      const people = session.agents.filter((one) => one === null).length;
      if (session.setting.hides && people && session.agents[decider] !== null) throw new Refusal(OTHERS);
      if (session.hides && at !== session.live) throw new Refusal(HIDDEN);
      if (game.cover >= 0) throw new Refusal(`the board is covered until seat_${game.cover} is ready`);
    }
    const seated = /^(ppo|look|mcts):/.test(session.who[decider]) ? session.who[decider] : game.judges[0];
    const name = agent ?? seated, found = await agentOf(name, session.setting, game.facts, this.library);
    const told = await thoughtsOf(found, position, session.setting.drawer);
    this.tell({is: "thoughts", re, id: game.id, at, seat: decider, agent: name, ...told});
  },

  async judge({agent: wanted}, re) {
    const game = this.open(), {session, turned} = game, name = wanted ?? game.judges[0], last = session.live;
    if (session.hides && !session.over) throw new Refusal(CHANCES);
    const agent = await agentOf(name, session.setting, game.facts, this.library), parts = Math.min(last, DRAWN);
    const places = [...new Set(Array.from({length: parts + 1}, (_, k) => parts ? Math.round(k * last / parts) : 0))];
    for (const [k, at] of places.entries()) {
      if (this.game !== game || game.turned !== turned) return;
      const position = session.at(at), ended = position.turn.over || (at === last && session.over);
      const values = ended ? session.setting.drawer.outcome(session.game.record, session.resigned)?.rewards ?? [] : await worthOf(agent, position);
      this.tell({is: "values", re, id: game.id, by: name, from: 0, values: [[at, values]], done: k === places.length - 1});
    }
  },

  async analyse({agent: wanted}, re) {
    const game = this.open(), {session, turned} = game, name = wanted ?? game.judges[0], {drawer} = session.setting;
    if (!session.over) throw new Refusal("the game goes on; it can be analysed when it is over");
    const search = searcherOf(await agentOf(name, session.setting, game.facts, this.library), name);
    const actions = session.steps.slice(1).map((step) => step.action);
    for await (const {looked, found} of blundersOf(search, (at) => session.at(at), actions)) {
      if (this.game !== game || game.turned !== turned) return;
      const blunders = (found ?? []).map((one) => blunderOf(one, drawer));
      this.tell({is: "blunders", re, id: game.id, by: name, of: actions.length, looked, done: found !== null, blunders});
    }
  },

  save(message, re) {
    const {session} = this.open();
    this.tell({is: "saved", re, name: `${session.setting.game}-${session.seed}-${session.live}.txt`, text: write(session)});
  },

  leave() {
    this.leave();
  },
};

/** Names of who can judge positions, the best first: networks that sit there, other networks, a search by a bot. @param {SiteGame} facts @param {Setting} setting @param {string[]} who */
function judgesOf(facts, setting, who) {
  const plays = Object.entries(facts.agents).filter(([, agent]) => agent.plays.includes(`${setting.scenario}-${setting.seats}`)).map(([name]) => name);
  return [...plays.sort((a, b) => Number(who.includes(b)) - Number(who.includes(a)) || Number(a.endsWith(ANYWHERE)) - Number(b.endsWith(ANYWHERE)) || (a < b ? -1 : 1)), JUDGE];
}
