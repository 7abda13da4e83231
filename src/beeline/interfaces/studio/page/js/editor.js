// Setting up positions by hand.

import { byId, capital, el, put } from "./dom.js";
import { Game } from "./game.js";

export class Editor {
  constructor(studio) {
    this.studio = studio;
    this.tool = "black";
    byId("editor").addEventListener("toggle", () => this.toggled());
  }

  get open() {
    return this.studio.mode === "analyse" && byId("editor").open;
  }

  toggled() {
    if (this.open && this.studio.game.path().length) this.fold();
    this.studio.changed();
  }

  /** Makes the stones on the board the start of a game. */
  fold() {
    const { position, rows, cols, swapRule } = this.studio.game;
    const cells = (colour) =>
      [...position.stones].filter(([, stone]) => stone === colour).map(([cell]) => cell);
    this.replace({ rows, cols, black: cells("black"), white: cells("white"), to_move: position.toMove });
    this.studio.game.swapRule = swapRule;
  }

  replace(start) {
    this.studio.setGame(new Game(start));
  }

  edit(cell) {
    const { start } = this.studio.game;
    const without = (list) => list.filter((other) => other !== cell);
    const next = { ...start, black: without(start.black), white: without(start.white) };
    const had = start.black.includes(cell) ? "black" : start.white.includes(cell) ? "white" : null;
    if (this.tool !== "empty" && had !== this.tool) next[this.tool] = [...next[this.tool], cell];
    this.replace(next);
  }

  render() {
    const { start } = this.studio.game;
    const tool = (name, text) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.tool === name),
          onclick: () => ((this.tool = name), this.render()),
        },
        text,
      );
    const turn = (colour) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String((start.to_move ?? "black") === colour),
          onclick: () => this.replace({ ...start, to_move: colour }),
        },
        capital(colour),
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
          tool("black", "Black"),
          tool("white", "White"),
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
          { type: "button", onclick: () => this.replace({ ...start, black: [], white: [] }) },
          "Clear",
        ),
        el("button", { type: "button", onclick: () => (byId("editor").open = false) }, "Done"),
      ),
    );
  }

  resize(name, text) {
    const number = Math.min(Math.max(Math.round(Number(text)) || 1, 1), 19);
    const { start } = this.studio.game;
    const next = { ...start, [name]: number };
    const fits = (cell) => cell.charCodeAt(0) - 97 < next.cols && Number(cell.slice(1)) <= next.rows;
    this.replace({ ...next, black: start.black.filter(fits), white: start.white.filter(fits) });
  }
}
