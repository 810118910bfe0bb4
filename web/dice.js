// Lines of a battle report with their dice drawn: `A1 rolls for attack at B1: 5 3, +1 cover -> 4`.

import {make} from "./dom.js";

/**
 * A line as nodes; the faces that fell stand in small squares in the colour of their owner.
 * @param {string} line @param {(text: string) => (Node | string)[]} told @param {(name: string) => number | null} seatOf
 */
export function diced(line, told = (text) => [text], seatOf = () => null) {
  const roll = /^((\S+)(?: rolls for .*)?): (\d+(?: \d+)*)(.*)$/.exec(line);
  if (!roll || !/ rolls for |^dice:/.test(line)) return told(line);
  const [, head, owner, faces, rest] = roll;
  const seat = seatOf(owner);
  return [
    ...told(`${head} `),
    make("span.dice", {"data-seat": seat ?? "none"}, ...faces.split(" ").map((face) => make("b.die", {}, face))),
    ...told(rest.replace(" -> ", " → ")),
  ];
}
