// The studio: what is shown, and what happens when something is done.

import { Analyst } from "./analyst.js";
import { get, sentence } from "./api.js";
import { BoardView } from "./board.js";
import { confirm, newGame, showRules, showSettings } from "./dialogs.js";
import { byId, el, later, put } from "./dom.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { Game, opponent as other, winnerOf } from "./game.js";
import { listenToKeys } from "./keys.js";
import { renderGraph, renderMoves } from "./moves.js";
import { Opponent } from "./opponent.js";
import { drawingOf, learnLayers } from "./overlays.js";
import { nameOf, overlayChips, renderAnalysis, renderLegend, renderPlay, renderSeats } from "./panels.js";
import { RunsView } from "./runs.js";
import { keepGame, loadGame, noteAddress, preferences, saveGame, savePreferences } from "./store.js";

const MODES = ["play", "analyse", "arena", "learning"];
const NARROW = matchMedia("(max-width: 40rem) and (orientation: portrait)");

class Studio {
  constructor() {
    this.preferences = preferences();
    this.info = { levels: [], limits: {} };
    this.mode = "play";
    this.overlays = new Set(["winrate", "line"]);
    this.lost = false;
    this.previewed = null;
    this.opponent = new Opponent(this);
    this.board = new BoardView(byId("board"), { onCell: (name) => this.cell(name) });
    this.start();
    this.editor = new Editor(this);
    this.analyst = new Analyst(this);
    this.files = new Files(this);
    this.runs = new RunsView(this);
    overlayChips(this);
    this.listen();
    this.prefer({});
    this.changed();
    this.ready = this.learnLevels();
  }

  /** The game of the address or of last time, or a new one. */
  start() {
    const { game, play, linked, broken } = loadGame();
    this.game = game ?? new Game({ rows: 11, cols: 11 });
    if (!game) this.game.swapRule = true;
    if (play) {
      Object.assign(this.opponent, play);
      if (MODES.includes(play.mode)) this.mode = play.mode;
      if (play.overlays) this.overlays = new Set(play.overlays);
    } else if (linked) this.mode = "analyse";
    if (broken) this.complain("This link holds no position that can be played. Here is a new board.");
  }

  async learnLevels() {
    try {
      this.info = await get("/api/info");
    } catch {
      await new Promise((done) => setTimeout(done, 1000));
      return this.learnLevels();
    }
    learnLayers(this.info.layers);
    overlayChips(this);
    this.fillEngines();
    this.analyst.inform();
    this.show();
  }

  fillEngines() {
    const names = { hivemind: "Hivemind", "mcts:knowledge=300": "Playouts and proofs" };
    const option = (player, at) =>
      el("option", { value: player }, at ? (names[player] ?? player) : "Search and proofs");
    put(byId("engine-player"), this.info.analysts.map(option));
    this.analyst.player = this.info.analysts[0];
  }

  /** Whether the board stands on a corner, as fits a narrow screen. */
  get diamond() {
    const { shape } = this.preferences;
    return shape === "diamond" || (shape === "auto" && NARROW.matches);
  }

  get onBoard() {
    return this.mode === "play" || this.mode === "analyse";
  }

  get editing() {
    return this.editor?.open ?? false;
  }

  // What people do

  listen() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    for (const button of document.querySelectorAll("[data-mode]")) {
      button.addEventListener("click", () => this.goTo(button.dataset.mode));
    }
    on("rules-button", showRules);
    on("settings-button", () => this.settings());
    on("new-game", () => this.newGame());
    on("undo", () => this.undo());
    on("swap", () => this.play("swap-pieces"));
    on("resign", () => confirm("resign this game?", "Resign", () => this.resign()));
    on("stop", () => (this.opponent.thinking ? this.opponent.stop() : this.opponent.goOn()));
    on("to-start", () => this.go(this.game.root));
    on("back", () => this.walk("back"));
    on("forward", () => this.walk("forward"));
    on("to-end", () => this.walk("toEnd"));
    on("promote", () => this.promote());
    on("delete", () => this.delete());
    on("review", () => (this.analyst.review ? this.analyst.stopReview() : this.analyst.startReview()));
    on("analyse-game", () => this.goTo("analyse"));
    byId("engine").addEventListener("change", (event) => this.switchEngine(event.target.checked));
    byId("engine-player").addEventListener("change", (event) => {
      this.analyst.choose(event.target.value);
    });
    listenToKeys(this);
    addEventListener("hashchange", () => this.follow());
    addEventListener("popstate", () => this.comeBack());
    NARROW.addEventListener("change", () => this.show());
  }

  switchEngine(on) {
    this.analyst.switch(on);
    this.show();
  }

  /** A cell was chosen: a move, or a stone to set up. */
  cell(name) {
    if (this.editing) this.editor.edit(name);
    else if (this.mode === "play" && this.opponent.colour === this.game.position.toMove) {
      if (this.game.current.children.length) this.walk("toEnd");
      else if (!winnerOf(this.game) && !this.opponent.paused) this.toast(`It is ${this.opponent.name}’s turn`);
    } else if (!this.game.position.stones.has(name)) this.play(name);
  }

  play(move) {
    if (winnerOf(this.game)) {
      if (this.game.position.winner) return;
      this.game.result = "";
    }
    try {
      this.game.play(move);
    } catch (error) {
      this.complain(error.message);
      return;
    }
    this.quiet();
    this.changed();
  }

  undo() {
    const { game, opponent } = this;
    if (!game.path().length) return;
    opponent.abort();
    game.result = "";
    let node = game.current;
    const mine = opponent.human === "both" ? node.colour : opponent.human;
    while (node.parent && node.colour !== mine && node.parent.parent) node = node.parent;
    game.remove(node);
    // Back at the engine's own first move, it waits: else it would make that move again at once.
    opponent.paused = this.mode === "play" && opponent.colour === game.position.toMove;
    this.changed();
  }

  resign(colour = this.opponent.human === "both" ? this.game.position.toMove : this.opponent.human) {
    this.opponent.abort();
    this.game.toEnd();
    this.game.result = `${other(colour)[0].toUpperCase()}+R`;
    this.changed();
  }

  async newGame() {
    // A moment for the levels to arrive; without them there are still people and player strings.
    await Promise.race([this.ready, new Promise((done) => setTimeout(done, 2000))]);
    const chosen = { ...this.opponent.asData(), size: this.game.cols, swapRule: this.game.swapRule };
    newGame({ levels: this.info.levels, chosen, start: (choice) => this.begin(choice) });
  }

  begin({ player, name, human, size, swapRule }) {
    this.opponent.abort();
    Object.assign(this.opponent, { player, name, human, paused: false, value: null });
    this.mode = "play";
    byId("editor").open = false;
    const game = new Game({ rows: size, cols: size });
    game.swapRule = swapRule;
    game.played = game.root;
    this.setGame(game);
    this.checkPlayer(player);
  }

  /** Says at once, not after the first move, that there is no such player. */
  checkPlayer(player) {
    const { levels, kinds } = this.info;
    const kind = player.split(":")[0].trim();
    const known = !kinds || kind in kinds || kind === "run" || levels.some(({ name }) => name === player);
    if (!known) this.complain(`${kind} does not play in the studio; there are ${Object.keys(kinds).join(", ")}`);
  }

  playAgainst(player, name, size) {
    const start = () => this.begin({ player, name, human: "black", size, swapRule: true });
    const open = this.game.played?.parent && !winnerOf(this.game, this.game.played);
    if (open) confirm(`leave the game against ${this.opponent.name}? It is kept under “Files and links”.`, "Leave it", start);
    else start();
  }

  openForAnalysis(game) {
    if (!this.onBoard) {
      this.cameFrom = { mode: this.mode, game: this.game };
      history.pushState(null, "", location.hash || "#");
    }
    this.mode = "analyse";
    byId("editor").open = false;
    this.setGame(game);
  }

  setGame(game) {
    keepGame(this.game);
    this.game = game;
    this.quiet();
    this.changed();
  }

  goTo(mode) {
    if (mode === "play" && this.mode !== "play") this.backToPlay();
    this.quiet();
    this.mode = mode;
    if (mode !== "analyse") byId("editor").open = false;
    this.changed();
    this.runs.refresh();
  }

  /** A candidate was chosen: it is played, and one that is proven to lose with its refutation. */
  candidate(move, loses) {
    if (!loses) return this.cell(move);
    const node = this.game.play(move);
    this.changed();
    this.analyst.showWhy(node);
  }

  /** The better line of a marked move, as a variation. */
  showBetter(node) {
    const { better, line } = node.verdict;
    this.game.current = node.parent;
    for (const move of line.length ? line : [better]) this.game.play(move);
    this.game.current = node.parent.children.find(({ move }) => move === better);
    this.changed();
  }

  goToPly(ply) {
    this.go(this.game.line(this.game.root)[ply - 1] ?? this.game.root);
  }

  /** Play goes on where it stopped, whatever was tried meanwhile; in a game from elsewhere the engine waits. */
  backToPlay() {
    const { game, opponent } = this;
    if (game.played && game.holds(game.played)) game.current = game.played;
    else opponent.paused = true;
  }

  // Walking about in the game

  go(node) {
    this.game.current = node;
    this.changed();
  }

  walk(step) {
    this.game[step]();
    this.changed();
  }

  sibling(by) {
    const { current } = this.game;
    const siblings = current.parent?.children ?? [];
    const next = siblings[siblings.indexOf(current) + by];
    if (next) this.go(next);
  }

  promote() {
    this.game.promote(this.game.current);
    this.changed();
  }

  delete() {
    const { game } = this;
    const { current: node, result } = game;
    if (!node.parent) return;
    const at = node.parent.children.indexOf(node);
    const count = game.line(node).length - game.path(node).length + 1;
    game.remove(node);
    game.result = "";
    this.changed();
    this.toast(`Deleted ${count} move${count === 1 ? "" : "s"}`, {
      undo: () => {
        node.parent.children.splice(at, 0, node);
        Object.assign(game, { current: node, result });
        if (this.game === game) this.changed();
      },
    });
  }

  /** Back from a replayed game to the list it came from. */
  comeBack() {
    if (!this.cameFrom) return;
    const { mode, game } = this.cameFrom;
    this.cameFrom = null;
    this.setGame(game);
    this.goTo(mode);
  }

  /** Another position in the address, typed or gone back to. */
  follow() {
    noteAddress();
    const fragment = decodeURIComponent(location.hash);
    if (fragment === this.game.fragment()) return;
    const game = Game.fromFragment(fragment);
    if (game) this.openForAnalysis(game);
    else this.complain("This link holds no position that can be played.");
  }

  toggleOverlay(id) {
    if (!this.overlays.delete(id)) this.overlays.add(id);
    if (["winrate", "values", "policy", "line"].includes(id) && this.overlays.has(id) && !this.analyst.on)
      this.analyst.switch(true);
    this.changed();
  }

  /** Shows a line while something points at it. */
  preview(line) {
    this.previewed = line;
    this.drawBoard();
  }

  // Settings and messages

  settings() {
    showSettings({
      preferences: this.preferences,
      change: (change) => this.prefer(change),
      version: this.info.version,
    });
  }

  prefer(change) {
    Object.assign(this.preferences, change);
    savePreferences(this.preferences);
    document.documentElement.dataset.chosen = this.preferences.theme;
    document.documentElement.dataset.stones = this.preferences.stones;
    document.body.classList.toggle("no-coordinates", !this.preferences.coordinates);
    dispatchEvent(new Event("themechange"));
    this.show();
  }

  complain(text) {
    const close = el("button", { type: "button", "aria-label": "Close", onclick: () => this.quiet() }, "×");
    put(byId("notice"), el("span", {}, sentence(text)), close);
    byId("notice").hidden = false;
  }

  quiet() {
    byId("notice").hidden = true;
  }

  /** A short message; one with a way back stays longer. */
  toast(text, { undo } = {}) {
    const host = byId("toast");
    const back = () => {
      host.hidden = true;
      undo();
    };
    put(host, text, undo && el("button", { type: "button", onclick: back }, "Undo"));
    host.hidden = false;
    later("toast", undo ? 10_000 : 2200, () => (host.hidden = true));
  }

  /** The server answers, or does not. The game stays here, and goes on when it is back. */
  connection(connected) {
    if (connected === !this.lost) return;
    this.lost = !connected;
    byId("connection").hidden = connected;
    byId("connection").textContent = connected
      ? ""
      : "The studio does not answer. Your game is kept here and goes on as soon as it is back.";
    if (connected) this.changed();
    else this.show();
  }

  gameData() {
    const names =
      this.mode === "play"
        ? { black_player: nameOf(this, "black"), white_player: nameOf(this, "white") }
        : {};
    const winner = this.game.line(this.game.root).at(-1)?.position.winner;
    const result = this.game.result || (winner ? `${winner[0].toUpperCase()}+` : "");
    return { ...this.game.asData(), ...names, result };
  }

  // Showing

  /** Something was done: keep it, show it, and let the engines have their say. */
  changed() {
    this.previewed = null;
    const { game } = this;
    if (this.mode === "play" && !game.current.children.length) game.played = game.current;
    this.drawBoard();
    this.opponent.consider();
    this.analyst?.follow();
    this.analyst?.inform();
    later("save", 0, () => this.save());
    this.show();
  }

  save() {
    const play = { ...this.opponent.asData(), mode: this.mode, overlays: [...this.overlays] };
    saveGame(this.game, play);
  }

  /** Draws all that has changed, at the next frame. */
  show() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  drawBoard() {
    const { game, mode } = this;
    const { position } = game;
    const view = this.analyst && mode === "analyse" && !this.editing ? this.analyst.view(game.current) : {};
    const drawing = drawingOf({ position, chosen: this.overlays, line: this.previewed, ...view });
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
  }

  draw() {
    const { onBoard } = this;
    for (const button of document.querySelectorAll("[data-mode]")) {
      if (button.dataset.mode === this.mode) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    byId("table").hidden = !onBoard;
    byId("runs-view").hidden = onBoard;
    if (!onBoard) return;
    this.drawBoard();
    for (const id of ["analyse-panel", "summary", "graph-area", "editor", "promote", "delete"])
      byId(id).hidden = this.mode !== "analyse";
    for (const id of ["play-panel", "analyse-game"]) byId(id).hidden = this.mode !== "play";
    renderSeats(this);
    if (this.mode === "play") renderPlay(this);
    else renderAnalysis(this);
    if (this.editing) this.editor.render();
    this.drawMoves();
  }

  drawMoves() {
    const { game } = this;
    renderMoves(byId("moves"), game, (node) => this.go(node));
    byId("to-start").disabled = byId("back").disabled = game.current === game.root;
    byId("forward").disabled = byId("to-end").disabled = !game.current.children.length;
    byId("promote").disabled = !game.path().some((node) => node.parent.children[0] !== node);
    byId("delete").disabled = game.current === game.root;
    if (this.mode === "analyse") renderGraph(byId("graph"), game, (node) => this.go(node));
  }
}

globalThis.studio = new Studio();
