// Walking about in the game, and changing its tree.

import { byId } from "./dom.js";

function lookAtBoard() {
  const { top, bottom } = byId("board").getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) byId("board").scrollIntoView();
}

export const walking = {
  go(node) {
    this.game.current = node;
    this.changed();
  },

  walk(step) {
    this.game[step]();
    this.changed();
  },

  sibling(by) {
    const { current } = this.game;
    const siblings = current.parent?.children ?? [];
    const next = siblings[siblings.indexOf(current) + by];
    if (next) this.go(next);
  },

  /** Goes to a move of the game, and brings the board into view: on a phone the panel is far below it. */
  goToPly(ply) {
    lookAtBoard();
    this.go(this.game.line(this.game.root)[ply - 1] ?? this.game.root);
  },

  promote() {
    this.game.promote(this.game.current);
    this.game.touched = true;
    this.changed();
  },

  delete() {
    const { game } = this;
    const { current: node, result } = game;
    if (!node.parent) return;
    const at = node.parent.children.indexOf(node);
    const count = game.line(node).length - game.path(node).length + 1;
    game.remove(node);
    Object.assign(game, { result: "", touched: true });
    this.changed();
    this.toast(`Deleted ${count} move${count === 1 ? "" : "s"}`, {
      undo: () => {
        node.parent.children.splice(at, 0, node);
        Object.assign(game, { current: node, result });
        if (this.game === game) this.changed();
      },
    });
  },

  /** The better line of a marked move, as a variation. */
  /** Goes to a move of the game and shows why it was a mistake: its refutation, or the answer that is expected. */
  explain(ply) {
    this.goToPly(ply);
    const node = this.game.current;
    if (node.verdict?.proven) this.analyst.showWhy(node);
    else if (node.verdict?.reply?.length) this.preview(node.verdict.reply);
  },

  showBetter(node) {
    lookAtBoard();
    const { better, line } = node.verdict;
    this.game.current = node.parent;
    for (const move of line.length ? line : [better]) this.game.play(move);
    this.game.current = node.parent.children.find(({ move }) => move === better);
    this.changed();
  },
};
