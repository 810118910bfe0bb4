// What a cell is to a unit that might go there: how far it is, what lies there, and whom it would see.

import {make} from "./dom.js";
import {ground, sights} from "./paint.js";

/** @import {Told as Words} from "./dom.js" */
/** @import {Scene} from "./shapes.js" */
/** @import {Host} from "./talk.js" */
/** @import {Cell, Place} from "./types.d.ts" */

const MOST = 6; // units of one kind that are told by name
const STRIKES = /^strikes /; // the line that names whom an answer would strike
const NAME = /\b[A-DW]\d+\b/g;

/** @typedef {{place: Place | null, odds: string[]}} Told a cell as it is to a unit, and what is told of the dice of answers that are this cell. */

export class Places {
  /** @param {Host} host answers `place`. @param {HTMLElement} board is drawn on. */
  constructor(host, board) {
    this.host = host;
    this.board = board;
    /** @type {Map<string, Told>} */
    this.known = new Map();
    this.wanted = "";
  }

  /** Nothing is pointed at any more. */
  clear() {
    this.wanted = "";
    sights(this.board, null, []);
  }

  /**
   * Tell of a cell, as soon as it is known; what was asked for before is no longer wanted.
   * @param {number} at @param {string} unit @param {Cell} cell @param {(told: Told) => void} tell
   */
  async point(at, unit, cell, tell) {
    const key = this.wanted = `${at} ${unit} ${cell}`;
    if (!this.known.has(key)) {
      tell({place: null, odds: []});
      const told = await this.host.ask({do: "place", at, unit, cell}).then(({place, odds}) => ({place, odds}), () => ({place: null, odds: []}));
      if (this.known.size > 400) this.known.clear();
      this.known.set(key, told);
    }
    if (this.wanted !== key) return;
    const told = this.known.get(key) ?? {place: null, odds: []};
    tell(told);
    const struck = told.odds.find((line) => STRIKES.test(line))?.match(NAME);
    sights(this.board, cell, struck ?? told.place?.groups[0]?.[1].map(([name]) => name) ?? []);
  }
}

/**
 * A cell in a sentence: what lies there, how far it is from a unit, and whom the unit would see.
 * @param {Scene} scene @param {string} unit @param {Cell} cell @param {Place | null} place @param {Words} told
 */
export function placeWords(scene, unit, cell, place, told) {
  const lies = ground(scene, cell);
  const head = [`${cell.join(",")}`, place?.far && unit ? `${place.far} from ${unit}` : ""].filter(Boolean).join(", ");
  const groups = sightWords(place?.groups ?? []);
  const words = [...groups, lies].filter(Boolean).join("; ");
  return [make("b", {}, ...told(head)), ...words ? [": ", ...told(words)] : []];
}

/** Whom a unit would see of how many, or what else is told of others. @param {Place["groups"]} groups */
function sightWords(groups) {
  const [[, seen = []] = [], [second = "", hidden = []] = []] = groups;
  if (second === "does not see") {
    const all = seen.length + hidden.length;
    if (!all) return [];
    return [!seen.length ? `sees none of ${all} enemies` : `sees ${seen.length} of ${all} enemies: ${listed(seen)}`];
  }
  return groups.map(([words, units], k) => units.length ? `${words} ${listed(units)}` : k ? "" : `${words} no enemy`).filter(Boolean);
}

/** Units with what is said of each, the nearest few. @param {[name: string, says: string][]} units */
function listed(units) {
  const shown = units.slice(0, MOST).map(([name, says]) => `${name} (${says})`);
  return shown.join(", ") + (units.length > MOST ? ` and ${units.length - MOST} more` : "");
}
