// The engine at the analysis board: live values, a review of the whole game, knowledge and the solver.

import { Live, post } from "./api.js";
import { later } from "./dom.js";
import { knowledgeFor } from "./overlays.js";

const SECONDS = 300;
const SOLVE_SECONDS = 10;

export class Analyst {
  constructor(studio) {
    this.studio = studio;
    this.on = false;
    this.player = "mcts";
    this.waiting = 0;
    this.review = null;
    this.asked = null;
    this.known = new WeakMap();
    this.solved = new WeakMap();
    this.aborts = {};
    this.live = new Live({
      onMessage: (message) => this.onMessage(message),
      onState: (connected) => studio.connection(connected),
    });
  }

  // Live analysis

  switch(on) {
    this.on = on;
    this.asked = null;
    if (!on && !this.review) this.live.stop();
    this.follow();
  }

  /** Keeps the engine on the position that is shown. */
  follow() {
    const { game, mode } = this.studio;
    if (this.review) return;
    const open = mode === "analyse" && this.on && !game.position.winner && !this.studio.editing;
    if (!open) {
      if (this.asked) this.live.stop();
      this.asked = null;
    } else if (this.asked !== game.current) {
      this.asked = game.current;
      this.asked.analysis = null;
      this.waiting = 0;
      this.live.ask({ type: "analyse", position: game.asked(), player: this.player, seconds: SECONDS });
    }
  }

  onMessage(message) {
    if (message.type === "error") this.failed(message);
    else if (message.type === "waiting") this.waiting = message.ahead;
    else if (message.type === "review") this.onReview(message);
    else if (message.type === "analysis" && this.asked) {
      this.waiting = 0;
      this.asked.analysis = message;
      this.asked.value = message.black;
      this.asked.best = message.moves[0]?.[0];
      if (message.done) this.live.finished();
    }
    this.studio.show();
  }

  failed({ error }) {
    this.live.finished();
    this.on = false;
    this.asked = null;
    this.review = null;
    this.studio.complain(error);
  }

  // The win rate over the game

  startReview() {
    const { game } = this.studio;
    const nodes = [game.root, ...game.line()];
    if (nodes.some(({ move }) => move === "pass")) {
      this.studio.complain("A game with a pass in it cannot be reviewed.");
      return;
    }
    this.review = { nodes, done: 0 };
    this.asked = null;
    this.live.ask({
      type: "review",
      position: game.asked(nodes.at(-1)),
      player: this.player,
      simulations: 10000,
    });
    this.studio.show();
  }

  stopReview() {
    this.review = null;
    this.live.stop();
    this.follow();
    this.studio.show();
  }

  onReview({ ply, black, best, done }) {
    if (!this.review) return;
    const node = this.review.nodes[ply];
    if (node) Object.assign(node, { value: black, best });
    this.review.done += 1;
    if (!done) return;
    this.review = null;
    this.live.finished();
    this.studio.changed();
  }

  // Knowledge

  /** Asks for what the switched-on overlays need and is not known yet. */
  inform() {
    const { game, mode, overlays, editing } = this.studio;
    for (const key of ["knowledge", "solve"]) this.aborts[key]?.abort();
    this.solving = false;
    if (mode !== "analyse" || game.position.winner || editing) return;
    const node = game.current;
    const known = this.known.get(node) ?? {};
    const missing = knowledgeFor(overlays).filter((name) => !known[name]);
    if (missing.length) later("knowledge", 30, () => this.learn(node, missing));
    if (overlays.has("solver") && !this.solved.has(node)) later("solve", 150, () => this.solve(node));
  }

  async learn(node, names) {
    const found = await this.fetch("knowledge", "/api/overlays", {
      position: this.studio.game.asked(node),
      overlays: names,
    });
    if (!found) return;
    const fresh = Object.fromEntries(names.map((name) => [name, found[name]]));
    this.known.set(node, { ...this.known.get(node), ...fresh });
    this.studio.show();
  }

  async solve(node) {
    this.solving = true;
    this.studio.show();
    const found = await this.fetch("solve", "/api/solve", {
      position: this.studio.game.asked(node),
      seconds: SOLVE_SECONDS,
    });
    if (!found) return;
    this.solving = false;
    this.solved.set(node, found);
    this.studio.show();
  }

  /** The answer, or null if it is not wanted any more or did not come; lost answers are asked for again. */
  async fetch(key, address, body) {
    this.aborts[key]?.abort();
    const abort = new AbortController();
    this.aborts[key] = abort;
    try {
      return await post(address, body, { signal: abort.signal });
    } catch (error) {
      if (error.name !== "AbortError" && !error.lost) this.studio.complain(error.message);
      return null;
    }
  }

  /** What is shown of a node. */
  view(node) {
    return { analysis: node.analysis, knowledge: this.known.get(node), solved: this.solved.get(node) };
  }
}
