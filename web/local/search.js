// Search, as `agents/search.py` and `agents/lookahead.py` have it: likely actions on copies of the game, the better half of them on more copies.

import {noise} from "./chance.js";
import {ranked} from "./network.js";

/** @import {Game} from "../rules.js" */
/** @import {Network} from "./network.js" */
/** @typedef {{amount: number, timed: boolean}} Budget of one decision: simulations, or seconds where it is timed. */
/** @typedef {{over: boolean}} Wish becomes true when an answer is no longer wanted. */

const SALT = 71, ROOM = 4096; // copies in one pass, at most
const SURE = 0.75; // standard errors by which an action must lead the favourite
const BREATH = 25; // milliseconds of work between two looks at what the page says
const DEPTH = 4, LIKELY = 0.98; // own decisions before a network judges; so likely an action is the only one worth trying

/** Wait until whatever else is to be done has been done. */
export const breath = () => new Promise((done) => setTimeout(done));

/** A budget of one decision as it stands in an agent's name: "100" simulations, "0.5s", or null for neither. @param {string} text @returns {Budget | null} */
export function readBudget(text) {
  const found = /^([0-9]{1,9})$|^([0-9]{1,9}(?:\.[0-9]+)?)s$/.exec(text);
  const amount = found ? Number(found[1] ?? found[2]) : 0;
  return found && amount > 0 ? {amount, timed: found[1] === undefined} : null;
}

/** A bot tries the actions that it likes best, and plays the copies to their ends. */
export class BotJudge {
  network = null;

  /** @param {number} bot */
  constructor(bot) {
    this.bot = bot;
  }

  /** @param {Game} game @param {number} width */
  propose(game, width) {
    const mask = game.mask();
    /** @type {number[]} */
    const tried = [];
    while (tried.length < width && mask.includes(1)) {
      const action = game.ask(this.bot % 8, mask);
      tried.push(action);
      mask[action] = 0;
    }
    return tried;
  }

  /** What comes of an action for a seat; the game is played on. @param {Game} game @param {number} action @param {number} seat */
  playOut(game, action, seat) {
    return game.play(action, Array(game.rewards.length).fill(this.bot)).rewards[seat];
  }
}

/** A network tries its favourite actions and plays on for a while; then it judges, unless the game is over. The strongest bot answers for the others. */
export class NetworkJudge {
  /** @param {Network} network */
  constructor(network) {
    this.network = network;
  }

  /** @param {Game} game @param {number} width */
  propose(game, width) {
    const {actions, logs} = this.network.judge(game);
    const places = ranked(logs).slice(0, width);
    if (Math.exp(logs[places[0]]) >= LIKELY) places.length = 1;
    return places.filter((place, k) => k === 0 || Math.exp(logs[place]) > 0).map((place) => actions[place]);
  }

  /** @param {Game} game @param {number} action @param {number} seat */
  playOut(game, action, seat) {
    const bots = Array.from(game.rewards, (_, k) => k === seat ? -1 : game.scenario.sizes.bots - 1);
    let reward = game.play(action, bots).rewards[seat];
    for (let left = DEPTH; left >= 0 && !game.turn.over; left--) {
      const {actions, logs, value} = this.network.judge(game);
      if (left === 0) return value;
      reward += game.play(actions[ranked(logs)[0]], bots).rewards[seat];
    }
    return reward;
  }
}

export class Search {
  network = null;
  breathed = 0;

  /**
   * @param {BotJudge | NetworkJudge} judge
   * @param {Budget} budget of one decision.
   * @param {number} width most actions tried.
   */
  constructor(judge, budget, width) {
    this.judge = judge;
    this.budget = budget;
    this.width = budget.timed ? width : Math.min(width, Math.trunc(budget.amount));
  }

  /** The action that did best. `wish.over` becomes true when an answer is no longer wanted. @param {Game} game @param {Wish} wish */
  async act(game, wish) {
    const tried = this.judge.propose(game, this.width);
    return tried.length > 1 ? this.#halve(game, tried, wish) : tried[0];
  }

  /** @param {Game} game @param {number[]} tried @param {Wish} wish */
  async #halve(game, tried, wish) {
    let actions = tried.map((action) => ({action, lead: 0, square: 0})), done = 0;
    const purse = new Purse(this.budget);
    for (let rounds = Math.ceil(Math.log2(actions.length)); rounds > 0; rounds--) {
      purse.open(rounds);
      for (let samples; !wish.over && (samples = purse.buys(actions.length, Math.trunc(ROOM / actions.length)));) {
        const began = performance.now();
        for (const last = done + samples; done < last && !wish.over; done++) {
          const rewards = actions.map(({action}) => this.tryOut(game, action, done));
          actions.forEach((one, k) => {
            const more = rewards[k] - rewards[0];
            one.lead += more;
            one.square += more * more;
          });
          await this.breathe();
        }
        purse.pay(samples * actions.length, (performance.now() - began) / 1000);
      }
      const [favourite, ...others] = actions;
      const best = ranked(others.map((one) => Math.round(one.lead * 1e9))).slice(0, Math.max(2, Math.trunc((actions.length + 1) / 2)) - 1);
      actions = [favourite, ...best.map((place) => others[place])];
    }
    const {lead, square, action} = actions[1];
    const error = Math.sqrt(Math.max(done * square - lead * lead, 0) / (done - 1)); // after a single future nothing is known: NaN, and no lead is enough
    return lead > SURE * error ? action : actions[0].action;
  }

  /** The decider's reward of an action, in a future of a game: the same number is the same dice for all actions. @param {Game} game @param {number} action @param {number} future */
  tryOut(game, action, future) {
    const copy = game.copy();
    copy.record[game.scenario.fields.listening.offset] = 0;
    copy.reseed((BigInt(noise(game, SALT)) << 20n) + BigInt(future));
    return this.judge.playOut(copy, action, game.turn.decider);
  }

  /** Let the page be heard when enough has been worked. */
  async breathe() {
    if (performance.now() - this.breathed < BREATH) return;
    await breath();
    this.breathed = performance.now();
  }
}

/** What is left to spend on a decision: simulations, or seconds. */
class Purse {
  /** @param {Budget} budget */
  constructor(budget) {
    this.timed = budget.timed;
    this.left = budget.amount;
    this.price = 0; // of a simulation, known when something has been bought
    this.share = 0;
  }

  /** So many rounds, this one among them, share what is left alike. @param {number} rounds */
  open(rounds) {
    this.share = this.left / rounds;
  }

  /** Samples of each action that this round can still pay, so many at once; the very first is always one. @param {number} tried @param {number} most */
  buys(tried, most) {
    return this.price ? Math.min(Math.max(0, Math.trunc(this.share / (this.price * tried))), Math.max(1, most)) : 1;
  }

  /** @param {number} simulations @param {number} seconds */
  pay(simulations, seconds) {
    const cost = this.timed ? seconds : simulations;
    this.price = cost / simulations;
    this.share -= cost;
    this.left -= cost;
  }
}
