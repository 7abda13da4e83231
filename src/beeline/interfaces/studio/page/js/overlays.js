// What is drawn on the board: the search's view, and what can be known of the position.

import { percent, short } from "./dom.js";
import { opponent } from "./rules.js";
import { colourName } from "./words.js";

/** What the search shows, and the proof; what is known of a position comes from the studio (`/api/info`). */
const OF_THE_SEARCH = [
  { id: "winrate", name: "Win rate", about: "The chance to win after each move the engine looked at" },
  { id: "values", name: "All moves", about: "The value of every move, also of those the engine has not looked into" },
  { id: "policy", name: "Policy", about: "The share of the engine's attention that each move got" },
  { id: "line", name: "Best line", about: "The moves that the engine expects" },
];
const PROOF = {
  id: "solver",
  name: "Exact result",
  about: "Who wins with best play, proven, where it can be found in ten seconds",
};

/** Layers of knowledge from the bottom up: {id, name, about, overlay}. */
let layers = [];

export function learnLayers(known) {
  layers = known;
}

/** Everything that can be switched on, in the order of the buttons. */
export function overlayList() {
  const overlays = [...new Set(layers.map(({ overlay }) => overlay))].reverse();
  const known = overlays.flatMap((name) => layers.filter(({ overlay }) => overlay === name));
  return [...OF_THE_SEARCH, ...known, PROOF];
}

const LINE_LENGTH = 8;
const SHOWN_SHARE = 0.01;

/** The kinds of knowledge to ask the server for. */
export function knowledgeFor(chosen) {
  return [...new Set(layers.filter(({ id }) => chosen.has(id)).map(({ overlay }) => overlay))];
}

/** All that is switched on, as one drawing with its legend. */
export function drawingOf({ position, chosen, analysis, knowledge, solved, line, why, marks }) {
  const drawing = { cells: {}, lines: [], ghosts: [], legend: [] };
  if (marks) annotate(drawing, marks);
  if (position.winner) return drawing;
  if (why?.winner) reason(drawing, why, position);
  for (const { id, overlay } of layers)
    if (chosen.has(id) && knowledge?.[overlay]) known(drawing, knowledge[overlay][id]);
  if (solved && chosen.has("solver")) exact(drawing, solved);
  if (analysis) search(drawing, analysis, chosen, position);
  const isMap = chosen.has("values") && !position.stones.size;
  const shown = line ?? (chosen.has("line") && !isMap ? analysis?.variation : null);
  if (shown) bestLine(drawing, shown, position);
  return drawing;
}

function style(drawing, cell) {
  drawing.cells[cell] ??= {};
  return drawing.cells[cell];
}

/** The letters and shapes of a commented game. */
function annotate(drawing, marks) {
  for (const { kind, cell, text } of marks) {
    if (kind === "LB") style(drawing, cell).label = text;
    else style(drawing, cell).shape = kind;
  }
}

function search(drawing, analysis, chosen, position) {
  const all = chosen.has("values");
  const rates = all || chosen.has("winrate");
  const shares = chosen.has("policy");
  if (!rates && !shares) return;
  const visits = analysis.moves.reduce((sum, [, count]) => sum + count, 0) || 1;
  const most = Math.max(...analysis.moves.map(([, count]) => count), 1);
  for (const [move, count, value, proof] of analysis.moves) {
    if (!all && count / visits < SHOWN_SHARE && !proof) continue;
    const cell = style(drawing, move);
    cell.heat = count || proof ? 0.12 + 0.68 * Math.sqrt(count / most) : 0;
    cell.heatKind = "search";
    const rate = proof ? { win: "won", loss: "lost", draw: "½" }[proof] : (100 * value).toFixed(0);
    cell.mark = rates ? rate : percent(count / visits);
    cell.detail = rates && count ? (shares ? percent(count / visits) : short(count)) : null;
  }
  drawing.legend.push([
    { heat: 0.7, heatKind: "search" },
    rates ? "win rate in %, and visits" : "share of the visits",
  ]);
  if (all && !position.stones.size)
    drawing.legend.push([{ mark: "50" }, "the chance of whoever begins here: about 50 is fair with the swap rule"]);
}

/** Numbered stones; small ones in the corner where a cell has something to say already. */
function bestLine(drawing, moves, position) {
  let colour = position.toMove;
  for (const [at, name] of moves.slice(0, LINE_LENGTH).entries()) {
    if (position.stones.has(name)) break;
    const beside = Boolean(drawing.cells[name]?.mark);
    drawing.ghosts.push({ name, colour, text: String(at + 1), first: at === 0, beside });
    if (at === 0) style(drawing, name).outline = "best";
    colour = opponent(colour);
  }
}

/** A layer as the studio draws it everywhere. */
function known(drawing, { cells, lines, legend }) {
  for (const [name, found] of Object.entries(cells)) {
    const cell = style(drawing, name);
    Object.assign(cell, shown(found));
    if (found.shades.length) cell.shades = [...new Set([...(cell.shades ?? []), ...found.shades])];
  }
  drawing.lines.push(...lines);
  for (const { cell, dashed, text } of legend) {
    const said = cell ? text : `${dashed ? "dashed" : "lines"}: ${text}`;
    if (!drawing.legend.some(([, other]) => other === said)) drawing.legend.push([sampleOf(cell), said]);
  }
}

function shown({ heat, outlined, stone, mark, faint }) {
  return {
    ...(heat && { heat, heatKind: "current" }),
    ...(outlined && { outline: "must" }),
    ...(stone && { stone }),
    ...(mark && { mark, kind: faint ? "faint" : "" }),
  };
}

function sampleOf(cell) {
  return cell ? { ...shown(cell), ...(cell.shades.length && { shades: cell.shades }) } : {};
}

/** Why a position is won: where the loser could try to stop it, the ladder, the cells that join the winner. These
 * are enough at the end of the line alone; before it, the line is shown in numbers. */
function reason(drawing, why, position) {
  const { winner, carrier, line = [], ladder = [], threats = [] } = why;
  mustPlay(drawing, why, line.length && !position.stones.has(line[0]));
  const run = ladder.filter((cell) => position.stones.has(cell));
  for (const cell of run) style(drawing, cell).outline = "ladder";
  if (run.length) drawing.legend.push([{ outline: "ladder" }, "the ladder"]);
  if (line.length && !position.stones.has(line[0])) {
    bestLine(drawing, line, position);
    drawing.legend.push([{}, "numbers: how it goes on"]);
  }
  if (line.some((cell) => !position.stones.has(cell))) return;
  const open = carrier.filter((cell) => !position.stones.has(cell));
  for (const cell of open) style(drawing, cell).shades = [winner];
  const both = threats.filter((cell) => !position.stones.has(cell));
  for (const cell of both) style(drawing, cell).mark = "◆";
  if (both.length === 2) drawing.legend.push([{ mark: "◆" }, "two threats: only one can be stopped"]);
  if (open.length)
    drawing.legend.push([{ shades: [winner] }, `all that ${colourName(winner)} needs to win`]);
}

/** Where the loser had to play at his last move, and once it is answered, where he could still try to stop it. */
function mustPlay(drawing, { winner, missed = [], must_play: tries = [] }, unanswered) {
  const loser = colourName(opponent(winner));
  const [cells, text] =
    unanswered || !tries.length ? [missed, `where ${loser} had to play`] : [tries, `where ${loser} could try to stop it`];
  for (const cell of cells) style(drawing, cell).outline = "must";
  if (cells.length) drawing.legend.push([{ outline: "must" }, text]);
}

function exact(drawing, solved) {
  for (const cell of solved.winning_moves ?? []) style(drawing, cell).win = "win";
  if (solved.winning_moves?.length) drawing.legend.push([{ win: "win" }, "wins, proven"]);
}
