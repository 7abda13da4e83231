// A game with its variations, and the place in it that is shown.

import { opponent, Position } from "./rules.js";

const LINK_CODES = { "swap-pieces": ":s", "swap-sides": ":S", pass: ":p" };
const LINK_MOVES = Object.fromEntries(Object.entries(LINK_CODES).map(([move, code]) => [code, move]));
const MOVE = /:[sSp]|[a-s][0-9]{1,2}/g;

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Game {
  constructor(start = {}) {
    this.start = { rows: 11, cols: 11, black: [], white: [], to_move: null, ...start };
    this.root = { parent: null, children: [], depth: 0, position: new Position(this.start) };
    this.current = this.root;
    this.swapRule = false;
    this.result = "";
    this.names = {};
    this.id = newId();
    this.touched = false; // whether it was changed since it was kept
  }

  get position() {
    return this.current.position;
  }

  get rows() {
    return this.start.rows;
  }

  get cols() {
    return this.start.cols;
  }

  /** Makes a move, or goes to it if it was made before. Throws a sentence if it cannot be made. */
  play(move, colour = this.position.toMove) {
    const known = this.current.children.find((child) => child.move === move && child.colour === colour);
    this.current = known ?? this.added(this.current, colour, move);
    return this.current;
  }

  added(parent, colour, move) {
    const position = parent.position.after(colour, move);
    const node = { parent, children: [], depth: parent.depth + 1, colour, move, position };
    parent.children.push(node);
    return node;
  }

  // Walking

  back() {
    this.current = this.current.parent ?? this.root;
  }

  forward() {
    this.current = this.current.children[0] ?? this.current;
  }

  toEnd() {
    while (this.current.children.length) this.forward();
  }

  /** The moves from the start to a node. */
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  /** The line that goes through a node: its path and its first children. */
  line(node = this.current) {
    const nodes = this.path(node);
    for (let at = node; at.children.length;) {
      at = at.children[0];
      nodes.push(at);
    }
    return nodes;
  }

  /** Whether a node is still part of the game. */
  holds(node) {
    let at = node;
    while (at.parent?.children.includes(at)) at = at.parent;
    return at === this.root;
  }

  // Changing the tree

  /** Takes a node and all after it out of the game. */
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    this.current = node.parent;
  }

  /** Makes the line through a node the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      at.parent.children = [at, ...siblings.filter((child) => child !== at)];
    }
  }

  // As data

  /** A position as the API takes it. */
  asked(node = this.current) {
    const moves = [];
    let position = this.root.position;
    for (const { colour, move, position: next } of this.path(node)) {
      moves.push(colour === position.toMove ? move : `${colour}:${move}`);
      position = next;
    }
    return { ...this.start, moves, swap_rule: this.swapRule };
  }

  /** The game as the API takes it, with every variation. */
  asData() {
    const moves = [];
    const walk = [...this.root.children].reverse().map((node) => [node, -1]);
    while (walk.length) {
      const [node, parent] = walk.pop();
      const { colour, move, comment = "", marks = [] } = node;
      const at = moves.push({ parent, colour, move, comment, marks }) - 1;
      walk.push(...[...node.children].reverse().map((child) => [child, at]));
    }
    const { comment: root_comment = "", marks: root_marks = [] } = this.root;
    return { ...this.start, moves, result: this.result, ...this.names, root_comment, root_marks };
  }

  static fromData({ rows, cols, black = [], white = [], to_move = null, moves = [], result = "", ...rest }) {
    const { root_comment: comment = "", root_marks: marks = [], ...names } = rest;
    const game = new Game({ rows, cols, black, white, to_move });
    Object.assign(game, { result, names });
    Object.assign(game.root, { comment, marks });
    const nodes = [];
    for (const { parent, colour, move, ...notes } of moves) {
      const node = game.added(parent < 0 ? game.root : nodes[parent], colour, move);
      nodes.push(Object.assign(node, notes));
    }
    return game;
  }

  /** All nodes in the order of `asData`, so that a place can be kept as a number. */
  nodes() {
    const found = [];
    const walk = [...this.root.children].reverse();
    while (walk.length) {
      const node = walk.pop();
      found.push(node);
      walk.push(...[...node.children].reverse());
    }
    return found;
  }

  // As a link: the size, set-up stones, the moves up to here, the moves ahead; HexWorld's way of writing

  fragment() {
    const { rows, cols, black, white, to_move: first } = this.start;
    const codes = (nodes) => nodes.map(({ move }) => LINK_CODES[move] ?? move).join("");
    const path = this.path();
    const ahead = this.line().slice(path.length);
    let size = rows === cols ? `${cols}` : `${cols}x${rows}`;
    if (black.length || white.length)
      size += `;B=${black.join("")};W=${white.join("")};p=${first ?? "black"}`;
    return `#${size},${codes(path)}${ahead.length ? `,${codes(ahead)}` : ""}`.replace(/,$/, "");
  }

  /** The game of such a link, or null if it is none that can be played. */
  static fromFragment(fragment) {
    const found = /^#(\d{1,2})(?:x(\d{1,2}))?((?:;[BWp]=[a-z0-9]*)*)((?:,[a-s0-9:sSp]*){0,2})$/.exec(
      fragment,
    );
    if (!found) return null;
    const cols = Number(found[1]);
    const rows = Number(found[2] ?? cols);
    if (!(rows >= 1 && rows <= 19 && cols >= 1 && cols <= 19)) return null;
    const extra = Object.fromEntries(
      found[3]
        .split(";")
        .filter(Boolean)
        .map((part) => part.split("=")),
    );
    const cells = (text) => (text ?? "").match(/[a-s][0-9]{1,2}/g) ?? [];
    const onBoard = (cell) => cell.charCodeAt(0) - 97 < cols && Number(cell.slice(1)) <= rows;
    const black = cells(extra.B);
    const white = cells(extra.W);
    if (![...black, ...white].every(onBoard)) return null;
    const game = new Game({ rows, cols, black, white, to_move: extra.p ? extra.p : null });
    const [, played = "", ahead = ""] = found[4].split(",");
    try {
      for (const text of [played, ahead]) {
        for (const code of text.match(MOVE) ?? []) {
          const move = LINK_MOVES[code] ?? code;
          if (!LINK_MOVES[code] && !onBoard(move)) return null;
          game.play(move);
        }
        if (text === played) game.here = game.current;
      }
    } catch {
      return null;
    }
    game.current = game.here;
    return game;
  }
}

/** Who has won: on the board, or by giving up; null while the game goes on. */
export function winnerOf(game, node = game.current) {
  if (node.position.winner) return node.position.winner;
  const ended = /^([BW])\+/.exec(game.result);
  return ended && !node.children.length && game.line(node).at(-1) === node && /\+(R|T|F)/.test(game.result)
    ? { B: "black", W: "white" }[ended[1]]
    : null;
}

export { opponent };
