// What a page without a server shows of positions, one line of JSON for each: node drawn.mjs FOLDER GAME TABLES, with {"record", "actions", "said"} a line on its input.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

const [folder, game, tables] = process.argv.slice(2);
const here = (name) => import(pathToFileURL(`${folder}/${name}`));
const {Drawer} = await here("drawer.js");
const drawer = new Drawer(await here(`${game}.js`), new Uint8Array(readFileSync(tables)));

function shown({record, actions}) {
  const bytes = new Uint8Array(Buffer.from(record, "base64"));
  const {scene, layers} = drawer.drawn(bytes);
  return {
    scene: {...scene, layers: scene.layers.map(([name, key]) => [name, layers[key]])}, summary: drawer.summary(bytes), told: drawer.told(bytes),
    roster: drawer.roster(bytes), seats: drawer.seats(), end: drawer.outcome(bytes), resigned: drawer.outcome(bytes, 1), aim: drawer.aim(bytes),
    decision: drawer.decision(bytes), events: drawer.field(bytes, "noted"), question: actions.length ? drawer.question(bytes, actions) : null,
    asks: drawer.asks(bytes), card: drawer.card(bytes, "A1"), none: drawer.card(bytes, "A9"), lead: drawer.lead(bytes, 0), places: actions.length ? placesOf(bytes, actions) : [], steady: drawer.steady(bytes), words: actions.length ? drawer.words(bytes, drawer.question(bytes, actions).answers) : {}, called: actions.map((action) => drawer.called(bytes, action)),
    cards: drawer.seats().map((_, seat) => drawer.cards(bytes, seat)), silent: actions.map((action) => drawer.silent(bytes, action)),
    texts: actions.map((action) => drawer.text(bytes, action)), parsed: actions.map((action) => drawer.parse(bytes, drawer.text(bytes, action))),
  };
}

/** What the first cells among the answers are to the unit that is asked about, or else to A1. */
function placesOf(bytes, actions) {
  const {answers, subject} = drawer.question(bytes, actions), cells = answers.filter(({kind}) => kind === "cell").flatMap(({answers: all}) => all.map(([, x, y]) => [x, y]));
  return [...cells.slice(0, 6), [0, 0], [999, 0]].map((cell) => {
    const number = drawer.numbered(cell);
    return number === null ? null : drawer.place(bytes, /^[AB]\d+$/.test(subject) ? subject : "A1", number);
  });
}

for await (const line of createInterface({input: process.stdin})) console.log(JSON.stringify(shown(JSON.parse(line))));
