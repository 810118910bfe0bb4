// Files of whole games: every distinct shape, layer and note once (docs/web-scene.md).

import {shapeOf} from "./shapes.js";

/** @import {Scene} from "./shapes.js" */
/** @import {GameFile, GamePosition, Replay, Shape} from "./types.d.ts" */

/** The scenes of a file, by position. Layers that positions share are the same array. @param {GameFile} file */
export function scenes(file) {
  const shapes = file.shapes.map(shapeOf);
  const layers = file.layers.map((numbers) => numbers.map((number) => shapes[number]));
  /** @type {Scene[]} */
  const made = [];
  return {
    shapes,
    length: file.positions.length,
    /** @param {number} place @returns {Scene} */
    at(place) {
      made[place] ??= whole(file, layers, file.positions[place]);
      return made[place];
    },
  };
}

/** @param {GameFile} file @param {Shape[][]} layers @param {GamePosition} position @returns {Scene} */
function whole(file, layers, position) {
  return {
    ...file.scene, title: position.title,
    layers: file.names.map((name, n) => [name, layers[position.layers[n]]]),
    notes: position.notes.map((number) => file.notes[number]),
  };
}

/** The game that `text` holds: JSON, packed by gzip, in base64. @param {string} text @returns {Promise<Replay>} */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}
