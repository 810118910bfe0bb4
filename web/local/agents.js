// Agents by their names, as `agents/names.py` reads them. An agent has `act(game, wish)`, which gives a legal action, or a promise of one.

import {uniform} from "./chance.js";
import {Refusal} from "./library.js";
import {Network, pick, ranked} from "./network.js";
import {BotJudge, NetworkJudge, Search, readBudget} from "./search.js";
import {legalOf} from "./session.js";

/** @import {Game} from "../rules.js" */
/** @import {SiteGame} from "../types.d.ts" */
/** @import {Library} from "./library.js" */
/** @import {Wish} from "./search.js" */
/** @import {Setting} from "./setting.js" */
/** @typedef {{network: Network | null, act: (game: Game, wish: Wish) => number | Promise<number>}} Agent who answers; `network` is what judges positions for it. */

export const PERSON = "person";
const SALT = 53, ERRS = 61, WHICH = 67, NEAR = 73;
const SLACKS = [0.1, 64];
const SHARE = /^0\.(?!0+$)\d\d?$/, NAMED = /^(mcts:[^:]+|(?:ppo|look):.+)@(0\.(?!0+$)\d\d?)$/; // of answers that are random
const BLIND = 64, WIDTH = 8, AHEAD = 4; // actions that a search tries: by a bot that likes all alike, by another one, by a network
const SIMULATIONS = 2000, SECONDS = 10; // that a search may take for one decision
export const LIMITS = {file: 200_000, files: 0, simulations: SIMULATIONS, seconds: SECONDS};

/** A bot of the rules. */
class Bot {
  network = null;

  /** @param {number} bot */
  constructor(bot) {
    this.bot = bot;
  }

  /** @param {Game} game */
  act(game) {
    return game.ask(this.bot);
  }
}

/** Another agent, but for a share of random legal answers. */
class Erring {
  /** @param {Agent} agent @param {number} share */
  constructor(agent, share) {
    this.agent = agent;
    this.share = share;
    this.network = agent.network;
  }

  /** @param {Game} game @param {Wish} wish @returns {number | Promise<number>} */
  act(game, wish) {
    if (uniform(game, ERRS) >= this.share) return this.agent.act(game, wish);
    const legal = legalOf(game);
    return legal[Math.trunc(uniform(game, WHICH) * legal.length)];
  }
}

/** An action that the strongest bot likes nearly as well as its favourite, as `agents/kinds/near.py` has it. */
class Near {
  network = null;

  /** @param {number} slack @param {Setting} setting */
  constructor(slack, {rules: {words}}) {
    const [behind, rank] = ["behind", "rank"].map((name) => words.action_features.indexOf(name));
    if (behind < 0 || rank < 0) throw new Refusal("this game does not tell how good its actions are; name another agent, such as bot:simple");
    this.slack = slack;
    this.behind = behind;
    this.rank = rank;
    this.width = words.action_features.length;
    this.blocks = words.blocks;
  }

  /** @param {Game} game */
  act(game) {
    const {actions, rows} = game.encode(), among = Math.max(2, Math.trunc((actions.length + 1) / 2));
    /** @type {number[]} */
    const below = [];
    for (const [k, action] of actions.entries()) {
      const isBetter = Math.round(1 / rows[k * this.width + this.rank]) - 1 < among;
      below.push((below.at(-1) ?? 0) + (isBetter ? this.#weight(action, rows[k * this.width + this.behind]) : 0));
    }
    const wanted = uniform(game, NEAR) * (below.at(-1) ?? 0), chosen = below.findIndex((sum) => sum > wanted);
    return actions[chosen < 0 ? actions.length - 1 : chosen];
  }

  /** How likely an action is, as against the best; none that passes, or ends what is being done, unless it is the best. @param {number} action @param {number} behind */
  #weight(action, behind) {
    return behind > 0 && this.#ends(action) ? 0 : Math.exp(-(behind / Math.max(1 - behind, 1e-6)) / this.slack);
  }

  /** @param {number} action */
  #ends(action) {
    const block = this.blocks.find(({start, size}) => action >= start && action < start + size);
    return block?.name === "pass" || block?.options?.[action - block.start] === "end";
  }
}

/** A network's favourite action, or a draw from its probabilities. */
class NetworkAgent {
  /** @param {Network} network */
  constructor(network) {
    this.network = network;
  }

  /** @param {Game} game */
  act(game) {
    const {actions, logs} = this.network.judge(game);
    return actions[this.network.greedy ? ranked(logs)[0] : pick(logs, uniform(game, SALT))];
  }
}

/**
 * The agent that a name stands for.
 * @param {string} name
 * @param {Setting} setting that it is to play.
 * @param {SiteGame} facts of the game: `levels`, and `agents`, the trained ones with their files and the scenarios that they play.
 * @param {Library} library @returns {Promise<Agent>}
 */
export async function agentOf(name, setting, facts, library) {
  const [kind, ...rest] = name.split(":");
  const {bots} = setting.rules.words;
  const [, able, share] = name.match(NAMED) ?? [];
  if (share) return new Erring(await agentOf(able, setting, facts, library), Number(share));
  if (name === "random") return new Bot(0);
  if (kind === "near") return new Near(readSlack(rest[0] ?? ""), setting);
  if (kind === "easy" && facts.easy[rest[0]]) return agentOf(facts.easy[rest[0]], setting, facts, library);
  if (kind === "level" && facts.levels[rest[0]]) return agentOf(facts.levels[rest[0]], setting, facts, library);
  if (kind === "bot") return new Bot(botNumber(rest.join(":"), setting));
  if (kind === "mcts") {
    const budget = readBudget(rest[0] ?? "");
    if (!budget || budget.amount > (budget.timed ? SECONDS : SIMULATIONS)) {
      throw new Refusal(`${name}: from 1 to ${SIMULATIONS} simulations or up to ${SECONDS} seconds a decision, as in mcts:100 or mcts:0.5s`);
    }
    const bot = rest[1] ? botNumber(rest[1], setting) : bots.length - 1;
    return new Search(new BotJudge(bot), budget, bot % 8 === 0 ? BLIND : WIDTH);
  }
  const found = facts.agents[knownAs(name, setting, facts)];
  if (!found) throw new Refusal(`nobody called ${name} plays here; known: ${[PERSON, "random", ...bots.slice(1).map((bot) => `bot:${bot}`), "mcts:100", ...Object.keys(facts.agents)].join(", ")}`);
  if (!found.plays.includes(`${setting.scenario}-${setting.seats}`)) throw new Refusal(`${name} was trained for another scenario, and plays: ${found.plays.join(", ").replaceAll(/-\d/g, "")}`);
  if (!setting.whole) throw new Refusal(`${name} was trained without these options; leave them as the scenario says, or choose another player`);
  const places = found.places?.[`${setting.scenario}-${setting.seats}`] ?? "";
  const network = await library.once(`network ${found.file} ${places}`, async () => new Network(await library.bytes(found.file), places ? await library.json(places) : null));
  network.check(setting.rules.sizes);
  return kind === "look" ? new Search(new NetworkJudge(network), readBudget(rest[0]) ?? {amount: 128, timed: false}, AHEAD) : new NetworkAgent(network);
}

/** The search by which an agent compares answers. @param {Agent} agent @param {string} name */
export function searcherOf(agent, name) {
  if (agent instanceof Search) return agent;
  if (!agent.network) throw new Refusal(`${name} judges nothing: name a trained agent, or a search such as mcts:64`);
  return new Search(new NetworkJudge(agent.network), {amount: 128, timed: false}, AHEAD);
}

/** The name under which a site knows an agent: without its share of errors, and with the scenario where only the game is named, or for a `*`. @param {string} name @param {Pick<Setting, "scenario" | "seats">} setting @param {SiteGame} facts */
export function knownAs(name, {scenario, seats}, facts) {
  const able = name.match(NAMED)?.[1] ?? name;
  if (!able.endsWith(`:${facts.name}`) && !able.includes(`:${facts.name}/*`)) return able;
  const pattern = able.includes("*") ? able : `${able}/*`;
  return [`${scenario}-${seats}`, scenario].map((named) => pattern.replace("*", named)).find((one) => one in facts.agents) ?? able;
}

/** @param {string} text */
function readSlack(text) {
  const slack = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  if (!(slack >= SLACKS[0] && slack <= SLACKS[1])) throw new Refusal(`${text} is no slack; write a number from ${SLACKS[0]} to ${SLACKS[1]} with at most two decimals, as in near:2`);
  return slack;
}

/** @param {string} name @param {Setting} setting */
function botNumber(name, setting) {
  const [plain, share, more] = name.split("@"), {bots} = setting.rules.words;
  const known = plain === "strongest" ? bots[bots.length - 1] : plain;
  if (!bots.includes(known)) throw new Refusal(`no bot is called ${plain}; known: ${bots.join(", ")}`);
  if (more !== undefined || (share !== undefined && !SHARE.test(share))) throw new Refusal(`${name}: the share of random answers is 0.01 to 0.99, as in ${plain}@0.5`);
  return setting.rules.bot(share ? `${known}@${share}` : known);
}
