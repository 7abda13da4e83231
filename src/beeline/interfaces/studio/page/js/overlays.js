// What is drawn on the board: the search's view, and what can be known of the position.

import { percent, short } from "./dom.js";
import { opponent } from "./rules.js";

export const OVERLAYS = [
  { id: "winrate", name: "Win rate", about: "The chance to win after each move the engine looked at" },
  { id: "policy", name: "Policy", about: "The share of the engine's attention that each move got" },
  { id: "line", name: "Best line", about: "The moves that the engine expects" },
  {
    id: "black",
    name: "Black’s connections",
    about: "What Black can join whatever White does, with the cells it needs",
  },
  {
    id: "white",
    name: "White’s connections",
    about: "What White can join whatever Black does, with the cells it needs",
  },
  {
    id: "mustplay",
    name: "Must-play",
    about: "Where the side to move must play to stop the other side’s threats",
  },
  { id: "inferior", name: "Captured and dead", about: "Cells that belong to a side already, or to nobody" },
  {
    id: "resistance",
    name: "Resistance",
    about: "The position as an electrical circuit: hot cells carry the current",
  },
  {
    id: "solver",
    name: "Exact result",
    about: "Who wins with best play, proven, where it can be found in ten seconds",
  },
];

const KNOWLEDGE = {
  black: "connections",
  white: "connections",
  mustplay: "connections",
  inferior: "inferior",
  resistance: "resistance",
};
const LINE_LENGTH = 8;
const SHOWN_SHARE = 0.01;

/** The kinds of knowledge to ask the server for. */
export function knowledgeFor(chosen) {
  return [...new Set([...chosen].map((id) => KNOWLEDGE[id]).filter(Boolean))];
}

/** All that is switched on, as one drawing with its legend. */
export function drawingOf({ position, chosen, analysis, knowledge, solved, line, why }) {
  const drawing = { cells: {}, lines: [], ghosts: [], legend: [] };
  if (position.winner) return drawing;
  if (why?.winner) reason(drawing, why, position);
  if (knowledge?.resistance && chosen.has("resistance")) resistance(drawing, knowledge.resistance, position);
  if (knowledge?.inferior && chosen.has("inferior")) inferior(drawing, knowledge.inferior, position);
  if (knowledge?.connections) connections(drawing, knowledge.connections, position, chosen);
  if (solved && chosen.has("solver")) exact(drawing, solved);
  if (analysis) search(drawing, analysis, chosen);
  const shown = line ?? (chosen.has("line") ? analysis?.variation : null);
  if (shown) bestLine(drawing, shown, position);
  return drawing;
}

function style(drawing, cell) {
  drawing.cells[cell] ??= {};
  return drawing.cells[cell];
}

function search(drawing, analysis, chosen) {
  const rates = chosen.has("winrate");
  const shares = chosen.has("policy");
  if (!rates && !shares) return;
  const visits = analysis.moves.reduce((sum, [, count]) => sum + count, 0) || 1;
  const most = Math.max(...analysis.moves.map(([, count]) => count), 1);
  for (const [move, count, value, proof] of analysis.moves) {
    if (count / visits < SHOWN_SHARE && !proof) continue;
    const cell = style(drawing, move);
    cell.heat = 0.12 + 0.68 * Math.sqrt(count / most);
    cell.heatKind = "search";
    const rate = proof ? { win: "won", loss: "lost", draw: "½" }[proof] : (100 * value).toFixed(0);
    cell.mark = rates ? rate : percent(count / visits);
    cell.detail = rates ? (shares ? percent(count / visits) : short(count)) : null;
  }
  drawing.legend.push([
    { heat: 0.7, heatKind: "search" },
    rates ? "win rate in %, and visits" : "share of the visits",
  ]);
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

function connections(drawing, found, position, chosen) {
  for (const colour of ["black", "white"]) {
    if (!chosen.has(colour)) continue;
    const name = colour === "black" ? "Black" : "White";
    for (const cell of found[colour].carrier) {
      const shown = style(drawing, cell);
      shown.shades = [...(shown.shades ?? []), colour];
    }
    for (const { ends, via } of found[colour].links) drawing.lines.push({ ends, via, colour });
    if (found[colour].links.some(({ via }) => via))
      drawing.legend.push([{}, `dashed: ${name} joins these with one more move`]);
    if (found[colour].carrier.length) {
      const text = found[colour].wins ? `all that ${name} needs to win` : `cells ${name} needs`;
      drawing.legend.push([{ shades: [colour] }, text]);
    }
  }
  if (!chosen.has("mustplay")) return;
  for (const cell of found.must_play) style(drawing, cell).outline = "must";
  if (found.must_play.length) drawing.legend.push([{ outline: "must" }, `${position.toMove} must play here`]);
  if (found.winning_move) {
    Object.assign(style(drawing, found.winning_move), { mark: "★", outline: "must" });
    drawing.legend.push([{ mark: "★" }, `${position.toMove} connects here`]);
  } else if (!found.must_play.length) {
    drawing.legend.push([{}, "no threat: play anywhere"]);
  }
}

/** The cells with which the winner is joined, in the position at the end of the line. */
function reason(drawing, { winner, carrier }, position) {
  const open = carrier.filter((cell) => !position.stones.has(cell));
  for (const cell of open) style(drawing, cell).shades = [winner];
  if (open.length)
    drawing.legend.push([{ shades: [winner] }, `all that ${winner === "black" ? "Black" : "White"} needs to win`]);
}

function inferior(drawing, found, position) {
  const kinds = [
    [found.captured.black, { stone: "black" }, "captured by Black"],
    [found.captured.white, { stone: "white" }, "captured by White"],
    [found.dead, { mark: "×" }, "dead"],
    [found.vulnerable, { mark: "v", kind: "faint" }, `vulnerable, for ${position.toMove}`],
    [found.dominated, { mark: "d", kind: "faint" }, `dominated, for ${position.toMove}`],
  ];
  for (const [cells, shown, text] of kinds) {
    for (const cell of cells) Object.assign(style(drawing, cell), shown);
    if (cells.length) drawing.legend.push([shown, text]);
  }
  if (kinds.every(([cells]) => !cells.length)) drawing.legend.push([{}, "no captured or dead cells"]);
}

function resistance(drawing, found, position) {
  for (const [cell, heat] of Object.entries(found.heat)) {
    const value = found.values[cell];
    const text = value === undefined ? "" : `${value >= 0 ? "+" : "−"}${Math.abs(100 * value).toFixed(0)}`;
    Object.assign(style(drawing, cell), {
      heat: 0.85 * heat,
      heatKind: "current",
      mark: text,
      kind: "faint",
    });
  }
  drawing.legend.push([{ heat: 0.6, heatKind: "current" }, `current; value for ${position.toMove}`]);
}

function exact(drawing, solved) {
  for (const cell of solved.winning_moves ?? []) style(drawing, cell).win = "win";
  if (solved.winning_moves?.length) drawing.legend.push([{ win: "win" }, "wins, proven"]);
}
