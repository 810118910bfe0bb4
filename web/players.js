// Who may sit at a seat.

import {make, playerName, spoken} from "./dom.js";

/** @type {[most: number, word: string][]} */
const STRENGTHS = [[25, "hardly an opponent"], [50, "very weak"], [66, "weak"], [88, "fair"], [104, "strong"], [Infinity, "very strong"]]; // up to how many per cent of the strongest bot

/** @import {GameFacts, Lobby} from "./types.d.ts" */
/** @typedef {[value: string, words: string]} Player somebody who may sit down. */
/** @typedef {[title: string, list: Player[]]} Group players under a heading; "" for none. */

/** How strong somebody is, in a word; "" where nobody measured it. @param {number | undefined} strength */
export function strengthWord(strength) {
  return strength === undefined ? "" : STRENGTHS.find(([most]) => strength <= most)?.[1] ?? "";
}

/** A name with how strong it is. @param {GameFacts} game @param {string} value @returns {Player} */
function rated(game, value) {
  const word = strengthWord(game.strengths?.[value]);
  return [value, word ? `${spoken.say(playerName(value))}: ${spoken.say(word)}` : playerName(value)];
}

/**
 * Everybody who may sit down, as [value, words] in groups: levels from weak to strong, bots by their strength, networks, search.
 * @param {GameFacts} game @param {Lobby} lobby @param {string[]} unfit @returns {Group[]}
 */
export function playersOf(game, lobby, unfit = []) {
  const bots = game.bots.filter((bot) => bot !== "random");
  const strongest = bots.at(-1);
  const trained = lobby.agents.filter((agent) => (!agent.games || agent.games.includes(game.name)) && !unfit.includes(agent.name));
  const scripted = ["random", ...["0.8", "0.5", "0.2"].map((share) => `bot:${strongest}@${share}`), ...bots.map((bot) => `bot:${bot}`)];
  const strength = (/** @type {string} */ name) => game.strengths?.[name] ?? 0; // who was not measured keeps his place
  const easy = game.easy ?? []; // they take the places of as many of the lowest levels, which answer at random now and then
  const levels = [...easy.map((level) => `easy:${level}`), ...game.levels.slice(easy.length).map((level) => `level:${level}`)].filter((level) => !unfit.includes(level));
  /** @type {(title: string, list: Player[]) => Group[]} */
  const some = (title, list) => list.length ? [[title, list]] : [];
  /** @type {Player[]} */
  const elsewhere = lobby.guests ? [["guest", "Person elsewhere, by a link"]] : [];
  return [
    ["", [["person", "Person at this screen"], ...elsewhere]],
    ...some("Levels, from weak to strong", levels.map((level) => rated(game, level))),
    ["Bots, from weak to strong", [...scripted].sort((one, other) => strength(one) - strength(other)).map((bot) => rated(game, bot))],
    ...some("Trained networks", trained.map((agent) => rated(game, agent.name))),
    ["Search, the stronger the longer it thinks", [["mcts:50", "Search, 50 games"], ["mcts:200", "Search, 200 games"], ["mcts:1s", "Search, 1 s"], ["mcts:5s", "Search, 5 s"]]],
  ];
}

/** The options of a select for such groups. @param {Group[]} groups @returns {HTMLElement[]} */
export const optionsOf = (groups) => groups.flatMap(([title, list]) => {
  const options = list.map(([value, name]) => make("option", {value}, name));
  return title ? [make("optgroup", {label: title}, ...options)] : options;
});
