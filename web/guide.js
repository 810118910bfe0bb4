// The guided first game on the page: where it is offered, and a lesson beside a question.

import {make} from "./dom.js";
import {marked} from "./help.js";

/** @import {FirstFacts, GameFacts, LessonFacts} from "./types.d.ts" */
/** @typedef {GameFacts & {first: FirstFacts}} Guided a game that has a guide. */

/**
 * Lessons as an element; `asks` is a question with what answers it, and `off` lets the person go on without lessons.
 * @param {LessonFacts[]} lessons @param {[words: string, answer: () => void]} asks @param {() => void} off
 */
export function lessonCard(lessons, [words, answer], off) {
  return make("section.lesson", {"aria-label": "New here", "aria-live": "polite"},
    ...lessons.flatMap(({about, text}) => [make("h2", {}, about), make("p", {}, ...marked(text))]),
    make("div.row", {},
      make("button.link.good-here", {type: "button", onclick: answer}, words),
      make("button.link", {type: "button", onclick: off}, "No more explanations")));
}

/** The first thing for who does not know a game; null where no game has a guide. @param {GameFacts[]} games @param {(game: Guided) => void} begin */
export function learnCard(games, begin) {
  const guided = games.filter(/** @returns {game is Guided} */ (game) => Boolean(game.first));
  return guided.length ? make("section.learn", {"aria-label": "Learn by playing"}, make("h2", {}, "Learn by playing"),
    make("p", {}, "New to a game? Play a short one against a weak opponent. Everything is explained when it first comes up."),
    make("div.row", {}, ...guided.map((game) => make("button", {type: "button", "data-learn": game.name, onclick: () => begin(game)}, game.title)))) : null;
}
