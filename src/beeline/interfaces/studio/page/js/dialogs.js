// Dialogs: the rules, a new game, settings.

import { BoardView } from "./board.js";
import { byId, capital, el, put } from "./dom.js";
import { opponentFor } from "./ladder.js";
import { Position } from "./rules.js";
import { worded } from "./words.js";

const SIZES = [3, 5, 7, 9, 11, 13, 14, 19];

export function open(title, ...content) {
  const dialog = byId("dialog");
  // The heading has the focus: else it would go to a button far below, and the page with it.
  const heading = el("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title);
  put(dialog, heading, ...content);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  return dialog;
}

export function actions(...buttons) {
  return el("div", { class: "dialog-actions" }, buttons);
}

export function closeButton(text = "Close") {
  return el("button", { type: "button", onclick: () => byId("dialog").close() }, text);
}

// The rules

function picture(caption, { rows, cols, black, white }) {
  const host = el("div", { inert: true, "aria-hidden": "true" });
  const figure = el("figure", {}, host, el("figcaption", {}, worded(caption)));
  const view = new BoardView(host, { onCell: () => {} });
  view.render({ position: new Position({ rows, cols, black, white }) });
  return figure;
}

/** The text of a template of the page, in the colours that are seen. */
function text(id) {
  const copy = byId(id).content.cloneNode(true);
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = worded(texts.currentNode.data);
  return copy;
}

export function showRules() {
  const begun = { rows: 5, cols: 5, black: ["c3"], white: [] };
  const won = { rows: 5, cols: 5, black: ["d1", "c2", "c3", "b4", "b5"], white: ["b3", "d2", "a4", "d3"] };
  const rules = text("rules");
  rules
    .querySelector(".rules-picture")
    .append(
      picture("Black begins, with a stone on any cell.", begun),
      picture("Black has won: the chain joins top and bottom.", won),
    );
  const learn = () => {
    byId("dialog").close();
    dispatchEvent(new Event("learn"));
  };
  const button = el("button", { type: "button", onclick: learn }, "Learn it by playing");
  open("How to play Hex", rules, actions(button, closeButton("Got it")));
}

// A new game

function levelRow(level, strongest, checked) {
  return el(
    "label",
    { class: "level" },
    el("input", { type: "radio", name: "level", value: level.name, checked }),
    el("span", {}, level.name),
    el(
      "span",
      { class: "meter", "aria-hidden": "true" },
      el("i", { style: { width: `${6 + (94 * level.elo) / strongest}%` } }),
    ),
    el("span", { class: "elo" }, `${level.elo} Elo`),
  );
}

function adaptiveRow(checked) {
  return el(
    "label",
    { class: "level wide-note" },
    el("input", { type: "radio", name: "level", value: "adaptive", checked }),
    el("span", {}, "Your level"),
    el("span", { class: "note" }, "a step up after a win, down after a loss"),
  );
}

function radios(name, choices, chosen) {
  const one = ([value, text]) =>
    el("label", {}, el("input", { type: "radio", name, value, checked: value === String(chosen) }), text);
  return el("div", { class: "choices" }, choices.map(one));
}

/** Asks how to play; `start` gets {player, name, human, size, swapRule}. */
export function newGame({ levels, chosen, start }) {
  const strongest = Math.max(...levels.map((level) => level.elo), 1);
  const known = levels.some((level) => level.name === chosen.player);
  const form = el(
    "form",
    { method: "dialog" },
    el(
      "fieldset",
      {},
      el("legend", {}, "Against"),
      el(
        "div",
        { class: "levels" },
        adaptiveRow(chosen.adaptive),
        levels.map((level) => levelRow(level, strongest, level.name === chosen.player && !chosen.adaptive)),
      ),
      el(
        "label",
        { class: "level" },
        el("input", { type: "radio", name: "level", value: "person", checked: chosen.human === "both" }),
        el("span", {}, "A person"),
        el("span", { class: "note" }, "at this screen"),
      ),
      el(
        "label",
        { class: "level" },
        el("input", {
          type: "radio",
          name: "level",
          value: "custom",
          checked: !known && !chosen.adaptive && chosen.human !== "both",
        }),
        el("span", {}, "Another"),
        el("input", {
          type: "text",
          name: "custom",
          "aria-label": "Player string",
          placeholder: "mcts:simulations=5000",
          value: known || chosen.adaptive ? "" : chosen.player,
        }),
      ),
    ),
    el("fieldset", {}, el("legend", {}, "Board"), sizes(chosen.size)),
    el(
      "fieldset",
      {},
      el("legend", {}, "You play"),
      radios(
        "human",
        [
          ["black", worded("Black, first")],
          ["white", worded("White, second")],
          ["any", "at random"],
        ],
        chosen.human === "white" ? "white" : "black",
      ),
    ),
    el(
      "fieldset",
      {},
      el("legend", {}, "Swap rule"),
      el(
        "div",
        { class: "choices" },
        el(
          "label",
          {},
          el("input", { type: "checkbox", name: "swap", checked: chosen.swapRule }),
          worded("White may take over the first stone"),
        ),
      ),
    ),
    actions(closeButton("Cancel"), el("button", { class: "primary", value: "start" }, "Start")),
  );
  const dialog = open("New game", form);
  form.querySelector("[name=level]:checked")?.focus();
  form.onsubmit = () => {
    const data = new FormData(form);
    dialog.close();
    start(choice(data, levels));
  };
}

function sizes(size) {
  const options = SIZES.includes(size) ? SIZES : [...SIZES, size].sort((a, b) => a - b);
  return radios(
    "size",
    options.map((option) => [String(option), `${option}×${option}`]),
    size,
  );
}

function choice(data, levels) {
  const level = data.get("level");
  const person = level === "person";
  const size = Number(data.get("size"));
  const adaptive = level === "adaptive";
  const step = adaptive ? opponentFor(size, levels) : null;
  const custom = level === "custom" && data.get("custom").trim();
  const player = step?.player || custom || (person ? (levels[0]?.name ?? "mcts") : level === "custom" ? "mcts" : level);
  const colour = data.get("human") === "any" ? (Math.random() < 0.5 ? "black" : "white") : data.get("human");
  return {
    player,
    name: step?.name ?? player,
    human: person ? "both" : colour,
    size,
    adaptive,
    swapRule: data.get("swap") !== null,
  };
}

// Settings

export function showSettings({ preferences, change, version }) {
  const group = (legend, name, choices) => {
    const fieldset = el("fieldset", {}, el("legend", {}, legend), radios(name, choices, preferences[name]));
    fieldset.onchange = (event) => change({ [name]: event.target.value });
    return fieldset;
  };
  const coordinates = el("input", {
    type: "checkbox",
    checked: preferences.coordinates,
    onchange: (event) => change({ coordinates: event.target.checked }),
  });
  const warn = el("input", {
    type: "checkbox",
    checked: preferences.warn,
    onchange: (event) => change({ warn: event.target.checked }),
  });
  open(
    "Settings",
    group("Page", "theme", [
      ["auto", "as the system"],
      ["light", "light"],
      ["dark", "dark"],
    ]),
    group("Language", "language", [
      ["auto", "as the browser"],
      ["en", "English"],
      ["de", "Deutsch"],
    ]),
    group("Stones", "stones", [
      ["classic", "black and white"],
      ["colour", "red and blue"],
    ]),
    group("Board", "shape", [
      ["auto", "what fits"],
      ["flat", "flat"],
      ["diamond", "diamond"],
    ]),
    el(
      "fieldset",
      {},
      el("legend", {}, "Coordinates"),
      el("div", { class: "choices" }, el("label", {}, coordinates, "show them")),
    ),
    el(
      "fieldset",
      {},
      el("legend", {}, "Coach"),
      el("div", { class: "choices" }, el("label", {}, warn, "say when a move gives a won game away")),
    ),
    text("keys"),
    el("p", { class: "note" }, `Beeline ${version ?? ""}`),
    actions(closeButton()),
  );
}

/** Asks before something that cannot be undone. */
export function confirm(question, yes, act) {
  const button = el(
    "button",
    { type: "button", class: "primary", onclick: () => (byId("dialog").close(), act()) },
    yes,
  );
  open(capital(question), actions(closeButton("Cancel"), button));
  button.focus();
}
