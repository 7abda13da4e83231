// What stands around the board: the seats, the state of the game, the engine's view.

import { BoardView } from "./board.js";
import { byId, el, percent, put, say, short, svg } from "./dom.js";
import { winnerOf } from "./game.js";
import { translate } from "./i18n.js";
import { Geometry } from "./geometry.js";
import { isMistake } from "./moves.js";
import { overlayList } from "./overlays.js";
import { colourName, colourWord, worded } from "./words.js";

const CANDIDATES = 5;

/** What a colour has to join; the sides of a diamond go by their colour. */
function goalOf(studio, colour) {
  if (studio.diamond) {
    return `the two ${colourWord(colour)} sides`;
  }
  return colour === "black" ? "top and bottom" : "left and right";
}

// Seats

/** Who plays a colour. */
export function nameOf(studio, colour) {
  const { opponent, mode, game } = studio;
  const seen = colourName(colour);
  if (mode === "play") {
    if (game.lesson) return colour === "black" ? "You" : seen;
    if (opponent.human === "both") return seen;
    return opponent.human === colour ? "You" : opponent.playerOf(colour).name;
  }
  const played = game.played?.parent && opponent.human !== "both";
  const name = played ? (opponent.human === colour ? "You" : opponent.playerOf(colour).name) : null;
  return game.names[`${colour}_player`] || name || seen;
}

export function renderSeats(studio) {
  const { game, opponent, mode } = studio;
  const top = mode === "play" && opponent.human === "white" ? "black" : "white";
  const winner = winnerOf(game);
  for (const [id, colour] of [
    ["player-top", top],
    ["player-bottom", top === "black" ? "white" : "black"],
  ]) {
    const seat = byId(id);
    const turn = !winner && game.position.toMove === colour;
    seat.className = `seat ${colour} ${turn ? "to-move" : ""}`;
    const goal = `joins ${goalOf(studio, colour)}`;
    put(
      seat,
      el("span", { class: "dot", "aria-hidden": "true" }),
      el("span", { class: "who" }, nameOf(studio, colour)),
      el(
        "span",
        { class: "goal" },
        nameOf(studio, colour) === colourName(colour) ? goal : `${colourWord(colour)}, ${goal}`,
      ),
      el("span", { class: "turn" }, winner === colour ? "won" : turn && thinkingText(studio, colour)),
    );
  }
}

function thinkingText(studio, colour) {
  const { opponent } = studio;
  if (studio.mode !== "play" || opponent.colour !== colour || !opponent.thinking) return null;
  const text = opponent.queue
    ? `waiting with ${opponent.queue} other${opponent.queue > 1 ? "s" : ""}`
    : "thinking";
  return [el("span", { class: "spinner", "aria-hidden": "true" }), text];
}

// Play

export function statusText(studio) {
  const { game, opponent } = studio;
  const winner = winnerOf(game);
  const position = game.position;
  if (winner) {
    const how = position.winner ? "" : /\+R/.test(game.result) ? " by resignation" : "";
    if (opponent.human === winner) return `You win${how}!`;
    return `${opponent.human === "both" ? colourName(winner) : opponent.playerOf(winner).name} wins${how}.`;
  }
  if (game.current.children.length) {
    const all = game.line().length;
    return `Looking back: move ${game.path().length} of ${all}. Press End to play on.`;
  }
  if (opponent.human === "both") return `${colourName(position.toMove)} to move.`;
  if (position.toMove === opponent.human) {
    const swap = game.swapRule && position.canSwap ? " You may swap." : "";
    const swapped =
      position.moves === 2 && game.current.move === "swap-pieces" ? `${opponent.name} swapped. ` : "";
    return `${swapped}Your move: join ${goalOf(studio, position.toMove)}.${swap}`;
  }
  const { name } = opponent.playerOf(position.toMove);
  if (opponent.thinking) return `${name} is thinking…`;
  if (studio.lost) return "Waiting for the studio.";
  return opponent.paused ? `${name} was stopped.` : `${name} to move.`;
}

/** The opponent with its strength, the board and the rule. */
function details({ game, opponent, info }) {
  const level = info.levels.find(({ name }) => name === opponent.name);
  const against =
    opponent.human === "both" || opponent.human === "none"
      ? { both: "Two people", none: "Two engines" }[opponent.human]
      : `Against ${opponent.name}${level ? ` (${level.elo} Elo)` : ""}`;
  return `${against} on ${game.rows}×${game.cols}, ${game.swapRule ? "with" : "without"} the swap rule`;
}

export function renderPlay(studio) {
  const { game, opponent } = studio;
  studio.hints.render();
  studio.aftermath.render();
  say(byId("status"), statusText(studio));
  say(byId("details"), details(studio));
  const over = Boolean(winnerOf(game));
  const mine = opponent.human === "both" || game.position.toMove === opponent.human;
  byId("undo").disabled = !game.path().length;
  byId("swap").disabled = !(game.swapRule && game.position.canSwap && mine && game.rows === game.cols);
  byId("swap").hidden = !game.swapRule;
  byId("resign").disabled = over || !game.path().length;
  byId("stop").hidden = opponent.human === "both";
  say(byId("stop"), opponent.toMove && !opponent.thinking ? "Let it move" : "Stop");
  byId("stop").disabled = !opponent.thinking && !opponent.toMove;
}

// Analysis

export function renderAnalysis(studio) {
  const { analyst, game } = studio;
  const { analysis, solved } = analyst.view(game.current);
  byId("engine").checked = analyst.on;
  say(byId("engine-state"), engineState(studio, analysis));
  renderEvaluation(game, analysis, analyst.on);
  renderCandidates(studio, analysis);
  renderVerdict(studio);
  renderSummary(studio);
  renderAtRest(studio);
  say(byId("solver-answer"), solverText(studio, solved));
  for (const chip of byId("overlays").children) {
    const { overlay } = chip.dataset;
    if (overlay === "values") say(chip, game.position.stones.size ? "All moves" : "Swap map");
    chip.setAttribute("aria-pressed", String(studio.overlays.has(overlay)));
    chip.classList.toggle("idle", !analyst.on && ["winrate", "values", "policy", "line"].includes(overlay));
  }
  say(byId("graph-title"), `${colourName("black")}’s win rate`);
  say(byId("review"), analyst.review
    ? `Stop (${analyst.review.done} of ${analyst.review.nodes.length})`
    : "Review game");
  byId("review").disabled = !analyst.review && !game.root.children.length;
}

function engineState(studio, analysis) {
  const { analyst, game } = studio;
  if (game.position.winner) return "the game is over";
  if (!analyst.on) return "off";
  if (analyst.waiting) return `waiting, ${analyst.waiting} ahead`;
  if (!analysis) return "thinking…";
  if (analysis.winner) return analysis.done ? "proven" : "proven, looking at the other moves";
  const done = { seconds: ", done", full: ", done" }[analysis.done] ?? "";
  return `${short(analysis.simulations)} simulations${done}`;
}

/** Of the engine whose candidates are shown, else of the review. */
function renderEvaluation({ current: node, summary }, analysis, on) {
  const value = analysis?.black ?? node.value;
  const proven = analysis ? analysis.winner : node.winner;
  const host = byId("evaluation");
  if (value === undefined) {
    const review = summary ? "" : ", or have the whole game reviewed";
    put(host, !on && el("p", { class: "note" }, `Switch the engine on for win rates, proofs and the best line${review}.`));
    return;
  }
  const winner = node.position.winner;
  const text = winner
    ? `${colourName(winner)} has won`
    : proven
      ? `${colourName(proven)} wins, proven`
      : value >= 0.5
      ? `${colourName("black")} ${percent(value, 1)}`
      : `${colourName("white")} ${percent(1 - value, 1)}`;
  const source = analysis || winner ? null : el("span", { class: "note" }, "review");
  const bar = el(
    "span",
    { class: "bar-of", role: "img", "aria-label": `${colourName("black")}’s win rate ${percent(value)}` },
    el("i", { style: { width: percent(value, 1) } }),
  );
  put(host, el("div", { class: "evaluation" }, el("strong", {}, text), source, bar));
}

// The review in words

/** What the review says of the move that led here, with what to do about it. */
function renderVerdict(studio) {
  const { analyst, game } = studio;
  const node = game.current;
  const winner = analyst.winnerAfter(node);
  const lost = node.parent && !node.position.winner && winner && winner === node.position.toMove;
  const { verdict, why } = node;
  const shown = [colourName("black"), node.depth, node.move, verdict?.comment, why?.sentence, lost, node.comment, analyst.explaining === node];
  const host = byId("verdict");
  const state = JSON.stringify(shown);
  if (host.shown === state && host.node === node) return;
  Object.assign(host, { shown: state, node });
  const better = verdict?.better && isMistake(node);
  put(
    host,
    node.comment && el("p", { class: "comment" }, node.comment),
    verdict && el("p", {}, el("b", {}, `${node.depth}. ${node.move}: `), worded(verdict.comment)),
    why?.sentence && el("p", { class: "why" }, worded(why.sentence)),
    el(
      "div",
      { class: "actions" },
      lost &&
        !why &&
        el(
          "button",
          { type: "button", disabled: analyst.explaining === node, onclick: () => analyst.showWhy(node) },
          analyst.explaining === node ? "Looking…" : "Show why it loses",
        ),
      better &&
        !lost &&
        verdict.reply?.length > 0 &&
        el("button", { type: "button", onclick: () => studio.preview(verdict.reply) }, "Show the answer"),
      better && el("button", { type: "button", onclick: () => studio.showBetter(node) }, `Better: ${verdict.better}`),
    ),
  );
}

function renderSummary(studio) {
  const { summary } = studio.game;
  const host = byId("summary");
  const text = summary && worded(summary.text);
  if (host.of === summary && host.text === text) return;
  Object.assign(host, { of: summary, text });
  const turn = summary?.turning_point;
  put(
    host,
    summary && el("p", {}, text),
    turn &&
      el(
        "div",
        { class: "actions" },
        el("button", { type: "button", class: "primary", onclick: () => studio.explain(turn) }, "Show why"),
        el(
          "button",
          { type: "button", onclick: () => studio.goToPly(turn) },
          `To the turning point, move ${turn}`,
        ),
        el("button", { type: "button", onclick: () => studio.trainer.learn() }, "Learn from the mistakes"),
      ),
  );
}

/** Where candidates would be while the engine is off: what else can be done, and what came of it. */
function renderAtRest(studio) {
  const { analyst, game } = studio;
  const host = byId("at-rest");
  host.hidden = analyst.on;
  const summary = byId("summary");
  if (analyst.on !== (summary.parentNode !== host)) {
    if (analyst.on) byId("graph-area").before(summary);
    else host.prepend(summary);
  }
  const offered = game.summary || analyst.review ? "" : game.root.children.length ? "review" : "file";
  if (host.offered === offered) return;
  host.offered = offered;
  host.querySelector(".begin")?.remove();
  if (!offered) return;
  const button = (text, act) => el("button", { type: "button", onclick: act }, text);
  host.append(
    el(
      "div",
      { class: "actions begin" },
      offered === "review" && button("Review this game", () => analyst.startReview()),
      button("Open a file…", () => byId("sgf-file").click()),
    ),
  );
}

/** Rows stay and change their texts: a table made anew under a pressed button would swallow the click. */
function renderCandidates(studio, analysis) {
  const host = byId("candidates");
  const moves = (analysis?.moves ?? []).slice(0, CANDIDATES);
  host.hidden = !moves.length;
  if (!host.children.length) put(host, candidateTable(studio));
  const rows = host.querySelectorAll("tbody tr");
  rows.forEach((row, at) => {
    row.hidden = at >= moves.length;
    if (row.hidden) return;
    const [move, visits, value, proof] = moves[at];
    row.line = lineOf(analysis, move, at);
    const [button, ...texts] = [row.querySelector("button"), ...[...row.children].slice(1)];
    if (button.textContent !== move) {
      button.textContent = move;
      button.setAttribute("aria-label", translate(`Play ${move}`));
    }
    const shown = [
      proof ? { win: "wins", loss: "loses", draw: "draw" }[proof] : percent(value, 1),
      short(visits),
      row.line.slice(1, 7).join(" "),
    ];
    texts.forEach((cell, column) => say(cell, shown[column]));
    row.classList.toggle("loses", proof === "loss");
    row.title = proof === "loss" ? translate("Click to see how it loses") : "";
    // Rows change places under the pointer: what it points at is shown.
    if (row.matches(":hover") && studio.previewed && studio.previewed !== row.line) studio.preview(row.line);
  });
}

/** What is expected from a candidate on. */
function lineOf({ variation, lines = [] }, move, at) {
  if (at === 0 && variation[0] === move) return variation;
  return lines.find(([first]) => first === move) ?? [move];
}

function candidateTable(studio) {
  const row = () => {
    const choose = ({ currentTarget: { textContent: move } }) =>
      studio.candidate(move, made.classList.contains("loses"));
    const made = el(
      "tr",
      { hidden: true },
      el("td", {}, el("button", { type: "button", onclick: choose })),
      el("td"),
      el("td"),
      el("td"),
    );
    made.onpointerenter = () => studio.preview(made.line);
    made.onpointerleave = () => studio.preview(null);
    return made;
  };
  const head = ["move", "win rate", "visits", "then"].map((text) => el("th", { scope: "col" }, text));
  return el(
    "table",
    { class: "candidates" },
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, Array.from({ length: CANDIDATES }, row)),
  );
}

function solverText(studio, solved) {
  if (!studio.overlays.has("solver") || studio.game.position.winner) return "";
  if (studio.analyst.solving) return "Solving…";
  if (!solved) return "";
  if (!solved.winner)
    return `Not solved in ${solved.seconds.toFixed(0)} s: ${short(solved.nodes)} positions were not enough.`;
  const moves = solved.winning_moves?.length ? ` with ${list(solved.winning_moves)}` : "";
  const effort = `${solved.nodes === 1 ? "1 position" : `${short(solved.nodes)} positions`}, ${solved.seconds.toFixed(1)} s`;
  const open = solved.open_moves.length ? ` Moves not decided: ${solved.open_moves.length}.` : "";
  return `${colourName(solved.winner)} wins${moves}, proven (${effort}).${open}`;
}

function list(moves) {
  return moves.length > 6 ? `any of ${moves.length} moves` : moves.join(", ");
}

export function overlayChips(studio) {
  const chip = ({ id, name, about }) =>
    el(
      "button",
      {
        type: "button",
        class: "chip",
        "data-overlay": id,
        title: worded(about),
        onclick: () => studio.toggleOverlay(id),
      },
      worded(name),
    );
  put(byId("overlays"), overlayList().map(chip));
}

/** Samples of what is drawn, with their meanings. */
export function renderLegend(entries) {
  const host = byId("legend");
  host.hidden = !entries.length;
  put(
    host,
    entries.map(([style, text]) => el("span", {}, sample(style), worded(text))),
  );
}

const geometry = new Geometry(1, 1);

function sample(style) {
  if (!Object.keys(style).length) return null;
  const view = Object.assign(Object.create(BoardView.prototype), {
    geometry,
    position: { stones: new Map() },
    cells: new Map([["a1", true]]),
    layers: {},
  });
  for (const name of ["shades", "lines", "marks"]) view.layers[name] = svg("g", {});
  view.draw({ cells: { a1: style } });
  const hex = svg("polygon", { class: "hex", points: geometry.hexagon([0, 0]) });
  return svg(
    "svg",
    { class: "board", viewBox: "-1.1 -1.1 2.2 2.2", "aria-hidden": "true" },
    hex,
    Object.values(view.layers),
  );
}
