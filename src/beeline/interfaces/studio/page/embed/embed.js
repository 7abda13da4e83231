// A board that other pages may embed: the game of the address, to walk through. It asks the studio nothing.

import { BoardView } from "./board.js";
import { Game } from "./game.js";

const byId = (id) => document.getElementById(id);
const view = new BoardView(byId("board"), { onCell: () => walk("forward") });
let game = read();

function read() {
  return Game.fromFragment(decodeURIComponent(location.hash)) ?? new Game({ rows: 11, cols: 11 });
}

function show() {
  view.render({ position: game.position });
  const [at, all] = [game.path().length, game.line().length];
  byId("where").textContent = all ? `move ${at} of ${all}` : "";
  byId("to-start").disabled = byId("back").disabled = at === 0;
  byId("forward").disabled = byId("to-end").disabled = at === all;
}

function walk(step) {
  if (step === "toStart") game.current = game.root;
  else game[step]();
  show();
}

for (const [id, step] of [["to-start", "toStart"], ["back", "back"], ["forward", "forward"], ["to-end", "toEnd"]])
  byId(id).addEventListener("click", () => walk(step));
addEventListener("keydown", ({ key }) => {
  const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "toStart", End: "toEnd" }[key];
  if (step) walk(step);
});
addEventListener("hashchange", () => {
  game = read();
  show();
});
show();
