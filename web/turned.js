// A board seen from the other side: everything is turned by half a circle about its middle, and words stay upright.

import {bodyOf, boxOf} from "./paint.js";

const kept = new WeakMap(); // shapes of a layer -> the same, turned
const scenes = new WeakMap();
const WAYS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"], ARROWS = "↑↗→↘↓↙←↖"; // on a board that is not turned
const ENDS = {start: "end", end: "start"};

/** Where a direction that a text names lies on the board as it is seen, as an arrow; "" where none is named, or several are. */
export function arrowOf(text, above) {
  const named = text.match(/\b(north-east|south-east|north-west|south-west|north|east|south|west)(?=ern\b|\b)/g) ?? [];
  return named.length === 1 ? [...ARROWS][(WAYS.indexOf(named[0]) + (above ? 4 : 0)) % 8] : "";
}

/** A scene turned by half a circle. What stands below the board, a legend, stays where it is. */
export function turned(scene) {
  if (!scenes.has(scene)) {
    const {grid} = scene, [x, y] = grid.first, size = sizeOf(grid);
    scenes.set(scene, {
      ...scene, layers: scene.layers.map(([name, shapes]) => [name, turnedLayer(size, name, shapes)]),
      grid: {...grid, first: [size.width - x, size.height - y], step: grid.step.map((one) => -one), shift: -grid.shift, outline: grid.outline.map(([a, b]) => [-a, -b])},
    });
  }
  return scenes.get(scene);
}

/** How wide and high the cells of a board are together; a legend may stand below them. */
const sizeOf = ({columns, rows, first: [x, y], step, shift}) => ({width: 2 * x + step[0] * (columns - 1) + shift, height: 2 * y + step[1] * (rows - 1)});

function turnedLayer(size, name, shapes) {
  if (!kept.has(shapes)) {
    const bodies = shapes.filter(bodyOf).map(boxOf);
    kept.set(shapes, name === "legend" ? shapes : shapes.map((shape) => turnedShape(size, shape, bodies)));
  }
  return kept.get(shapes);
}

/** One shape. What is written or drawn on a unit keeps its place there; lines turn, for they may say where it looks. */
function turnedShape({width, height}, shape, bodies) {
  const [kind, ...v] = shape, [x, y] = placeOf(shape);
  if (y > height + 1) return shape;
  const on = kind === "l" || bodyOf(shape) ? null : nearest(bodies, x, y);
  if (on) return moved(shape, width - 2 * on.x, height - 2 * on.y);
  if (kind === "l") return ["l", width - v[0], height - v[1], width - v[2], height - v[3], ...v.slice(4)];
  if (kind === "p") return ["p", v[0].map((value, k) => (k % 2 ? height : width) - value), ...v.slice(1)];
  if (kind === "r") return ["r", width - v[0] - v[2], height - v[1] - v[3], ...v.slice(2)];
  const back = [kind, width - v[0], height - v[1], ...v.slice(2)];
  if (kind === "t" && v[5] in ENDS) back[6] = ENDS[v[5]];
  return back;
}

/** The body on or beside which a point lies, undefined for none. */
function nearest(bodies, x, y) {
  let best, least = 0.75;
  for (const body of bodies) {
    const far = Math.max((Math.abs(body.x - x) - 0.1) / body.w, (Math.abs(body.y - y) - 0.1) / body.h);
    if (far <= least) [best, least] = [body, far];
  }
  return best;
}

/** Where a shape is, by its middle. */
function placeOf(shape) {
  if (shape[0] === "t") return [shape[1], shape[2]];
  if (shape[0] === "l") return [(shape[1] + shape[3]) / 2, (shape[2] + shape[4]) / 2];
  const {x, y} = boxOf(shape);
  return [x, y];
}

function moved([kind, ...v], right, down) {
  if (kind === "p") return ["p", v[0].map((value, k) => value + (k % 2 ? down : right)), ...v.slice(1)];
  return [kind, v[0] + right, v[1] + down, ...v.slice(2)];
}

/**
 * True where a seat's own side is the upper one: by what is marked as its zone or edge, else by its units. Null where nothing says so.
 * @param {(scene: object) => {seat: number, y: number}[]} units
 */
export function isAbove(scene, seat, units) {
  const own = [], others = [];
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      const name = shape[{r: 8, d: 7, p: 5, l: 7}[shape[0]]] ?? "", zone = /^(?:zone|edge) of seat_(\d)/.exec(name);
      if (zone) (Number(zone[1]) === seat ? own : others).push(placeOf(shape)[1]);
    }
  }
  if (!own.length) for (const {seat: whose, y} of units) if (whose >= 0) (whose === seat ? own : others).push(y);
  if (!own.length || !others.length) return null;
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length, apart = mean(own) - mean(others);
  return Math.abs(apart) < 1 ? null : apart < 0;
}
