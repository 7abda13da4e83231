// The language of the page. English is in the code; another language is a catalogue of what it says instead.
//
// A message of the catalogue may have places, `Move {} of {}`; what stands in them is translated by itself. Of
// several messages that fit, the one with the longest text of its own counts.
// What the catalogue does not have stays English, and is noted in `untranslated`.

import { messages as german } from "./lang/de.js";

const CATALOGUES = {
  de: { messages: german, and: " und ", colours: { Schwarz: "Rot", Weiß: "Blau", schwarz: "rot", weiß: "blau" } },
};
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
    .sort(([one], [other]) => literal(other) - literal(one)) // the most telling first
    .map(([english, other]) => [patternOf(english), other]);
}

function literal(english) {
  return english.replaceAll("{}", "").length;
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
  const other = sentences(asked) ?? lookUp(asked);
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

/** Several sentences, as the studio makes them of reviews and reasons, one by one; null unless all are known. */
function sentences(text) {
  const parts = text.split(/(?<=[.!?]) /);
  if (parts.length < 2 || Object.hasOwn(catalogue.messages, text)) return null;
  const others = parts.map((part) => (NEUTRAL.test(part) ? part : lookUp(part)));
  return others.includes(null) ? null : others.join(" ");
}

/** What stands in a place: a message, or several with "and" between. */
function value(text) {
  if (!text || NEUTRAL.test(text)) return text;
  const parts = text.split(/ and (?=the |a connection |edge template )/);
  return parts.length > 1 ? parts.map(value).join(catalogue.and) : (lookUp(text) ?? text);
}

/** Places in their order, or by number where the order is another: {2}. */
function filled(message, values) {
  let next = 0;
  return message.replace(/\{(\d?)\}/g, (_, number) => {
    return value(values[number ? Number(number) - 1 : next++]);
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
