// Trained networks: the products of matrices of `agents/network.py`, on weights from a safetensors file.

import {Refusal} from "./library.js";

/** @import {Game, Sizes} from "../rules.js" */
/** @typedef {{shape: number[], numbers: Float32Array}} Tensor numbers in rows. */
/** @typedef {{policy: string, consider?: number, blocks: number}} NetworkConfig what kind of network it is. */
/** @typedef {{actions: Int32Array, logs: Float32Array, value: number}} Judgement legal actions, the logarithms of their probabilities, and what the decider may expect. */

/** The arrays of a safetensors file as {shape, numbers}, and what it says of them. @param {Uint8Array} bytes */
export function readTensors(bytes) {
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const {__metadata__: texts, ...arrays} = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)));
  /** @type {Record<string, any>} `any`: facts of every kind, which who reads them knows. */
  const facts = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(/** @type {string} */ (text))]));
  /** @type {Record<string, Tensor>} */
  const weights = Object.fromEntries(Object.entries(/** @type {Record<string, {dtype: string, shape: number[], data_offsets: [number, number]}>} */ (arrays)).map(([name, {dtype, shape, data_offsets: [first, last]}]) => [
    name, {shape, numbers: floats(dtype, bytes.slice(8 + size + first, 8 + size + last).buffer)},
  ]));
  return {weights, facts};
}

/** Numbers of a file, F32 or F16, as a Float32Array. @param {string} dtype @param {ArrayBuffer} buffer */
function floats(dtype, buffer) {
  if (dtype === "F32") return new Float32Array(buffer);
  return Float32Array.from(new Uint16Array(buffer), half => {
    const exponent = (half >> 10) & 31, rest = half & 1023;
    return (half >> 15 ? -1 : 1) * (exponent ? 2 ** (exponent - 15) * (1 + rest / 1024) : rest * 2 ** -24);
  });
}

export class Network {
  /** @param {Uint8Array} bytes of a safetensors file. @param {number[] | null} places where the columns that it reads stand in a position, -1 for nowhere; null: it reads all, in their order. */
  constructor(bytes, places = null) {
    const {weights, facts} = readTensors(bytes);
    this.places = places;
    this.weights = weights;
    /** @type {NetworkConfig} */
    this.config = facts.network;
    /** @type {boolean} */
    this.greedy = facts.greedy;
  }

  /** Refuse a game whose positions or actions have other columns than the network reads. @param {Sizes} sizes */
  check(sizes) {
    const first = this.weights[this.config.policy === "mlp" ? "actor.0.weight" : "see.weight"], row = this.weights["row.weight"];
    const width = this.places?.length ?? sizes.position;
    if (first.shape[1] !== width || this.places?.some((place) => place >= sizes.position) || (row && row.shape[1] !== sizes.row)) throw new Refusal("the network was made for another scenario or other options");
  }

  /** What it thinks of a game that is not over: flat actions, the logarithms of their probabilities, and what the decider may expect. @param {Game} game @returns {Judgement} */
  judge(game) {
    const {actions, rows, position: whole} = game.encode(this.config.consider);
    const position = this.places ? Float32Array.from(this.places, (place) => whole[place] ?? 0) : whole;
    const {scores, value} = this.config.policy === "rows" ? this.#byRows(actions.length, rows, position)
      : this.config.policy === "residual" ? this.#byBlocks(actions, position) : this.#byNumbers(actions, position);
    return {actions, logs: logSoftmax(scores), value};
  }

  /** @param {number} count @param {Float32Array} rows @param {Float32Array} position */
  #byRows(count, rows, position) {
    const seen = this.#layer("see", position, 1);
    const deep = seen.length / 2;
    const each = this.#layer("row", rows, count);
    const summary = this.#layer("summary.1", positive(seen.slice(0, deep)), 1);
    const wide = summary.length, mean = new Float32Array(wide), mixed = new Float32Array(each.length);
    for (let k = 0; k < each.length; k++) {
      mean[k % wide] += each[k];
      mixed[k] = Math.max(each[k] + summary[k % wide], 0);
    }
    const judged = this.#layer("mean", mean.map((sum) => sum / count), 1).map((one, k) => one + seen[deep + k]);
    return {
      scores: this.#layer("score", positive(this.#layer("mix", mixed, count)), count),
      value: this.#layer("value.3", positive(this.#layer("value.1", positive(judged), 1)), 1)[0],
    };
  }

  /** @param {Int32Array} actions @param {Float32Array} position */
  #byNumbers(actions, position) {
    const all = this.#deep("actor", position);
    return {scores: Float32Array.from(actions, (action) => all[action]), value: this.#deep("value", position)[0]};
  }

  /** @param {Int32Array} actions @param {Float32Array} position */
  #byBlocks(actions, position) {
    let seen = positive(this.#layer("see", position, 1));
    for (let block = 0; block < this.config.blocks; block++) {
      const wide = positive(this.#layer(`blocks.${block}.wide`, this.#norm(`blocks.${block}.norm`, seen), 1));
      const added = this.#layer(`blocks.${block}.narrow`, wide, 1);
      seen = seen.map((one, k) => one + added[k]);
    }
    seen = this.#norm("norm", seen);
    const all = this.#layer("score", seen, 1), [loss, , win] = logSoftmax(this.#layer("value", seen, 1)).map(Math.exp);
    return {scores: Float32Array.from(actions, (action) => all[action]), value: win - loss};
  }

  /** @param {string} name @param {Float32Array} inputs */
  #norm(name, inputs) {
    const mean = inputs.reduce((sum, one) => sum + one, 0) / inputs.length;
    const spread = Math.sqrt(inputs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / inputs.length + 1e-5);
    const {numbers: weights} = this.weights[`${name}.weight`], {numbers: biases} = this.weights[`${name}.bias`];
    return inputs.map((one, k) => (one - mean) / spread * weights[k] + biases[k]);
  }

  /** @param {string} name @param {Float32Array} inputs */
  #deep(name, inputs) {
    return this.#layer(`${name}.4`, this.#layer(`${name}.2`, this.#layer(`${name}.0`, inputs, 1).map(Math.tanh), 1).map(Math.tanh), 1);
  }

  /** A layer for `count` inputs, one after another. @param {string} name @param {Float32Array} inputs @param {number} count */
  #layer(name, inputs, count) {
    const {shape: [out, into], numbers} = this.weights[`${name}.weight`], bias = this.weights[`${name}.bias`]?.numbers;
    const outputs = new Float32Array(count * out);
    for (let row = 0; row < count; row++) {
      const from = row * into;
      for (let k = 0; k < out; k++) {
        let sum = bias ? bias[k] : 0;
        for (let i = 0, at = k * into; i < into; i++) sum += inputs[from + i] * numbers[at + i];
        outputs[row * out + k] = sum;
      }
    }
    return outputs;
  }
}

const positive = (/** @type {Float32Array} */ numbers) => numbers.map((one) => Math.max(one, 0));

/** @param {Float32Array} scores */
function logSoftmax(scores) {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const sum = scores.reduce((all, one) => all + Math.exp(one - most), 0);
  return scores.map((one) => one - most - Math.log(sum));
}

/** Places of the highest numbers, the highest first; of equal ones the first. @param {ArrayLike<number>} numbers */
export const ranked = (numbers) => Array.from(numbers, (_, k) => k).sort((a, b) => numbers[b] - numbers[a] || a - b);

/** On which action a number in [0, 1) falls. @param {Float32Array} logs @param {number} number */
export function pick(logs, number) {
  let below = 0;
  for (let k = 0; k < logs.length; k++) {
    below += Math.fround(Math.exp(logs[k]));
    if (below > Math.fround(number)) return k;
  }
  return logs.length - 1;
}
