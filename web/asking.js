// What stands around a question: which answers keep their place, what came about since the last answer, and how much lies out of sight.

const DULL = /^(round \d+|turn \d+|[a-z ]+ phase|.* has one answer: .*|\w+: [a-z][a-z -]*|.* activates .*|the activation of .* ends|.*'s activation is over|.*'s squad has acted|.* is activated(: .*)?|.* acts with it|.* is number \d+ in the order|with [a-z -]+|.* is about to .*|\d+( \w+)?)$/i;
const ATTACK = /^\S+ (attacks|fires at|engages|assaults|reacts against|fights back)\b/;
const OUTCOME = /\b(is hit|misses|suffers|loses|goes Down|blood markers of|out of action|takes \d+|saves \d|beats|nobody has the highest roll|is lost|leaves .*: casualty|wins the assault|is beaten off|is pinned|is routed|TOUGH|counters for)\b/;
const ROLL = /\brolls (for|an?)\b|-> \d+$|^\S+ has the highest roll$/;
const MOVE = /^(\S+) (moves to|is placed at|is set up at|comes on at) /;
const DEEDS = 3; // that are told above a question

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
 * What others did since an answer: how many answers they gave, and what came of it in few words, the last three things that matter most.
 * @param {{seat: number, lines: string[], words: string}[]} steps @param {number} since the number of the answer. @param {number} seat whose it was.
 */
export function deedsSince(steps, since, seat) {
  const passed = steps.slice(since + 1), others = passed.filter((step) => step.seat >= 0 && step.seat !== seat);
  const told = [...(since > 0 ? steps[since]?.lines ?? [] : []), ...passed.flatMap((step) => step.lines)];
  const lines = told.filter((line) => !DULL.test(line)), deeds = inShort(lines);
  return {answers: others.length, lines, deeds: deeds.length ? deeds : [others.at(-1)?.words ?? ""].filter(Boolean)};
}

/** Lines of a report in few: an attack with what it did, of several moves of a unit the last, a roll only where nothing else is told. @param {string[]} lines */
export function inShort(lines) {
  /** @type {{head: string, ends: string[], weight: number}[]} */
  const deeds = [];
  /** @type {{head: string, ends: string[], weight: number} | null} */
  let attack = null;
  let rolled = "";
  for (const line of lines) {
    const moved = MOVE.exec(line)?.[1];
    if (ATTACK.test(line)) deeds.push(attack = {head: line, ends: [], weight: 2});
    else if (attack && OUTCOME.test(line)) attack.ends.push(line);
    else if (ROLL.test(line)) rolled = line;
    else {
      attack = null;
      if (moved) remove(deeds, ({head}) => MOVE.exec(head)?.[1] === moved);
      deeds.push({head: line, ends: [], weight: moved ? 0 : OUTCOME.test(line) ? 2 : 1});
    }
  }
  const best = [...deeds.entries()].sort(([at, one], [to, other]) => other.weight - one.weight || to - at).slice(0, DEEDS).map(([at]) => at).sort((one, other) => one - other);
  const short = best.map((at) => [deeds[at].head, deeds[at].ends.join(", ")].filter(Boolean).join(": "));
  return short.length ? short : [rolled].filter(Boolean);
}

/** @template T @param {T[]} list @param {(one: T) => boolean} is */
function remove(list, is) {
  const at = list.findIndex(is);
  if (at >= 0) list.splice(at, 1);
}

const SET = /^(.+), for (.+)$/; // an ability with the dice that pay for it

/**
 * Answers that differ in the dice that pay for them alone, each with its dice, under what they all are.
 * @template {{text: string, does?: string}} C
 * @param {C[]} choices @returns {(C | {head: string, does: string, choices: C[]})[]}
 */
export function inGroups(choices) {
  const heads = choices.map(({text}) => SET.exec(text)?.[1] ?? "");
  /** @type {(C | {head: string, does: string, choices: C[]})[]} */
  const found = [];
  for (const [at, choice] of choices.entries()) {
    const head = heads[at], alike = choices.filter((_, k) => head && heads[k] === head);
    if (alike.length < 2) found.push(choice);
    else if (heads.indexOf(head) === at) {
      const does = alike.every((one) => one.does === choice.does) ? choice.does ?? "" : "";
      found.push({head, does, choices: alike.map((one) => ({...one, text: SET.exec(one.text)?.[2] ?? one.text, does: does ? "" : one.does}))});
    }
  }
  return found;
}

/** How many answers of a question lie below what is in sight. @param {HTMLElement} box */
export function outOfSight(box) {
  const foot = Math.min(box.getBoundingClientRect().bottom, window.innerHeight) - 12;
  return [...box.querySelectorAll(".choices .choice")].filter((choice) => choice.getBoundingClientRect().bottom > foot + 8).length;
}
