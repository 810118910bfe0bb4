// Text of people's files, as `envs/core/texts.py` reads it: UTF-8 with a byte order mark or without, or UTF-16 with one; whatever ends a line.

/** The text of a file's bytes, null for what is no text. @param {ArrayBuffer} bytes */
export function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const kind = first === 0xFF && second === 0xFE ? "utf-16le" : first === 0xFE && second === 0xFF ? "utf-16be" : "utf-8";
  try {
    return plainLines(new TextDecoder(kind, {fatal: true}).decode(bytes));
  } catch {
    return null;
  }
}

/** A text whose lines end with a line feed, and that begins without a byte order mark. @param {string} text */
export const plainLines = (text) => text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");

/** The lines of a text; only line ends count. @param {string} text */
export function linesOf(text) {
  const lines = plainLines(text).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
