// Luck of agents, as `agents/kinds/chance.py` has it: the same position of the same game gives the same number.

/** @import {Game} from "../rules.js" */

/** @param {number} x */
function mix(x) {
  x = Math.imul(x ^ (x >>> 16), 0x7FEB352D);
  x = Math.imul(x ^ (x >>> 15), 0x846CA68B);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A number of 32 bits that depends on a game and its decision count; `salt` separates numbers for different purposes. @param {Game} game @param {number} salt */
export function noise(game, salt) {
  const {key: {offset: key}, decisions: {offset: decisions}} = game.scenario.fields;
  const view = new DataView(game.record.buffer, game.record.byteOffset);
  const first = mix((view.getUint32(key, true) + Math.imul(view.getInt32(decisions, true), 0x9E3779B1) + 0xA511E9B3) | 0);
  return mix(((first ^ view.getUint32(key + 4, true)) + Math.imul(salt, 0x2545F491)) | 0);
}

/** The same as a number in [0, 1). @param {Game} game @param {number} salt */
export const uniform = (game, salt) => noise(game, salt) / 2 ** 32;
