// Files of whole games: every distinct shape, layer and note once (docs/web-scene.md).

/** The scenes of a file, by position. Layers that positions share are the same array. */
export function scenes(file) {
  const layers = file.layers.map((numbers) => numbers.map((number) => file.shapes[number]));
  const made = [];
  return {
    length: file.positions.length,
    at(place) {
      made[place] ??= whole(file, layers, file.positions[place]);
      return made[place];
    },
  };
}

function whole(file, layers, position) {
  return {
    ...file.scene, title: position.title,
    layers: file.names.map((name, n) => [name, layers[position.layers[n]]]),
    notes: position.notes.map((number) => file.notes[number]),
  };
}

/** What `text` holds: JSON, packed by gzip, in base64. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}
