// The rules of a game in a browser or in node: what `skirmish-rl build --wasm` writes, behind two classes.
//
//     import {Scenario} from "./rules.js";
//
//     const bytes = async name => new Uint8Array(await (await fetch(name)).arrayBuffer());
//     const scenario = await Scenario.open(await bytes("warcry.wasm"), await bytes("warcry-crossing.tables"));
//     const game = scenario.begin(7);
//     while (!game.turn.over) game.step(game.ask("strong"));
//     console.log(game.turn, game.rewards, game.hash());

/** @import {FieldWords, ScenarioWords} from "./types.d.ts" */

/**
 * How many numbers of each kind there are.
 * @typedef {{record: number, actions: number, seats: number, features: number, position: number, row: number, bots: number}} Sizes
 *
 * Who must answer what, and how a game ended: `skirmish_turn` of skirmish.h.
 * @typedef {{decider: number, decision: number, subject: number, decisions: number, round: number, over: number, reason: number, winners: number}} Turn
 *
 * What a module gives: its memory, and the functions of skirmish.h.
 * @typedef {{memory: WebAssembly.Memory, __heap_base: WebAssembly.Global, [name: string]: unknown}} Exports
 */

/**
 * Numbers of a kind, such as Float32Array.
 * @template A
 * @typedef {{new (buffer: ArrayBufferLike, place: number, count: number): {slice: () => A}}} Kind
 */

export const HEAD = 112; // bytes before the tables in their file, see envs/core/packed.py
const TURN = ["decider", "decision", "subject", "decisions", "round", "over", "reason", "winners"];
const WHAT = ["record", "actions", "seats", "features", "position", "row", "bots"];
const ERRING = 8; // a bot's number plus this gives one answer in a hundred at random

/** A refusal, in the sentence of skirmish.h. */
export class RulesError extends Error {
  /** @param {number} status @param {string} sentence */
  constructor(status, sentence) {
    super(sentence);
    this.name = "RulesError";
    this.status = status;
  }
}

/** Where the tables end in their file, and their words begin. @param {Uint8Array} file */
export const endOf = (file) => HEAD + new DataView(file.buffer, file.byteOffset).getUint32(64, true);

/** What a file of tables says of its scenario. @param {Uint8Array} file @returns {ScenarioWords} */
export const wordsOf = (file) => JSON.parse(new TextDecoder().decode(file.subarray(endOf(file))));

/** A scenario of a game. Its `words` tell what the columns of observations and the actions mean, its `fields` where the fields of a record lie. */
export class Scenario {
  /** @type {Exports} */
  #exports;
  /** @type {number} */
  #top;
  #itself = 0;
  /** @type {Record<string, number>} */
  #places = {};

  /**
   * @param {BufferSource | WebAssembly.Module} module bytes of a .wasm file, or a module of WebAssembly.
   * @param {Uint8Array} tables bytes of a file of tables.
   * @throws {RulesError} tables of another game or version, or damaged.
   */
  static async open(module, tables) {
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    return new Scenario(await WebAssembly.instantiate(compiled), tables);
  }

  /** @param {WebAssembly.Instance} instance @param {Uint8Array} tables */
  constructor(instance, tables) {
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.#top = this.#exports.__heap_base.value;
    const file = this.#take(tables.length);
    this.bytes(file, tables.length).set(tables);
    const room = this.#call("room", file, tables.length) >>> 0;
    this.#itself = room ? this.#take(room) : 0;
    this.#check(this.#call("open", file, tables.length, this.#itself, room));
    this.sizes = /** @type {Sizes} */ (Object.fromEntries(WHAT.map((name, number) => [name, this.#call("size", this.#itself, number)])));
    const {record, actions, features, position, row, seats} = this.sizes;
    const wanted = {record, mask: actions, numbers: 4 * actions, rows: 4 * actions * row, position: 4 * position, features: 4 * features, rewards: 4 * seats, bots: 4 * seats, answer: 4 * TURN.length};
    for (const [name, size] of Object.entries(wanted)) this.#places[name] = this.#take(size);
    this.words = wordsOf(tables);
    /** @type {Record<string, FieldWords>} */
    this.fields = Object.fromEntries(this.words.record.fields.map(field => [field.name, field]));
  }

  /** Begin a game; with `listen` it notes what happens, for a page to tell. @param {number | bigint} seed */
  begin(seed, listen = false) {
    return new Game(this).reset(seed, listen);
  }

  /** The number of a bot: its name, "strong@0.3" for one that gives 30 answers in a hundred at random, or the number itself. @param {number | string} bot */
  bot(bot) {
    if (typeof bot === "number") return bot;
    const [name, share] = bot.split("@");
    return this.words.bots.indexOf(name) + ERRING * Math.round(100 * Number(share ?? 0));
  }

  /** Memory of the module as bytes; a later call may move it. @param {number} place @param {number} size */
  bytes(place, size) {
    return new Uint8Array(this.#exports.memory.buffer, place, size);
  }

  /**
   * Carry out a function of skirmish.h on a record, which is changed; arguments that are names stand for places in memory.
   * @param {string} name @param {Uint8Array} record @param {...(number | bigint | string)} more
   */
  run(name, record, ...more) {
    const {record: place} = this.#places;
    this.bytes(place, record.length).set(record);
    const status = this.#call(name, this.#itself, place, record.length, ...more.map(one => (typeof one === "string" ? this.#places[one] : one)));
    if (status === 0) record.set(this.bytes(place, record.length));
    this.#check(status);
  }

  /** Put bytes, or numbers, where a function finds them by that name. @param {string} name @param {Uint8Array | Int32Array} numbers */
  put(name, numbers) {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    this.bytes(this.#places[name], bytes.length).set(bytes);
  }

  /** What lies at a place in memory: a copy as numbers of a kind, such as Float32Array. @template A @param {string} name @param {Kind<A>} kind @param {number} count @returns {A} */
  read(name, kind, count) {
    return new kind(this.#exports.memory.buffer, this.#places[name], count).slice();
  }

  /** @param {string} name of skirmish.h. @param {...(number | bigint)} values @returns {number} */
  #call(name, ...values) {
    const carried = /** @type {(...values: (number | bigint)[]) => number} */ (this.#exports[`skirmish_${name}`]);
    return carried(...values);
  }

  /** @param {number} size */
  #take(size) {
    const place = (this.#top + 15) & ~15;
    this.#top = place + size;
    const lacking = this.#top - this.#exports.memory.buffer.byteLength;
    if (lacking > 0) this.#exports.memory.grow(Math.ceil(lacking / 65536));
    return place;
  }

  /** @param {number} status */
  #check(status) {
    if (status === 0) return;
    const text = this.bytes(this.#call("says", status), 400);
    throw new RulesError(status, new TextDecoder().decode(text.slice(0, text.indexOf(0))));
  }
}

/** One game: a record of bytes, which can be kept, sent and compared. */
export class Game {
  /** @param {Scenario} scenario */
  constructor(scenario, record = new Uint8Array(scenario.sizes.record)) {
    this.scenario = scenario;
    this.record = record;
    this.rewards = new Float32Array(scenario.sizes.seats);
  }

  /** Begin anew. The same seed is the same game everywhere. @param {number | bigint} seed */
  reset(seed, listen = false) {
    this.scenario.run("reset", this.record, BigInt(seed), listen ? 1 : 0);
    this.rewards.fill(0);
    return this;
  }

  /** Who must answer what, and how the game ended: `skirmish_turn` of skirmish.h. @returns {Turn} */
  get turn() {
    this.scenario.run("look", this.record, "answer");
    const numbers = this.scenario.read("answer", Int32Array, TURN.length);
    return /** @type {Turn} */ (Object.fromEntries(TURN.map((name, k) => [name, numbers[k]])));
  }

  /** 1 for each legal action, 0 for the others. */
  mask() {
    const {actions} = this.scenario.sizes;
    this.scenario.run("mask", this.record, "mask", actions);
    return this.scenario.read("mask", Uint8Array, actions);
  }

  /** Answer the question; `rewards` are 0 until the answer that ends the game. @param {number} action */
  step(action) {
    const {seats} = this.scenario.sizes;
    this.scenario.run("step", this.record, action, "rewards", seats);
    this.rewards = this.scenario.read("rewards", Float32Array, seats);
    return this;
  }

  /**
   * Answer the question, or with -1 leave it to a bot; then bots answer until somebody else must, or the game is over.
   * @param {number} action @param {Iterable<number | string>} bots a bot's number or name for each seat, -1 for who is no bot.
   */
  play(action, bots) {
    const {seats} = this.scenario.sizes;
    this.scenario.put("bots", Int32Array.from([...bots], one => this.scenario.bot(one)));
    this.scenario.run("play", this.record, action, "bots", "rewards", seats);
    this.rewards = this.scenario.read("rewards", Float32Array, seats);
    return this;
  }

  /**
   * What a bot would answer, by its name or number; `among` some of the legal answers, a mask, if it is given.
   * @param {number | string} bot @param {Uint8Array | null} among
   */
  ask(bot = this.scenario.sizes.bots - 1, among = null) {
    if (among) {
      this.scenario.put("mask", among);
      this.scenario.run("ask_among", this.record, this.scenario.bot(bot), "mask", among.length, "answer");
    } else this.scenario.run("ask", this.record, this.scenario.bot(bot), "answer");
    return this.scenario.read("answer", Int32Array, 1)[0];
  }

  /** What a seat sees. @param {number} seat */
  observe(seat) {
    const {features} = this.scenario.sizes;
    this.scenario.run("observe", this.record, seat, "features", features);
    return this.scenario.read("features", Float32Array, features);
  }

  /** The legal actions, a row of numbers for each, one after another, and the decider's position; `most`: so many that the strongest bot likes best. */
  encode(most = 0) {
    const {actions, position, row} = this.scenario.sizes;
    this.scenario.run("rows", this.record, most, "numbers", "rows", actions, "position", position, "answer");
    const count = this.scenario.read("answer", Int32Array, 1)[0];
    return {
      actions: this.scenario.read("numbers", Int32Array, count),
      rows: this.scenario.read("rows", Float32Array, count * row),
      position: this.scenario.read("position", Float32Array, position),
    };
  }

  /** Give the game another future: what plans ahead does this with its copies. @param {number | bigint} seed */
  reseed(seed) {
    this.scenario.run("reseed", this.record, BigInt(seed));
    return this;
  }

  /** Change a plain field of the record: what is asked about, for a look at another question. @param {string} name @param {number} value */
  write(name, value) {
    const {offset, type, bytes} = this.scenario.fields[name];
    const view = new DataView(this.record.buffer, this.record.byteOffset, this.record.byteLength);
    const setter = /** @type {"setInt32"} */ (`set${type[0] === "i" ? "Int" : "Uint"}${8 * bytes}`);
    view[setter](offset, value, true);
    return this;
  }

  /** The same game once more. */
  copy() {
    return new Game(this.scenario, this.record.slice());
  }

  /** The eight digits that traces show for this position. */
  hash() {
    this.scenario.run("hash", this.record, "answer");
    return this.scenario.read("answer", Uint32Array, 1)[0].toString(16).padStart(8, "0");
  }

  /** An action in the game's words, as it answers the pending question. @param {number} action */
  text(action) {
    const {blocks, decisions} = this.scenario.words;
    const block = blocks.find(one => action >= one.start && action < one.start + one.size);
    if (!block) throw new RangeError(`there is no action ${action}`);
    const at = action - block.start;
    const verb = decisions[this.turn.decision]?.answers[block.name] ?? block.name;
    if (block.kind === "single") return verb;
    if (block.kind === "cell") return `${verb} ${at % block.width},${Math.floor(at / block.width)}`;
    if (block.kind === "option") return block.options[at];
    return `${verb} ${block.options.length ? block.options[at] : at + block.first}`;
  }
}
