// The guided first game on the page: where it is offered, and a lesson beside a question.

import {make} from "./dom.js";
import {marked} from "./help.js";

/** Lessons as an element; `off` lets the person go on without, `hint` asks what would be good. */
export function lessonCard(lessons, off, hint) {
  return make("section.lesson", {"aria-label": "New here", "aria-live": "polite"},
    ...lessons.flatMap(({about, text}) => [make("h2", {}, about), make("p", {}, ...marked(text))]),
    make("div.row", {},
      hint ? make("button.link", {type: "button", onclick: hint}, "What would be good here?") : null,
      make("button.link", {type: "button", onclick: off}, "No more explanations")));
}

/** The first thing for who does not know a game; null where no game has a guide. */
export function learnCard(games, begin) {
  const guided = games.filter(({first}) => first);
  return guided.length ? make("section.learn", {"aria-label": "Learn by playing"}, make("h2", {}, "Learn by playing"),
    make("p", {}, "New to a game? Play a short one against a weak opponent. Everything is explained when it first comes up."),
    make("div.row", {}, ...guided.map((game) => make("button", {type: "button", "data-learn": game.name, onclick: () => begin(game)}, game.title)))) : null;
}
