"use strict";
// The games of a report: a list with filters, and a board on which the chosen game is replayed.

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const PAGE = 50;
const LETTERS = "abcdefghijklmnopqrs";

const games = data.games.map(([black, white, winner, reason, board, opening, moves, chain, detail], index) => ({
  number: index + 1, black: data.players[black], white: data.players[white], winner, reason: data.reasons[reason],
  board: data.boards[board], opening, moves: moves ? moves.split(" ") : [],
  chain: new Set(chain.split(" ")), detail,
}));
const boards = new Map(data.boards.map((board) => [board, new Map(board.cells.split(" ").map((name, i) => [name, i]))]));

let shown = games;
let page = 0;
let game = null;
let ply = 0;

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Positions. A move is a cell, with what it captured after it: "D4xD5xE5".

const reflected = (cell) => LETTERS[cell.slice(1) - 1] + (LETTERS.indexOf(cell[0]) + 1);

function positionAfter(game, ply) {
  const stones = new Map();
  let colour = "black";
  let last = null;
  for (const move of game.moves.slice(0, ply)) {
    const [cell, ...captured] = move.split("x");
    if (move === "swap-pieces" && stones.size === 1) {
      const [first] = stones.keys();
      stones.clear();
      last = reflected(first);
      stones.set(last, "white");
    } else if (boards.get(game.board).has(cell)) {
      stones.set(cell, colour);
      captured.forEach((taken) => stones.delete(taken));
      last = cell;
    } else {
      last = null;
    }
    // After swap-sides the one who swapped goes on, with the same colour to move.
    if (move !== "swap-sides") colour = colour === "black" ? "white" : "black";
  }
  return { stones, last };
}

function moverOf(game, ply) {
  const swapped = game.moves.slice(0, ply - 1).includes("swap-sides");
  return (ply % 2 === 1) !== swapped ? "Black" : "White";
}

// The board, drawn anew for every position in a shadow tree that keeps its styles to itself.

const shadow = find("board").attachShadow({ mode: "open" });
const STONES = `svg{width:100%;height:auto;display:block}
  .black{fill:var(--black)}.white{fill:var(--white)}.stone{stroke:var(--black);stroke-width:.06}
  .chain{fill:none;stroke:var(--won);stroke-width:.14}`;

function circle(svg, [x, y], radius, className) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: radius, class: className })) made.setAttribute(name, value);
  svg.append(made);
}

function drawBoard() {
  const svg = find(game.board.id).content.firstElementChild.cloneNode(true);
  shadow.replaceChildren(element("style", STONES), svg);
  const centres = [...svg.querySelectorAll(".c")].map((cell) => {
    const box = cell.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  const cells = boards.get(game.board);
  const { stones, last } = positionAfter(game, ply);
  for (const [cell, colour] of stones) {
    const at = centres[cells.get(cell)];
    circle(svg, at, 0.68, `stone ${colour}`);
    if (ply === game.moves.length && game.chain.has(cell)) circle(svg, at, 0.45, "chain");
    if (cell === last) circle(svg, at, 0.18, colour === "black" ? "white" : "black");
  }
}

function show(number) {
  ply = Math.max(0, Math.min(number, game.moves.length));
  drawBoard();
  find("slider").value = ply;
  find("back").disabled = ply === 0;
  find("forward").disabled = ply === game.moves.length;
  const move = ply ? `${moverOf(game, ply)} ${game.moves[ply - 1].split("x")[0]}` : "start";
  const forced = ply && ply <= game.opening ? " (opening)" : "";
  find("move").textContent = `${ply} / ${game.moves.length}: ${move}${forced}`;
}

function choose(chosen) {
  game = chosen;
  const names = ["black", "white"].map((colour) => {
    const line = element("span");
    line.append(element("i", "", `stone ${colour}`), game[colour]);
    return line;
  });
  find("title").replaceChildren(...names);
  const result = game.winner === "draw" ? "drawn" : `${game.winner === "black" ? "Black" : "White"} won`;
  find("result").textContent = `Game ${game.number}, ${game.board.name}: ${result}, ${game.reason}`;
  find("detail").textContent = game.detail;
  find("detail").hidden = !game.detail;
  find("slider").max = game.moves.length;
  show(game.moves.length);
  drawList();
}

// The list, a page at a time.

function drawList() {
  const from = page * PAGE;
  const rows = shown.slice(from, from + PAGE).map((listed) => {
    const row = element("tr", undefined, listed === game ? "chosen" : "");
    const number = element("td", undefined, "number");
    number.append(element("button", listed.number));
    row.append(
      number,
      element("td", listed.black, `name${listed.winner === "black" ? " won" : ""}`),
      element("td", listed.white, `name${listed.winner === "white" ? " won" : ""}`),
      element("td", listed.reason, data.forfeits.includes(listed.reason) ? "ending forfeit" : "ending"),
      element("td", listed.moves.length, "short"),
    );
    row.children[1].title = listed.black;
    row.children[2].title = listed.white;
    row.addEventListener("click", () => { location.hash = listed.number; });
    return row;
  });
  find("list").tBodies[0].replaceChildren(...rows);
  find("range").textContent = shown.length ? `${from + 1}–${from + rows.length} of ${shown.length}` : "no games";
  find("earlier").disabled = page === 0;
  find("later").disabled = from + PAGE >= shown.length;
}

function filter() {
  const player = find("player").value;
  const ending = find("ending").value;
  shown = games.filter((listed) => (!player || listed.black === player || listed.white === player)
    && (!ending || listed.reason === ending));
  turn(-page);
}

function turn(pages) {
  page += pages;
  drawList();
}

function chooseByAddress() {
  const chosen = games[Number(location.hash.slice(1)) - 1];
  if (chosen) choose(chosen);
}

for (const [id, names] of [["player", data.players], ["ending", data.reasons]]) {
  find(id).append(...names.map((name) => Object.assign(element("option", name), { value: name })));
  find(id).addEventListener("change", filter);
}
find("earlier").addEventListener("click", () => turn(-1));
find("later").addEventListener("click", () => turn(1));
find("back").addEventListener("click", () => show(ply - 1));
find("forward").addEventListener("click", () => show(ply + 1));
find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  if (event.key === "ArrowLeft") show(ply - 1);
  if (event.key === "ArrowRight") show(ply + 1);
});
window.addEventListener("hashchange", chooseByAddress);

choose(games[0]);
chooseByAddress();
