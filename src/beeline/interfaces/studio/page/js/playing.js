// Playing a game: moves, taking back, giving up, another game.

import { confirm, newGame } from "./dialogs.js";
import { byId } from "./dom.js";
import { Game, opponent as other, winnerOf } from "./game.js";
import { nameOf } from "./panels.js";

export const playing = {
  /** A cell was chosen: a move, or a stone to set up. */
  cell(name) {
    if (this.guide.teaching) this.guide.answer(name);
    else if (this.trainer.asking) this.trainer.answer(name);
    else if (this.editing) this.editor.edit(name);
    else if (this.annotations.marking) this.annotations.toggle(name);
    else if (this.mode === "play" && this.opponent.colour === this.game.position.toMove) {
      if (this.game.current.children.length) this.walk("toEnd");
      else if (!winnerOf(this.game) && !this.opponent.paused)
        this.toast(`It is ${this.opponent.playerOf(this.game.position.toMove).name}’s turn`);
    } else if (!this.game.position.stones.has(name)) this.play(name);
  },

  play(move) {
    if (winnerOf(this.game)) {
      if (this.game.position.winner) return;
      this.game.result = "";
    }
    try {
      this.game.play(move);
      this.touch();
    } catch (error) {
      this.complain(error.message);
      return;
    }
    this.quiet();
    this.changed();
  },

  undo() {
    const { game, opponent } = this;
    if (!game.path().length) return;
    let node = game.current;
    const mine = opponent.seat ?? node.colour;
    while (node.parent && node.colour !== mine && node.parent.parent) node = node.parent;
    this.takeBack(node);
  },

  /** The game has changed: it is to be kept, under the names of those who play it. */
  touch() {
    const { game, opponent } = this;
    game.touched = true;
    if (this.mode !== "play" || opponent.human === "both" || game.lesson) return;
    const [black_player, white_player] = ["black", "white"].map((colour) => nameOf(this, colour));
    game.names = { ...game.names, black_player, white_player };
  },

  /** Takes a move back, with all that followed. */
  takeBack(node) {
    const { game, opponent } = this;
    opponent.abort();
    Object.assign(game, { result: "", finished: false });
    game.remove(node);
    this.touch();
    // Back at the engine's own first move, it waits: else it would make that move again at once.
    opponent.paused = this.mode === "play" && opponent.colour === game.position.toMove;
    this.changed();
  },

  resign(colour = this.opponent.seat ?? this.game.position.toMove) {
    this.opponent.abort();
    this.game.toEnd();
    this.game.result = `${other(colour)[0].toUpperCase()}+R`;
    this.changed();
  },

  async newGame() {
    // A moment for the levels to arrive; without them there are still people and player strings.
    await Promise.race([this.ready, new Promise((done) => setTimeout(done, 2000))]);
    const { cols: size, swapRule } = this.game;
    const human = this.opponent.human === "none" ? "black" : this.opponent.human;
    const chosen = { ...this.opponent.asData(), human, size, swapRule };
    newGame({ levels: this.info.levels, chosen, start: (choice) => this.begin(choice) });
  },

  /** A new game; `adaptive` if the opponent follows the person's results, `guided` with words on mistakes. */
  begin({ player, name, human, size, swapRule, adaptive = false, guided = false, rival = null }) {
    this.opponent.abort();
    Object.assign(this.opponent, { player, name, human, adaptive, rival, paused: false, value: null });
    this.mode = "play";
    byId("editor").open = false;
    const game = new Game({ rows: size, cols: size });
    Object.assign(game, { swapRule, guided });
    game.played = game.root;
    this.setGame(game);
    this.checkPlayer(player);
  },

  /** Two engines play each other, and are watched. */
  duel({ black, white, size }) {
    const rival = { player: black, name: black };
    this.begin({ player: white, name: white, human: "none", size, swapRule: false, rival });
  },

  /** Says at once, not after the first move, that there is no such player. */
  checkPlayer(player) {
    const { levels, kinds } = this.info;
    const kind = player.split(":")[0].trim();
    const known = !kinds || kind in kinds || kind === "run" || levels.some(({ name }) => name === player);
    if (!known) this.complain(`${kind} does not play in the studio; there are ${Object.keys(kinds).join(", ")}`);
  },

  playAgainst(player, name, size) {
    const start = () => this.begin({ player, name, human: "black", size, swapRule: true });
    const open = this.game.played?.parent && !winnerOf(this.game, this.game.played);
    if (open) confirm(`leave the game against ${this.opponent.name}? It is kept under “Files and links”.`, "Leave it", start);
    else start();
  },
};
