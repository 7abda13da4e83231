// Help during a game: a hint, and a word when a move gives a won game away.

import { post } from "./api.js";
import { byId, el, put, say } from "./dom.js";
import { winnerOf } from "./game.js";
import { worded } from "./words.js";

const WATCH_SECONDS = 2;
const HINT_SECONDS = 4;
const ADVISER = "Strong";

export class Hints {
  constructor(studio) {
    this.studio = studio;
    this.clear();
  }

  clear() {
    this.hint = null; // {node, cell, text}
    this.slip = null; // {node, text}
    this.asking = false;
    this.busy ??= 0; // positions that are being looked at
  }

  /** Whether mistakes are told: in guided games, or where the person wants it. */
  get watching() {
    const { game, mode, preferences, opponent } = this.studio;
    return mode === "play" && opponent.seat !== null && Boolean(game.guided || preferences.warn);
  }

  /** The cell to point at, at the position that is shown. */
  get cell() {
    return this.hint?.node === this.studio.game.current ? this.hint.cell : null;
  }

  /** Something was played: keeps track of who wins. */
  follow() {
    const { game } = this.studio;
    if (this.hint && this.hint.node !== game.current) this.hint = null;
    if (this.slip && !game.holds(this.slip.node)) this.slip = null;
    if (this.watching && !game.current.children.length && !game.position.winner) this.watch(game, game.current);
  }

  async watch(game, node) {
    if (node.known !== undefined) return;
    node.known = null;
    this.busy += 1;
    const found = await this.ask("/api/solve", game, node, { seconds: WATCH_SECONDS, all_moves: false });
    node.known = found?.winner ?? null;
    if (this.studio.game === game && game.holds(node)) await this.judge(game, node);
    this.busy -= 1;
  }

  /** A move of the person after which the other side wins, where it was won before. */
  async judge(game, node) {
    const { human } = this.studio.opponent;
    if (node.colour !== human || node.parent.known !== human || !node.known || node.known === human) return;
    const why = await this.ask("/api/why", game, node, { seconds: WATCH_SECONDS });
    if (!why?.winner || this.studio.game !== game || !game.holds(node)) return;
    this.slip = { node, text: why.sentence };
    this.studio.show();
  }

  /** Points at a move: one that wins, with the reason, or what a strong player would do. */
  async give() {
    const { game } = this.studio;
    const node = game.current;
    this.asking = true;
    this.studio.show();
    const why = await this.ask("/api/why", game, node, { seconds: HINT_SECONDS });
    const cell = why?.winner === node.position.toMove ? (why.line[0] ?? why.carrier[0]) : null;
    const found = cell
      ? { cell, text: why.sentence }
      : { cell: await this.advice(game, node), text: why?.winner ? this.lost(why.winner) : "A strong player would go here." };
    this.asking = false;
    if (this.studio.game === game && found.cell) this.hint = { node, ...found };
    this.studio.changed();
  }

  lost(winner) {
    const name = winner === "black" ? "Black" : "White";
    return `${name} wins now if nothing goes wrong; this is the best try.`;
  }

  async advice(game, node) {
    const body = { position: { ...game.asked(node), swap_rule: false }, player: ADVISER };
    const found = await post("/api/move", body).catch(() => null);
    return found && found.move !== "resign" ? found.move : null;
  }

  // Showing

  render() {
    const { game, opponent } = this.studio;
    const mine = opponent.human === "both" || game.position.toMove === opponent.human;
    byId("hint").disabled = this.asking || !mine || Boolean(winnerOf(game)) || game.current.children.length > 0;
    say(byId("hint"), this.asking ? "Looking…" : "Hint");
    const host = byId("help");
    const hint = this.cell ? this.hint : null;
    const state = JSON.stringify([this.slip?.text, this.slip?.node.depth, hint?.cell, hint?.text, worded("black")]);
    if (host.state === state) return;
    host.state = state;
    put(
      host,
      this.slip && this.slipText(this.slip),
      hint && el("p", { class: "hint" }, el("b", {}, `Hint: ${hint.cell}. `), worded(hint.text)),
    );
  }

  slipText({ node, text }) {
    const back = () => {
      this.slip = null;
      this.studio.takeBack(node);
    };
    const keep = () => {
      this.slip = null;
      this.studio.show();
    };
    return el(
      "div",
      { class: "slip" },
      el("p", {}, el("b", {}, `${node.move} gives the win away. `), worded(text)),
      el(
        "div",
        { class: "actions" },
        el("button", { type: "button", onclick: back }, "Take it back"),
        el("button", { type: "button", onclick: keep }, "Play on"),
      ),
    );
  }

  /** An answer about a position; null if there is none. */
  ask(address, game, node, options) {
    return post(address, { position: game.asked(node), ...options }).catch(() => null);
  }
}
