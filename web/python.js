// What the code of a game's pictures and words, translated from Python, asks of Python: numbers, texts, lists, dictionaries, enums, records.

import {array, flatnonzero, Numbers, Row, Slice, small, zeros} from "./records.js";

export {array, flatnonzero, zeros};

// Any value of Python's passes through here, and what it is shows as it runs: hence `any`, in this one place.
/** @typedef {any} Value */
/** @typedef {(...values: Value[]) => Value} Python a function of Python's. */

// Enums and records

/** A member of an enum: a number with a name, and what its enum declares beside it. */
class Member {
  /** @param {string} name @param {number} value @param {object} more */
  constructor(name, value, more) {
    Object.assign(this, more);
    this.name = name;
    this.value = value;
  }

  valueOf() {
    return this.value;
  }
}

/** An enum: a function from a number to its member, with the members as properties, in order. @param {[name: string, value: number, more: object][]} rows @returns {Value} */
export function enumeration(rows) {
  const members = new Map(rows.map(([name, value, more]) => [value, new Member(name, value, more)]));
  /** @type {Value} */
  const made = (/** @type {Value} */ value) => members.get(Number(value)) ?? fail("ValueError", `${value} is no member`);
  for (const member of members.values()) made[member.name === "name" || member.name === "length" ? `_${member.name}` : member.name] = member;
  made[Symbol.iterator] = () => members.values();
  Object.defineProperty(made, "count", {value: members.size});
  return made;
}

/** A dataclass or a named tuple: a function that makes one. @type {Python} */
export function record(fields, defaults = {}, methods = {}, isTuple = false) {
  /** @type {Value} */
  const Made = class {};
  for (const [name, {get, value}] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    Object.defineProperty(Made.prototype, name, {get: get ?? /** @this {object} */ function bound() { return value.bind(this); }});
  }
  const make = (/** @type {Value[]} */ ...values) => {
    const made = new Made();
    for (let k = 0; k < fields.length; k++) made[fields[k]] = values[k] === undefined ? defaults[fields[k]] : values[k];
    return made;
  };
  if (isTuple) {
    Made.prototype[Symbol.iterator] = function* iterate() {
      for (const field of fields) yield this[field];
    };
    Made.prototype._replace = function changed(/** @type {Value} */ more) {
      return replace(this, more);
    };
  }
  make.prototype = Made.prototype;
  make.fields = fields;
  return make;
}

/** An object that was there when the code was translated. @type {Python} */
export const made = (make, values) => Object.assign(Object.create(make.prototype), values);

/** A record as another one, with some fields of other values. @type {Python} */
export const replace = (one, more) => Object.assign(Object.create(Object.getPrototypeOf(one)), one, more);

/** A call with values in order and values by name. @type {Python} */
export const named = (make, values, more) => make(...make.fields.map((/** @type {Value} */ field, /** @type {Value} */ k) => (k < values.length ? values[k] : more[field])));

/** @type {Python} */
export const isinstance = (value, ...kinds) => kinds.flat().some(kind => (kind === tuple || kind === list ? Array.isArray(value) : kind === str ? typeof value === "string" : kind === int ? typeof value === "number" : value instanceof kind));

/** A mistake that Python would raise. @type {Python} */
export function error(name, sentence) {
  const made = new Error(sentence);
  made.name = name;
  return made;
}

/** @type {Python} */
export function fail(name, sentence) {
  throw error(name, sentence);
}

// Dictionaries and sets, by the value of their keys

/** @type {Python} */
const keyOf = one => (typeof one === "string" ? one : one instanceof Member ? one.value : Array.isArray(one) ? `\0${JSON.stringify(one.map(keyOf))}` : typeof one === "boolean" ? Number(one) : one);

export class Dict {
  /** @param {Iterable<[key: Value, value: Value]>} pairs */
  constructor(pairs = []) {
    /** @type {Map<Value, [key: Value, value: Value]>} */
    this.kept = new Map();
    for (const [key, value] of pairs) this.put(key, value);
  }

  get length() {
    return this.kept.size;
  }

  /** @param {Value} key @param {Value} value */
  put(key, value) {
    const found = this.kept.get(keyOf(key));
    if (found) found[1] = value;
    else this.kept.set(keyOf(key), [key, value]);
  }

  /** @param {Value} key */
  has(key) {
    return this.kept.has(keyOf(key));
  }

  /** @param {Value} key @returns {Value} */
  at(key) {
    return (this.kept.get(keyOf(key)) ?? fail("KeyError", str(key)))[1];
  }

  /** @param {Value} key @param {Value} otherwise @returns {Value} */
  get(key, otherwise = null) {
    const found = this.kept.get(keyOf(key));
    return found ? found[1] : otherwise;
  }

  /** @param {Value} key @param {Value} value @returns {Value} */
  setdefault(key, value) {
    if (!this.has(key)) this.put(key, value);
    return this.at(key);
  }

  keys() {
    return [...this];
  }

  values() {
    return [...this.kept.values()].map(pair => pair[1]);
  }

  items() {
    return [...this.kept.values()];
  }

  *[Symbol.iterator]() {
    for (const [key] of this.kept.values()) yield key;
  }
}

export class Group {
  /** @param {Iterable<Value>} values */
  constructor(values = []) {
    /** @type {Map<Value, Value>} */
    this.kept = new Map();
    for (const value of values) this.add(value);
  }

  get length() {
    return this.kept.size;
  }

  /** @param {Value} value */
  add(value) {
    if (!this.has(value)) this.kept.set(keyOf(value), value);
  }

  /** @param {Value} value */
  has(value) {
    return this.kept.has(keyOf(value));
  }

  [Symbol.iterator]() {
    return this.kept.values();
  }
}

/** @type {Python} */
export const dict = pairs => new Dict(pairs instanceof Dict ? pairs.items() : pairs);
/** @type {Python} */
export const group = values => new Group(values);

// Values of any kind

/** @type {Python} */
export function truth(one) {
  if (typeof one === "boolean") return one;
  if (one === null || one === undefined) return false;
  if (typeof one === "number" || typeof one === "bigint") return Number(one) !== 0;
  if (typeof one === "string") return one !== "";
  if (typeof one === "function") return true;
  if (one instanceof Member) return one.value !== 0;
  return "length" in one ? one.length > 0 : true;
}

/** @type {Python} */
export const either = (one, other) => (truth(one) ? one : other());
/** @type {Python} */
export const both = (one, other) => (truth(one) ? other() : one);

/** @type {Python} */
const plainNumber = one => (typeof one === "boolean" || one instanceof Member ? Number(one) : one);

/** True if two values are equal as Python has it. @type {Python} */
export function same(a, b) {
  const [one, other] = [plainNumber(a), plainNumber(b)];
  if (one === other) return true;
  if (typeof one === "bigint" || typeof other === "bigint") return one == other;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  if (Symbol.iterator in one && Symbol.iterator in other) {
    const [first, second] = [[...one], [...other]];
    return first.length === second.length && first.every((value, k) => same(value, second[k]));
  }
  return false;
}

/** -1, 0 or 1: the order of two numbers, texts or tuples. @type {Python} */
export function order(a, b) {
  if (Array.isArray(a)) {
    for (let k = 0; k < Math.min(a.length, b.length); k++) {
      const found = order(a[k], b[k]);
      if (found) return found;
    }
    return Math.sign(a.length - b.length);
  }
  const [one, other] = [plainNumber(a), plainNumber(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What is done with two numbers is done with the elements of arrays. @type {(what: Python) => Python} */
const each = what => (a, b) => (a instanceof Numbers ? a.with(b, what) : b instanceof Numbers ? b.with(a, (one, other) => what(other, one)) : what(a, b));

/** @type {Python} */
export const eq = each(same);
/** @type {Python} */
export const ne = each((a, b) => !same(a, b));
/** @type {Python} */
export const lt = each((a, b) => order(a, b) < 0);
/** @type {Python} */
export const le = each((a, b) => order(a, b) <= 0);
/** @type {Python} */
export const gt = each((a, b) => order(a, b) > 0);
/** @type {Python} */
export const ge = each((a, b) => order(a, b) >= 0);

/** @type {Python} */
export function has(among, one) {
  if (typeof among === "string") return among.includes(one);
  if (among instanceof Dict || among instanceof Group) return among.has(one);
  for (const other of among) if (same(one, other)) return true;
  return false;
}

/** @type {Python} */
export function add(a, b) {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  return each((one, other) => Number(one) + Number(other))(a, b);
}

/** `a += b`: a list grows in its place. @type {Python} */
export function grow(a, b) {
  if (!Array.isArray(a) || Object.isFrozen(a)) return add(a, b);
  for (const one of b) a.push(one);
  return a;
}

/** @type {Python} */
export const sub = each((a, b) => (a instanceof Group ? group([...a].filter(one => !b.has(one))) : a - b));
/** @type {Python} */
export const mul = each((a, b) => (typeof a === "string" ? a.repeat(Math.max(b, 0)) : Array.isArray(a) ? Array.from({length: Math.max(b, 0)}, () => a).flat() : a * b));
/** @type {Python} */
export const div = each((a, b) => a / b);
/** @type {Python} */
export const floordiv = each((a, b) => Math.floor(a / b));
/** @type {Python} */
export const mod = each((a, b) => a - b * Math.floor(a / b));

/** @type {Python} */
const isBig = (a, b) => !(Math.abs(Number(a)) < 2 ** 31 && Math.abs(Number(b)) < 2 ** 31);
/** @type {(narrow: Python, wide: Python) => Python} */
const bits = (narrow, wide) => each((a, b) => (typeof a === "boolean" && typeof b === "boolean" ? Boolean(narrow(a, b)) : isBig(a, b) ? small(wide(BigInt(a), BigInt(b))) : narrow(a, b)));

/** @type {Python} */
export const shr = bits((a, b) => (b > 31 ? (a < 0 ? -1 : 0) : a >> b), (a, b) => a >> b);
/** @type {Python} */
export const shl = bits((a, b) => small(BigInt(a) << BigInt(b)), (a, b) => a << b);
/** @type {Python} */
const bitand = bits((a, b) => a & b, (a, b) => a & b);
/** @type {Python} */
const bitor = bits((a, b) => a | b, (a, b) => a | b);

/** @type {Python} */
export function and(a, b) {
  return a instanceof Group ? group([...a].filter(one => has(b, one))) : bitand(a instanceof Member ? a.value : a, b instanceof Member ? b.value : b);
}

/** @type {Python} */
export function or(a, b) {
  if (a instanceof Dict) return dict([...a.items(), ...b.items()]);
  return a instanceof Group ? group([...a, ...b]) : bitor(a, b);
}

/** @type {Python} */
export const invert = one => (one instanceof Numbers ? one.map(invert) : typeof one === "boolean" ? !one : ~one);

/** `one[index]`. @type {Python} */
export function at(one, index) {
  if (one instanceof Row) return one.field(index);
  if (one instanceof Numbers || one instanceof Dict) return one.at(index);
  if (index instanceof Slice) {
    const [from, count, by] = index.of(one.length);
    if (by === 1) return one.slice(from, from + count);
    const found = Array.from({length: count}, (_, k) => one[from + k * by]);
    return typeof one === "string" ? found.join("") : found;
  }
  const place = Number(index);
  const found = one[place < 0 ? place + one.length : place];
  return found === undefined ? fail("IndexError", `place ${place} of ${one.length}`) : found;
}

/** @type {Python} */
export const slice = (from = null, to = null, by = null) => new Slice(from, to, by);

/** @type {Python} */
export function put(one, index, value) {
  if (one instanceof Dict || one instanceof Numbers) one.put(index, value);
  else one[index < 0 ? Number(index) + one.length : Number(index)] = value;
}

// Functions of Python

/** @type {Python} */
export const len = one => one.count ?? one.length;
export const bool = truth;
/** @type {Python} */
export const list = (values = []) => [...values];
export const tuple = list;
/** @type {Python} */
export const abs = one => Math.abs(one);
/** @type {Python} */
export const sum = (values, first = 0) => [...values].reduce((found, one) => found + Number(one), first);
/** @type {Python} */
export const any = values => [...values].some(truth);
/** @type {Python} */
export const all = values => [...values].every(truth);
/** @type {Python} */
export const reversed = values => [...values].reverse();
/** @type {Python} */
export const enumerate = (values, first = 0) => [...values].map((one, k) => [k + first, one]);
/** @type {Python} */
export const map = (what, ...many) => (many.length === 1 ? Array.from(many[0], one => what(one)) : zip(...many).map((/** @type {Value} */ values) => what(...values)));
/** @type {Python} */
export const filter = (what, values) => [...values].filter(one => truth(what === null ? one : what(one)));
/** @type {Python} */
export const bin = one => `0b${BigInt(one).toString(2)}`;
/** @type {Python} */
export const float = one => Number(one);
/** @type {Python} */
export const sign = one => Math.sign(one);

/** @type {Python} */
export function int(one, base = 10) {
  if (typeof one === "number") return Math.trunc(one);
  if (typeof one === "string") return Number.parseInt(one, base);
  return typeof one === "bigint" ? one : Number(one);
}

/** @type {Python} */
export function range(first, end = null, by = 1) {
  const [from, to] = end === null ? [0, Number(first)] : [Number(first), Number(end)];
  return Array.from({length: Math.max(0, Math.ceil((to - from) / by))}, (_, k) => from + k * by);
}

/** @type {Python} */
export function zip(...many) {
  const lists = many.map(one => (Array.isArray(one) ? one : [...one]));
  return Array.from({length: Math.min(...lists.map(one => one.length))}, (_, k) => lists.map(one => one[k]));
}

/** The least or the greatest of some values, by a key. @type {Python} */
function extreme(direction, values) {
  const last = values.at(-1);
  const more = last !== null && typeof last === "object" && Object.getPrototypeOf(last) === Object.prototype ? values.pop() : {};
  const among = values.length === 1 ? [...values[0]] : values;
  const key = more.key ?? ((/** @type {Value} */ one) => one);
  if (!among.length) return more.default;
  return among.reduce((/** @type {Value} */ best, /** @type {Value} */ one) => (order(key(one), key(best)) * direction > 0 ? one : best));
}

/** @type {Python} */
export const min = (...values) => extreme(-1, values);
/** @type {Python} */
export const max = (...values) => extreme(1, values);

/** @type {Python} */
export function sorted(values, {key = (/** @type {Value} */ one) => one, reverse = false} = {}) {
  const keyed = [...values].map(one => [key(one), one]);
  keyed.sort(([a], [b]) => (reverse ? order(b, a) : order(a, b)));
  return keyed.map(([, one]) => one);
}

/** @type {Python} */
export function next(values, otherwise) {
  const {done, value} = values[Symbol.iterator]().next();
  if (!done) return value;
  return otherwise === undefined ? fail("StopIteration", "nothing is left") : otherwise;
}

/** Rounded as Python does: of two that are equally near, the even one. @type {Python} */
export function round(one, digits = null) {
  const value = Number(one);
  if (digits === null) return Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value);
  const halves = value * 2 ** (digits + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return Number(value.toFixed(digits));
  const below = Math.floor(value * 10 ** digits);
  return (below + Math.abs(below % 2)) / 10 ** digits;
}

/** @type {Python} */
export function permutations(values) {
  const among = [...values];
  if (!among.length) return [[]];
  return among.flatMap((one, k) => permutations([...among.slice(0, k), ...among.slice(k + 1)]).map((/** @type {Value} */ rest) => [one, ...rest]));
}

/** @type {Python} */
export const hypot = (a, b) => Math.sqrt(a * a + b * b);

/** A function that remembers what it found. @type {Python} */
export function cached(what) {
  const objects = new WeakMap();
  const plain = new Map();
  return (/** @type {Value[]} */ ...values) => {
    const isObject = values.length === 1 && typeof values[0] === "object";
    const [kept, key] = isObject ? [objects, values[0]] : [plain, values.join("\0")];
    let found = kept.get(key);
    if (found === undefined) {
      if (plain.size > 4096) plain.clear();
      found = what(...values);
      kept.set(key, found);
    }
    return found;
  };
}

/** What no position of a scenario changes, made once. @type {Python} */
export function once(scenario, variant, make) {
  if (!scenario.kept.has(variant)) scenario.kept.set(variant, make());
  return scenario.kept.get(variant);
}

/** What is known of a scenario from files that are not here: as a pack says it, and a function that looks it up. @type {Python} */
export const known = facts => new Dict(Object.entries(facts).map(([name, tables]) => [name, tables.map((/** @type {Value} */ pairs) => dict(pairs))]));
/** Records read their fields by name as they are. */
export const view = (/** @type {Value} */ record) => record;
/** A drawer looks on: nothing happens. */
export const note = () => null;

/** A copy of a record in which a unit stands elsewhere. @type {Python} */
export const standing = (record, slot, places) => record.standing(slot, places);

/** @type {Python} */
export const looked = name => (/** @type {Value} */ scenario, /** @type {Value} */ variant) => scenario.known.at(name)[variant];

/** The end of a sentence about a name that is not known. @type {Python} */
export const did_you_mean = (given, names) => `known: ${sorted(group([...names].map(str))).join(", ")}`;

/** @type {Python} */
export function PurePath(text) {
  const name = text.slice(text.lastIndexOf("/") + 1);
  return {name, stem: name.lastIndexOf(".") > 0 ? name.slice(0, name.lastIndexOf(".")) : name};
}

// Texts

/** @type {Python} */
export function str(one) {
  if (typeof one === "string") return one;
  if (one === null) return "None";
  if (typeof one === "boolean") return one ? "True" : "False";
  return one instanceof Member ? String(one.value) : String(one);
}

/** @type {Python} */
export const repr = one => (typeof one === "string" ? (one.includes("'") && !one.includes('"') ? `"${one}"` : `'${one.replaceAll("'", "\\'")}'`) : str(one));

/** @type {Python} */
export function format(one, spec) {
  const [, fill, align, plus, zero, width, , digits, kind] = /^(?:(.)?([<>^]))?(\+)?(0)?(\d+)?(\.(\d+))?([dfgxs])?$/.exec(spec) ?? fail("ValueError", `format ${spec}`);
  let text;
  if (kind === "x") text = Number(one).toString(16);
  else if (kind === "f") text = round(one, digits ?? 6).toFixed(digits ?? 6);
  else if (kind === "g") text = String(Number(Number(one).toPrecision(digits ?? 6)));
  else text = str(one);
  if (plus && !text.startsWith("-")) text = `+${text}`;
  const room = Math.max(Number(width ?? 0) - text.length, 0);
  const padding = (fill ?? (zero ? "0" : " ")).repeat(room);
  const isNumber = typeof one !== "string";
  if ((align ?? (isNumber ? ">" : "<")) === "<") return text + padding;
  if (align === "^") return padding.slice(0, Math.floor(room / 2)) + text + padding.slice(Math.floor(room / 2));
  return padding + text;
}

/** @type {Python} */
const titled = one => one.toLowerCase().replace(/[a-z]+/g, (/** @type {Value} */ word) => word[0].toUpperCase() + word.slice(1));
/** @type {Record<string, Python>} */
const texts = {
  lower: one => one.toLowerCase(),
  upper: one => one.toUpperCase(),
  title: titled,
  strip: one => one.trim(),
  rstrip: one => one.trimEnd(),
  join: (one, values) => [...values].join(one),
  replace: (one, from, to) => one.replaceAll(from, to),
  count: (one, part) => one.split(part).length - 1,
  startswith: (one, part) => one.startsWith(part),
  endswith: (one, part) => one.endsWith(part),
  removeprefix: (one, part) => (one.startsWith(part) ? one.slice(part.length) : one),
  removesuffix: (one, part) => (part && one.endsWith(part) ? one.slice(0, -part.length) : one),
  isdigit: one => /^\d+$/.test(one),
  rpartition: (one, by) => (one.includes(by) ? [one.slice(0, one.lastIndexOf(by)), by, one.slice(one.lastIndexOf(by) + by.length)] : ["", "", one]),
  split: (one, by = null, most = Infinity) => splitted(one, typeof by === "object" ? null : by, by?.maxsplit ?? most),
  format: (one, values) => one.replace(/\{(\w+)(?::([^}]*))?\}/g, (/** @type {Value} */ _, /** @type {Value} */ name, /** @type {Value} */ spec) => (spec ? format(values[name], spec) : str(values[name]))),
};

/** @type {Python} */
function splitted(one, by, most) {
  if (by !== null) return one.split(by);
  const words = one.trim().split(/\s+/).filter(Boolean);
  if (words.length <= most + 1) return words;
  const rest = one.trim().match(new RegExp(`^(?:\\S+\\s+){${most}}([\\s\\S]*)$`))[1];
  return [...words.slice(0, most), rest];
}

/** @type {Record<string, Python>} */
const lists = {
  append: (one, value) => { one.push(value); },
  extend: (one, values) => { one.push(...values); },
  insert: (one, place, value) => { one.splice(place, 0, value); },
  pop: one => one.pop(),
  remove: (one, value) => { one.splice(lists.index(one, value), 1); },
  sort: (one, more) => { one.splice(0, one.length, ...sorted(one, more)); },
  count: (one, value) => one.filter((/** @type {Value} */ other) => same(value, other)).length,
  index: (one, value) => {
    const found = one.findIndex((/** @type {Value} */ other) => same(value, other));
    return found < 0 ? fail("ValueError", "it is not in the list") : found;
  },
};

/** `one.name(...values)`. @type {Python} */
export function call(one, name, ...values) {
  if (typeof one === "string") return texts[name](one, ...values);
  if (Array.isArray(one)) return lists[name](one, ...values);
  return one[name](...values);
}

/** A text in lines of at most so many letters, broken between words only. @type {Python} */
export function wrap(text, width, {subsequent_indent: indent = ""} = {}) {
  const parts = text.split(/([ \t\n\r]+)/).filter(Boolean).map((/** @type {Value} */ part) => (part.trim() ? part : " ".repeat(part.length)));
  const lines = [];
  while (parts.length) {
    /** @type {string} */
    const head = lines.length ? indent : "";
    if (!parts[0].trim() && lines.length) parts.shift();
    const line = [];
    let room = width - head.length;
    while (parts.length && parts[0].length <= room) {
      room -= parts[0].length;
      line.push(parts.shift());
    }
    if (parts.length && parts[0].length > width - head.length && !line.length) line.push(parts.shift());
    if (line.length && !line.at(-1).trim()) line.pop();
    if (line.length) lines.push(head + line.join(""));
  }
  return lines;
}

/** @type {Python} */
export const fullmatch = (pattern, text) => new RegExp(`^(?:${pattern})$`).exec(text);

/** A value as JSON has it: dictionaries as objects, members as numbers. @type {Python} */
export function plain(one) {
  if (one === null || typeof one !== "object") return typeof one === "bigint" ? Number(one) : one;
  if (one instanceof Member) return one.value;
  if (one instanceof Dict) return Object.fromEntries(one.items().map(([key, value]) => [str(key), plain(value)]));
  if (!(Symbol.iterator in one)) return one;
  const values = Array.isArray(one) ? one : [...one];
  const found = values.map(plain);
  return found.every((value, k) => value === values[k]) ? values : found;
}
