// The board on the page: cells, stones and what is drawn over them.

import { cellName, Geometry, letters, points, rowCol } from "./geometry.js";
import { svg } from "./dom.js";
import { translate } from "./i18n.js";
import { opponent } from "./rules.js";
import { colourWord } from "./words.js";

let regions = 0; // so that boards on one page do not share names

const ARRIVAL = 1200; // milliseconds that the stone of a swap draws attention to itself
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class BoardView {
  /** `onCell(name)` is told of clicks and of Enter on a cell. */
  constructor(host, { onCell, onHover }) {
    this.host = host;
    this.onCell = onCell;
    this.onHover = onHover;
    this.shape = "";
    this.focus = null;
  }

  /** Shows a position and a drawing on it; `ghost` is the colour that would be played under the pointer. */
  render({ position, drawing = {}, ghost = null, diamond = false, busy = false }) {
    const shape = `${position.rows}x${position.cols}${diamond}`;
    if (shape !== this.shape) this.build(position, diamond);
    this.shape = shape;
    this.position = position;
    this.svg.dataset.ghost = ghost ?? "";
    this.svg.classList.toggle("busy", busy);
    if (position.swapped && this.arrival?.position !== position)
      this.arrival = { position, at: performance.now() };
    this.drawStones(position);
    this.draw(drawing);
    this.label(position);
  }

  build({ rows, cols }, diamond) {
    this.geometry = new Geometry(rows, cols, { diamond });
    this.layers = {};
    for (const name of ["sides", "cells", "shades", "labels", "lines", "stones", "marks"]) {
      this.layers[name] = svg("g", { class: name, "aria-hidden": name === "cells" ? null : "true" });
    }
    this.svg = svg(
      "svg",
      {
        class: "board",
        viewBox: this.geometry.viewBox,
        role: "group",
        "aria-label": `Hex board, ${rows} by ${cols}`,
      },
      gradients(),
      Object.values(this.layers),
    );
    this.svg.style.setProperty("--ratio", this.geometry.ratio);
    this.buildSides();
    this.buildCells(rows, cols);
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    this.host.replaceChildren(this.svg);
  }

  buildSides() {
    const { geometry } = this;
    this.layers.sides.append(svg("polygon", { class: "side-border", points: geometry.outline() }));
    for (const [name, colour] of [
      ["top", "black"],
      ["bottom", "black"],
      ["left", "white"],
      ["right", "white"],
    ]) {
      const id = `region-${(regions += 1)}`;
      this.layers.sides.append(
        svg("clipPath", { id }, svg("polygon", { points: geometry.sideRegion(name) })),
        svg("polyline", {
          class: `side ${colour}`,
          points: geometry.side(name),
          "data-side": name,
          "clip-path": `url(#${id})`,
        }),
      );
    }
  }

  buildCells(rows, cols) {
    this.cells = new Map();
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const name = cellName(row, col);
        const centre = this.geometry.centre(row, col);
        const [x, y] = centre;
        const cell = svg(
          "g",
          { class: "cell", role: "button", tabindex: this.cells.size ? -1 : 0, "data-cell": name },
          svg("polygon", { class: "hex", points: this.geometry.hexagon(centre) }),
          svg("circle", { class: "hover", cx: x.toFixed(3), cy: y.toFixed(3), r: 0.68 }),
        );
        // Not on press: focus that a pointer gives would turn the arrow keys from walking to choosing cells.
        cell.addEventListener("mousedown", (event) => event.preventDefault());
        cell.addEventListener("click", () => this.onCell(name));
        cell.addEventListener("pointerenter", () => this.onHover?.(name));
        cell.addEventListener("pointerleave", () => this.onHover?.(null));
        this.cells.set(name, cell);
        this.layers.cells.append(cell);
      }
    }
    for (const [col, letter] of letters(cols).entries())
      this.coordinate(this.geometry.columnLabel(col), letter);
    for (let row = 0; row < rows; row++) this.coordinate(this.geometry.rowLabel(row), String(row + 1));
  }

  coordinate([x, y], text) {
    this.layers.labels.append(svg("text", { class: "coordinate", x: x.toFixed(3), y: y.toFixed(3) }, text));
  }

  onKey(event) {
    const name = event.target.dataset?.cell;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.onCell(name);
    } else if (STEPS[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      const [row, col] = rowCol(name);
      const [down, right] = STEPS[event.key];
      const next = this.cells.get(
        cellName(clamp(row + down, this.position.rows), clamp(col + right, this.position.cols)),
      );
      event.target.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    }
  }

  /** What a screen reader says of the cells. */
  label(position) {
    for (const [name, cell] of this.cells) {
      const stone = position.stones.get(name);
      const text = translate(`${name}, ${stone ? colourWord(stone) : "empty"}${position.last === name ? ", last move" : ""}`);
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
      cell.classList.toggle("taken", Boolean(stone));
    }
  }

  drawStones(position) {
    const chain = new Set(position.chain);
    const stones = [];
    for (const [name, colour] of position.stones) {
      const [x, y] = this.geometry.at(name);
      stones.push(stone(x, y, colour, { name, won: chain.has(name), arrives: this.arriving(position) }));
      if (name === position.last)
        stones.push(svg("circle", { class: `last ${opponent(colour)}`, cx: x, cy: y, r: 0.2 }));
    }
    if (chain.size) stones.unshift(...this.chainLines(chain));
    this.layers.stones.replaceChildren(...stones);
  }

  /** How long ago, in milliseconds, a swap brought the only stone here; null if none did just now. */
  arriving(position) {
    const passed = performance.now() - (this.arrival?.at ?? 0);
    return position.swapped && passed < ARRIVAL ? passed : null;
  }

  chainLines(chain) {
    const lines = [];
    for (const name of chain) {
      const [row, col] = rowCol(name);
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [1, -1],
      ]) {
        const other = cellName(row + down, col + right);
        if (chain.has(other)) {
          lines.push(
            svg("polyline", {
              class: "chain",
              points: points([this.geometry.at(name), this.geometry.at(other)]),
            }),
          );
        }
      }
    }
    return lines;
  }

  /** `cells`: name → {heat, shades, outline, stone, mark, detail, win, label, shape}; `ghosts` are numbered stones. */
  draw({ cells = {}, lines = [], ghosts = [] }) {
    const shades = [];
    const marks = [];
    for (const [name, style] of Object.entries(cells)) {
      if (!this.cells.has(name)) continue;
      const centre = this.geometry.at(name);
      shades.push(...this.shading(centre, style));
      const on = this.position.stones.get(name);
      marks.push(...annotation(centre, style, on), ...mark(centre, style, on));
    }
    for (const { name, colour, text, beside } of ghosts) {
      const centre = this.geometry.at(name);
      const [x, y] = beside ? [centre[0] + 0.62, centre[1] - 0.62] : centre;
      const parts = [stone(x, y, colour, { r: beside ? 0.28 : 0.56 }), number(x, y, text, colour)];
      marks.push(svg("g", { class: `ghost ${beside ? "beside" : ""}` }, parts));
    }
    this.layers.shades.replaceChildren(...shades);
    this.layers.lines.replaceChildren(...lines.flatMap((line) => this.line(line)));
    this.layers.marks.replaceChildren(...marks);
  }

  shading(centre, { heat, heatKind = "", shades = [], outline }) {
    const parts = [];
    if (heat > 0) {
      const opacity = Math.min(heat, 1).toFixed(3);
      parts.push(
        svg("polygon", {
          class: `heat ${heatKind}`,
          points: this.geometry.hexagon(centre),
          "fill-opacity": opacity,
        }),
      );
    }
    const halves = { black: [3, 4, 5, 0], white: [0, 1, 2, 3] };
    for (const colour of shades) {
      const corners = shades.length === 2 ? halves[colour] : [0, 1, 2, 3, 4, 5];
      const shape = points(corners.map((corner) => this.geometry.corner(centre, corner)));
      parts.push(svg("polygon", { class: `shade ${colour}`, points: shape }));
    }
    if (outline)
      parts.push(
        svg("polygon", { class: `outline ${outline}`, points: this.geometry.hexagon(centre, 0.82) }),
      );
    return parts;
  }

  line({ ends: [first, last], colour, via = null, kind = "" }) {
    let way;
    if (via) {
      const middle = this.geometry.place(via, [0, 0]);
      way = [this.geometry.place(first, middle), middle, this.geometry.place(last, middle)];
    } else {
      const start = this.geometry.place(first, this.geometry.place(last, [0, 0]));
      way = [start, this.geometry.place(last, start)];
    }
    const dashed = via ? "dashed" : "";
    return ["border", ""].map((part) =>
      svg("polyline", { class: `link ${colour} ${dashed} ${kind} ${part}`, points: points(way) }),
    );
  }
}

function stone(x, y, colour, { name, won = false, arrives = null, r = 0.7 } = {}) {
  return svg("circle", {
    class: `stone ${colour} ${won ? "won" : ""} ${arrives === null ? "" : "arrives"}`,
    style: arrives === null ? {} : { animationDelay: `${-Math.round(arrives)}ms` },
    cx: x,
    cy: y,
    r,
    "data-stone": name,
    fill: `url(#${colour}-stone)`,
  });
}

function number(x, y, text, colour) {
  return svg("text", { class: `number on-${colour}`, x, y }, text);
}

const SHAPES = {
  TR: (x, y) => svg("path", { d: `M${x} ${y - 0.46}L${x + 0.42} ${y + 0.28}H${x - 0.42}Z` }),
  CR: (x, y) => svg("circle", { cx: x, cy: y, r: 0.38 }),
  SQ: (x, y) => svg("rect", { x: x - 0.33, y: y - 0.33, width: 0.66, height: 0.66 }),
  MA: (x, y) => svg("path", { d: `M${x - 0.3} ${y - 0.3}l.6 .6m0 -.6l-.6 .6` }),
};

/** A letter or shape that a person put there; it stands aside of what the engine has to say. */
function annotation([x, y], { label, shape, mark: text }, on) {
  const ink = on ? `on-${on}` : "";
  const parts = [];
  if (shape) parts.push(svg("g", { class: `shape ${ink}`, "data-shape": shape }, SHAPES[shape](x, y)));
  const aside = text ? 0.56 : 0;
  if (label)
    parts.push(svg("text", { class: `label ${ink} ${aside ? "aside" : ""}`, x: x - aside, y: y - aside }, label.slice(0, 3)));
  return parts;
}

function mark([x, y], { stone: small, mark: text, detail, win, kind = "" }, on) {
  const parts = [];
  if (win) parts.push(svg("circle", { class: `proof ${win}`, cx: x, cy: y, r: 0.5 }));
  if (small)
    parts.push(
      svg("circle", { class: `stone small ${small}`, cx: x, cy: y, r: 0.34, fill: `url(#${small}-stone)` }),
    );
  const ink = `mark ${kind} ${on ? `on-${on}` : small ? `on-${small}` : ""}`;
  if (text && detail) {
    parts.push(
      svg("text", { class: `${ink} double`, x, y: y - 0.22 }, text),
      svg("text", { class: `${ink} detail`, x, y: y + 0.38 }, detail),
    );
  } else if (text) {
    parts.push(svg("text", { class: `${ink} ${text.length > 2 ? "long" : ""}`, x, y }, text));
  }
  return parts;
}

function gradients() {
  const one = (id) =>
    svg(
      "radialGradient",
      { id, cx: 0.36, cy: 0.3, r: 0.8 },
      svg("stop", { offset: 0, class: `${id}-light` }),
      svg("stop", { offset: 0.75, class: `${id}-dark` }),
    );
  return svg("defs", {}, one("black-stone"), one("white-stone"));
}

function clamp(value, size) {
  return Math.min(Math.max(value, 0), size - 1);
}
