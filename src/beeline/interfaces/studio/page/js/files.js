// Files and links in and out.

import { post } from "./api.js";
import { byId, el, put } from "./dom.js";
import { Game } from "./game.js";
import { boardPng, boardSvg, gameGif } from "./picture.js";
import { earlierGames } from "./store.js";

const MOST_BYTES = 1_000_000;

const isSgf = (text) => /\(\s*;/.test(text) || text.startsWith("(") || !text.trim();
/** An address, or what stands behind # in one of HexWorld's: 11c1,a2b3. */
const isLink = (text) => /\w:\/\//.test(text) || text.includes("#") || /^\d+(x\d+)?[a-z]?\d*,/.test(text);

export class Files {
  constructor(studio) {
    this.studio = studio;
    const on = (id, act) => byId(id).addEventListener("click", () => this.attempt(act));
    for (const id of ["open-sgf", "open-button"]) on(id, () => byId("sgf-file").click());
    on("save-sgf", () => this.saveSgf());
    on("copy-link", () => this.copy(location.href, "Link copied"));
    on("copy-hexworld", () => this.copyHexWorld());
    on("save-svg", async () => this.save(await boardSvg(studio.board.svg), "image/svg+xml", "svg"));
    on("save-png", async () => this.save(await boardPng(studio.board.svg), "image/png", "png"));
    on("save-gif", () => this.saveGif());
    on("print", () => print());
    on("copy-embed", () => this.copyEmbed());
    byId("sgf-file").addEventListener("change", (event) => this.opened(event.target));
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.attempt(() => this.load(byId("paste").value.trim()));
    });
    byId("files").addEventListener("toggle", () => this.listEarlier());
    this.dropping();
  }

  /** The games that were replaced, to open again. */
  listEarlier() {
    const games = earlierGames();
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" });
    const one = (kept) =>
      el("button", { type: "button", onclick: () => this.reopen(kept) }, `${when.format(kept.at)}: ${kept.name}`);
    byId("earlier").hidden = !games.length;
    put(byId("earlier"), el("p", { class: "note" }, "Earlier games"), games.map(one));
  }

  reopen(kept) {
    const game = Game.fromData(kept.game);
    game.swapRule = kept.swapRule;
    if (kept.id) game.id = kept.id;
    this.show(game, game.line(game.root).at(-1));
    this.listEarlier();
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.studio.complain(error.message);
    }
  }

  dropping() {
    const host = byId("board");
    addEventListener("dragover", (event) => {
      event.preventDefault();
      host.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => event.relatedTarget || host.classList.remove("dropping"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      host.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData("text");
      this.attempt(() => (file ? this.read(file) : text && this.load(text.trim())));
    });
  }

  opened(input) {
    const [file] = input.files;
    input.value = "";
    if (file) this.attempt(() => this.read(file));
  }

  async read(file) {
    if (file.size > MOST_BYTES)
      throw new Error(`${file.name} is too large: the studio takes files of up to 1 MB.`);
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1252").decode(bytes);
    }
    if (isSgf(text)) await this.loadSgf(text, file.name);
    else await this.load(text.trim());
  }

  /** Whatever was pasted: SGF, a link of ours, a HexWorld link, a list of moves. */
  async load(text) {
    if (!text) throw new Error("Paste a link or SGF first.");
    if (isSgf(text)) return this.loadSgf(text, "The text");
    const ours = text.startsWith(location.origin) || text.includes(";B=");
    const game = ours ? Game.fromFragment(text.slice(text.indexOf("#"))) : null;
    if (game) return this.show(game, game.current);
    if (!isLink(text)) return this.offer((await post("/api/moves/read", { moves: text })).games, "the text");
    const { game: data, played } = await post("/api/hexworld/read", { link: text });
    const linked = Game.fromData(data);
    return this.show(linked, played === null ? linked.nodes().at(-1) : linked.nodes()[played - 1]);
  }

  async loadSgf(text, name) {
    const { games } = await post("/api/sgf/read", { sgf: text });
    if (!games.length) throw new Error(`${name} holds no game of Hex.`);
    this.offer(games, name);
  }

  /** Shows a game, or lets the person choose among several. */
  offer(found, name) {
    const games = found.map((data) => Game.fromData(data));
    if (games.length > 1) this.studio.library.choose(games, name);
    else this.show(games[0], games[0].line(games[0].root).at(-1));
  }

  show(game, node) {
    game.current = node ?? game.root;
    byId("paste").value = "";
    this.studio.openForAnalysis(game);
    this.studio.toast("Loaded");
  }

  async saveSgf() {
    const { sgf } = await post("/api/sgf/write", this.studio.gameData());
    this.save(sgf, "application/x-go-sgf", "sgf");
  }

  async saveGif() {
    this.studio.toast("Drawing…");
    this.save(await gameGif(this.studio.game, this.studio), "image/gif", "gif");
  }

  /** What another page takes in to show the game. */
  copyEmbed() {
    const address = `${location.origin}/embed/${this.studio.game.fragment()}`;
    return this.copy(`<iframe src="${address}" width="640" height="480" title="A game of Hex"></iframe>`, "Embedding copied");
  }

  async copyHexWorld() {
    const { game } = this.studio;
    // A link holds one line: the one that is shown.
    const moves = game.line().map(({ colour, move }, at) => ({ parent: at - 1, colour, move }));
    const body = { game: { ...game.asData(), moves }, played: game.path().length };
    const { link } = await post("/api/hexworld/write", body);
    this.copy(link, "HexWorld link copied");
  }

  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      this.studio.toast(done);
    } catch {
      byId("paste").value = text;
      byId("paste").select();
      this.studio.toast("Copy it from the field below");
    }
  }

  save(content, type, ending, name) {
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    const { game } = this.studio;
    link.download = name ? `${name}.${ending}` : `hex-${game.rows}x${game.cols}-move-${game.path().length}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}
