// How a game stands, in words: hosts tell it as traces write it, `turn 1 activation | 0:2 | models 5:4 | objectives .10`.

import {spoken} from "./dom.js";

/** @type {Record<string, string>} */
const COUNTED = {kills: "points taken down", models: "models left", fighters: "fighters left", "on table": "units on the table", wild: "wild dice"};
/** @type {Record<string, string>} */
const BEFORE = {models: "models set up", fighters: "fighters set up"}; // nobody is lost yet

/**
 * The line of a score without its signs; seats are called `seat_0`.
 * @param {string} line as a host tells it.
 */
export function standingOf(line) {
  const said = spoken.say(line);
  if (said !== line) return inLanguage(said, line); // as the catalogue of another language has the whole line
  const parts = line.split(" | "), over = parts[0] === "over";
  return parts.flatMap((part, k) => k === 0 ? phase(part) : /^\d+(:\d+)+$/.test(part) ? over ? `points ${pairs(part)}` : [] : part.split(", ").map((one) => told(one, line))).filter(Boolean).join(" · ");
}

/**
 * A line that a catalogue has said in another language, without its signs.
 * @param {string} said @param {string} line as a host tells it.
 */
function inLanguage(said, line) {
  const held = /(?:objectives|relics) (\S+)$/.exec(line)?.[1], isOver = line.startsWith("over");
  return said.split(" | ").flatMap((part, k, {length}) => {
    if (k === 0) return part.replace(/^\S+ 0, /, "");
    if (/^\d+(:\d+)+$/.test(part)) return isOver ? spoken.say(`points ${pairs(part)}`) : [];
    const plain = line.split(" | ")[k] ?? "", order = /^order (\S+)$/.exec(plain)?.[1];
    if (order) return order === "-" ? [] : part.replace(order, () => seats(order));
    const whose = held && k === length - 1 ? part.replace(held, () => line.includes(" on table ") ? tokens(held) : holders(held)) : part;
    return whose.replace(/\b\d+(:\d+)+\b/g, (numbers) => `(${pairs(numbers)})`);
  }).join(" · ");
}

/** What wins, without the signs that the terminal draws. @param {string} line */
export const plainAim = (line) => line.replace(/ \([*$]\)/g, "");

/** @param {string} text */
const phase = (text) => text.replace(/^(?:round|turn) 0 /, "").replace(/^((?:round|turn) \d+) (?=\S)/, "$1: ");
/** @param {string} numbers */
const pairs = (numbers) => numbers.split(":").map((number, seat) => `seat_${seat} ${number}`).join(", ");

/** Seats in their order. @param {string} numbers such as `10` or `1,0`. */
const seats = (numbers) => [...numbers.replaceAll(",", "")].map((seat) => `seat_${seat}`).join(", ");

/** One part of the line. @param {string} part @param {string} line */
function told(part, line) {
  const [, name = "", value = ""] = /^(.*\D) (\S+)$/.exec(part) ?? [];
  if (value === "-") return "";
  const token = /^initiative (\d+:\d+) with (seat_\d)$/.exec(part);
  if (token) return `initiative ${token[2]} (${pairs(token[1])})`;
  if (name === "order") return `order ${seats(value)}`;
  if (name === "objectives" || name === "relics") return `${name}: ${line.includes(" on table ") ? tokens(value) : holders(value)}`;
  return /^\d+(:\d+)+$/.test(value) ? `${(/^(?:round|turn) 0 /.test(line) && BEFORE[name]) || (COUNTED[name] ?? name)} ${pairs(value)}` : part;
}

/** Who holds which of some places: a sign each, the seat's number or letter. @param {string} signs */
function holders(signs) {
  /** @type {Map<string, number[]>} */
  const held = new Map();
  for (const [k, sign] of [...signs].entries()) if (sign !== ".") held.set(sign, [...held.get(sign) ?? [], k + 1]);
  return [...held].map(([sign, places]) => {
    const seat = `seat_${/\d/.test(sign) ? sign : "ABCD".indexOf(sign)}`, numbers = places.join(", ");
    return spoken.say(`${numbers} with ${seat}`);
  }).join("; ") || spoken.say("held by nobody");
}

/** What has become of some things that are looked for and carried. @param {string} signs */
function tokens(signs) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [one] of signs.matchAll(/\([^()]\)|[^()]/g)) found.set(one, (found.get(one) ?? 0) + 1);
  return [...found].map(([sign, count]) => {
    const seat = `seat_${sign.replace(/\D/g, "")}`;
    if (sign === "?") return spoken.say(`${count} hidden`);
    if (sign === "-") return spoken.say(`${count} open`);
    if (sign === "x") return spoken.say(`${count} lost`);
    return spoken.say(sign.startsWith("(") ? `${count} brought home by ${seat}` : `${count} with ${seat}`);
  }).join(", ");
}
