// What is kept on this computer: the game of this tab, the last game of any tab, and preferences.
// The position is in the address, too, so that it can be passed on.

import { Game } from "./game.js";

const GAME = "beeline-studio-game";
const EARLIER = "beeline-studio-earlier";
const MOST_KEPT = 100;
const PREFERENCES = "beeline-studio-preferences";

export function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

export function write(storage, key, value) {
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
    id: game.id,
    title: game.title ?? null,
    touched: game.touched,
    at: nodes.indexOf(game.current),
    values: [game.root, ...nodes].map(({ value, winner, reviewed, verdict }) =>
      value === undefined ? null : { value, winner, reviewed, verdict },
    ),
    summary: game.summary ?? null,
    play,
    fragment: game.fragment(),
  };
  write(sessionStorage, GAME, saved);
  write(localStorage, GAME, saved);
  // A link that was opened since, and is not followed yet, is left alone.
  if (location.hash === address && address !== saved.fragment)
    history.replaceState(history.state, "", (address = saved.fragment));
}

let address = "";

/** Remembers the position in the address as one that is known. */
export function noteAddress() {
  address = location.hash;
}

/** Keeps a game that another takes the place of. */
export function keepGame(game) {
  const moves = game.nodes().length;
  if (!moves || game.lesson) return;
  const { id, swapRule } = game;
  keep({ game: game.asData(), id, swapRule, fragment: game.fragment() }, moves);
}

function keep(saved, moves) {
  const { rows, cols } = saved.game;
  const name = `${cols}×${rows}, ${moves} move${moves === 1 ? "" : "s"}`;
  keepEarlier({ ...saved, name, at: Date.now() });
}

/** Puts a game among the earlier ones; the same position takes the place of itself. */
export function keepEarlier(kept) {
  const others = earlierGames().filter(({ fragment }) => fragment !== kept.fragment);
  const all = [kept, ...others].sort((a, b) => b.at - a.at);
  write(localStorage, EARLIER, all.slice(0, MOST_KEPT));
}

/** Takes a game out of the earlier ones. */
export function dropEarlier(kept) {
  write(localStorage, EARLIER, earlierGames().filter(({ fragment }) => fragment !== kept.fragment));
}

/** Games that were replaced, the latest first: {name, at, game, swapRule, fragment}. */
export function earlierGames() {
  return read(localStorage, EARLIER) ?? [];
}

/** The game of the address, with all that this tab, or else the last one, knows of it. */
export function loadGame() {
  noteAddress();
  const saved = read(sessionStorage, GAME) ?? read(localStorage, GAME);
  const linked = location.hash.length > 1;
  if (saved && (!linked || saved.fragment === decodeURIComponent(location.hash))) {
    const restored = restore(saved);
    if (restored) return restored;
  }
  if (saved?.game?.moves?.length) keep(saved, saved.game.moves.length);
  const game = linked ? Game.fromFragment(decodeURIComponent(location.hash)) : null;
  return game ? { game, play: null, linked: true } : { game: null, play: null, broken: linked };
}

function restore(saved) {
  try {
    const game = Game.fromData(saved.game);
    game.swapRule = saved.swapRule;
    const nodes = game.nodes();
    [game.root, ...nodes].forEach((node, at) => Object.assign(node, saved.values?.[at]));
    game.summary = saved.summary;
    game.current = nodes[saved.at] ?? game.root;
    if (saved.id) Object.assign(game, { id: saved.id, title: saved.title ?? undefined, touched: saved.touched });
    game.guided = Boolean(saved.play?.guided);
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
    warn: false,
    language: "auto",
    ...read(localStorage, PREFERENCES),
  };
}

export function savePreferences(chosen) {
  write(localStorage, PREFERENCES, chosen);
}
