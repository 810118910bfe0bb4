// What networks and searches of the worker make of positions, for the tests: one line of JSON for each position.

import {readFile} from "node:fs/promises";

const [site, game, scenario, seed, every, most, file, ...names] = process.argv.slice(2);
const load = (name) => import(`${site}/local/${name}.js`);
const [{Library}, {settle}, {Network}, {agentOf}, {oddsAt, oddsOf}] = await Promise.all(["library", "setting", "network", "agents", "leads"].map(load));
const library = new Library(async (name) => new Uint8Array(await readFile(`${site}/${name}`)));
const facts = await library.json(`data/${game}.json`), setting = await settle({game, scenario}, facts, library);
const [weights, places] = file.split(",");
const network = file ? new Network(await library.bytes(weights), places ? await library.json(places) : null) : null;
const agents = await Promise.all(names.map((name) => agentOf(name, setting, facts, library)));
network?.check(setting.rules.sizes);
const position = setting.rules.begin(Number(seed));
for (let left = Number(most); left > 0 && !position.turn.over; position.step(position.ask("strong@0.3"))) {
  if (position.turn.decisions % Number(every)) continue;
  left--;
  const judged = network?.judge(position), answers = [];
  for (const agent of agents) answers.push(await agent.act(position, {over: false}));
  console.log(JSON.stringify({hash: position.hash(), answers, odds: oddsOf(position, setting.drawer), cells: names.length || network ? [] : cellsOf(), ...(judged && {actions: [...judged.actions], logs: [...judged.logs], value: judged.value})}));
}

/** What is told of the dice of some answers that are cells. */
function cellsOf() {
  const {drawer} = setting, mask = position.mask(), cells = [...mask.keys()].filter((action) => mask[action] && drawer.placed(position.record, action)[0] === "cell");
  return cells.filter((_, k) => k % 20 === 0).slice(0, 4).map((action) => drawer.placed(position.record, action)[2]).map((cell) => [cell, oddsAt(position, drawer, cell)]);
}
