// What is kept on this computer: the game of this tab, the last game of any tab, and preferences.
// The position is in the address, too, so that it can be passed on.

import { Game } from "./game.js";

const GAME = "beeline-studio-game";
const PREFERENCES = "beeline-studio-preferences";

function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage: the address still has the position.
  }
}

export function saveGame(game, play) {
  const nodes = game.nodes();
  const saved = {
    game: game.asData(),
    swapRule: game.swapRule,
    at: nodes.indexOf(game.current),
    values: nodes.map(({ value, best }) => (value === undefined ? null : [value, best ?? null])),
    play,
    fragment: game.fragment(),
  };
  write(sessionStorage, GAME, saved);
  write(localStorage, GAME, saved);
  if (location.hash !== saved.fragment) history.replaceState(null, "", saved.fragment);
}

/** The game of the address, with all that this tab, or else the last one, knows of it. */
export function loadGame() {
  const saved = read(sessionStorage, GAME) ?? read(localStorage, GAME);
  const linked = location.hash.length > 1;
  if (saved && (!linked || saved.fragment === decodeURIComponent(location.hash))) {
    const restored = restore(saved);
    if (restored) return restored;
  }
  const game = linked ? Game.fromFragment(decodeURIComponent(location.hash)) : null;
  return game ? { game, play: null, linked: true } : { game: null, play: null, broken: linked };
}

function restore(saved) {
  try {
    const game = Game.fromData(saved.game);
    game.swapRule = saved.swapRule;
    const nodes = game.nodes();
    nodes.forEach((node, at) => {
      const [value, best] = saved.values?.[at] ?? [];
      if (value !== undefined) Object.assign(node, { value, best });
    });
    game.current = nodes[saved.at] ?? game.root;
    return { game, play: saved.play };
  } catch {
    return null;
  }
}

export function preferences() {
  return {
    theme: "auto",
    stones: "classic",
    shape: "auto",
    coordinates: true,
    ...read(localStorage, PREFERENCES),
  };
}

export function savePreferences(chosen) {
  write(localStorage, PREFERENCES, chosen);
}
