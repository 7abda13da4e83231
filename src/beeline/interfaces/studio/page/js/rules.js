// The rules, for an answer to a click without asking the server; the server checks again.

import { cellName, rowCol } from "./geometry.js";

export const opponent = (colour) => (colour === "black" ? "white" : "black");

const NEIGHBOURS = [
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 0],
];

/** A position: stones by cell, who is to move, and the last move. */
export class Position {
  constructor({ rows, cols, black = [], white = [], to_move = null }) {
    this.rows = rows;
    this.cols = cols;
    this.stones = new Map();
    for (const cell of black) this.stones.set(cell, "black");
    for (const cell of white) this.stones.set(cell, "white");
    this.setUp = this.stones.size > 0;
    this.toMove = to_move ?? "black";
    this.moves = 0;
    this.last = null;
  }

  copy() {
    const other = Object.create(Position.prototype);
    Object.assign(other, this, { stones: new Map(this.stones), found: undefined });
    return other;
  }

  /** The position after a move; throws a sentence if there can be none. */
  after(colour, move) {
    const next = this.copy();
    next.moves += 1;
    next.last = move;
    next.swapped = false;
    next.toMove = opponent(colour);
    if (move === "pass") return next;
    if (this.winner) throw new Error(`The game is over: ${this.winner} has won.`);
    if (move === "swap-pieces" || move === "swap-sides") {
      if (!this.canSwap) throw new Error("A swap answers the first move of the game.");
      if (move === "swap-sides") next.toMove = colour;
      else next.swapPieces();
    } else {
      if (this.stones.has(move)) throw new Error(`There is a stone on ${move}.`);
      next.stones.set(move, colour);
    }
    return next;
  }

  swapPieces() {
    const [cell] = this.stones.keys();
    const [row, col] = rowCol(cell);
    this.stones = new Map([[cellName(col, row), "white"]]);
    this.last = cellName(col, row);
    this.swapped = true;
  }

  get canSwap() {
    return (
      this.moves === 1 && !this.setUp && this.stones.size === 1 && this.toMove === "white" && !this.winner
    );
  }

  /** The colour whose chain joins its sides. */
  get winner() {
    return this.result.winner;
  }

  get chain() {
    return this.result.chain;
  }

  get result() {
    this.found ??= this.findWinner();
    return this.found;
  }

  findWinner() {
    for (const colour of ["black", "white"]) {
      const start = this.edge(colour, 0).filter((cell) => this.stones.get(cell) === colour);
      const ends = new Set(this.edge(colour, 1));
      const seen = new Set();
      for (const first of start) {
        if (seen.has(first)) continue;
        const chain = this.group(first, colour);
        for (const cell of chain) seen.add(cell);
        if (chain.some((cell) => ends.has(cell))) return { winner: colour, chain };
      }
    }
    return { winner: null, chain: [] };
  }

  /** The cells along a colour's first side (top, left) or second. */
  edge(colour, second) {
    if (colour === "black") {
      const row = second ? this.rows - 1 : 0;
      return Array.from({ length: this.cols }, (_, col) => cellName(row, col));
    }
    const col = second ? this.cols - 1 : 0;
    return Array.from({ length: this.rows }, (_, row) => cellName(row, col));
  }

  group(first, colour) {
    const chain = [first];
    const seen = new Set(chain);
    for (const cell of chain) {
      const [row, col] = rowCol(cell);
      for (const [down, right] of NEIGHBOURS) {
        if (row + down < 0 || row + down >= this.rows || col + right < 0 || col + right >= this.cols)
          continue;
        const name = cellName(row + down, col + right);
        if (!seen.has(name) && this.stones.get(name) === colour) {
          seen.add(name);
          chain.push(name);
        }
      }
    }
    return chain;
  }
}
