// Game records and tables in the bytes that the rules wrote, read by the names of their fields; and what drawing asks of NumPy's arrays.

const KINDS = {i: "Int", u: "Uint", f: "Float", b: "Uint"};
const PLAIN = {size: 1, read: (values, at) => values[at]};

/** A kind of number as a pack names it: a letter (i whole, u not below 0, f with a fraction, b a truth value) and its bytes. */
function numberKind(text) {
  const size = Number(text.slice(1));
  const wide = size === 8 && text[0] !== "f";
  const name = `get${wide ? "Big" : ""}${KINDS[text[0]]}${8 * size}`;
  const write = (view, at, value) => view[name.replace("get", "set")](at, wide ? BigInt(value) : value, true);
  if (text[0] === "b") return {size, write, read: (view, at) => view.getUint8(at) !== 0};
  if (size === 1) return {size, write, read: (view, at) => view[name](at)};
  if (wide) return {size, write, read: (view, at) => small(view[name](at, true))};
  return {size, write, read: (view, at) => view[name](at, true)};
}

/** A whole number as a number, where one can hold it. */
export const small = big => (Number.isSafeInteger(Number(big)) ? Number(big) : big);

/** A kind of record: where its fields lie, from the `fields` and `bytes` of a pack. */
export function recordKind(fields, bytes) {
  const places = new Map(fields.map(({name, offset, shape, type, bytes: inner}) => {
    const kind = typeof type === "string" ? numberKind(type) : recordKind(type, inner);
    return [name, {offset, shape, kind, strides: stridesOf(shape, kind.size)}];
  }));
  class Named extends Row {} // fields go by name, too: `state.units`, as rules have it
  for (const name of places.keys()) if (!(name in Row.prototype)) Object.defineProperty(Named.prototype, name, {get() { return this.field(name); }});
  const kind = {size: bytes, places, read: (view, at) => new Named(view, kind, at)};
  return kind;
}

function stridesOf(shape, size) {
  const strides = [];
  for (let k = shape.length - 1, step = size; k >= 0; step *= shape[k--]) strides[k] = step;
  return strides;
}

/** One record. */
export class Row {
  #view;
  #kind;
  #start;

  constructor(view, kind, start) {
    this.#view = view;
    this.#kind = kind;
    this.#start = start;
  }

  /** Nobody changes these bytes. */
  copy() {
    return this;
  }

  field(name) {
    const place = this.#kind.places.get(name);
    if (!place) throw new RangeError(`a record has no field ${name}`);
    const at = this.#start + place.offset;
    return place.shape.length ? new Numbers(this.#view, place.kind, place.shape, place.strides, at) : place.kind.read(this.#view, at);
  }

  /** A copy in which a unit has other fields, `[name, value]` each: as `standing` of `envs/core/console.py`. */
  standing(slot, changes) {
    const copy = new DataView(this.#view.buffer.slice(this.#view.byteOffset + this.#start, this.#view.byteOffset + this.#start + this.#kind.size));
    const {offset, strides, kind} = this.#kind.places.get("units");
    for (const [name, value] of changes) {
      const field = kind.places.get(name);
      field.kind.write(copy, offset + slot * strides[0] + field.offset, value);
    }
    return this.#kind.read(copy, 0);
  }
}

/** A part of a sequence: from, to, by. */
export class Slice {
  constructor(from, to, by) {
    this.from = from;
    this.to = to;
    this.by = by;
  }

  /** The first place, how many there are, and the step, in a sequence of a length. */
  of(length) {
    const by = this.by === null ? 1 : Number(this.by);
    const clip = (value, otherwise) => (value === null ? otherwise : Math.min(Math.max(Number(value) + (value < 0 ? length : 0), by < 0 ? -1 : 0), by < 0 ? length - 1 : length));
    const [from, to] = [clip(this.from, by < 0 ? length - 1 : 0), clip(this.to, by < 0 ? -1 : length)];
    return [from, Math.max(0, Math.ceil((to - from) / by)), by];
  }
}

/** Numbers or records in rows, as NumPy has them: of memory, or worked out. */
export class Numbers {
  constructor(source, kind, shape, strides, start) {
    this.source = source;
    this.kind = kind;
    this.shape = shape;
    this.strides = strides;
    this.start = start;
  }

  static of(values, shape = [values.length]) {
    return new Numbers(values, PLAIN, shape, stridesOf(shape, 1), 0);
  }

  get length() {
    return this.shape[0];
  }

  /** An element, a row, a field of all records, those where a mask is true, those at some places, a part, or what several of these leave. */
  at(index) {
    if (this.shape.length === 1 && index >= 0 && index < this.shape[0]) return this.kind.read(this.source, this.start + index * this.strides[0]);
    if (typeof index === "string") {
      const {offset, shape, kind, strides} = this.kind.places.get(index);
      return new Numbers(this.source, kind, [...this.shape, ...shape], [...this.strides, ...strides], this.start + offset);
    }
    if (index instanceof Numbers) {
      const places = index.flat();
      const chosen = typeof places[0] === "boolean" ? [...this].filter((_, k) => places[k]) : places.map(place => this.at(place));
      return chosen[0] instanceof Numbers ? Numbers.of(chosen.flatMap(row => row.flat()), [chosen.length, ...chosen[0].shape]) : new Chosen(chosen);
    }
    if (Array.isArray(index)) {
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

  /** An element or a part along an axis. */
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

  put(index, value) {
    this.source[this.start + index * this.strides[0]] = value;
  }

  [Symbol.iterator]() {
    return (this.shape.length === 1 ? this.flat() : Array.from({length: this.shape[0]}, (_, k) => this.along(0, k)))[Symbol.iterator]();
  }

  /** All elements, one after another. */
  flat() {
    const {source, kind, shape, strides} = this;
    const found = [];
    const walk = (axis, start) => {
      for (let k = 0, at = start; k < shape[axis]; k++, at += strides[axis]) {
        if (axis === shape.length - 1) found.push(kind.read(source, at));
        else walk(axis + 1, at);
      }
    };
    walk(0, this.start);
    return found;
  }

  /** Of each element with another one, or with that of another array of this shape. */
  with(other, what) {
    if (other instanceof Numbers) {
      const others = other.flat();
      if (String(other.shape) !== String(this.shape)) throw new RangeError(`arrays of ${this.shape} and ${other.shape}`);
      return Numbers.of(this.flat().map((one, k) => what(one, others[k])), this.shape);
    }
    return Numbers.of(this.flat().map(one => what(one, other)), this.shape);
  }

  map(what) {
    return Numbers.of(this.flat().map(one => what(one)), this.shape);
  }

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

  reshape(...shape) {
    return Numbers.of(this.flat(), shape);
  }

  tolist() {
    return this.shape.length === 1 ? this.flat() : [...this].map(row => row.tolist());
  }
}

/** Records that were chosen from others, no longer side by side. */
class Chosen extends Numbers {
  constructor(records) {
    super(records, PLAIN, [records.length], [1], 0);
  }

  at(index) {
    return typeof index === "string" ? Numbers.of(this.source.map(record => record.field(index))) : super.at(index);
  }
}

/** Nested lists of numbers. */
export function array(rows) {
  const shape = [];
  for (let row = rows; Array.isArray(row); row = row[0]) shape.push(row.length);
  return Numbers.of(rows.flat(Infinity), shape);
}

export const flatnonzero = numbers => Numbers.of(numbers.flat().flatMap((one, k) => (Number(one) !== 0 ? [k] : [])));

export const zeros = count => Numbers.of(new Array(count).fill(0));
