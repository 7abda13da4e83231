// A level that adapts to the person: a step up after a win, a step down after a loss.

import { read, write } from "./store.js";

const KEY = "beeline-studio-ladder";
/** Below the weakest level: on small boards even that is no beginner. */
const FIRST_STEPS = [8, 4, 2.8].map((temperature, at) => ({
  name: `Starter ${at + 1}`,
  player: `zero:simulations=0,temperature=${temperature}`,
}));
/** Where people start, by size of the board: the weakest level plays larger boards more softly. */
const START = { 5: 0, 7: 1, 9: 2 };

/** All steps, the easiest first; `levels` are the studio's. */
export function steps(levels) {
  return [...FIRST_STEPS, ...levels.map(({ name }) => ({ name, player: name }))];
}

/** Which step the person is on, on boards of a size. */
export function stepFor(size) {
  const known = read(localStorage, KEY) ?? {};
  return Number.isInteger(known[size]) ? known[size] : (START[size] ?? FIRST_STEPS.length);
}

/** The opponent of the next game. */
export function opponentFor(size, levels) {
  const all = steps(levels);
  return all[Math.min(stepFor(size), all.length - 1)];
}

/** Notes a result; gives the change of step. */
export function note(size, won, levels) {
  const before = stepFor(size);
  const after = Math.min(Math.max(before + (won ? 1 : -1), 0), steps(levels).length - 1);
  write(localStorage, KEY, { ...read(localStorage, KEY), [size]: after });
  return after - before;
}

/** The step next to a player's, easier or harder; null at either end, or for one that is on no step. */
export function beside(player, by, levels) {
  const all = steps(levels);
  const at = all.findIndex((step) => step.player === player);
  return at < 0 ? null : (all[at + by] ?? null);
}
