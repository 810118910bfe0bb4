// Game records and tables in the bytes that the rules wrote, read by the names of their fields; and what drawing asks of NumPy's arrays.

/** @import {FieldWords} from "./types.d.ts" */

// What translated code counts with is a value of Python's: a number, a truth value, a record, rows of these. It is known as it runs, hence `any`.
/** @typedef {any} Value */

/**
 * A kind of number or record: its bytes, and how it is read, and of records where the fields lie.
 * @typedef {{size: number, read: (source: any, at: number) => Value, write?: (view: DataView, at: number, value: number) => void, places?: Map<string, Field>}} Kind `any`: bytes, or a list of values.
 *
 * Where a field of a record lies.
 * @typedef {{offset: number, shape: number[], kind: Kind, strides: number[]}} Field
 *
 * @typedef {Kind & {read: (view: DataView, at: number) => Row, places: Map<string, Field>}} RecordKind
 */

/** @type {Record<string, string>} */
const KINDS = {i: "Int", u: "Uint", f: "Float", b: "Uint"};
/** @type {Kind} */
const PLAIN = {size: 1, read: (values, at) => values[at]};

/** A kind of number as a pack names it: a letter (i whole, u not below 0, f with a fraction, b a truth value) and its bytes. @param {string} text @returns {Kind} */
function numberKind(text) {
  const size = Number(text.slice(1));
  const wide = size === 8 && text[0] !== "f";
  const name = `${wide ? "Big" : ""}${KINDS[text[0]]}${8 * size}`;
  const getter = /** @type {"getInt32"} */ (`get${name}`), setter = /** @type {"setInt32"} */ (`set${name}`), wider = /** @type {"getBigInt64"} */ (`get${name}`);
  /** @param {DataView} view @param {number} at @param {number} value */
  const write = (view, at, value) => view[setter](at, wide ? /** @type {number} */ (/** @type {unknown} */ (BigInt(value))) : value, true);
  if (text[0] === "b") return {size, write, read: (view, at) => view.getUint8(at) !== 0};
  if (size === 1) return {size, write, read: (view, at) => view[getter](at)};
  if (wide) return {size, write, read: (view, at) => small(view[wider](at, true))};
  return {size, write, read: (view, at) => view[getter](at, true)};
}

/** A whole number as a number, where one can hold it. @param {bigint} big */
export const small = big => (Number.isSafeInteger(Number(big)) ? Number(big) : big);

/** A kind of record: where its fields lie, from the `fields` and `bytes` of a pack. @param {FieldWords[]} fields @param {number} bytes @returns {RecordKind} */
export function recordKind(fields, bytes) {
  /** @type {Map<string, Field>} */
  const places = new Map(fields.map(({name, offset, shape, type, bytes: inner}) => {
    /** @type {Kind} */
    const kind = typeof type === "string" ? numberKind(type) : recordKind(type, inner);
    return [name, {offset, shape, kind, strides: stridesOf(shape, kind.size)}];
  }));
  class Named extends Row {} // fields go by name, too: `state.units`, as rules have it
  for (const name of places.keys()) if (!(name in Row.prototype)) Object.defineProperty(Named.prototype, name, {get() { return this.field(name); }});
  /** @type {RecordKind} */
  const kind = {size: bytes, places, read: (view, at) => new Named(view, kind, at)};
  return kind;
}

/** @param {number[]} shape @param {number} size */
function stridesOf(shape, size) {
  /** @type {number[]} */
  const strides = [];
  for (let k = shape.length - 1, step = size; k >= 0; step *= shape[k--]) strides[k] = step;
  return strides;
}

/** @param {string} name @returns {never} */
function missing(name) {
  throw new RangeError(`a record has no field ${name}`);
}

/** One record. */
export class Row {
  /** @type {DataView} */ #view;
  /** @type {RecordKind} */ #kind;
  /** @type {number} */ #start;

  /** @param {DataView} view @param {RecordKind} kind @param {number} start */
  constructor(view, kind, start) {
    this.#view = view;
    this.#kind = kind;
    this.#start = start;
  }

  /** Nobody changes these bytes. */
  copy() {
    return this;
  }

  /** @param {string} name @returns {Value} */
  field(name) {
    const place = this.#kind.places.get(name) ?? missing(name);
    const at = this.#start + place.offset;
    return place.shape.length ? new Numbers(this.#view, place.kind, place.shape, place.strides, at) : place.kind.read(this.#view, at);
  }

  /** A copy in which a unit has other fields, `[name, value]` each: as `standing` of `envs/core/console.py`. @param {number} slot @param {Iterable<[name: string, value: number]>} changes */
  standing(slot, changes) {
    const copy = new DataView(this.#view.buffer.slice(this.#view.byteOffset + this.#start, this.#view.byteOffset + this.#start + this.#kind.size));
    const {offset, strides, kind} = this.#kind.places.get("units") ?? missing("units");
    for (const [name, value] of changes) {
      const field = kind.places?.get(name) ?? missing(name);
      field.kind.write?.(copy, offset + slot * strides[0] + field.offset, value);
    }
    return this.#kind.read(copy, 0);
  }
}

/** A part of a sequence: from, to, by. */
export class Slice {
  /** @param {number | null} from @param {number | null} to @param {number | null} by */
  constructor(from, to, by) {
    this.from = from;
    this.to = to;
    this.by = by;
  }

  /** The first place, how many there are, and the step, in a sequence of a length. @param {number} length @returns {[first: number, count: number, step: number]} */
  of(length) {
    const by = this.by === null ? 1 : Number(this.by);
    const clip = (/** @type {number | null} */ value, /** @type {number} */ otherwise) => (value === null ? otherwise : Math.min(Math.max(Number(value) + (value < 0 ? length : 0), by < 0 ? -1 : 0), by < 0 ? length - 1 : length));
    const [from, to] = [clip(this.from, by < 0 ? length - 1 : 0), clip(this.to, by < 0 ? -1 : length)];
    return [from, Math.max(0, Math.ceil((to - from) / by)), by];
  }
}

/** Numbers or records in rows, as NumPy has them: of memory, or worked out. */
export class Numbers {
  /** @param {DataView | Value[]} source @param {Kind} kind @param {number[]} shape @param {number[]} strides @param {number} start */
  constructor(source, kind, shape, strides, start) {
    this.source = source;
    this.kind = kind;
    this.shape = shape;
    this.strides = strides;
    this.start = start;
  }

  /** @param {Value[]} values */
  static of(values, shape = [values.length]) {
    return new Numbers(values, PLAIN, shape, stridesOf(shape, 1), 0);
  }

  get length() {
    return this.shape[0];
  }

  /** An element, a row, a field of all records, those where a mask is true, those at some places, a part, or what several of these leave. @param {Value} index @returns {Value} */
  at(index) {
    if (this.shape.length === 1 && index >= 0 && index < this.shape[0]) return this.kind.read(this.source, this.start + index * this.strides[0]);
    if (typeof index === "string") {
      const {offset, shape, kind, strides} = this.kind.places?.get(index) ?? missing(index);
      return new Numbers(this.source, kind, [...this.shape, ...shape], [...this.strides, ...strides], this.start + offset);
    }
    if (index instanceof Numbers) {
      const places = index.flat();
      const chosen = typeof places[0] === "boolean" ? [...this].filter((_, k) => places[k]) : places.map(place => this.at(place));
      return chosen[0] instanceof Numbers ? Numbers.of(chosen.flatMap(row => row.flat()), [chosen.length, ...chosen[0].shape]) : new Chosen(chosen);
    }
    if (Array.isArray(index)) {
      /** @type {Value} */
      let found = this;
      let axis = 0;
      for (const one of index) {
        found = found.along(axis, one);
        if (one instanceof Slice) axis += 1;
      }
      return found;
    }
    return this.along(0, index);
  }

  /** An element or a part along an axis. @param {number} axis @param {Value} index @returns {Value} */
  along(axis, index) {
    const [shape, strides] = [[...this.shape], [...this.strides]];
    if (index instanceof Slice) {
      const [from, count, by] = index.of(shape[axis]);
      const start = this.start + from * strides[axis];
      shape[axis] = count;
      strides[axis] *= by;
      return new Numbers(this.source, this.kind, shape, strides, start);
    }
    const place = index < 0 ? Number(index) + shape[axis] : Number(index);
    if (!(place >= 0 && place < shape[axis])) throw new RangeError(`place ${index} of ${shape[axis]}`);
    const start = this.start + place * strides[axis];
    if (shape.length === 1) return this.kind.read(this.source, start);
    shape.splice(axis, 1);
    strides.splice(axis, 1);
    return new Numbers(this.source, this.kind, shape, strides, start);
  }

  /** Put a value among values that were worked out; those of memory stay. @param {number} index @param {Value} value */
  put(index, value) {
    /** @type {Value[]} */ (this.source)[this.start + index * this.strides[0]] = value;
  }

  [Symbol.iterator]() {
    return (this.shape.length === 1 ? this.flat() : Array.from({length: this.shape[0]}, (_, k) => this.along(0, k)))[Symbol.iterator]();
  }

  /** All elements, one after another. */
  flat() {
    const {source, kind, shape, strides} = this;
    /** @type {Value[]} */
    const found = [];
    const walk = (/** @type {number} */ axis, /** @type {number} */ start) => {
      for (let k = 0, at = start; k < shape[axis]; k++, at += strides[axis]) {
        if (axis === shape.length - 1) found.push(kind.read(source, at));
        else walk(axis + 1, at);
      }
    };
    walk(0, this.start);
    return found;
  }

  /** Of each element with another one, or with that of another array of this shape. @param {Value} other @param {(one: Value, other: Value) => Value} what @returns {Numbers} */
  with(other, what) {
    if (other instanceof Numbers) {
      const others = other.flat();
      if (String(other.shape) !== String(this.shape)) throw new RangeError(`arrays of ${this.shape} and ${other.shape}`);
      return Numbers.of(this.flat().map((one, k) => what(one, others[k])), this.shape);
    }
    return Numbers.of(this.flat().map(one => what(one, other)), this.shape);
  }

  /** @param {(one: Value) => Value} what */
  map(what) {
    return Numbers.of(this.flat().map(one => what(one)), this.shape);
  }

  /** @param {{axis?: number | null}} more @returns {Value} */
  sum({axis = null} = {}) {
    if (axis === null) return this.flat().reduce((sum, one) => sum + Number(one), 0);
    const rows = axis === 0 ? Array.from({length: this.shape[1]}, (_, k) => this.along(1, k)) : [...this];
    return Numbers.of(rows.map(row => row.sum()));
  }

  any() {
    return this.flat().some(Boolean);
  }

  all() {
    return this.flat().every(Boolean);
  }

  max() {
    return Math.max(...this.flat());
  }

  min() {
    return Math.min(...this.flat());
  }

  /** @param {...number} shape */
  reshape(...shape) {
    return Numbers.of(this.flat(), shape);
  }

  /** @returns {Value[]} */
  tolist() {
    return this.shape.length === 1 ? this.flat() : [...this].map(row => row.tolist());
  }
}

/** Records that were chosen from others, no longer side by side. */
class Chosen extends Numbers {
  /** @param {Row[]} records */
  constructor(records) {
    super(records, PLAIN, [records.length], [1], 0);
    this.records = records;
  }

  /** @param {Value} index @returns {Value} */
  at(index) {
    return typeof index === "string" ? Numbers.of(this.records.map(record => record.field(index))) : super.at(index);
  }
}

/** Nested lists of numbers. @param {Value[]} rows */
export function array(rows) {
  /** @type {number[]} */
  const shape = [];
  for (let row = rows; Array.isArray(row); row = row[0]) shape.push(row.length);
  return Numbers.of(rows.flat(Infinity), shape);
}

export const flatnonzero = (/** @type {Numbers} */ numbers) => Numbers.of(numbers.flat().flatMap((one, k) => (Number(one) !== 0 ? [k] : [])));

export const zeros = (/** @type {number} */ count) => Numbers.of(new Array(count).fill(0));
