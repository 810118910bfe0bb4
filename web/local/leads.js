// Where an answer leads at once: an attack on the only target that there is, as `agents/serving/leads.py` has it.

import {legalOf} from "./session.js";

/** @import {Drawer, Lead} from "../drawer.js" */
/** @import {Game} from "../rules.js" */
/** @import {LeadTold} from "../types.d.ts" */

const MOST = 40; // answers that are tried

/** Attacks that follow from answers which do not name their target, by the answers' numbers: the unit that is attacked, and the chances. @param {Game} game @param {Drawer} drawer @param {number[]} legal */
export function leadsOf(game, drawer, legal) {
  /** @type {Record<string, LeadTold>} */
  const found = {};
  const seat = game.turn.decider;
  if (legal.length > MOST) return found;
  for (const action of legal) {
    const [kind, , place] = drawer.placed(game.record, action);
    if (kind === "cell") continue;
    const lead = drawer.lead(game.copy().reseed(action).step(action).record, seat);
    if (lead && String(place) !== lead.unit) found[action] = {unit: lead.unit, odds: chances(game.copy(), drawer, lead)};
  }
  return found;
}

/** The chances of a lead's attack, in the game as if its question were asked; none where that needs more than the question's name. @param {Game} game @param {Drawer} drawer @param {Lead} lead */
function chances(game, drawer, lead) {
  game.write("decision", lead.decision).write("subject", lead.subject);
  return String(legalOf(game)) === String(lead.action) ? drawer.odds(game.record, game.encode())[lead.action] ?? [] : [];
}
