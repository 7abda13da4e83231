// The guided start: lessons on a small board, then first games with help.

import { byId, el, put } from "./dom.js";
import { Game } from "./game.js";
import { opponentFor } from "./ladder.js";
import { FIRST_GAMES, LESSONS } from "./lessons.js";
import { showRules } from "./dialogs.js";
import { read, write } from "./store.js";
import { worded } from "./words.js";

const KEY = "beeline-studio-guide";
const PAUSE = 500; // between White's stone and the task, in milliseconds

export class Guide {
  constructor(studio) {
    this.studio = studio;
    this.at = null; // the number of the lesson or, behind the lessons, of the game
    this.step = 0;
    this.text = "";
    this.solved = false;
    this.isNew = !read(localStorage, KEY) && !studio.game.root.children.length && studio.mode === "play";
  }

  get total() {
    return LESSONS.length + FIRST_GAMES.length;
  }

  get lesson() {
    return this.at === null ? null : (LESSONS[this.at] ?? null);
  }

  get firstGame() {
    return this.at === null ? null : (FIRST_GAMES[this.at - LESSONS.length] ?? null);
  }

  /** Whether clicks on the board belong to a lesson. */
  get teaching() {
    return this.studio.mode === "play" && Boolean(this.studio.game.lesson);
  }

  // Going through

  /** Begins, or goes on where it was left. */
  begin() {
    const kept = read(localStorage, KEY);
    this.to(Number.isInteger(kept?.at) && kept.at < this.total ? kept.at : 0);
  }

  to(at) {
    this.at = at;
    this.isNew = false;
    write(localStorage, KEY, { at });
    if (at >= this.total) this.leave();
    else if (this.lesson) this.teach();
    else this.playFirst();
  }

  leave() {
    write(localStorage, KEY, { at: this.at ?? this.total, left: true });
    this.at = null;
    this.isNew = false;
    if (this.studio.game.lesson) this.studio.begin({ ...this.studio.opponent.asData(), size: 7, swapRule: false });
    else this.studio.show();
  }

  // Lessons

  teach() {
    const { studio } = this;
    const game = new Game(this.lesson.start);
    game.lesson = true;
    studio.opponent.abort();
    studio.mode = "play";
    this.step = 0;
    studio.setGame(game);
    this.ask();
  }

  get task() {
    return this.lesson.steps[this.step];
  }

  /** White's stone, if there is one, and what to do about it. */
  ask() {
    const { game } = this.studio;
    this.solved = false;
    this.text = this.task.say;
    if (this.task.attack) game.play(this.task.attack);
    this.studio.changed();
  }

  /** A cell was clicked in a lesson. */
  answer(cell) {
    const { game } = this.studio;
    if (!this.lesson || this.solved || game.position.stones.has(cell)) return;
    if (!this.task.wanted.includes(cell)) {
      this.text = this.task.wrong(cell);
      this.studio.show();
      return;
    }
    game.play(cell);
    this.solved = true;
    this.text = this.task.done;
    this.studio.changed();
    if (this.lesson.steps[this.step + 1]) setTimeout(() => this.next(game), PAUSE * 3);
  }

  next(game) {
    if (this.studio.game !== game) return;
    this.step += 1;
    this.ask();
  }

  /** Points at the cell, or at a good move. */
  hint() {
    if (!this.teaching) return;
    this.studio.hints.hint = { node: this.studio.game.current, cell: this.task.wanted[0], text: "" };
    this.studio.changed();
  }

  // First games

  playFirst() {
    const { studio } = this;
    const { size, swapRule, say } = this.firstGame;
    this.text = say;
    this.won = null;
    const opponent = opponentFor(size, studio.info.levels);
    studio.begin({ ...opponent, human: "black", size, swapRule, adaptive: true, guided: true });
  }

  finished(won) {
    if (!this.firstGame || !this.studio.game.guided) return;
    this.won = won;
    this.text = won ? "You have won!" : "That one went to White. Look where it turned, then try again: it gets a little easier.";
  }

  // Showing

  render() {
    const host = byId("guide");
    const content = this.isNew && !this.studio.game.root.children.length ? this.invitation() : this.content();
    host.hidden = !content || this.studio.mode !== "play";
    if (!content) return;
    const state = JSON.stringify([this.isNew, this.at, this.step, this.text, this.solved, this.won, content.key]);
    if (host.state === state) return;
    host.state = state;
    put(host, ...content.parts);
  }

  invitation() {
    return {
      key: "new",
      parts: [
        el("h2", {}, "New to Hex?"),
        el("p", {}, "Learn it in ten minutes: three short lessons on a small board, then a first game with help."),
        buttons(["Show me how", () => this.begin(), "primary"], ["I know Hex", () => this.leave()]),
      ],
    };
  }

  content() {
    const swap = this.swapped();
    if (swap) return swap;
    if (this.at === null || !(this.studio.game.lesson || this.studio.game.guided)) return null;
    const { title } = this.lesson ?? this.firstGame;
    const ready = this.lesson ? this.solved && !this.lesson.steps[this.step + 1] : this.won;
    const last = this.at + 1 >= this.total;
    return {
      key: worded("black"),
      parts: [
        el("p", { class: "note" }, `First steps, ${this.at + 1} of ${this.total}`),
        el("h2", {}, title),
        el("p", { class: this.solved || this.won ? "good" : "" }, worded(this.text)),
        buttons(
          ready && [last ? "Finish" : "Next", () => this.to(this.at + 1), "primary"],
          this.lesson && !this.solved && ["Point at it", () => this.hint()],
          !ready && !last && ["Skip", () => this.to(this.at + 1)],
          ["Leave", () => this.leave()],
        ),
      ],
    };
  }

  /** What has just happened to the first stone, said when it happens. */
  swapped() {
    const { game, opponent } = this.studio;
    const { current } = game;
    const byEngine = current.move === "swap-pieces" && current.colour === opponent.colour;
    if (!byEngine || current.children.length || game.swapSeen) return null;
    const from = current.parent.move;
    const to = current.position.last;
    const where = from === to ? `${to} is White’s now` : `${from}, mirrored to ${to}, is White’s now`;
    return {
      key: `swap ${where}`,
      parts: [
        el("h2", {}, "Your stone was taken over"),
        el(
          "p",
          {},
          worded(
            `That is the swap rule: ${where}, and it is your move. Beginning is an advantage, so after the first stone White may take it over instead of playing. Next time begin with a stone that you would not mind losing, nearer to the edge.`,
          ),
        ),
        buttons(["Got it", () => this.sawSwap(game), "primary"], ["All rules", showRules]),
      ],
    };
  }

  sawSwap(game) {
    game.swapSeen = true;
    this.studio.show();
  }
}

function buttons(...choices) {
  const one = ([text, act, kind = ""]) => el("button", { type: "button", class: kind, onclick: act }, text);
  return el("div", { class: "actions" }, choices.filter(Boolean).map(one));
}
