// The engine at the analysis board: live values, a review of the whole game, knowledge and the solver.

import { Live, post } from "./api.js";
import { capital, later } from "./dom.js";
import { knowledgeFor } from "./overlays.js";
import { opponent } from "./rules.js";

const SECONDS = 300;
const SOLVE_SECONDS = 10;

/** Plays the line of a reason from the current position on. What there is to see stands where the loser has to
 * move first, which is where he could try to stop it, and at the end. */
export function playReason(game, found) {
  let tried = false;
  for (const move of found.line) {
    if (!tried && game.position.toMove !== found.winner) {
      game.current.why ??= { ...found, carrier: [], threats: [], ladder: [] };
      tried = true;
    }
    game.play(move);
  }
  game.current.why = found;
}

/** What a review that was stopped knows: it has proven with the whole game in view what takes too long alone. */
function reviewed(node) {
  const { proven, reply = [] } = node.verdict ?? {};
  if (!proven || !reply.length) return null;
  const winner = opponent(node.colour);
  const sentence = `${capital(winner)} answers ${node.move} with ${reply[0]}. The review has proven it, from the end of the game backwards.`;
  return { winner, sentence, line: reply, carrier: [] };
}

export class Analyst {
  constructor(studio) {
    this.studio = studio;
    this.on = false;
    this.player = undefined; // the studio’s own choice
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
      this.learned(this.asked, message);
      if (message.done) this.live.finished();
    }
    this.studio.show();
  }

  /** Keeps what is known of a node: what was found before stays until there is more. */
  learned(node, message) {
    const known = node.analysis?.player === this.player ? node.analysis : null;
    if (known && !message.done && !message.winner && message.simulations < known.simulations) return;
    node.analysis = { ...message, player: this.player };
    if (!node.reviewed) node.value = message.black;
  }

  choose(player) {
    this.player = player;
    this.switch(this.on);
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
    game.summary = null;
    const { opening = [] } = game.names;
    this.live.ask({ type: "review", position: game.asked(nodes.at(-1)), player: this.player, opening });
    this.studio.show();
  }

  stopReview() {
    this.review = null;
    this.live.stop();
    this.follow();
    this.studio.show();
  }

  onReview({ ply, black, winner, move, summary, done }) {
    if (!this.review) return;
    const { nodes } = this.review;
    if (nodes[ply]) Object.assign(nodes[ply], { value: black, winner, reviewed: true });
    if (move && nodes[ply + 1]) nodes[ply + 1].verdict = move;
    this.review.done += 1;
    if (!done) return;
    const { reasons = {}, ...told } = summary;
    for (const [number, why] of Object.entries(reasons)) if (nodes[number]?.verdict) nodes[number].verdict.why = why;
    this.studio.game.summary = told;
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
    const fresh = Object.fromEntries(names.map((name) => [name, found.layers]));
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

  // Why a move loses

  /** Who wins after a node, if that is proven. */
  winnerAfter(node) {
    return node.position.winner ?? node.winner ?? node.analysis?.winner ?? node.why?.winner ?? null;
  }

  /** Plays the refutation of a move on the board, and says in a sentence why it wins. */
  async showWhy(node) {
    const { game } = this.studio;
    const found = node.verdict?.why ?? (await this.askWhy(node));
    if (!found || this.studio.game !== game) return this.studio.show();
    node.why = found.winner ? found : (reviewed(node) ?? found);
    if (node.why.winner) {
      game.current = node;
      playReason(game, node.why);
    }
    this.studio.changed();
  }

  async askWhy(node) {
    const { game } = this.studio;
    this.explaining = node;
    this.studio.show();
    const then = node.reviewed ? game.line(node).slice(game.path(node).length).map(({ move }) => move) : [];
    const found = await this.fetch("why", "/api/why", { position: game.asked(node), then });
    this.explaining = null;
    return found;
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

  /** What is shown of a node: of analyses, that of the engine that is chosen. */
  view(node) {
    const analysis = node.analysis?.player === this.player ? node.analysis : undefined;
    return { marks: node.marks, analysis, why: node.why, knowledge: this.known.get(node), solved: this.solved.get(node) };
  }
}
