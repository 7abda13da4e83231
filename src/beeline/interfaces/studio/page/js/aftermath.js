// After a game: the result, what decided it, and another game.

import { byId, el, put } from "./dom.js";
import { winnerOf } from "./game.js";
import { beside, note, opponentFor } from "./ladder.js";
import { worded } from "./words.js";

const TURNS = ["lost", "blunder", "mistake"];

export class Aftermath {
  constructor(studio) {
    this.studio = studio;
    this.change = 0;
  }

  /** The colour that has won this game against the engine, where it was played; null while it goes on. */
  get winner() {
    const { game, mode, opponent } = this.studio;
    const end = game.played;
    return mode === "play" && !game.lesson && end?.parent && opponent.seat ? winnerOf(game, end) : null;
  }

  /** Notes the end of a game, once. */
  follow() {
    const { game, opponent, info } = this.studio;
    if (!this.winner || game.finished) return;
    game.finished = true;
    const won = this.winner === opponent.human;
    this.change = opponent.adaptive && !game.counted ? note(game.cols, won, info.levels) : 0;
    game.counted = true;
    this.studio.guide.finished(won);
    this.studio.library.keepQuietly(game);
    if (!won) this.studio.analyst.startReview();
  }

  /** The person's move that lost the game: the last that gave a won game away, else the worst. */
  get turn() {
    const { game, opponent } = this.studio;
    const own = game.line(game.root).filter(({ colour, verdict }) => colour === opponent.human && verdict);
    const of = (kind) => own.filter(({ verdict }) => verdict.kind === kind).at(-1);
    return TURNS.map(of).find(Boolean) ?? null;
  }

  get sentence() {
    const { game, opponent, analyst } = this.studio;
    if (this.winner === opponent.human) return this.change > 0 ? "Next time it is a step harder." : "";
    if (analyst.review) return "Looking for the move that lost it…";
    const { turn } = this;
    const better = turn?.verdict.better;
    if (turn) return `Move ${turn.depth}, ${turn.move}, lost it${better ? `: ${better} was the move` : ""}.`;
    if (!game.summary) return "";
    return `No single move lost it: ${worded(opponent.colour === "black" ? "Black" : "White")} was ahead from the start.`;
  }

  render() {
    const host = byId("aftermath");
    const { winner } = this;
    host.hidden = !winner;
    if (!winner) return;
    const { turn, sentence } = this;
    const state = `${winner} ${sentence} ${turn?.depth} ${this.studio.opponent.player}`;
    // Buttons made anew while one is pressed would swallow the click.
    if (host.state === state && host.game === this.studio.game) return;
    Object.assign(host, { state, game: this.studio.game });
    const show = winner !== this.studio.opponent.human && turn;
    put(
      host,
      el("p", {}, sentence),
      el(
        "div",
        { class: "actions" },
        show && el("button", { type: "button", onclick: () => this.show(turn) }, "Show me where"),
        this.again("Rematch", { class: "primary" }),
        this.again("Easier", {}, -1),
        this.again("Harder", {}, 1),
      ),
    );
  }

  show(node) {
    this.studio.goTo("analyse");
    this.studio.go(node);
  }

  /** A button for the same game again, or against the step beside. */
  again(text, attributes, by = 0) {
    const { opponent, info } = this.studio;
    const step = by ? beside(opponent.player, by, info.levels) : null;
    if (by && !step) return null;
    return el("button", { type: "button", ...attributes, onclick: () => this.rematch(step) }, text);
  }

  rematch(step) {
    const { game, opponent, info } = this.studio;
    const { player, name, human, adaptive } = opponent;
    const other = step ?? (adaptive ? opponentFor(game.cols, info.levels) : { player, name });
    const { guided, swapRule, cols: size } = game;
    this.studio.begin({ ...other, human, size, swapRule, adaptive: adaptive && !step, guided });
  }
}
