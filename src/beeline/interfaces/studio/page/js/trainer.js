// Tasks at the board: puzzles with one winning move, and the mistakes of one's own game.

import { playReason } from "./analyst.js";
import { get, post } from "./api.js";
import { byId, capital, el, percent, put } from "./dom.js";
import { Game } from "./game.js";
import { translate } from "./i18n.js";
import { isMistake } from "./moves.js";
import { read, write } from "./store.js";
import { worded } from "./words.js";

const KEY = "beeline-studio-puzzles";
const SECONDS = 10;
/** For a position of one's own game, where often nothing can be proven. */
const SECONDS_OF_A_GAME = 3;
/** Of a chance to win: what a move may cost and still be as good. */
const MARGIN = 0.1;

export class Trainer {
  constructor(studio) {
    this.studio = studio;
    this.task = null;
    this.list = null;
    this.theme = "";
    this.text = "";
    this.hinted = 0;
    this.state = "open"; // then "solved" or "wrong"
    this.progress = { solved: {}, ...read(localStorage, KEY) };
    byId("puzzles-button").addEventListener("click", () => this.openPuzzles());
  }

  /** Whether clicks on the board are answers to a task. */
  get asking() {
    const { mode, game } = this.studio;
    return mode === "analyse" && this.task?.game === game;
  }

  // Puzzles

  async openPuzzles() {
    try {
      this.list ??= await get("/api/puzzles");
      await this.next();
    } catch (error) {
      this.studio.complain(error.message);
    }
  }

  get chosen() {
    return this.list.puzzles.filter(({ themes }) => !this.theme || themes.includes(this.theme));
  }

  /** The first puzzle, of the theme that is chosen, that is not solved yet; after the last the first again. */
  async next() {
    const after = this.task?.number ?? 0;
    const open = this.chosen.filter(({ id }) => !this.progress.solved[id]);
    const found = open.find(({ number }) => number > after) ?? open[0] ?? this.chosen[0];
    if (found) await this.toPuzzle(found.number);
  }

  async toPuzzle(number) {
    const found = await get(`/api/puzzles/${number}`);
    const game = new Game(found.position);
    this.give({ ...found, game, node: game.root, wanted: [found.solution] });
  }

  solvedCount() {
    return this.list.puzzles.filter(({ id }) => this.progress.solved[id]).length;
  }

  // The mistakes of a reviewed game

  /** Those of the person, where the game was played here against an engine; of both players else. */
  mistakes() {
    const { game, opponent } = this.studio;
    const all = game.line(game.root).filter((node) => isMistake(node) && node.verdict.better);
    const own = game.played?.parent ? all.filter(({ colour }) => colour === opponent.human) : [];
    return own.length ? own : all;
  }

  learn(nodes = this.mistakes(), at = 0) {
    const node = nodes[at];
    if (!node) return this.leave();
    const { game } = this.studio;
    this.give({
      game,
      node: node.parent,
      wanted: [node.verdict.better],
      played: node,
      nodes,
      at,
      hints: [`You played ${node.move}. ${node.verdict.comment.split(". ")[0]}.`, `The move is in column ${node.verdict.better[0]}.`],
    });
  }

  // A task

  give(task) {
    this.studio.analyst.switch(false);
    Object.assign(this, { task, state: "open", text: "", hinted: 0 });
    task.game.current = task.node;
    if (this.studio.game === task.game) this.studio.changed();
    else this.studio.openForAnalysis(task.game);
  }

  leave() {
    const { game } = this.studio;
    if (this.task?.played) game.current = this.task.played;
    this.task = null;
    this.studio.changed();
  }

  again() {
    this.give(this.task);
  }

  hint() {
    this.hinted = Math.min(this.hinted + 1, this.task.hints.length);
    this.studio.show();
  }

  show() {
    this.answer(this.task.wanted[0], { shown: true });
  }

  /** A cell was clicked. */
  async answer(cell, { shown = false } = {}) {
    const { task, studio } = this;
    if (this.state !== "open" || studio.game.position.stones.has(cell)) return;
    studio.game.current = task.node;
    const node = studio.game.play(cell);
    this.state = "judging";
    studio.changed();
    const why = await this.why(node);
    if (this.task !== task) return;
    const mover = node.colour;
    const proven = Boolean(why?.winner);
    const chance = proven || task.wanted.includes(cell) ? null : await this.chanceAfter(node);
    if (this.task !== task) return;
    const right = task.wanted.includes(cell) || why?.winner === mover || chance >= this.best - MARGIN;
    this.state = right ? (shown ? "shown" : "solved") : proven ? "wrong" : "worse";
    if (right && !shown && task.number) this.keep(task.id);
    const verdict = chance === null ? this.verdict(cell, right, shown) : this.estimate(cell, right, chance);
    this.text = [verdict, proven && why.sentence].filter(Boolean).join(" ");
    if (proven) node.why = why;
    if (!right && why?.winner) this.refute(why);
    studio.changed();
  }

  /** The person's chance with the best move of the task, as the review saw it. */
  get best() {
    return this.task.played?.verdict.before ?? 1;
  }

  /** What the analyst gives the person after a move that nothing is proven of; null if nobody answers. */
  async chanceAfter(node) {
    try {
      const position = this.studio.game.asked(node);
      const { value } = await post("/api/move", { position, player: this.studio.info.analysts[0] });
      return value === null ? null : 1 - value;
    } catch (error) {
      this.studio.complain(error.message);
      return null;
    }
  }

  estimate(cell, right, chance) {
    const [better] = this.task.wanted;
    return right
      ? `${cell} is as good as ${better}: ${percent(chance)}.`
      : `${cell} is not it: ${percent(chance)}, and ${better} has ${percent(this.best)}.`;
  }

  verdict(cell, right, shown) {
    if (shown) return `${cell} was the move.`;
    return right ? `Right: ${cell}${this.task.number ? " is the only move that wins" : ""}.` : `${cell} is not it.`;
  }

  refute(why) {
    playReason(this.studio.game, why);
  }

  async why(node) {
    if (node.position.winner) return { winner: node.position.winner, sentence: "The sides are joined.", line: [], carrier: [] };
    try {
      return await post("/api/why", { position: this.studio.game.asked(node), seconds: this.task.number ? SECONDS : SECONDS_OF_A_GAME });
    } catch (error) {
      this.studio.complain(error.message);
      return null;
    }
  }

  keep(id) {
    this.progress.solved[id] = 1;
    write(localStorage, KEY, this.progress);
  }

  // Showing

  render() {
    const host = byId("trainer");
    host.hidden = !this.asking;
    if (host.hidden) return;
    const { task } = this;
    put(
      host,
      el("h2", {}, this.title()),
      task.number && this.about(),
      el("p", { class: "status" }, this.status()),
      this.text && el("p", { class: "why" }, worded(this.text)),
      this.state === "open" && task.hints.slice(0, this.hinted).map((text) => el("p", { class: "note" }, worded(text))),
      el("div", { class: "actions" }, this.buttons()),
      task.number && this.themes(),
    );
  }

  title() {
    const { task } = this;
    return task.number ? `Puzzle ${task.number}` : `Your mistakes: ${task.at + 1} of ${task.nodes.length}`;
  }

  about() {
    const { size, grade, themes } = this.task;
    const stars = `${"★".repeat(grade)}${"☆".repeat(5 - grade)}`;
    const solved = `${this.solvedCount()} of ${this.list.puzzles.length} solved`;
    const known = this.state === "open" ? [] : themes;
    const words = [`${size}×${size}`, ...known, solved].map((text) => translate(text)).join(", ");
    return el("p", { class: "note" }, el("span", { "aria-label": `Grade ${grade} of 5` }, stars), document.createTextNode(` ${words}`));
  }

  status() {
    const { task, state } = this;
    const mover = worded(capital(task.node.position.toMove));
    const texts = {
      open: task.number ? `${mover} to move: one move wins.` : `${mover} to move: find a better move than ${task.played?.move}.`,
      judging: "Looking…",
      solved: "Solved!",
      shown: "The solution.",
      wrong: "That loses: here is how.",
      worse: "There is a better move.",
    };
    return texts[state];
  }

  buttons() {
    const { task, state } = this;
    const button = (text, act, primary) => el("button", { type: "button", class: primary ? "primary" : null, onclick: act }, text);
    const onward = task.number ? () => this.next() : () => this.learn(task.nodes, task.at + 1);
    const last = !task.number && task.at + 1 >= task.nodes.length;
    const missed = state === "wrong" || state === "worse";
    return [
      state === "open" && this.hinted < task.hints.length && button("Hint", () => this.hint()),
      state === "open" && button("Show the move", () => this.show()),
      missed && button("Try again", () => this.again(), true),
      (state === "solved" || state === "shown" || missed) && button(last ? "Finish" : "Next", onward, !missed),
      button("Leave", () => this.leave()),
    ];
  }

  themes() {
    const choose = (event) => {
      this.theme = event.target.value;
      this.task.number = 0;
      this.next();
    };
    const option = (theme) => el("option", { value: theme, selected: theme === this.theme || null }, theme || "all themes");
    return el("label", { class: "theme" }, "Theme ", el("select", { onchange: choose }, ["", ...this.list.themes].map(option)));
  }
}
