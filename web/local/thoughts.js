// What agents make of a position, as `agents/serving/thoughts.py` has it, with a budget of time.

import {breath, Search} from "./search.js";
import {ranked} from "./network.js";

/** @import {Drawer} from "../drawer.js" */
/** @import {Game} from "../rules.js" */
/** @import {BlunderTold, Liked} from "../types.d.ts" */
/** @import {Agent} from "./agents.js" */
/** @import {Network} from "./network.js" */
/** @typedef {{at: number, seat: number, action: number, better: number, loss: number, value: number, game: Game}} Blunder an answer that gave much away. */

const SHOWN = 8, FUTURES = 16; // answers; games that are played for each
const MOST = 64; // games that are played to judge a position
const AHEAD = 4, LOOKS = 3, BETWEEN = 4; // futures in which a network judges a position, how often in each, and answers from one time to the next
const LONG = 400; // milliseconds for thoughts of a search
const SHORT = 60; // for a position of the graph, or a first look at an answer
const TRIED = 3, FIRST = 8, SECOND = 128, SUSPECTS = 24; // answers compared with the one given; futures of each; of those that seem worse, and how many of them
const LEAST = 0.1, LUCK = 2; // loss of expected result; standard errors of which it must be larger

/**
 * What an agent makes of a game: `answers`, the best first, and the `value` of all for who is asked.
 * @param {Agent} agent @param {Game} game @param {Drawer} drawer @returns {Promise<{value: number | null, answers: Liked[]}>}
 */
export async function thoughtsOf(agent, game, drawer) {
  const network = agent instanceof Search ? agent.judge.network : agent.network;
  /** @type {number | null} */
  let value = null;
  /** @type {{action: number, share: number | null, value: number | null}[]} */
  let liked = [];
  if (network) {
    const {actions, logs, value: judged} = network.judge(game);
    value = judged;
    liked = ranked(logs).slice(0, SHOWN).map((place) => ({action: actions[place], share: Math.exp(logs[place]), value: null}));
  } else if (!(agent instanceof Search)) {
    liked = [{action: await agent.act(game, {over: false}), share: 1, value: null}];
  }
  if (agent instanceof Search) {
    const tried = agent.judge.propose(game, Math.min(SHOWN, agent.width)), sums = tried.map(() => 0);
    let futures = 0;
    for (const end = performance.now() + LONG; futures < FUTURES && (futures === 0 || performance.now() < end); futures++) {
      tried.forEach((action, k) => { sums[k] += agent.tryOut(game, action, futures); });
      await breath();
    }
    const shares = new Map(liked.map(({action, share}) => [action, share]));
    liked = ranked(sums).map((k) => ({action: tried[k], share: shares.get(tried[k]) ?? null, value: sums[k] / futures}));
    value = liked[0].value;
  }
  return {
    value: short(value),
    answers: liked.map(({action, share, value: worth}) => {
      const [kind, , place] = drawer.placed(game.record, action);
      return {
        action, text: drawer.called(game.record, action), share: short(share), value: short(worth),
        cell: kind === "cell" ? place : null, unit: kind === "unit" ? place[0] : null,
      };
    }),
  };
}

/** What every seat may expect of a game that is not over: a network says so, or the strongest bot plays it out. @param {Agent} agent @param {Game} game @returns {Promise<number[]>} */
export async function worthOf(agent, game) {
  const network = agent instanceof Search ? agent.judge.network : agent.network, seats = game.rewards.length;
  if (network && seats === 2) {
    const value = within(ahead(network, game));
    await breath();
    return [value, -value];
  }
  /** @type {number[]} */
  const sums = Array(seats).fill(0);
  const strongest = Array(seats).fill(game.scenario.sizes.bots - 1);
  let played = 0;
  for (const end = performance.now() + SHORT; played < MOST && (played === 0 || performance.now() < end); played++) {
    const copy = game.copy();
    copy.record[game.scenario.fields.listening.offset] = 0;
    copy.reseed(played).play(-1, strongest).rewards.forEach((reward, seat) => { sums[seat] += reward; });
  }
  await breath();
  return sums.map((sum) => within(sum / played));
}

/** What the first of two seats may expect: the mean over some futures, each judged now and a few answers later, as `agents/judging.py` has it. @param {Network} network @param {Game} game */
function ahead(network, game) {
  const strongest = game.scenario.sizes.bots - 1;
  let total = 0;
  for (let future = 0; future < AHEAD; future++) {
    const copy = game.copy();
    copy.record[game.scenario.fields.listening.offset] = 0;
    copy.reseed(future);
    for (let look = 0; look < LOOKS; look++) {
      for (let k = 0; look && k < BETWEEN && !copy.turn.over; k++) copy.step(copy.ask(strongest));
      total += copy.turn.over ? copy.rewards[0] : network.judge(copy).value * (copy.turn.decider === 0 ? 1 : -1);
    }
  }
  return total / (AHEAD * LOOKS);
}

/**
 * The answers of a game that gave most away, as `agents/judging.py` finds them, with a budget of time; before that, how many have been looked at.
 * @param {Search} search that compares answers. @param {(at: number) => Game} position of the game, by number. @param {number[]} actions that were given.
 */
export async function* blundersOf(search, position, actions) {
  /** @type {{at: number, given: number, better: number, lead: number}[]} */
  const suspects = [];
  for (const [at, given] of actions.entries()) {
    const game = position(at), tried = [given, ...search.judge.propose(game, TRIED).filter((action) => action !== given)];
    if (tried.length > 1) {
      const sums = await leadsOf(search, game, tried, 0, FIRST, SHORT), best = ranked(sums.map(({sum}) => sum))[0];
      if (sums[best].sum > 0) suspects.push({at, given, better: tried[best], lead: sums[best].sum / sums[best].played});
    }
    yield {looked: at + 1, found: null};
  }
  /** @type {Blunder[]} */
  const found = [];
  for (const {at, given, better} of suspects.sort((a, b) => b.lead - a.lead || a.at - b.at).slice(0, SUSPECTS)) {
    const game = position(at), [, {sum, square, played, own}] = await leadsOf(search, game, [given, better], FIRST, SECOND, LONG);
    const loss = sum / played, error = Math.sqrt(Math.max(square / played - loss * loss, 0) / played);
    if (played > 1 && loss > Math.max(LEAST, LUCK * error)) found.push({at, seat: game.turn.decider, action: given, better, loss, value: own / played, game});
  }
  yield {looked: actions.length, found: found.sort((a, b) => b.loss - a.loss)};
}

/**
 * By how much each action leads the first one in the same futures, in sum; as many futures as time allows.
 * @param {Search} search @param {Game} game @param {number[]} tried @param {number} from @param {number} most @param {number} long
 */
async function leadsOf(search, game, tried, from, most, long) {
  const sums = tried.map(() => ({sum: 0, square: 0, own: 0, played: 0}));
  for (let future = from, end = performance.now() + long; future < from + most && (future < from + 2 || performance.now() < end); future++) {
    const rewards = tried.map((action) => search.tryOut(game, action, future));
    for (const [k, one] of sums.entries()) {
      const more = rewards[k] - rewards[0];
      one.sum += more;
      one.square += more * more;
      one.own += rewards[k];
      one.played++;
    }
    await search.breathe();
  }
  return sums;
}

/** A blunder as the page reads it. @param {Blunder} blunder @param {Drawer} drawer @returns {BlunderTold} */
export function blunderOf({at, seat, action, better, loss, value, game}, drawer) {
  const [kind, , place] = drawer.placed(game.record, better);
  return {
    at, seat, asked: drawer.asks(game.record), said: drawer.text(game.record, action), better: drawer.text(game.record, better),
    words: [drawer.called(game.record, action), drawer.called(game.record, better)], loss: within(loss), value: within(value),
    cell: kind === "cell" ? place : null, unit: kind === "unit" ? place[0] : null,
  };
}

/** A result of -1 to 1, in four decimals. @param {number} number */
const within = (number) => Math.round(Math.min(Math.max(number, -1), 1) * 1e4) / 1e4;

const short = (/** @type {number | null} */ number) => number === null ? null : within(number);
