// Where cells lie, in units of the distance between a hexagon's centre and its corners; as in the
// package's own pictures, and turned by 60° for the diamond that fits a narrow screen.

const STEP = Math.sqrt(3);
const MARGIN = 2.35;
const LETTERS = "abcdefghijklmnopqrs";

export function cellName(row, col) {
  return LETTERS[col] + (row + 1);
}

export function rowCol(name) {
  return [Number(name.slice(1)) - 1, LETTERS.indexOf(name[0])];
}

export function letters(cols) {
  return [...LETTERS.slice(0, cols)];
}

export class Geometry {
  constructor(rows, cols, { diamond = false } = {}) {
    this.rows = rows;
    this.cols = cols;
    this.turn = diamond ? Math.PI / 3 : 0;
    const all = [
      [0, 0],
      [0, cols - 1],
      [rows - 1, 0],
      [rows - 1, cols - 1],
    ].map(([row, col]) => this.centre(row, col));
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    this.box = [
      Math.min(...xs) - MARGIN,
      Math.min(...ys) - MARGIN,
      Math.max(...xs) + MARGIN,
      Math.max(...ys) + MARGIN,
    ];
  }

  get viewBox() {
    const [left, top, right, bottom] = this.box;
    return [left, top, right - left, bottom - top].map((number) => number.toFixed(2)).join(" ");
  }

  get ratio() {
    const [left, top, right, bottom] = this.box;
    return (right - left) / (bottom - top);
  }

  turned([x, y]) {
    const cos = Math.cos(this.turn);
    const sin = Math.sin(this.turn);
    return [x * cos - y * sin, x * sin + y * cos];
  }

  centre(row, col) {
    return this.turned([(col + row / 2) * STEP, row * 1.5]);
  }

  at(name) {
    return this.centre(...rowCol(name));
  }

  /** Corner `number` of a hexagon, 0 at the top and then clockwise, before the turn. */
  corner([x, y], number, size = 1) {
    const angle = (Math.PI / 180) * (60 * number - 90) + this.turn;
    return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
  }

  hexagon(centre, size = 1) {
    return points([0, 1, 2, 3, 4, 5].map((number) => this.corner(centre, number, size)));
  }

  /** The corners along a side, to draw it in its player's colour. */
  side(name) {
    return points(this.sideCorners(name));
  }

  /** The corners around the whole board. */
  outline() {
    const along = (name, back) => (back ? this.sideCorners(name).reverse() : this.sideCorners(name));
    return points([...along("top"), ...along("right"), ...along("bottom", true), ...along("left", true)]);
  }

  /** Where a side may be drawn: neighbours meet on the line that halves the corner between them. */
  sideRegion(name) {
    const [start, end] = {
      top: ["topLeft", "topRight"],
      bottom: ["bottomLeft", "bottomRight"],
      left: ["topLeft", "bottomLeft"],
      right: ["topRight", "bottomRight"],
    }[name].map((corner) => this.boardCorner(corner));
    const middle = this.centre((this.rows - 1) / 2, (this.cols - 1) / 2);
    return points([middle, start.corner, start.outside, end.outside, end.corner]);
  }

  /** A corner of the board where two sides meet, and the point outside that is as far from both. */
  boardCorner(name) {
    const [row, col, number] = {
      topLeft: [0, 0, 5],
      topRight: [0, this.cols - 1, 1],
      bottomLeft: [this.rows - 1, 0, 4],
      bottomRight: [this.rows - 1, this.cols - 1, 2],
    }[name];
    const centre = this.centre(row, col);
    return { corner: this.corner(centre, number), outside: this.corner(centre, number, 4) };
  }

  sideCorners(name) {
    const lastRow = this.rows - 1;
    const lastCol = this.cols - 1;
    const cols = [...Array(this.cols).keys()];
    const rows = [...Array(this.rows).keys()];
    const along = {
      top: cols.flatMap((col) => [5, 0, 1].map((corner) => [0, col, corner])),
      bottom: cols.flatMap((col) => [4, 3, 2].map((corner) => [lastRow, col, corner])),
      left: rows.flatMap((row) => [5, 4].map((corner) => [row, 0, corner])),
      right: rows.flatMap((row) => [1, 2].map((corner) => [row, lastCol, corner])),
    }[name];
    return along.map(([row, col, corner]) => this.corner(this.centre(row, col), corner));
  }

  /** The centre of a cell, or the point of an edge that is nearest to another. */
  place(name, near) {
    if (!["top", "bottom", "left", "right"].includes(name)) return this.at(name);
    const lastRow = this.rows - 1;
    const lastCol = this.cols - 1;
    const [from, to, out] = {
      top: [
        [0, 0],
        [0, lastCol],
        [0, -1],
      ],
      bottom: [
        [lastRow, 0],
        [lastRow, lastCol],
        [0, 1],
      ],
      left: [
        [0, 0],
        [lastRow, 0],
        [-1, 0],
      ],
      right: [
        [0, lastCol],
        [lastRow, lastCol],
        [1, 0],
      ],
    }[name];
    const [x, y] = nearest(this.centre(...from), this.centre(...to), near);
    const [outX, outY] = this.turned(out);
    return [x + outX, y + outY];
  }

  /** Where a letter or number stands outside the board. */
  columnLabel(col) {
    if (this.turn) return this.centre(-1.12, col + 0.06);
    const [x, y] = this.centre(0, col);
    return [x, y - 1.85];
  }

  rowLabel(row) {
    return this.centre(row + 0.03, -1.08);
  }
}

export function points(list) {
  return list.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}

function nearest([x, y], [endX, endY], [toX, toY]) {
  const alongX = endX - x;
  const alongY = endY - y;
  const square = alongX ** 2 + alongY ** 2;
  const share = square ? ((toX - x) * alongX + (toY - y) * alongY) / square : 0;
  const within = Math.min(Math.max(share, 0), 1);
  return [x + within * alongX, y + within * alongY];
}
