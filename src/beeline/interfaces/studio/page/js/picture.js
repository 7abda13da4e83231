// The board as a picture that stands on its own.

const WIDTH = 1200;

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

/** The same as a PNG. */
export async function boardPng(board) {
  const address = URL.createObjectURL(new Blob([await boardSvg(board)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
