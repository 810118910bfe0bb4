// What stands around a question: which answers keep their place, what came about since the last answer, and how much lies out of sight.

const DULL = /^(round \d+|turn \d+|[a-z ]+ phase|.* has one answer: .*|\w+: [a-z][a-z -]*|.* activates .*|the activation of .* ends|.* is activated)$/i;

/**
 * Answers in a fixed order: those that keep their place stand first, also while they are not allowed; then all others.
 * @template {{text: string, word?: string, does?: string, shut?: boolean}} C
 * @param {C[]} plain @param {[string, string, string][]} steady the word of each, what it is called, and why it may not be allowed.
 * @returns {(C | {text: string, word?: string, does: string, shut: boolean})[]}
 */
export function inOrder(plain, steady = []) {
  const words = steady.map(([word]) => word);
  const kept = steady.map(([word, text, why]) => plain.find((one) => one.word === word) ?? {text, does: why, shut: true});
  return plain.length ? [...kept, ...plain.filter((one) => one.word === undefined || !words.includes(one.word))] : [];
}

/**
 * What others did since an answer: how many answers they gave, and the last line of the report that tells of something.
 * @param {{seat: number, lines: string[], words: string}[]} steps @param {number} since the number of the answer. @param {number} seat whose it was.
 */
export function deedsSince(steps, since, seat) {
  const passed = steps.slice(since + 1), others = passed.filter((step) => step.seat >= 0 && step.seat !== seat);
  const told = [...(since > 0 ? steps[since]?.lines ?? [] : []), ...passed.flatMap((step) => step.lines)];
  const lines = told.filter((line) => !DULL.test(line));
  return {answers: others.length, lines, last: lines.at(-1) ?? others.at(-1)?.words ?? ""};
}

/** How many answers of a question lie below what is in sight. @param {HTMLElement} box */
export function outOfSight(box) {
  const foot = Math.min(box.getBoundingClientRect().bottom, window.innerHeight) - 12;
  return [...box.querySelectorAll(".choices > .choice")].filter((choice) => choice.getBoundingClientRect().bottom > foot + 8).length;
}
