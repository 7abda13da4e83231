// The board as a picture that stands on its own.

import { BoardView } from "./board.js";
import { gifOf } from "./gif.js";

const WIDTH = 1200;
const GIF_WIDTH = 480;

/** The SVG text of the board as it is seen. */
export async function boardSvg(board) {
  const [rules, palette] = await Promise.all(
    ["css/board.css", "css/palette.css"].map(async (sheet) => (await fetch(sheet)).text()),
  );
  const names = [...new Set(palette.match(/--[a-z-]+(?=:)/g))];
  const chosen = getComputedStyle(document.documentElement);
  const variables = names.map((name) => `${name}:${chosen.getPropertyValue(name).trim()}`).join(";");
  const copy = board.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("role", "img");
  copy.removeAttribute("data-ghost");
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("width", WIDTH);
  copy.setAttribute("height", Math.round((WIDTH * height) / width));
  for (const cell of copy.querySelectorAll(".cell")) {
    for (const name of ["role", "tabindex", "aria-label", "data-cell"]) cell.removeAttribute(name);
  }
  for (const hover of copy.querySelectorAll(".hover")) hover.remove();
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  const forPictures = rules.slice(rules.indexOf(".board {"), rules.indexOf("/* Only on the page */"));
  style.textContent = `svg{${variables}}${forPictures}`;
  const [x, y] = board.getAttribute("viewBox").split(" ");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, fill: chosen.backgroundColor }))
    ground.setAttribute(name, value);
  copy.prepend(style, ground);
  if (document.body.classList.contains("no-coordinates"))
    for (const text of copy.querySelectorAll(".coordinate")) text.remove();
  return new XMLSerializer().serializeToString(copy);
}

/** The same on a canvas, so many pixels wide. */
export async function boardCanvas(board, width = WIDTH) {
  const address = URL.createObjectURL(new Blob([await boardSvg(board)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The same as a PNG. */
export async function boardPng(board) {
  const canvas = await boardCanvas(board);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The game as it was played, move by move. */
export async function gameGif(game, { diamond }) {
  const view = new BoardView(document.createElement("div"), { onCell: () => {} });
  const frames = [];
  for (const { position } of [game.root, ...game.line()]) {
    view.render({ position: Object.assign(position.copy(), { swapped: false }), diamond });
    const canvas = await boardCanvas(view.svg, GIF_WIDTH);
    frames.push(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height));
  }
  return gifOf(frames);
}
