// Curves over the steps of runs, with axes whose numbers can be told apart.

import { el, svg } from "./dom.js";
import { worded } from "./words.js";

const CURVES = {
  win_rate: "Win rate",
  best: "Best fitness",
  mean: "Mean fitness of the better half",
  spread: "Step size",
  games: "Games",
  generation_games: "Games of the generation",
  simulations: "Simulations",
  magnitude: "Magnitude of values",
  loss: "Loss",
  wins_kept: "Wins kept",
  mean_moves: "Moves per game",
  black_win_rate: "Games that Black won",
  positions_learned: "Positions learned from",
  positions_evaluated: "Positions evaluated",
  seconds: "Seconds",
};
const SHARES = /rate|wins.kept|values.right|accuracy/;
const FRAME = { width: 360, height: 180, left: 50, right: 8, top: 8, bottom: 22 };
const DOTS = 40;

/** What tells most first; names that are not known stay as they are, in front. */
export function ordered(curves) {
  const known = Object.keys(CURVES);
  return curves
    .filter(({ points }) => points.length)
    .sort((a, b) => known.indexOf(a.name) - known.indexOf(b.name));
}

/** Which curve is whose. */
export function legend(names) {
  const one = (name, at) => el("span", {}, el("i", { class: `swatch series-${at}`, "aria-hidden": "true" }), name);
  return el("p", { class: "legend-of-runs" }, names.map(one));
}

/**
 * A card with the curves of one name; `series` are {points, intervals, label, at} of the runs that have it.
 * All charts of a page are as wide as the longest run has `steps`.
 */
export function chart(name, series, { step, steps }) {
  const all = series.flatMap(({ points }) => points);
  const marks = SHARES.test(name) ? [0, 0.5, 1] : ticks(all.map(([, y]) => y));
  const end = Math.max(steps, 1);
  const { width, height, left, right, top, bottom } = FRAME;
  const [low, high] = [marks[0], marks.at(-1)];
  const x = (value) => left + ((width - left - right) * value) / end;
  const y = (value) => top + ((height - bottom - top) * (high - value)) / (high - low);
  const label = series
    .map(({ points, label: of }) => summary(name, points, series.length > 1 ? of : "", step))
    .join("; ");
  return el(
    "section",
    { class: "card chart" },
    el("h3", {}, worded(CURVES[name] ?? name)),
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
      marks.flatMap((value) => gridLine(value, y(value), marks[1] - marks[0])),
      series.flatMap(({ intervals = [], at }) => intervals.map((interval) => whisker(interval, at, x, y))),
      series.flatMap(({ points, at }) => curve(points, at, x, y)),
      svg("text", { x: left, y: height - 6 }, "0"),
      svg("text", { x: width - right, y: height - 6, "text-anchor": "end" }, `${step} ${end}`),
    ),
  );
}

function summary(name, points, label, step) {
  const of = label ? `${label}, ` : "";
  return `${of}${name}: from ${round(points[0][1])} to ${round(points.at(-1)[1])} after ${points.at(-1)[0]} ${step}s`;
}

function gridLine(value, y, step) {
  const { width, left, right } = FRAME;
  return [
    svg("line", { class: "axis", x1: left, x2: width - right, y1: y, y2: y }),
    svg("text", { class: "tick", x: left - 6, y: y + 4, "text-anchor": "end" }, tick(value, step)),
  ];
}

/** The interval of a point. */
function whisker([place, low, high], at, x, y) {
  const [here, top, bottom] = [x(place), y(high), y(low)].map((value) => value.toFixed(1));
  return svg(
    "path",
    { class: `whisker series-${at}`, d: `M${here} ${top}V${bottom}` },
    svg("title", {}, `95%: ${round(low)} to ${round(high)}`),
  );
}

function curve(points, at, x, y) {
  const line = points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
  const dot = ([a, b]) =>
    svg(
      "circle",
      { class: `point series-${at}`, cx: x(a), cy: y(b), r: 2.6 },
      svg("title", {}, `${a}: ${round(b)}`),
    );
  return [
    svg("polyline", { class: `curve series-${at}`, points: line }),
    ...(points.length <= DOTS ? points.map(dot) : []),
  ];
}

/** Three to five round numbers around the values, evenly spaced: 9.990, 9.995, 10.000. */
export function ticks(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = least === most ? Math.abs(least) / 10 || 1 : 0;
  const step = niceStep((most - least + 2 * room) / 3);
  const first = Math.floor((least - room) / step + 1e-9);
  const last = Math.ceil((most + room) / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/** The next of 1, 2, 5 and 10 times a power of ten. */
function niceStep(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return [1, 2, 5, 10].find((times) => times * power >= size * 0.999) * power;
}

/** A number of an axis, with as many digits as tell it from its neighbours: 0.5, 9.995, 1.05M. */
function tick(value, step) {
  const [unit, sign] = Math.abs(value) >= 1e6 ? [1e6, "M"] : Math.abs(value) >= 1e4 ? [1e3, "k"] : [1, ""];
  const digits = Math.min(Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9)), 6);
  if (value === 0) return "0";
  const isPlain = unit === 1 && Number.isInteger(value) && step >= 0.1;
  return `${isPlain ? value : (value / unit).toFixed(digits)}${sign}`;
}

/** Three digits at most: 0.523, 12.3, 1.05M. */
export function round(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
