// Setting up positions by hand.

import { byId, el, put } from "./dom.js";
import { Game } from "./game.js";
import { colourName } from "./words.js";

export class Editor {
  constructor(studio) {
    this.studio = studio;
    this.tool = "black";
    this.kept = null;
    byId("editor").addEventListener("toggle", () => this.toggled());
  }

  get open() {
    return this.studio.mode === "analyse" && byId("editor").open;
  }

  toggled() {
    if (!this.open) this.kept = null;
    this.studio.changed();
  }

  /** The start to change: once, the stones on the board become one, and the game they came from is kept. */
  start() {
    const { game } = this.studio;
    if (!game.root.children.length) return game.start;
    this.kept = game;
    const { position } = game;
    const cells = (colour) =>
      [...position.stones].filter(([, stone]) => stone === colour).map(([cell]) => cell);
    return { ...game.start, black: cells("black"), white: cells("white"), to_move: position.toMove };
  }

  replace(start) {
    const game = new Game(start);
    game.swapRule = this.studio.game.swapRule;
    this.studio.setGame(game);
  }

  back() {
    this.studio.setGame(this.kept);
    this.kept = null;
  }

  /** Takes all stones away; they can be had back. */
  clear() {
    const { game } = this.studio;
    this.replace({ ...this.start(), black: [], white: [] });
    this.studio.toast("Cleared", { undo: () => this.studio.setGame(game) });
  }

  edit(cell) {
    const start = this.start();
    const without = (list) => list.filter((other) => other !== cell);
    const next = { ...start, black: without(start.black), white: without(start.white) };
    const had = start.black.includes(cell) ? "black" : start.white.includes(cell) ? "white" : null;
    if (this.tool !== "empty" && had !== this.tool) next[this.tool] = [...next[this.tool], cell];
    this.replace(next);
  }

  render() {
    const { start, position } = this.studio.game;
    const tool = (name, text) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.tool === name),
          onclick: () => ((this.tool = name), this.studio.show()),
        },
        text,
      );
    const turn = (colour) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(position.toMove === colour),
          onclick: () => this.replace({ ...this.start(), to_move: colour }),
        },
        colourName(colour),
      );
    const size = (name) =>
      el("input", {
        type: "number",
        min: 1,
        max: 19,
        value: start[name],
        "aria-label": name === "rows" ? "Rows" : "Columns",
        onchange: (event) => this.resize(name, event.target.value),
      });
    put(
      byId("editor-tools"),
      el("p", { class: "note" }, "Click cells to place stones; close this to go on from the position."),
      el(
        "div",
        { class: "editor-row" },
        el("span", {}, "Place"),
        el(
          "div",
          { class: "segment" },
          tool("black", colourName("black")),
          tool("white", colourName("white")),
          tool("empty", "Nothing"),
        ),
      ),
      el(
        "div",
        { class: "editor-row" },
        el("span", {}, "To move"),
        el("div", { class: "segment" }, turn("black"), turn("white")),
      ),
      el("div", { class: "editor-row" }, size("cols"), "columns", size("rows"), "rows"),
      el(
        "div",
        { class: "actions" },
        el(
          "button",
          { type: "button", onclick: () => this.clear() },
          "Clear",
        ),
        el("button", { type: "button", onclick: () => (byId("editor").open = false) }, "Done"),
        this.kept && el("button", { type: "button", onclick: () => this.back() }, "Back to the game"),
      ),
    );
  }

  resize(name, text) {
    const number = Math.min(Math.max(Math.round(Number(text)) || 1, 1), 19);
    const start = this.start();
    const next = { ...start, [name]: number };
    const fits = (cell) => cell.charCodeAt(0) - 97 < next.cols && Number(cell.slice(1)) <= next.rows;
    this.replace({ ...next, black: start.black.filter(fits), white: start.white.filter(fits) });
  }
}
