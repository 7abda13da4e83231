// The colours by the names that they have on this board: Black and White, or Red and Blue.

const SEEN = { Black: "Red", White: "Blue", black: "red", white: "blue" };

function isColoured() {
  return document.documentElement.dataset.stones === "colour";
}

/** A sentence about Black and White, in the colours that are seen. */
export function worded(text) {
  return isColoured() ? text.replace(/\b(Black|White|black|white)\b/g, (word) => SEEN[word]) : text;
}

/** "Black", or "Red". */
export function colourName(colour) {
  return worded(colour === "black" ? "Black" : "White");
}

/** "black", or "red". */
export function colourWord(colour) {
  return worded(colour);
}
