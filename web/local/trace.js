// Saved games: short traces, the header and the answers with their hashes (`envs/core/trace.py` reads and checks them); whole traces are read, too.

import {linesOf} from "../texts.js";
import {Refusal} from "./library.js";

/** @import {Options} from "../types.d.ts" */
/** @import {Session} from "./session.js" */
/** @typedef {{seat: number, asked: string, said: string, hash: string}} Answered an answer of a saved game. */
/** @typedef {{ruleset: string, version: string, layout: string, scenario: string, seats: number, options: Options, seed: string, bots: string, answers: Answered[]}} SavedGame */

const FORMAT = "skirmish trace 2";
const HEADER = ["ruleset", "version", "layout", "scenario", "seats", "options", "seed", "bots"];

const LONGEST = 4000; // letters of the options, which are far fewer
const START = "   0 start ";
const ANSWER = /^(?: {3}[0-9]| {2}[0-9]{2}| [0-9]{3}|[0-9]{4,6}) seat_([0-9]) (\S+) +[0-9]+ legal {2}(.*\S) +([0-9a-f]{8})$/s;
const LAST = /^(?:outcome .*|unfinished); ([0-9]{1,6}) decisions$/s;

/** A session as a text. @param {Session} session */
export function write(session) {
  const {setting, steps, game} = session, {words} = setting.rules;
  /** @type {Record<string, unknown>} */
  const values = {
    ruleset: words.ruleset, version: words.version, layout: words.layout, scenario: setting.scenario, seats: setting.seats,
    options: JSON.stringify(words.options), seed: session.seed, bots: session.who.join(" "),
  };
  const lines = [FORMAT, ...HEADER.map((name) => `${name} ${values[name]}`), `   0 start${" ".repeat(48)}${steps[0].hash}`];
  for (const [at, {seat, asked, legal, said, hash}] of steps.entries()) {
    if (at) lines.push(`${String(at).padStart(4)} seat_${seat} ${asked.padEnd(14)} ${String(legal).padStart(3)} legal  ${said.padEnd(18)} ${hash}`);
  }
  const {over, reason, winners, decisions} = game.turn;
  if (over) {
    const first = setting.seatNumbers.filter((seat) => winners >> seat & 1).map((seat) => `seat_${seat}`).join(" ") || "nobody";
    const rewards = Array.from(game.rewards, (reward) => `${reward < 0 ? "-" : "+"}${Math.abs(reward).toFixed(3)}`).join(" ");
    lines.push(`outcome ${words.reasons[reason]}; first: ${first}; rewards ${rewards}; ${decisions} decisions`);
  } else lines.push(`unfinished; ${steps.length - 1} decisions`);
  return `${lines.join("\n")}\n`;
}

/** What a saved game says: its header, with `seats` and `options` read, and its `answers`. @param {string} text @returns {SavedGame} */
export function read(text) {
  const [first = "", ...lines] = linesOf(text);
  if (first !== FORMAT) throw new Refusal(`not a saved game: its first line is "${first.slice(0, 60)}", expected "${FORMAT}"`);
  const header = Object.fromEntries(lines.slice(0, HEADER.length).map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)]));
  if (Object.keys(header).join() !== HEADER.join()) throw new Refusal("the saved game is damaged: its first lines are not those of a saved game. Save it again, or start a new game.");
  const damaged = () => new Refusal("the saved game is damaged in its first lines. Save it again, or start a new game.");
  if (header.options.length > LONGEST) throw damaged();
  let options;
  try {
    options = JSON.parse(header.options);
  } catch {
    throw damaged();
  }
  if (options === null || typeof options !== "object" || !/^\d{1,2}$/.test(header.seats) || !/^\d{1,19}$/.test(header.seed)) throw damaged();
  if (/\.toml\b/.test(`${header.scenario} ${JSON.stringify(options)}`)) {
    throw new Refusal("this game was played on files of one's own, which need Python: open it with skirmish-rl serve");
  }
  const start = lines.findIndex((line) => line.startsWith(START));
  const answers = lines.slice(Math.max(start, 0)).map((line) => ANSWER.exec(line)).filter((found) => found !== null).map(([, seat, asked, said, hash]) => ({seat: Number(seat), asked, said, hash}));
  if (Number(LAST.exec(lines.at(-1) ?? "")?.[1]) !== answers.length) {
    throw new Refusal(`the saved game is not whole: ${answers.length} answers can be read in it, and its last line should say so. Save it again, or start a new game.`);
  }
  const {ruleset, version, layout, scenario, seats, seed, bots} = header;
  return {ruleset, version, layout, scenario, seats: Number(seats), options, seed, bots, answers};
}
