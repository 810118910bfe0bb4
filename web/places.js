// What a cell is to a unit that might go there: how far it is, what lies there, and whom it would see.

import {make} from "./dom.js";
import {ground, sights} from "./paint.js";

/** @import {Told} from "./dom.js" */
/** @import {Scene} from "./shapes.js" */
/** @import {Host} from "./talk.js" */
/** @import {Cell, Place} from "./types.d.ts" */

const MOST = 6; // units of one kind that are told by name

export class Places {
  /** @param {Host} host answers `place`. @param {HTMLElement} board is drawn on. */
  constructor(host, board) {
    this.host = host;
    this.board = board;
    /** @type {Map<string, Place | null>} */
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
   * @param {number} at @param {string} unit @param {Cell} cell @param {(place: Place | null) => void} tell
   */
  async point(at, unit, cell, tell) {
    const key = this.wanted = `${at} ${unit} ${cell}`;
    if (!this.known.has(key)) {
      tell(null);
      const asked = unit ? this.host.ask({do: "place", at, unit, cell}).then(({place}) => place, () => null) : Promise.resolve(null);
      if (this.known.size > 400) this.known.clear();
      this.known.set(key, await asked);
    }
    if (this.wanted !== key) return;
    const place = this.known.get(key) ?? null;
    tell(place);
    sights(this.board, cell, place?.groups[0]?.[1].map(([name]) => name) ?? []);
  }
}

/**
 * A cell in a sentence: what lies there, how far it is from a unit, and whom the unit would see.
 * @param {Scene} scene @param {string} unit @param {Cell} cell @param {Place | null} place @param {Told} told
 */
export function placeWords(scene, unit, cell, place, told) {
  const lies = ground(scene, cell);
  const head = [`${cell.join(",")}`, place?.far && unit ? `${place.far} from ${unit}` : ""].filter(Boolean).join(", ");
  const groups = (place?.groups ?? []).map(([words, units], k) => !units.length ? k ? "" : `${words} no enemy` : `${words} ${listed(units)}`).filter(Boolean);
  return [make("b", {}, ...told(head)), ...told(`${groups.length || lies ? ": " : ""}${[...groups, lies].filter(Boolean).join("; ")}`)];
}

/** Units with what is said of each, the nearest few. @param {[name: string, says: string][]} units */
function listed(units) {
  const shown = units.slice(0, MOST).map(([name, says]) => `${name} (${says})`);
  return shown.join(", ") + (units.length > MOST ? ` and ${units.length - MOST} more` : "");
}
