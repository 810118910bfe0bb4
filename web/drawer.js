// What pages show of a position, without a server: the code that draws and tells a game in Python, translated, on the bytes of its record.
//
//     const drawer = new Drawer(await import("./warcry.js"), bytesOfTheTablesFile);
//     paint(element, sceneOf(drawer.scene(game.record)));

import {Dict, known, plain} from "./python.js";
import {Numbers, recordKind} from "./records.js";

/** @import {AnswerGroup, Asked, Card, CardTold, Cell, KeyedScene, Layers, Over, Place, Roster, ScenarioWords, SeatFacts, WrittenScene} from "./types.d.ts" */
/** @import {RecordKind, Row} from "./records.js" */
/** @typedef {{unit: string, decision: number, subject: number, action: number}} Lead the attack that an answer has led to, with the question whose only answer names it. */
/** @typedef {[kind: "cell", verb: string, place: Cell] | [kind: "unit" | "plain", verb: string, place: [name: string]]} Placed what an answer is chosen by. */
/** @typedef {{actions: Int32Array, rows: Float32Array}} Rows actions with their rows, as `encode` of rules.js has them. */
// What the module of a game gives is translated from Python, and typed there: hence `any`.
/** @typedef {Record<string, (...values: any[]) => any>} Drawing */

const HEAD = 112; // bytes before the tables in their file, see envs/core/packed.py

export class Drawer {
  /** @type {Drawing} */
  #drawing;
  /** @type {object} */
  #scenario;
  /** @type {RecordKind} */
  #kind;
  /** @type {ScenarioWords["decisions"]} */
  #decided;
  /** @type {Map<string, number>} */
  #columns;
  /** @type {string[]} */
  #units;

  /**
   * @param {Drawing} drawing the module of a game that `drawing_module` wrote.
   * @param {Uint8Array} file the tables of a scenario, those of its `Scenario` in rules.js.
   */
  constructor(drawing, file) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    /** @type {ScenarioWords} */
    const words = JSON.parse(new TextDecoder().decode(file.subarray(HEAD + view.getUint32(64, true))));
    const tables = recordKind(words.tables.fields, words.tables.bytes);
    this.#drawing = drawing;
    this.#kind = recordKind(words.record.fields, words.record.bytes);
    this.#units = plain(drawing.units());
    this.#decided = words.decisions;
    this.#columns = new Map(words.action_features.map((name, place) => [name, place]));
    this.#scenario = {
      ruleset: drawing.itself(), name: words.scenario, seats: words.seats, players: words.players, kept: new Map(), known: known(words.known),
      tables: new Numbers(view, tables, [view.getUint32(72, true)], [tables.size], HEAD),
    };
  }

  /** @param {Uint8Array} record @returns {Row} */
  #row(record) {
    return this.#kind.read(new DataView(record.buffer, record.byteOffset, record.byteLength), 0);
  }

  /** What the module makes of a record: `any`, as above. @param {string} what @param {Uint8Array} record @param {...unknown} more @returns {any} */
  #of(what, record, ...more) {
    return plain(this.#drawing[what](this.#row(record), this.#scenario, ...more));
  }

  /** The whole scene, as docs/web-scene.md has it. @param {Uint8Array} record @returns {WrittenScene} */
  scene(record) {
    return this.#of("scene", record);
  }

  /**
   * The scene with the shapes of each layer under a key, equal ones under equal keys, and the line of score.
   * @param {Uint8Array} record @returns {{scene: KeyedScene, layers: Layers, summary: string}}
   */
  drawn(record) {
    const scene = this.scene(record);
    /** @type {Layers} */
    const layers = {};
    /** @type {KeyedScene["layers"]} */
    const keyed = scene.layers.map(([name, shapes]) => {
      const key = keyOf(JSON.stringify(shapes));
      layers[key] = shapes;
      return [name, key];
    });
    return {scene: {...scene, layers: keyed}, layers, summary: this.summary(record)};
  }

  /** One line of score. @param {Uint8Array} record @returns {string} */
  summary(record) {
    return this.#of("summary", record);
  }

  /** How the game is won. @param {Uint8Array} record */
  aim(record) {
    return this.scene(record).aim;
  }

  /** What is asked of which seat, with the legal answers, given by their numbers. @param {Uint8Array} record @param {number[]} actions @returns {Asked} */
  question(record, actions) {
    return this.#of("asked_of", record, actions);
  }

  /** The question that is asked as one asks a person, with the numbers that its answer hangs on. @param {Uint8Array} record @returns {string} */
  asks(record) {
    return this.#of("question", record);
  }

  /** Answers of the question that keep their place: as actions are written, as they are called, and why one may not be allowed. @param {Uint8Array} record @returns {[word: string, text: string, why: string][]} */
  steady(record) {
    return this.#drawing.steady ? this.#of("steady", record) : [];
  }

  /** A unit by itself, by its name: figures, weapons, abilities; null where there is none. @param {Uint8Array} record @param {string} unit @returns {Card | null} */
  card(record, unit) {
    const slot = this.#units.indexOf(unit);
    return slot >= 0 && this.#drawing.card ? this.#of("card", record, slot) : null;
  }

  /** What a cell is to a unit that might stand there, by the unit's name and the cell's number; null where nothing is known. @param {Uint8Array} record @param {string} unit @param {number} cell @returns {Place | null} */
  place(record, unit, cell) {
    const slot = this.#units.indexOf(unit);
    return slot >= 0 && this.#drawing.place ? this.#of("place", record, slot, cell) : null;
  }

  /** The number of a cell, null for none of this game. @param {Cell} cell */
  numbered([column, row]) {
    const [width, size] = plain(this.#drawing.cells());
    return column < width && row * width + column < size ? row * width + column : null;
  }

  /** The attack of a seat that an answer has led to by only answers; null for none. @param {Uint8Array} record @param {number} seat @returns {Lead | null} */
  lead(record, seat) {
    return this.#of("lead_in", record, seat);
  }

  /** The chances of the attack that an answer leads to, where a game tells them by itself. @param {Uint8Array} record before the answer. @param {number} action @param {Uint8Array} after @returns {string[] | null} null where it is to be asked as its question */
  led(record, action, after) {
    return this.#drawing.led ? this.#of("led", record, action, this.#row(after)) : null;
  }

  /** True where an answer of a seat has led to a further question to it, before any die or card. @param {Uint8Array} record @param {number} seat @returns {boolean} */
  asksOn(record, seat) {
    return this.#of("asks_on", record, seat);
  }

  /** Answers in groups of equal verbs, each with what it is chosen by. @param {Uint8Array} record @param {number[]} actions @returns {AnswerGroup[]} */
  answers(record, actions) {
    return plain(this.#drawing.answers_of(this.#scenario, this.field(record, "decision"), actions));
  }

  /** What an answer is chosen by ("cell", "unit" or "plain"), its verb, and the cell, the unit or its whole text. @param {Uint8Array} record @param {number} action @returns {Placed} */
  placed(record, action) {
    return plain(this.#drawing.placed(this.#scenario, this.field(record, "decision"), action));
  }

  /**
   * What is told of the chances of answers, by their numbers; those without any are missing. Answers come with their rows, as `encode` of rules.js has them.
   * @param {Uint8Array} record @param {Rows} encoded
   */
  odds(record, {actions, rows}) {
    /** @type {Record<string, string[]>} */
    const found = {};
    const width = this.#columns.size;
    for (const [k, action] of actions.entries()) {
      const lines = plain(this.#drawing.odds(new Columns(this.#columns, rows.subarray(k * width, (k + 1) * width)), this.#row(record)));
      if (lines.length) found[action] = lines;
    }
    return found;
  }

  /** The faces of all dice with which each answer is tried on a copy, for what `stakes` tells. @param {Uint8Array} record @returns {number[]} */
  faces(record) {
    return plain(this.#drawing.faces(this.#row(record)));
  }

  /**
   * What is told of the dice that an answer rolls, and of whom it strikes; nothing where it does neither.
   * @param {Uint8Array} record @param {number} action @param {Uint8Array[]} after the records after the answer, for each of `faces`. @returns {string[]}
   */
  stakes(record, action, after) {
    return this.#of("stakes", record, action, after.map((one) => this.#row(one)));
  }

  /**
   * What answers are called, and in one sentence what they do, by their numbers; of those that are cells the first of each group.
   * @param {Uint8Array} record @param {AnswerGroup[]} groups @returns {Record<string, [text: string, does: string]>}
   */
  words(record, groups) {
    const asked = groups.flatMap(({kind, answers}) => /** @type {[action: number, ...unknown[]][]} */ (answers).slice(0, kind === "cell" ? 1 : answers.length).map(([action]) => action));
    return Object.fromEntries(asked.map((action) => [action, this.#of(this.#answer, record, action)]));
  }

  /** An answer in the words of people, with its cell. @param {Uint8Array} record @param {number} action @returns {string} */
  called(record, action) {
    const [kind, , place] = this.placed(record, action), [label] = this.#of(this.#answer, record, action);
    return kind === "cell" ? `${label} ${place.join(",")}` : label;
  }

  /** The hidden cards that a seat knows, its own first; nobody (-1) knows any. @param {Uint8Array} record @param {number} seat @returns {CardTold[]} */
  cards(record, seat) {
    if (seat < 0 || !this.#drawing.hand) return [];
    return this.#of("hand", record, seat).map((/** @type {[number, string, string]} */ [holder, name, does]) => ({seat: holder, name, does}));
  }

  /** True for an answer that is reported to nobody else, since it tells what is in a hand. @param {Uint8Array} record @param {number} action @returns {boolean} */
  silent(record, action) {
    return Boolean(this.#drawing.silent) && this.#of("silent", record, action);
  }

  get #answer() {
    return this.#drawing.answer ? "answer" : "plain_answer";
  }

  /** An answer as traces have it. @param {Uint8Array} record @param {number} action @returns {string} */
  text(record, action) {
    return this.#drawing.text(this.field(record, "decision"), action);
  }

  /** The number of an answer in words; an error says why there is none. @param {Uint8Array} record @param {string} said @returns {number} */
  parse(record, said) {
    return this.#drawing.parse(this.field(record, "decision"), said);
  }

  /** The name of the decision that is asked. @param {Uint8Array} record */
  decision(record) {
    return this.#decided[String(this.field(record, "decision"))]?.name ?? "NONE";
  }

  /** What happened since the last answer, a sentence each. @param {Uint8Array} record */
  lines(record) {
    return this.told(record).map(([, line]) => line);
  }

  /** The same with the kind of each event. @param {Uint8Array} record @returns {[kind: number, line: string][]} */
  told(record) {
    return this.#of("told", record);
  }

  /** Who is who: the name of each unit, and its line. @param {Uint8Array} record @returns {Roster} */
  roster(record) {
    return this.#of("roster_of", record);
  }

  /** The seats, their forces and colours. @returns {SeatFacts[]} */
  seats() {
    return plain(this.#drawing.seats_of(this.#scenario));
  }

  /** How the game ended, or by which seat it was given up; null while it goes on. @param {Uint8Array} record @param {number} resigned @returns {Over | null} */
  outcome(record, resigned = -1) {
    return this.#of("end_of", record, resigned);
  }

  /** A plain field of the record: a number, or several. @param {Uint8Array} record @param {string} name @returns {number | number[]} */
  field(record, name) {
    const found = this.#row(record).field(name);
    return found instanceof Numbers ? found.tolist() : found;
  }
}

/** A row of numbers by the names of its columns. */
class Columns extends Dict {
  /** @param {Map<string, number>} places @param {Float32Array} row */
  constructor(places, row) {
    super();
    this.places = places;
    this.row = row;
  }

  /** @param {string} name */
  at(name) {
    return this.row[this.places.get(name) ?? NaN];
  }
}

/** A short name for a text: 53 bits of it. @param {string} text */
function keyOf(text) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(16);
}
