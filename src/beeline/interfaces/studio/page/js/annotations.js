// Comments and marks that a person puts at a position; both go into the SGF file.

import { byId, el, put } from "./dom.js";

const TOOLS = [
  ["LB", "A", "Letter"],
  ["TR", "△", "Triangle"],
  ["CR", "○", "Circle"],
  ["SQ", "□", "Square"],
  ["MA", "×", "Cross"],
];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class Annotations {
  constructor(studio) {
    this.studio = studio;
    this.tool = null;
    byId("comment").addEventListener("input", (event) => this.write(event.target.value));
    put(byId("mark-tools"), TOOLS.map(([kind, sign, name]) => this.button(kind, sign, name)));
  }

  /** Whether a click on a cell marks it. */
  get marking() {
    return this.studio.mode === "analyse" && byId("notes").open && this.tool !== null;
  }

  button(kind, sign, name) {
    const choose = () => {
      this.tool = this.tool === kind ? null : kind;
      this.studio.show();
    };
    return el("button", { type: "button", "data-kind": kind, "aria-label": name, title: name, onclick: choose }, sign);
  }

  write(text) {
    this.studio.game.current.comment = text;
    this.studio.game.touched = true;
    this.studio.changed();
  }

  /** Puts the chosen mark on a cell, or takes it away. */
  toggle(cell) {
    const node = this.studio.game.current;
    const marks = node.marks ?? [];
    const others = marks.filter((mark) => mark.cell !== cell || mark.kind !== this.tool);
    this.studio.game.touched = true;
    node.marks = others.length < marks.length ? others : [...marks, this.made(cell, marks)];
    this.studio.changed();
  }

  made(cell, marks) {
    if (this.tool !== "LB") return { kind: this.tool, cell, text: "" };
    const taken = new Set(marks.map(({ text }) => text));
    return { kind: "LB", cell, text: [...LETTERS].find((letter) => !taken.has(letter)) ?? "*" };
  }

  render() {
    const { current } = this.studio.game;
    const field = byId("comment");
    if (field.value !== (current.comment ?? "")) field.value = current.comment ?? "";
    for (const button of byId("mark-tools").children)
      button.setAttribute("aria-pressed", String(button.dataset.kind === this.tool));
  }
}
