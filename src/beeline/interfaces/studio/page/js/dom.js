// Small helpers for making elements. What they show is in the language of the page.

import { translate } from "./i18n.js";

const SPOKEN = new Set(["aria-label", "title", "placeholder"]);
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(node.style, value);
    else node.setAttribute(name, value === true ? "" : SPOKEN.has(name) ? translate(value) : value);
  }
  node.append(...shown(children));
  return node;
}

/** Children that are there, texts translated. */
function shown(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => translate(child));
}

/** Gives a node a text. */
export function say(node, text) {
  const spoken = translate(text);
  if (node.textContent !== spoken) node.textContent = spoken;
}

/** An HTML element: el("button", {class: "primary", onclick: f}, "Play"). */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Replaces what is inside a node. */
export function put(node, ...children) {
  node.replaceChildren(...shown(children));
  return node;
}

/** Numbers for people: 950, 12.3k, 4.56M. */
export function short(number) {
  if (number < 1000) return String(Math.round(number));
  if (number < 1e6) return `${(number / 1e3).toFixed(number < 1e5 ? 1 : 0)}k`;
  return `${(number / 1e6).toFixed(2)}M`;
}

export function percent(value, digits = 0) {
  return `${(100 * value).toFixed(digits)}%`;
}

/** "1 move", "2 moves". */
export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

let calls = new Map();

/** Runs a function a little later, once, however often it is asked to meanwhile. */
export function later(name, milliseconds, call) {
  clearTimeout(calls.get(name));
  calls.set(name, setTimeout(call, milliseconds));
}
