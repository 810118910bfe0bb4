// What is told of the chances of answers, as `agents/serving/showing.py` has it: their own, those of dice that are no attacks, and where an answer leads
// at once: an attack on the only target that there is, or the targets of the question that follows, as `agents/serving/leads.py` has it.

import {legalOf} from "./session.js";

/** @import {Drawer, Lead} from "../drawer.js" */
/** @import {Game} from "../rules.js" */
/** @import {AnswerGroup, Cell, LeadTold, TargetsTold} from "../types.d.ts" */

const MOST = 40; // answers that are tried

/** What is told of the chances of answers and of whom they strike, by their numbers; of those that are cells attacks alone, as `odds_of`. @param {Game} game @param {Drawer} drawer */
export function oddsOf(game, drawer) {
  const found = drawer.odds(game.record, game.encode());
  for (const action of legalOf(game)) {
    if (drawer.placed(game.record, action)[0] === "cell") continue;
    const lines = stakesOf(game, drawer, action);
    if (lines.length) found[action] = [...found[action] ?? [], ...lines];
  }
  return found;
}

/** The same of answers that are a cell, without attacks; nothing where none of them is legal. @param {Game} game @param {Drawer} drawer @param {Cell} cell */
export function oddsAt(game, drawer, cell) {
  if (game.turn.over) return [];
  const here = legalOf(game).filter((action) => {
    const [kind, , place] = drawer.placed(game.record, action);
    return kind === "cell" && String(place) === String(cell);
  });
  return here.map((action) => stakesOf(game, drawer, action)).find((lines) => lines.length) ?? [];
}

/** What is told of the dice of an answer that is no attack, and of whom it strikes, as `agents/serving/stakes.py` has it. @param {Game} game @param {Drawer} drawer @param {number} action */
function stakesOf(game, drawer, action) {
  return drawer.stakes(game.record, action, drawer.faces(game.record).map((face) => triedWith(game, action, face)));
}

/** The record after an answer, with all dice showing a face. @param {Game} game @param {number} action @param {number} face */
function triedWith(game, action, face) {
  const copy = game.copy().reseed(action), {offset, shape: [count]} = game.scenario.fields.tape; // nothing of the true dice, or of what is hidden, shows in what follows
  copy.record.fill(face, offset, offset + count);
  return copy.write("listening", 1).write("tape_next", 0).write("tape_end", count).step(action).record;
}

/** Attacks that follow from answers which do not name their target, by the answers' numbers: the unit that is attacked, and the chances. @param {Game} game @param {Drawer} drawer @param {number[]} legal */
export function leadsOf(game, drawer, legal) {
  /** @type {Record<string, LeadTold>} */
  const found = {};
  const seat = game.turn.decider;
  if (legal.length > MOST) return found;
  for (const action of legal) {
    const [kind, , place] = drawer.placed(game.record, action);
    if (kind === "cell") continue;
    const after = game.copy().reseed(action).step(action).record, lead = drawer.lead(after, seat);
    if (!lead || String(place) === lead.unit) continue;
    found[action] = {unit: lead.unit, odds: drawer.led(game.record, action, after) ?? chances(game.copy(), drawer, lead)};
  }
  return found;
}

/** The chances of a lead's attack, in the game as if its question were asked; none where that needs more than the question's name. @param {Game} game @param {Drawer} drawer @param {Lead} lead */
function chances(game, drawer, lead) {
  game.write("decision", lead.decision).write("subject", lead.subject);
  return String(legalOf(game)) === String(lead.action) ? oddsOf(game, drawer)[lead.action] ?? [] : [];
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
    const of = Object.entries(oddsOf(after, drawer)).map(([number, odds]) => ({placed: drawer.placed(after.record, Number(number)), odds}));
    const units = of.filter(({placed: [kind]}) => kind === "unit").map(({placed: [,, [unit]], odds}) => ({unit: String(unit), odds}));
    if (!units.length) continue;
    const best = units.reduce((most, one) => firstFigure(one.odds) > firstFigure(most.odds) ? one : most);
    found[action] = {units: units.map(({unit}) => unit).sort((one, other) => one.localeCompare(other, "en", {numeric: true})), best: best.unit, odds: best.odds};
  }
  return found;
}

/** The first share that lines of odds tell, in per cent; 0 where they tell none. @param {string[]} lines */
const firstFigure = (lines) => Number(/(\d+) %/.exec(lines.join(" "))?.[1] ?? 0);
