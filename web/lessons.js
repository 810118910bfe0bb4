// What is explained in a guided game, each thing once, when it comes up for the first time: as `Teacher` of `envs/words/lessons.py`.

/** @import {LessonFacts} from "./types.d.ts" */

const END = "END"; // stands for the question that is not asked any more

/**
 * What is new with a question, or at the end: one lesson or none, and at the first question what opens the game.
 * @param {LessonFacts[]} lessons the table of the game.
 * @param {{seat: number, asked: string, kinds?: number[]}[]} steps the answers up to there. @param {number} seat whose guide it is.
 * @param {string | null} question the name of what this seat is asked now, null after the end.
 */
export function lessonsAt(lessons, steps, seat, question) {
  let opening = lessons.filter(({asked, after}) => !asked.length && !after.length);
  let left = lessons.filter((lesson) => !opening.includes(lesson));
  /** @type {LessonFacts[]} */
  let waiting = [];
  const ask = (/** @type {string} */ name) => {
    const shown = [...opening, ...[...left.filter(({asked}) => asked.includes(name)), ...waiting].slice(0, 1)];
    [opening, left, waiting] = [opening, left, waiting].map((some) => some.filter((lesson) => !shown.includes(lesson)));
    return shown;
  };
  for (const step of steps) {
    if (step.seat === seat) ask(step.asked);
    waiting.push(...left.filter((lesson) => !waiting.includes(lesson) && lesson.after.some((kind) => step.kinds?.includes(kind))));
  }
  return ask(question ?? END);
}

/** One sentence for who has answered a question badly, "" where the table has none. @param {LessonFacts[]} lessons @param {string} asked */
export const tipFor = (lessons, asked) => lessons.find((lesson) => lesson.tip && lesson.asked.includes(asked))?.tip ?? "";
