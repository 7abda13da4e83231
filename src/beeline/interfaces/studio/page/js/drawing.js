// Showing the studio as it is now.

import { byId } from "./dom.js";
import { winnerOf } from "./game.js";
import { renderGraph, renderMoves } from "./moves.js";
import { drawingOf } from "./overlays.js";
import { renderAnalysis, renderLegend, renderPlay, renderSeats } from "./panels.js";

export const drawing = {
  /** Draws all that has changed, at the next frame. */
  show() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  },

  drawBoard() {
    const { game, mode } = this;
    const { position } = game;
    const view = this.analyst && mode === "analyse" && !this.editing ? this.analyst.view(game.current) : {};
    const drawing = drawingOf({ position, chosen: this.overlays, line: this.previewed, ...view });
    if (mode === "play" && this.hints?.cell) drawing.cells[this.hints.cell] = { outline: "best" };
    const mine = mode !== "play" || this.opponent.colour !== position.toMove;
    const ghost = this.editing ? this.editor.tool : winnerOf(game) ? null : mine ? position.toMove : null;
    this.board.render({
      position,
      drawing,
      ghost,
      diamond: this.diamond,
      busy: Boolean(this.opponent.thinking),
    });
    renderLegend(drawing.legend);
  },

  draw() {
    const { onBoard } = this;
    document.body.dataset.mode = this.mode;
    for (const button of document.querySelectorAll("[data-mode]")) {
      if (button.dataset.mode === this.mode) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    byId("table").hidden = !onBoard;
    byId("runs-view").hidden = onBoard;
    if (!onBoard) return;
    this.drawBoard();
    for (const id of ["analyse-panel", "summary", "graph-area", "editor", "explorer", "notes", "promote", "delete"])
      byId(id).hidden = this.mode !== "analyse" || this.trainer.asking;
    this.trainer.render();
    for (const id of ["play-panel", "analyse-game"]) byId(id).hidden = this.mode !== "play" || this.guide.teaching;
    this.guide.render();
    renderSeats(this);
    if (this.mode === "play") renderPlay(this);
    else renderAnalysis(this);
    if (this.editing) this.editor.render();
    this.annotations.render();
    this.drawMoves();
  },

  drawMoves() {
    const { game } = this;
    renderMoves(byId("moves"), game, (node) => this.go(node));
    byId("to-start").disabled = byId("back").disabled = game.current === game.root;
    byId("forward").disabled = byId("to-end").disabled = !game.current.children.length;
    byId("promote").disabled = !game.path().some((node) => node.parent.children[0] !== node);
    byId("delete").disabled = game.current === game.root;
    if (this.mode === "analyse") renderGraph(byId("graph"), game, (node) => this.go(node));
  },
};
