// The keyboard: walking in the game, and short cuts.

import { showRules } from "./dialogs.js";
import { byId } from "./dom.js";

export function listenToKeys(studio) {
  const acts = {
    ArrowLeft: () => studio.walk("back"),
    ArrowRight: () => studio.walk("forward"),
    ArrowUp: () => studio.sibling(-1),
    ArrowDown: () => studio.sibling(1),
    Home: () => studio.go(studio.game.root),
    End: () => studio.walk("toEnd"),
    Delete: () => studio.mode === "analyse" && studio.delete(),
    e: () => studio.mode === "analyse" && studio.switchEngine(!studio.analyst.on),
    n: () => studio.newGame(),
    o: () => byId("sgf-file").click(),
    u: () => studio.mode === "play" && studio.undo(),
    "?": showRules,
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open) return;
    if (isForm(event.target) || !acts[event.key]) return;
    if (!studio.onBoard && !["n", "o", "?"].includes(event.key)) return;
    event.preventDefault();
    acts[event.key]();
  });
}

/** Whether keys belong to a field; a switch has no use for letters. */
function isForm({ tagName, type }) {
  return /^(INPUT|SELECT|TEXTAREA)$/.test(tagName) && type !== "checkbox";
}
