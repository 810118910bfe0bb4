// What stands around a question: which answers keep their place, what came about since the last answer, and how much lies out of sight.

const DULL = /^([a-z ]+ phase|.* has one answer: .*|\w+: [a-z][a-z -]*|.* activates .*|.*'s activation is over|.*'s squad has acted|.* is activated(: .*)?|.* acts with it|.* is number \d+ in the order|with [a-z -]+|.* faces [NESW]+|\d+( \w+)?)$/i;
const ATTACK = /^(\S+) (attacks|fires at|engages|assaults|reacts against|fights back)\b(?: (.*?)(?: with \d+ dice\b.*)?$)?/;
const OUTCOME = /\b(is hit|misses|suffers|loses|goes Down|blood markers of|out of action|takes \d+|saves \d|beats|has the highest roll|is lost|leaves .*: casualty|wins the assault|is beaten off|is pinned|is routed|TOUGH|counters for)\b/;
const ROLL = /\brolls (for|an?)\b|-> \d+$/;
const HITS = /^\S+ rolls for (?:hit|attack|\w+ attack)\b(?: at (\S+))?:.*-> (\d+)(?: hits)?$/;
const DAMAGE = /^\S+ rolls for damage\b/;
const SEARCH = /^\S+ rolls for search: /, FOUND = /^the objective at .* is found$/;
const MOVE = /^(\S+) (moves to|is placed at|is set up at|comes on at) /;
const ROUND = /^(round \d+|turn \d+)$/i;
const FIRST = /^seat_\d has the initiative\b/;
const SCORE = /^(seat_\d scores )([+-]?\d+)\b(.*)$/;
const HOLDS = /\b(controls objective|is held by|is controlled by)\b/; // told where nothing is scored for it
const ENDED = /^the activation of (\S+)(?: and \S+)? ends$/; // a roll has failed
const BEGUN = /^(\S+) is activated$/;
const COMING = /\b(is|are) about to\b/; // the roll that a question is about
const DEEDS = 3; // that are told above a question, besides what a round came to
const ALWAYS = 9;
const NO_HIT = "no hit", NO_DAMAGE = "no damage", NOTHING = "nothing is found";

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
  const lines = told.filter((line, at) => !DULL.test(line) && (!COMING.test(line) || at === told.length - 1)), deeds = inShort(lines);
  return {answers: others.length, lines, deeds: deeds.length ? deeds : [others.at(-1)?.words ?? ""].filter(Boolean)};
}

/**
 * The lines of an answer; where a failed roll ends an activation, those of the models that act together with it, too.
 * @param {{lines: string[]}[]} steps @param {number} at the number of the answer.
 */
export function withPartners(steps, at) {
  const {lines} = steps[at], ended = lines.map((line) => ENDED.exec(line)?.[1]).find(Boolean);
  if (!ended) return lines;
  const begun = (/** @type {string} */ line) => BEGUN.exec(line)?.[1], start = steps.slice(0, at).findLast((step) => step.lines.some((line) => begun(line) === ended))?.lines ?? [];
  const place = start.findIndex((line) => begun(line) === ended), partner = [start[place - 1], start[place + 1]].map((line) => begun(line ?? "")).find(Boolean);
  return partner ? lines.map((line) => ENDED.test(line) ? `the activation of ${ended} and ${partner} ends` : line) : lines;
}

/** @typedef {{head: string, ends: string[], weight: number, by?: string[], verb?: string, at?: string, hits?: number, damage?: boolean}} Deed */

/** Lines of a report in few: an attack with what it did, of several moves of a unit the last, what a round came to, a roll where it failed or nothing else is told. @param {string[]} lines */
export function inShort(lines) {
  /** @type {Deed[]} */
  const deeds = [];
  /** @type {Deed | null} */
  let attack = null;
  let rolled = "", round = "";
  for (const [at, line] of lines.entries()) {
    const moved = MOVE.exec(line)?.[1], hits = HITS.exec(line), score = SCORE.exec(line);
    if (ATTACK.test(line)) attack = attacked(deeds, line);
    else if (attack && OUTCOME.test(line)) (deeds.findLast(({by, at: whom}) => by && whom && line.startsWith(`${whom} `)) ?? attack).ends.push(line);
    else if (SEARCH.test(line) && !lines.slice(at + 1).some((next) => FOUND.test(next))) deeds.push({head: line, ends: [NOTHING], weight: 1});
    else if (ENDED.test(line) && rolled) deeds.push({head: rolled, ends: [line], weight: 2});
    else if (ROLL.test(line)) {
      rolled = line;
      const of = attack && hits && deeds.findLast(({by, at: whom}) => by && (!hits[1] || whom === hits[1]));
      if (of && hits) of.hits = (of.hits ?? 0) + Number(hits[2]);
      if (attack && DAMAGE.test(line)) for (const one of deeds) if (one.hits) one.damage = true;
    } else if (ROUND.test(line)) {
      round = line;
      attack = null;
    } else if (round && FIRST.test(line)) {
      deeds.push({head: round, ends: [line], weight: ALWAYS});
      round = "";
    } else if (score) scored(deeds, line, score);
    else {
      attack = null;
      if (moved) remove(deeds, ({head}) => MOVE.exec(head)?.[1] === moved);
      deeds.push({head: line, ends: [], weight: COMING.test(line) ? ALWAYS : moved ? 0 : OUTCOME.test(line) ? 2 : 1});
    }
  }
  if (round) deeds.push({head: round, ends: [], weight: ALWAYS});
  for (const deed of deeds) if (deed.by && !deed.ends.length) deed.ends.push(...withoutEffect(deed));
  if (deeds.some(({head}) => SCORE.test(head))) for (const deed of deeds.filter(({head}) => HOLDS.test(head))) remove(deeds, (one) => one === deed);
  const best = [...deeds.entries()].sort(([at, one], [to, other]) => other.weight - one.weight || to - at);
  const most = Math.max(DEEDS, 2 + deeds.filter(({weight}) => weight === ALWAYS).length);
  const short = best.slice(0, most).map(([at]) => at).sort((one, other) => one - other).map((at) => inWords(deeds[at]));
  return short.length ? short : [rolled].filter(Boolean);
}

/** An attack; one like the one before, by another unit of its squad, is told with it. @param {Deed[]} deeds @param {string} line @returns {Deed} */
function attacked(deeds, line) {
  const [, unit = "", verb = "", at = ""] = ATTACK.exec(line) ?? [], last = deeds.at(-1);
  if (last?.by && last.verb === verb && last.at === at && !last.ends.length && last.hits === undefined && !last.by.includes(unit)) {
    last.by.push(unit);
    return last;
  }
  const deed = {head: line, ends: [], weight: 2, by: [unit], verb, at};
  deeds.push(deed);
  return deed;
}

/** Points of a seat are told as one sum. @param {Deed[]} deeds @param {string} line @param {RegExpExecArray} score */
function scored(deeds, line, [, seat, points, what]) {
  const of = (/** @type {string} */ text) => SCORE.exec(text), same = deeds.find(({head}) => of(head)?.[1] === seat && of(head)?.[3] === what);
  if (!same) return deeds.push({head: line, ends: [], weight: /^[+-]/.test(points) ? ALWAYS : 1});
  const sum = Number(of(same.head)?.[2]) + Number(points);
  same.head = `${seat}${sum > 0 && points.startsWith("+") ? "+" : ""}${sum}${what}`;
}

/** What is to be said of an attack that did nothing, as far as its dice have been rolled. @param {Deed} deed */
function withoutEffect({hits, damage}) {
  if (hits === 0) return [NO_HIT];
  return hits && damage ? [NO_DAMAGE] : [];
}

/** A deed as one line. @param {Deed} deed */
function inWords({head, ends, by = []}) {
  const others = by.slice(1);
  return [others.length ? `${head} (${others.join(", ")}, too)` : head, ends.join(", ")].filter(Boolean).join(ROLL.test(head) ? "; " : ": ");
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

/**
 * Answers in an order: units stand before what there is several of a kind of, such as the buildings that one may shoot at, too.
 * @template {{word?: string}} C
 * @param {C[]} plain @param {C[]} units @returns {C[]}
 */
export function unitsFirst(plain, units) {
  const verb = (/** @type {C} */ {word = ""}) => /^(\S+) \d+$/.exec(word)?.[1];
  const isOneOfSeveral = (/** @type {C} */ choice) => verb(choice) !== undefined && plain.filter((one) => verb(one) === verb(choice)).length > 1;
  return units.length ? [...plain.filter((one) => !isOneOfSeveral(one)), ...units, ...plain.filter(isOneOfSeveral)] : plain;
}

const STRIP = 30; // pixels of the line that says so

/** How many answers of a question lie below what is in sight. @param {HTMLElement} box */
export function outOfSight(box) {
  const foot = Math.min(box.getBoundingClientRect().bottom, window.innerHeight) - STRIP;
  const middle = (/** @type {DOMRect} */ {top, bottom}) => (top + bottom) / 2;
  return [...box.querySelectorAll(".choices .choice")].filter((choice) => middle(choice.getBoundingClientRect()) > foot).length;
}
