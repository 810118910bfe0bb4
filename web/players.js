// Who may sit at a seat.

import {make, playerName} from "./dom.js";

/** Everybody who may sit down, as [value, words] in groups. */
export function playersOf(game, lobby, unfit = []) {
  const bots = game.bots.filter((bot) => bot !== "random");
  const strongest = bots.at(-1);
  const trained = lobby.agents.filter((agent) => (!agent.games || agent.games.includes(game.name)) && !unfit.includes(agent.name));
  const easy = game.easy ?? []; // they take the places of as many of the lowest levels, which answer at random now and then
  const levels = [...easy.map((level) => `easy:${level}`), ...game.levels.slice(easy.length).map((level) => `level:${level}`)].filter((level) => !unfit.includes(level));
  return [
    ["", [["person", "Person at this screen"]]],
    ...(levels.length ? [["Levels, from weak to strong", levels.map((level) => [level, playerName(level)])]] : []),
    ["Bots", [["random", "Random"], ...bots.map((bot) => [`bot:${bot}`, playerName(`bot:${bot}`)]), ...["0.2", "0.5", "0.8"].map((share) => [`bot:${strongest}@${share}`, playerName(`bot:${strongest}@${share}`)])]],
    ["Search", [["mcts:50", "Search, 50 games"], ["mcts:200", "Search, 200 games"], ["mcts:1s", "Search, 1 s"], ["mcts:5s", "Search, 5 s"]]],
    ...(trained.length ? [["Trained", trained.map((agent) => [agent.name, playerName(agent.name)])]] : []),
  ];
}

/** The options of a select for such groups. */
export const optionsOf = (groups) => groups.flatMap(([title, list]) => {
  const options = list.map(([value, name]) => make("option", {value}, name));
  return title ? [make("optgroup", {label: title}, ...options)] : options;
});
