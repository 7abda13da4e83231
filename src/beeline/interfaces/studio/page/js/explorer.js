// The opening explorer: what was played in the position that is shown, in the library and in the runs.

import { post } from "./api.js";
import { byId, el, later, percent, plural, put } from "./dom.js";
import { colourName } from "./words.js";

const MOVES = 12;

export class Explorer {
  constructor(studio) {
    this.studio = studio;
    this.known = new WeakMap(); // what was found, by node
    this.abort = null;
    byId("explorer").addEventListener("toggle", () => this.follow());
  }

  /** Asks about the position that is shown, where someone looks. */
  follow() {
    const { mode, game } = this.studio;
    if (!byId("explorer").open || mode !== "analyse" || this.studio.editing) return;
    this.render();
    if (!this.known.has(game.current)) later("explore", 80, () => this.ask(game.current));
  }

  async ask(node) {
    this.abort?.abort();
    this.abort = new AbortController();
    try {
      const found = await post("/api/explore", { position: this.studio.game.asked(node) }, { signal: this.abort.signal });
      this.known.set(node, found);
    } catch (error) {
      if (error.name !== "AbortError" && !error.lost) this.studio.complain(error.message);
      return;
    }
    if (this.studio.game.current === node) this.render();
  }

  // Showing

  render() {
    const found = this.known.get(this.studio.game.current);
    const host = byId("explored");
    if (!found) return put(host, el("p", { class: "note" }, "Looking…"));
    put(
      host,
      el("p", { class: "note", role: "status" }, this.summary(found)),
      found.moves.length > 0 && this.table(found.moves.slice(0, MOVES)),
      found.examples.length > 0 && el("h3", {}, "Games"),
      el("div", { class: "kept" }, found.examples.map((game) => this.row(game))),
    );
  }

  summary({ known, games }) {
    if (!known) return "There are no games yet: those that you play and keep, and the tournaments of the run folders, come here.";
    if (!games) return `No game of ${plural(known, "game")} came here.`;
    return `Of ${plural(known, "game")}, ${games} came to this position.`;
  }

  table(moves) {
    const head = ["move", "games", "won by"].map((text) => el("th", { scope: "col" }, text));
    return el(
      "table",
      { class: "candidates explored" },
      el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, moves.map((found) => this.line(found))),
    );
  }

  line({ move, games, black_wins: black, white_wins: white }) {
    const cell = !move.startsWith("swap");
    const rate = black + white ? black / (black + white) : null;
    const label = rate === null ? "not known" : `${colourName("black")} ${percent(rate)}`;
    const bar =
      rate !== null &&
      el("span", { class: "bar-of", role: "img", "aria-label": label }, el("i", { style: { width: percent(rate, 1) } }));
    const row = el(
      "tr",
      {},
      el("td", {}, el("button", { type: "button", "aria-label": `Play ${move}`, onclick: () => this.studio.play(move) }, cell ? move : "swap")),
      el("td", {}, String(games)),
      el("td", {}, bar, " ", label),
    );
    row.onpointerenter = () => cell && this.studio.preview([move]);
    row.onpointerleave = () => this.studio.preview(null);
    return row;
  }

  row({ source, key, black, white, winner }) {
    const { library, runs } = this.studio;
    const open = () =>
      source === "library" ? library.openKept(key).catch((error) => this.studio.complain(error.message)) : runs.replay(source, key);
    const about = winner ? `${colourName(winner)} won` : "not finished";
    return el(
      "div",
      { class: "kept-game" },
      el("button", { type: "button", class: "title", onclick: open }, `${black} – ${white}`, el("small", {}, about)),
    );
  }
}
