// The player on the other side of the board.

import { get, post } from "./api.js";
import { opponent } from "./rules.js";
import { winnerOf } from "./game.js";

/** Milliseconds that a move takes at least where two engines play, so that a person can follow. */
const WATCHED = 400;

export class Opponent {
  constructor(studio) {
    this.studio = studio;
    this.player = "Casual";
    this.name = "Casual";
    this.human = "black";
    this.adaptive = false;
    this.rival = null;
    this.paused = false;
    this.thinking = null;
    this.value = null;
    this.queue = 0;
  }

  /** The colour of the one person who plays; null if both or none do. */
  get seat() {
    return ["black", "white"].includes(this.human) ? this.human : null;
  }

  /** Which colour the engine has; of two engines, the one whose turn it is. */
  get colour() {
    if (this.human === "none") return this.studio.game.position.toMove;
    return this.human === "both" ? null : opponent(this.human);
  }

  /** Who plays a colour; `rival` is the engine that plays Black against the other one. */
  playerOf(colour) {
    return this.human === "none" && colour === "black" ? this.rival : { player: this.player, name: this.name };
  }

  asData() {
    const { player, name, human, paused, adaptive, rival } = this;
    return { player, name, human, paused, adaptive, rival };
  }

  /** Whose turn it is, if it is the engine's and it may move. */
  get toMove() {
    const { game, mode } = this.studio;
    if (game.lesson) return false;
    const atEnd = game.current.children.length === 0;
    return mode === "play" && this.colour === game.position.toMove && atEnd && !winnerOf(game);
  }

  /** Thinks if it is its turn, and stops if it is not any more. */
  consider() {
    const { current } = this.studio.game;
    if (this.thinking && this.thinking.node !== current) this.abort();
    if (this.toMove && !this.paused && !this.thinking && !this.studio.lost) this.think(current);
  }

  /** Stops thinking; the game waits until it is told to go on. */
  stop() {
    this.paused = true;
    this.abort();
    this.studio.changed();
  }

  goOn() {
    this.paused = false;
    this.studio.changed();
  }

  abort() {
    this.thinking?.abort.abort();
    this.thinking = null;
  }

  async think(node) {
    const { game } = this.studio;
    const abort = new AbortController();
    const thinking = { node, abort };
    this.thinking = thinking;
    const asking = setInterval(() => this.askQueue(), 1000);
    const followed = this.human === "none" && new Promise((done) => setTimeout(done, WATCHED));
    let answer = null;
    try {
      answer = await post(
        "/api/move",
        { position: game.asked(node), player: this.playerOf(node.position.toMove).player },
        { signal: abort.signal },
      );
      if (followed) await followed;
    } catch (error) {
      if (this.thinking !== thinking) return;
      if (error.lost) this.studio.connection(false);
      else {
        this.paused = true;
        this.studio.complain(error.message);
      }
    } finally {
      clearInterval(asking);
      if (this.thinking === thinking) {
        this.thinking = null;
        this.queue = 0;
      }
    }
    if (answer && !abort.signal.aborted && this.studio.game === game && game.current === node)
      this.answered(answer);
    else this.studio.show();
  }

  answered({ colour, move, value }) {
    const { game } = this.studio;
    this.value = value;
    if (move === "resign") this.studio.resign(colour);
    else {
      game.play(move, colour);
      this.studio.touch();
      this.studio.changed();
    }
  }

  /** How many searches wait, for the person to know why it takes so long. */
  async askQueue() {
    try {
      const { waiting } = await get("/api/queue");
      this.queue = waiting;
      this.studio.show();
    } catch {
      // Said elsewhere.
    }
  }
}
