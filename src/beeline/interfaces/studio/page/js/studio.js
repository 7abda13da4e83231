// The studio: what is shown, and what happens when something is done.

import { Aftermath } from "./aftermath.js";
import { Analyst } from "./analyst.js";
import { Annotations } from "./annotations.js";
import { get } from "./api.js";
import { BoardView } from "./board.js";
import { confirm, showRules, showSettings } from "./dialogs.js";
import { byId, el, later, put } from "./dom.js";
import { drawing } from "./drawing.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { Files } from "./files.js";
import { Game, winnerOf } from "./game.js";
import { Guide } from "./guide.js";
import { Hints } from "./hints.js";
import { speak, translatePage } from "./i18n.js";
import { listenToKeys } from "./keys.js";
import { Library } from "./library.js";
import { messages } from "./messages.js";
import { Opponent } from "./opponent.js";
import { learnLayers } from "./overlays.js";
import { nameOf, overlayChips } from "./panels.js";
import { playing } from "./playing.js";
import { RunsView } from "./runs.js";
import { keepGame, loadGame, noteAddress, preferences, saveGame, savePreferences } from "./store.js";
import { Trainer } from "./trainer.js";
import { walking } from "./walking.js";

const MODES = ["play", "analyse", "arena", "learning"];
const NARROW = matchMedia("(max-width: 40rem) and (orientation: portrait)");

class Studio {
  constructor() {
    this.preferences = preferences();
    speak(this.preferences.language);
    translatePage();
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
    this.annotations = new Annotations(this);
    this.files = new Files(this);
    this.library = new Library(this);
    this.explorer = new Explorer(this);
    this.hints = new Hints(this);
    this.aftermath = new Aftermath(this);
    this.guide = new Guide(this);
    this.trainer = new Trainer(this);
    this.runs = new RunsView(this);
    overlayChips(this);
    this.listen();
    this.prefer({});
    this.changed();
    this.ready = this.learnLevels();
    if (this.inLesson) this.guide.begin();
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
    this.game.finished = Boolean(winnerOf(this.game, this.game.line(this.game.root).at(-1) ?? this.game.root));
    this.inLesson = Boolean(play?.lesson);
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
    on("hint", () => this.hints.give());
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
    addEventListener("learn", () => this.guide.begin());
    addEventListener("popstate", () => this.comeBack());
    NARROW.addEventListener("change", () => this.show());
  }

  switchEngine(on) {
    this.analyst.switch(on);
    this.show();
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
    this.library.keepQuietly(this.game);
    if (this.analyst?.review) this.analyst.stopReview();
    this.hints?.clear();
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

  /** Play goes on where it stopped, whatever was tried meanwhile; in a game from elsewhere the engine waits. */
  backToPlay() {
    const { game, opponent } = this;
    if (game.played && game.holds(game.played)) game.current = game.played;
    else opponent.paused = true;
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

  // Settings

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
    if (change.language) location.reload(); // the game is kept
    document.documentElement.dataset.chosen = this.preferences.theme;
    document.documentElement.dataset.stones = this.preferences.stones;
    document.body.classList.toggle("no-coordinates", !this.preferences.coordinates);
    overlayChips(this);
    dispatchEvent(new Event("themechange"));
    this.show();
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

  /** Something was done: keep it, show it, and let the engines have their say. */
  changed() {
    this.previewed = null;
    const { game } = this;
    if (this.mode === "play" && !game.current.children.length) game.played = game.current;
    this.drawBoard();
    this.opponent.consider();
    this.aftermath?.follow();
    this.hints?.follow();
    this.analyst?.follow();
    this.analyst?.inform();
    this.explorer?.follow();
    later("save", 0, () => this.save());
    this.show();
  }

  save() {
    const { guided = false, lesson = false } = this.game;
    const play = { ...this.opponent.asData(), mode: this.mode, overlays: [...this.overlays], guided, lesson };
    saveGame(this.game, play);
  }
}

Object.assign(Studio.prototype, playing, walking, messages, drawing);

globalThis.studio = new Studio();
// The page for times without a studio; where there can be no worker, all is as before.
navigator.serviceWorker?.register("worker.js").catch(() => {});
