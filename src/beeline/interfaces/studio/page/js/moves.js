// The list of moves with variations, and the graph of win rates over the game.

import { el, percent, put, svg } from "./dom.js";
import { colourName, colourWord, worded } from "./words.js";

const SIGNS = {
  only: ["!", "only"],
  inaccuracy: ["?!", "inaccuracy"],
  mistake: ["?", "mistake"],
  blunder: ["??", "blunder"],
  lost: ["??", "blunder"],
};
const NAMES = { only: "the only winning move", lost: "lost the won game" };
const GRAPH = { width: 360, height: 96 };

/** What the review says of a move that it marks, with its sign. */
export function judgement(node) {
  const [sign, kind] = SIGNS[node.verdict?.kind] ?? [];
  if (!sign) return null;
  return { ...node.verdict, sign, kind, name: NAMES[node.verdict.kind] ?? node.verdict.kind };
}

/** Whether the review would have had another move. */
export function isMistake(node) {
  const verdict = judgement(node);
  return Boolean(verdict && verdict.kind !== "only");
}

/** Moves as buttons in lines: the main line, and variations indented below the move they depart from. */
export function renderMoves(host, game, go) {
  const nodes = game.nodes();
  const signs = nodes.map((node) => `${node.depth}${node.move}${judgement(node)?.sign ?? ""}`).join(" ");
  const shown = `${colourWord("black")} ${nodes.indexOf(game.current)} ${signs}`;
  // A list that is made anew under a pressed button would swallow the click.
  if (host.shown === shown && host.game === game) return;
  Object.assign(host, { shown, game });
  if (!nodes.length) {
    put(host, el("p", { class: "empty" }, "No moves yet."));
    return;
  }
  const focused = host.contains(document.activeElement) && document.activeElement !== host;
  put(host, ...lineOf(game.root.children[0], game.root.children.slice(1), game, go));
  if (focused) host.querySelector("[aria-current]")?.focus();
  const current = host.querySelector("[aria-current]");
  if (current) {
    const top = current.offsetTop - host.offsetTop;
    if (top < host.scrollTop || top > host.scrollTop + host.clientHeight - 28)
      host.scrollTop = top - host.clientHeight / 2;
  }
}

function lineOf(first, others, game, go) {
  const parts = [];
  let node = first;
  let alternatives = others;
  while (node) {
    parts.push(moveButton(node, game, go));
    for (const other of alternatives) {
      parts.push(el("div", { class: "variation" }, lineOf(other, [], game, go)));
    }
    alternatives = node.children.slice(1);
    node = node.children[0];
  }
  return parts;
}

function moveButton(node, game, go) {
  const verdict = judgement(node);
  const text = { "swap-pieces": "swap", "swap-sides": "swap sides" }[node.move] ?? node.move;
  const label = `Move ${node.depth}, ${colourWord(node.colour)} ${text}${verdict ? `, ${verdict.name}` : ""}`;
  return el(
    "button",
    {
      class: `move ${node.colour} ${verdict?.kind ?? ""}`,
      "aria-current": node === game.current ? "true" : null,
      "aria-label": label,
      title: titleOf(node),
      onclick: () => go(node),
    },
    el("span", { class: "ply" }, String(node.depth)),
    el("span", { class: "dot", "aria-hidden": "true" }),
    text,
    verdict && el("span", { class: "sign" }, verdict.sign),
  );
}

function titleOf(node) {
  const value = node.winner
    ? `${colourName(node.winner)} wins, proven`
    : `${colourName("black")} ${percent(node.value ?? 0)}`;
  const parts = [node.value === undefined ? null : value, node.verdict && worded(node.verdict.comment), node.comment];
  return parts.filter(Boolean).join(" – ") || null;
}

/** Black's chance over the line that is shown; blunders and mistakes are marked. */
export function renderGraph(host, game, go) {
  const nodes = [game.root, ...game.line()];
  const known = nodes.filter((node) => node.value !== undefined);
  const { width, height } = GRAPH;
  const x = (at) => (nodes.length > 1 ? (at / (nodes.length - 1)) * width : 0);
  const y = (value) => 4 + (1 - value) * (height - 8);
  const drawn = nodes.map((node, at) => [node, at]).filter(([node]) => node.value !== undefined);
  const line = drawn.map(([node, at]) => `${x(at).toFixed(1)},${y(node.value).toFixed(1)}`).join(" ");
  const parts = [svg("line", { class: "half", x1: 0, x2: width, y1: height / 2, y2: height / 2 })];
  if (drawn.length) {
    const [firstAt, lastAt] = [drawn[0][1], drawn.at(-1)[1]];
    parts.push(
      svg("polygon", { class: "area", points: `${x(firstAt)},${height} ${line} ${x(lastAt)},${height}` }),
    );
    parts.push(svg("polyline", { class: "curve", points: line }));
    if (drawn.length < 60)
      parts.push(
        ...drawn.map(([node, at]) => svg("circle", { class: "dot", cx: x(at), cy: y(node.value), r: 1.8 })),
      );
  }
  const here = nodes.indexOf(game.current);
  parts.push(svg("line", { class: "here", x1: x(here), x2: x(here), y1: 0, y2: height }));
  for (const [node, at] of drawn) {
    if (isMistake(node))
      parts.push(
        svg(
          "circle",
          { class: `verdict ${judgement(node).kind}`, cx: x(at), cy: y(node.value), r: 4 },
          svg("title", {}, `${node.depth}. ${node.move}: ${worded(node.verdict.comment)}`),
        ),
      );
  }
  const blunders = nodes.filter(isMistake).length;
  const label = known.length
    ? `${colourName("black")}’s win rate over ${nodes.length - 1} moves, ${blunders} mistakes marked`
    : "No win rates yet";
  if (known.length < 2) {
    put(host, el("p", { class: "note" }, "“Review game” draws the win rate over the game here."));
    host.onclick = null;
    return;
  }
  put(
    host,
    svg(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        class: "graph",
        role: "img",
        "aria-label": label,
        preserveAspectRatio: "none",
      },
      parts,
    ),
  );
  host.onclick = (event) => {
    const box = host.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    go(nodes[Math.min(Math.max(at, 0), nodes.length - 1)]);
  };
}
