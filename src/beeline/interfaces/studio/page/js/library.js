// The library: games kept on the studio's disk and in this browser, found by words, opened, named, deleted.

import { get, post } from "./api.js";
import { closeButton, actions, open } from "./dialogs.js";
import { byId, el, later, plural, put } from "./dom.js";
import { Game } from "./game.js";
import { dropEarlier, earlierGames, keepEarlier } from "./store.js";

const LEAST_MOVES = 2;
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export class Library {
  constructor(studio) {
    this.studio = studio;
    byId("open-library").addEventListener("click", () => this.show());
  }

  // Keeping

  /** Keeps a game that was played or changed here, without being asked to; where nobody answers, not now. */
  async keepQuietly(game) {
    if (game.lesson || !game.touched || game.nodes().length < LEAST_MOVES) return;
    game.touched = false;
    try {
      await this.keep(game, game.title ?? titleOf(game));
    } catch {
      game.touched = true; // it is kept in the browser all the same
    }
  }

  keep(game, name) {
    game.title = name;
    return post("/api/library", { id: game.id, name, game: game.asData() });
  }

  // The dialog

  async show() {
    const search = el("input", {
      type: "text",
      "aria-label": "Search the library",
      placeholder: "Search: name, player, result, 11×11",
      oninput: () => later("library", 150, () => this.list()),
    });
    this.search = search;
    this.message = el("p", { class: "note", role: "status" });
    this.host = el("div", { class: "kept" });
    open(
      "Library",
      this.keepForm(),
      search,
      this.message,
      this.host,
      actions(el("button", { type: "button", onclick: () => this.saveAll() }, "Save all as SGF"), closeButton()),
    );
    await this.list();
  }

  keepForm() {
    const { game } = this.studio;
    if (!game.nodes().length) return null;
    const field = el("input", {
      type: "text",
      maxlength: 200,
      "aria-label": "Name of this game",
      value: game.title ?? titleOf(game),
    });
    const form = el("form", { class: "paste" }, field, el("button", {}, "Keep this game"));
    form.onsubmit = (event) => {
      event.preventDefault();
      this.attempt(async () => {
        await this.keep(game, field.value.trim() || titleOf(game));
        game.touched = false;
        await this.list();
        this.say(`Kept “${game.title}”.`);
      });
    };
    return form;
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.say(error.message);
    }
  }

  /** A line in the dialog, with a way back if there is one. */
  say(text, undo) {
    const back = () => this.attempt(async () => (await undo(), this.say(""), this.list()));
    put(this.message, text, undo && el("button", { type: "button", class: "link", onclick: back }, "Undo"));
  }

  async list() {
    const query = this.search.value.trim();
    let found = { total: 0, games: [] };
    await this.attempt(async () => {
      found = await get(`/api/library?query=${encodeURIComponent(query)}`);
    });
    if (query !== this.search.value.trim()) return;
    const here = earlierGames().filter((kept) => matches(kept, query));
    put(
      this.host,
      el("h3", {}, `On the studio’s disk: ${plural(found.total, "game")}`),
      found.games.map((entry) => this.row(entry)),
      el("h3", {}, `In this browser: ${plural(here.length, "game")}`),
      here.map((kept) => this.rowHere(kept)),
    );
  }

  row(entry) {
    const { id, name, black, white, rows, cols, moves, result, changed } = entry;
    const players = black || white ? `${black || "?"} – ${white || "?"}, ` : "";
    const facts = [`${players}${cols}×${rows}`, plural(moves, "move"), result, WHEN.format(changed * 1000)];
    return gameRow({
      name,
      about: facts.filter(Boolean).join(", "),
      open: () => this.attempt(() => this.openKept(id)),
      rename: (other) => this.attempt(() => this.rename(id, other)),
      remove: () => this.attempt(() => this.remove(id, name)),
    });
  }

  rowHere(kept) {
    const remove = () => {
      dropEarlier(kept);
      this.list();
      this.say(`Deleted “${kept.name}”.`, () => keepEarlier(kept));
    };
    const show = () => {
      byId("dialog").close();
      this.studio.files.reopen(kept);
    };
    return gameRow({ name: kept.name, about: WHEN.format(kept.at), open: show, remove });
  }

  async openKept(id) {
    const { game: data, name } = await get(`/api/library/${id}`);
    const game = Object.assign(Game.fromData(data), { id, title: name });
    game.current = game.line(game.root).at(-1) ?? game.root;
    byId("dialog").close();
    this.studio.openForAnalysis(game);
  }

  async rename(id, name) {
    await post(`/api/library/${id}/name`, { name });
    if (this.studio.game.id === id) this.studio.game.title = name;
    await this.list();
  }

  async remove(id, name) {
    await post(`/api/library/${id}/delete`, {});
    await this.list();
    this.say(`Deleted “${name}”.`, () => post(`/api/library/${id}/restore`, {}));
  }

  async saveAll() {
    await this.attempt(async () => {
      const { sgf } = await get("/api/library/sgf");
      this.studio.files.save(sgf, "application/x-go-sgf", "sgf", "library");
    });
  }

  // Several games at once

  /** The games of a file, to choose one of, or to keep them all. */
  choose(games, title) {
    const pick = (game) => {
      byId("dialog").close();
      this.studio.files.show(game, game.line(game.root).at(-1));
    };
    const row = (game, at) =>
      gameRow({
        name: `${at + 1}. ${titleOf(game)}`,
        about: plural(game.line(game.root).length, "move"),
        open: () => pick(game),
      });
    this.message = el("p", { class: "note", role: "status" });
    const keepAll = () =>
      this.attempt(async () => {
        for (const game of games) await this.keep(game, titleOf(game));
        this.say(`Kept ${plural(games.length, "game")} in the library.`);
      });
    open(
      `${plural(games.length, "game")} in ${title}`,
      el("div", { class: "kept" }, games.map(row)),
      this.message,
      actions(el("button", { type: "button", onclick: keepAll }, "Keep all in the library"), closeButton()),
    );
  }
}

/** What a game is called unless someone names it. */
export function titleOf(game) {
  const { black_player: black, white_player: white, event } = game.names;
  const players = black || white ? `${black || "?"} – ${white || "?"}` : "Game";
  return `${event ? `${event}: ` : ""}${players}, ${game.cols}×${game.rows}`.slice(0, 200);
}

function matches({ name, game }, query) {
  const text = `${name} ${game.black_player ?? ""} ${game.white_player ?? ""}`.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function gameRow({ name, about, open: show, rename, remove }) {
  const button = (text, act) => el("button", { type: "button", "aria-label": `${text} ${name}`, onclick: act }, text);
  const row = el(
    "div",
    { class: "kept-game" },
    el("button", { type: "button", class: "title", onclick: show }, name, el("small", {}, about)),
    rename && button("Rename", () => edit(row, name, rename)),
    remove && button("Delete", remove),
  );
  return row;
}

/** Turns a row into a field for its name. */
function edit(row, name, rename) {
  const field = el("input", { type: "text", maxlength: 200, value: name, "aria-label": "New name" });
  const form = el("form", { class: "paste" }, field, el("button", {}, "Rename"));
  form.onsubmit = (event) => {
    event.preventDefault();
    if (field.value.trim()) rename(field.value.trim());
  };
  put(row, form);
  field.select();
}
