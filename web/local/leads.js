// Where an answer leads at once: an attack on the only target that there is, or the targets of the question that follows, as `agents/serving/leads.py` has it.

import {legalOf} from "./session.js";

/** @import {Drawer, Lead} from "../drawer.js" */
/** @import {Game} from "../rules.js" */
/** @import {AnswerGroup, LeadTold, TargetsTold} from "../types.d.ts" */

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

/**
 * Whom the question that follows an answer lets one attack, with the chances against the best of them, by the answers' numbers.
 * @param {Game} game @param {Drawer} drawer @param {AnswerGroup[]} groups the answers. @param {(action: number) => boolean} known tells which have chances of their own.
 */
export function targetsOf(game, drawer, groups, known) {
  /** @type {Record<string, TargetsTold>} */
  const found = {};
  const {decider: seat, decision} = game.turn, open = groups.filter(({kind, ends}) => kind !== "cell" && !ends).flatMap(({answers}) => answers.map(([action]) => action));
  if (groups.reduce((sum, {answers}) => sum + answers.length, 0) > MOST) return found;
  for (const action of open.filter((one) => !known(one))) {
    const after = game.copy().reseed(action).step(action);
    if (after.turn.decision === decision || !drawer.asksOn(after.record, seat)) continue;
    const of = Object.entries(drawer.odds(after.record, after.encode())).map(([number, odds]) => ({placed: drawer.placed(after.record, Number(number)), odds}));
    const units = of.filter(({placed: [kind]}) => kind === "unit").map(({placed: [,, [unit]], odds}) => ({unit: String(unit), odds}));
    if (!units.length) continue;
    const best = units.reduce((most, one) => firstFigure(one.odds) > firstFigure(most.odds) ? one : most);
    found[action] = {units: units.map(({unit}) => unit).sort((one, other) => one.localeCompare(other, "en", {numeric: true})), best: best.unit, odds: best.odds};
  }
  return found;
}

/** The first share that lines of odds tell, in per cent; 0 where they tell none. @param {string[]} lines */
const firstFigure = (lines) => Number(/(\d+) %/.exec(lines.join(" "))?.[1] ?? 0);
