// A player in JavaScript: it fights where it can, else takes any answer that does not end its turn. Node runs it, without any package.
//
//     skirmish-rl evaluate --ruleset tide_of_iron --scenario duel --agents random 'exec:node examples/players/player.mjs' --games 20

import {createInterface} from "node:readline";

const ENDS = /do not|nobody|no more|stay|end the|stop|finished|wait|fatigue/i;
const FIGHT = /attack|engage|fire|shoot|fight|charge|assault|strike/i;

/** One of some values, by chance. */
const any = (values) => values[Math.floor(Math.random() * values.length)];

/** The answer to a question. */
function choose({number, answers}) {
  const going = answers.filter(({phrase}) => !ENDS.test(phrase));
  const fighting = going.filter(({phrase}) => FIGHT.test(phrase));
  const {action} = any(fighting.length ? fighting : going.length ? going : answers);
  return {number, action};
}

for await (const line of createInterface({input: process.stdin})) {
  const said = JSON.parse(line);
  const answer = said.say === "choose" ? choose(said) : {say: "hello", name: "javascript", map: false};
  process.stdout.write(JSON.stringify(answer) + "\n");
}
