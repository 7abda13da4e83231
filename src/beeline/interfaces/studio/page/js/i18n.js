// The language of the page. English is in the code; another language is a catalogue of what it says instead.
//
// A message of the catalogue may have places, `Move {} of {}`; what stands in them is translated by itself.
// What the catalogue does not have stays English, and is noted in `untranslated`.

import { messages as german } from "./lang/de.js";

const CATALOGUES = { de: { messages: german, colours: { Schwarz: "Rot", Weiß: "Blau", schwarz: "rot", weiß: "blau" } } };
const SEEN = { Red: "Black", Blue: "White", red: "black", blue: "white" };
/** Cells, numbers, sizes and signs, which are the same everywhere. */
const NEUTRAL = /^(Beeline|Hivemind|SGF|<.*>)?[\s\d.,:;×x+%–−…()[\]◀▶←→↑↓◆★|/&?!“”’"'*#=_<>△○□-]*$|^[a-z]\d{0,2}$|^([a-s]\d{1,2}[ ,]*)+$/;

export const untranslated = new Set();

let catalogue = null;
let patterns = [];
const known = new Map();

/** Chooses the language: `auto`, `en` or `de`. */
export function speak(chosen) {
  const language = chosen === "auto" ? navigator.language.slice(0, 2) : chosen;
  catalogue = CATALOGUES[language] ?? null;
  document.documentElement.lang = catalogue ? language : "en";
  patterns = Object.entries(catalogue?.messages ?? {})
    .filter(([english]) => english.includes("{}"))
    .map(([english, other]) => [patternOf(english), other]);
}

function patternOf(english) {
  const parts = english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.*?)")}$`, "s");
}

/** A text of the page in the language that is chosen. */
export function translate(text) {
  if (!catalogue || typeof text !== "string" || NEUTRAL.test(text)) return text;
  if (!known.has(text)) known.set(text, found(text));
  return known.get(text);
}

function found(text) {
  const [, before, core, after] = /^(\s*)(.*?)(\s*)$/s.exec(text);
  const plain = core.replace(/\s+/g, " ");
  // The catalogue speaks of Black and White, also where they are seen as Red and Blue.
  const isSeen = document.documentElement.dataset.stones === "colour";
  const asked = isSeen ? plain.replace(/\b(Red|Blue|red|blue)\b/g, (word) => SEEN[word]) : plain;
  const other = lookUp(asked);
  if (other === null) {
    untranslated.add(plain);
    return text;
  }
  return `${before}${isSeen ? inColours(other) : other}${after}`;
}

function lookUp(text) {
  const { messages } = catalogue;
  if (Object.hasOwn(messages, text)) return messages[text];
  for (const [pattern, other] of patterns) {
    const match = pattern.exec(text);
    if (match) return filled(other, match.slice(1));
  }
  return null;
}

/** Places in their order, or by number where the order is another: {2}. */
function filled(message, values) {
  let next = 0;
  return message.replace(/\{(\d?)\}/g, (_, number) => {
    const value = values[number ? Number(number) - 1 : next++];
    return value && !NEUTRAL.test(value) ? (lookUp(value) ?? value) : value;
  });
}

function inColours(text) {
  const { colours } = catalogue;
  const stems = new RegExp(Object.keys(colours).join("|"), "g");
  return text.replace(stems, (word) => colours[word]);
}

/** Translates what stands in the page before scripts put anything there. */
export function translatePage(root = document.body) {
  if (!catalogue) return;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = translate(texts.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder"])
    for (const node of root.querySelectorAll(`[${name}]`)) node.setAttribute(name, translate(node.getAttribute(name)));
  for (const template of root.querySelectorAll("template")) translatePage(template.content);
}
