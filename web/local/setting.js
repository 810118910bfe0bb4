// Scenarios with their options: the rules over their tables, and what draws them.

import {Drawer} from "../drawer.js";
import {HEAD, RulesError, Scenario, endOf, wordsOf} from "../rules.js";
import {Refusal, whyOf} from "./library.js";

/** @import {Library} from "./library.js" */
/** @import {Wanted} from "./storage.js" */
/** @import {OptionChoice, SiteGame, TableFiles, Value} from "../types.d.ts" */

/**
 * A scenario with its seats and options settled.
 * @typedef {object} Setting
 * @property {string} game @property {string} scenario @property {number} seats @property {number[]} seatNumbers
 * @property {Scenario} rules @property {Drawer} drawer @property {boolean} whole observations have the columns of the scenario's own options.
 * @property {boolean} hides something on the table is not for everybody's eyes.
 */

/** The setting that a page asks for. @param {Wanted} wanted @param {SiteGame} facts @param {Library} library @returns {Promise<Setting>} */
export async function settle(wanted, facts, library) {
  const {game} = wanted, scenario = wanted.scenario ?? facts.default;
  /** @type {Record<string, TableFiles> | undefined} */
  const seatings = facts.tables[scenario];
  if (wanted.files?.length && !seatings) throw new Refusal("scenarios and rosters of one's own need Python, which this page does without: play them with skirmish-rl serve", scenario);
  if (!seatings) throw new Refusal(`there is no scenario ${scenario}; known: ${Object.keys(facts.tables).join(", ")}`);
  const seats = wanted.seats ?? Math.min(...Object.keys(seatings).map(Number)), files = seatings[seats];
  if (!files) throw new Refusal(`${scenario} is played by ${Object.keys(seatings).join(", ")} seats, not by ${seats}`);
  const options = Object.entries(wanted.options ?? {}).filter(([, value]) => value !== null);
  const key = JSON.stringify([game, scenario, seats, options.sort()]);
  return library.newest(key, async () => {
    const module = await library.once(`module ${game}`, () => compiled(game, facts, library));
    const plain = await library.bytes(files.tables), choices = options.length ? await chosen(options, files.options, library) : [];
    const tables = choices.length ? changed(plain, choices) : plain, whole = !choices.some((choice) => choice.columns);
    try {
      const rules = await Scenario.open(module, tables);
      const drawer = new Drawer(await library.once(`drawing ${game}`, () => import(`../${game}.js`)), tables);
      return {game, scenario, seats, seatNumbers: Array.from({length: seats}, (_, seat) => seat), rules, drawer, whole, hides: facts.hidden};
    } catch (error) {
      if (error instanceof RulesError) throw new Refusal(`${scenario} cannot be opened: ${error.message}. Reload the page; if that does not help, this copy of the site has to be put up again.`);
      throw error;
    }
  });
}

/** @param {string} game @param {SiteGame} facts @param {Library} library */
async function compiled(game, facts, library) {
  const bytes = await library.bytes(facts.module);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Refusal(`the rules of ${facts.title} cannot be used by this browser (${whyOf(error)}). Reload the page, or try a newer browser.`);
  }
}

/** What is known of the options that were chosen. @param {[name: string, value: unknown][]} options @param {string} file @param {Library} library */
async function chosen(options, file, library) {
  /** @type {Record<string, OptionChoice[] | undefined>} */
  const known = await library.json(file);
  return options.map(([name, value]) => {
    const choice = known[name]?.find((one) => JSON.stringify(one.value) === JSON.stringify(value));
    if (!choice) throw new Refusal(`${name} cannot be ${JSON.stringify(value)} on this page${known[name] ? "" : "; skirmish-rl serve knows all options"}`);
    if (choice.refused) throw new Refusal(`${name} cannot be ${JSON.stringify(value)} here: ${choice.refused}`);
    return {name, ...choice};
  });
}

/** Tables with other options than the scenario's own: the bytes that differ are written over them, and their words tell it. @param {Uint8Array} plain @param {(OptionChoice & {name: string})[]} choices */
function changed(plain, choices) {
  const end = endOf(plain), tables = plain.slice(0, end), words = wordsOf(plain);
  const by = new Map(); // which option has written a byte
  for (const {name, runs = [], words: said = {}} of choices) {
    for (const [from, text] of runs) {
      for (const [k, letter] of [...atob(text)].entries()) {
        const place = HEAD + from + k, byte = letter.charCodeAt(0);
        if (plain[place] === byte) continue;
        if (by.has(place) && tables[place] !== byte) throw new Refusal(`${by.get(place)} and ${name} cannot be chosen together on this page; skirmish-rl serve can`);
        by.set(place, name);
        tables[place] = byte;
      }
    }
    Object.assign(words, {...said, options: {...words.options, .../** @type {Record<string, Value>} */ (said.options)}});
  }
  const told = new TextEncoder().encode(JSON.stringify(words)), file = new Uint8Array(end + told.length), head = new DataView(file.buffer);
  file.set(tables);
  file.set(told, end);
  head.setUint32(68, told.length, true);
  head.setUint32(12, crc(file.subarray(16)), true);
  return file;
}

/** The CRC-32 of bytes, as zlib has it. @param {Uint8Array} bytes */
function crc(bytes) {
  const table = Array.from({length: 256}, (_, k) => {
    for (let bit = 0; bit < 8; bit++) k = k >>> 1 ^ (k & 1 ? 0xEDB88320 : 0);
    return k;
  });
  let sum = -1;
  for (const byte of bytes) sum = sum >>> 8 ^ table[(sum ^ byte) & 255];
  return ~sum >>> 0;
}
