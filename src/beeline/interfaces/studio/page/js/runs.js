// The arena and learning: runs of the served folders, watched as they go on.

import { get } from "./api.js";
import { chart, legend, ordered } from "./charts.js";
import { chooseDuel, chooseJob, loadJobs, stopJob, tournamentText, trainingText } from "./desk.js";
import { byId, el, percent, put } from "./dom.js";
import { Game } from "./game.js";
import { worded } from "./words.js";

export { round } from "./charts.js";

const EVERY = 2000;
const GAMES_A_PAGE = 50;
const NAMES = { arena: "tournament", learning: "learning" };
const EMPTY = {
  arena: ["No tournaments in the run folders.", "beeline tournament … --out games.db"],
  learning: ["Nothing that learns in the run folders.", "beeline evolve --out evolution"],
};

export class RunsView {
  constructor(studio) {
    this.studio = studio;
    this.chosen = {};
    this.compared = new Set(); // trainings whose curves stand beside those of the chosen one
    this.jobs = { allowed: false, presets: [], jobs: [] };
    this.page = 0;
    this.host = byId("runs-view");
    setInterval(() => this.active && !document.hidden && this.refresh(), EVERY);
  }

  get active() {
    return this.studio.mode in NAMES;
  }

  async refresh() {
    const { mode } = this.studio;
    if (!this.active) return;
    try {
      const [{ runs }, jobs] = await Promise.all([get("/api/runs"), loadJobs()]);
      this.jobs = jobs;
      const shown = runs.filter((run) => run.kind === NAMES[mode]);
      const chosen = shown.find((run) => run.id === this.chosen[mode]) ?? shown[0];
      const data = chosen && (await this.ask(mode, chosen));
      const state = JSON.stringify([mode, shown, chosen, data, jobs, [...this.compared]]);
      // What has not changed stays: a button made anew while it is pressed would swallow the click.
      if (this.studio.mode !== mode || state === this.state) return;
      this.state = state;
      this.render(shown, chosen, chosen ? this[mode](chosen, data) : nothing(mode));
    } catch (error) {
      if (error.lost) this.studio.connection(false);
      else this.studio.complain(error.message);
    }
  }

  render(runs, chosen, content) {
    const button = (run) => [
      el(
        "button",
        {
          type: "button",
          "aria-current": run.id === chosen?.id ? "true" : null,
          onclick: () => this.choose(run.id),
        },
        run.name,
        el("small", { class: run.running ? "running" : "" }, run.running ? "running" : ago(run.changed)),
      ),
      runs.length > 1 && run.kind === "learning" && run.id !== chosen?.id && this.comparison(run),
    ];
    const focused = document.activeElement?.dataset?.focus;
    const scrolled = this.host.querySelector(".games")?.scrollTop;
    put(
      this.host,
      el("nav", { class: "run-list", "aria-label": "Runs" }, this.starters(), runs.flatMap(button)),
      el("div", { class: "run-detail" }, content),
    );
    if (focused) this.host.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
    if (scrolled) this.host.querySelector(".games").scrollTop = scrolled;
  }

  choose(id) {
    this.chosen[this.studio.mode] = id;
    this.page = 0;
    this.refresh();
  }

  /** What can be begun from here. */
  starters() {
    const { mode } = this.studio;
    // Players and mode are those of the moment in which a button is pressed: both may be newer than the button.
    const duel = () => chooseDuel({ info: this.studio.info, start: (choice) => this.studio.duel(choice) });
    const start = () =>
      chooseJob({
        info: this.studio.info,
        presets: this.jobs.presets,
        kind: NAMES[this.studio.mode],
        started: ({ id }) => this.choose(id),
        complain: (text) => this.studio.complain(text),
      });
    return el(
      "div",
      { class: "actions" },
      this.jobs.allowed && el("button", { type: "button", "data-focus": "start", onclick: start }, "Start…"),
      mode === "arena" && el("button", { type: "button", "data-focus": "duel", onclick: duel }, "Watch a game…"),
    );
  }

  /** A switch that puts the curves of a training beside those of the chosen one. */
  comparison({ id, name }) {
    const toggle = (event) => {
      if (event.target.checked) this.compared.add(id);
      else this.compared.delete(id);
      this.refresh();
    };
    const box = el("input", {
      type: "checkbox",
      checked: this.compared.has(id),
      "aria-label": `Compare ${name}`,
      "data-focus": `compare ${id}`,
      onchange: toggle,
    });
    return el("label", { class: "compare note" }, box, "compare");
  }

  /** The job that makes a run, if it was started here. */
  jobOf(run) {
    return this.jobs.jobs.find(({ id }) => id === run.id);
  }

  jobActions(run) {
    const job = this.jobOf(run);
    if (!job) return null;
    const stop = () => stopJob(run.id).then(() => this.refresh());
    return [
      job.running && el("button", { type: "button", "data-focus": "stop", onclick: stop }, "Stop"),
      job.error && el("p", { class: "note", role: "alert" }, `It failed: ${job.error}`),
    ];
  }

  /** The curves of a training and of those that it is compared with. */
  async trainings(id) {
    const others = [...this.compared].filter((other) => other !== id);
    const found = await Promise.all([id, ...others].map((one) => get(`/api/runs/${one}/curves`).catch(() => null)));
    return found.filter(Boolean);
  }

  ask(mode, { id }) {
    if (mode === "learning") return this.trainings(id);
    const page = `offset=${this.page * GAMES_A_PAGE}&limit=${GAMES_A_PAGE}`;
    return Promise.all([get(`/api/runs/${id}/table`), get(`/api/runs/${id}/games?${page}`)]);
  }

  // A tournament

  arena(run, [table, games]) {
    const boards = Object.keys(table.boards).join(", ");
    const progress = { boards, running: run.running, state: lately(run, "game") };
    return [
      el(
        "section",
        { class: "card" },
        el("h2", {}, run.name),
        el(
          "p",
          { class: "note", role: "status" },
          `${tournamentText(table, progress)}. Intervals are 95%.`,
        ),
        el("div", { class: "actions" }, this.jobActions(run)),
        ratings(table),
        table.note && el("p", { class: "note" }, table.note),
      ),
      table.players.length > 2 &&
        el("section", { class: "card" }, el("h3", {}, "Cross table"), crossTable(table)),
      el("section", { class: "card" }, el("h3", {}, "Games"), this.gameTable(run, games, table)),
    ];
  }

  gameTable(run, { total, games }, { players }) {
    const numbers = new Map(players.map((player, at) => [player.player, at + 1]));
    const row = (game) =>
      el(
        "tr",
        {},
        el("td", { class: "text" }, game.key),
        el("td", { class: "text" }, `${numbers.get(game.black) ?? ""} ${brief(game.black)}`),
        el("td", { class: "text" }, `${numbers.get(game.white) ?? ""} ${brief(game.white)}`),
        el("td", { class: "text" }, `${worded(game.winner)}${game.reason === "win" ? "" : `, ${game.reason}`}`),
        el("td", {}, String(game.moves)),
        el(
          "td",
          {},
          game.game === "hex" &&
            el(
              "button",
              {
                type: "button",
                "data-focus": game.key,
                "aria-label": `Replay game ${game.key}`,
                onclick: () => this.replay(run.id, game.key),
              },
              "Replay",
            ),
        ),
      );
    const head = ["game", worded("Black"), worded("White"), "won by", "moves", ""];
    const pages = Math.ceil(total / GAMES_A_PAGE);
    const turn = (by, text) =>
      el(
        "button",
        {
          type: "button",
          disabled: this.page + by < 0 || this.page + by >= pages,
          onclick: () => ((this.page += by), this.refresh()),
        },
        text,
      );
    return [
      el(
        "div",
        { class: "scroll games", tabindex: 0, role: "group", "aria-label": "Games" },
        grid(head, games.map(row), ["text", "text", "text", "text", "", ""]),
      ),
      pages > 1 &&
        el(
          "div",
          { class: "walk" },
          turn(-1, "Earlier"),
          el("span", { class: "note" }, `page ${this.page + 1} of ${pages}`),
          turn(1, "Later"),
        ),
    ];
  }

  async replay(id, key) {
    try {
      const game = Game.fromData(await get(`/api/runs/${id}/game?key=${encodeURIComponent(key)}`));
      this.studio.openForAnalysis(game);
    } catch (error) {
      this.studio.complain(error.message);
    }
  }

  // Something that learns

  learning(run, [found, ...others]) {
    const against = (player, name) => () => this.studio.playAgainst(player, name, found.size ?? 7);
    const play = el(
      "button",
      { type: "button", class: "primary", "data-focus": "play", onclick: against(found.player, `Policy of ${run.name}`) },
      "Play against its policy",
    );
    const runs = [found, ...others];
    const extent = { step: found.step, steps: Math.max(...runs.map(({ steps }) => steps)) };
    return [
      el(
        "section",
        { class: "card" },
        el("h2", {}, run.name),
        el("p", { class: "note", role: "status" }, `${trainingText(found)}, ${lately(run, "one")}.`),
        found.label && el("p", { class: "note" }, found.label),
        el(
          "div",
          { class: "actions" },
          found.player && play,
          snapshotChoice(run, found, against),
          this.jobActions(run),
        ),
        others.length > 0 && legend(runs.map(({ name }) => name)),
      ),
      el(
        "div",
        { class: "charts" },
        ordered(found.curves).map(({ name }) => chart(name, seriesOf(name, runs), extent)),
      ),
    ];
  }
}

/** A curve of several runs, each with its name. */
function seriesOf(name, runs) {
  const curve = (run) => run.curves.find((one) => one.name === name) ?? { points: [] };
  return runs.map((run, at) => ({ ...curve(run), label: run.name, at })).filter(({ points }) => points.length);
}

/** Earlier networks of a training, to play against one. */
function snapshotChoice(run, { snapshots }, against) {
  if (!snapshots.length) return null;
  const play = ({ target }) => {
    if (target.value) against(`run:id=${run.id},snapshot=${target.value}`, `${target.value} of ${run.name}`)();
  };
  return el(
    "select",
    { "aria-label": "Play against an earlier network", "data-focus": "snapshot", onchange: play },
    el("option", { value: "" }, "Play against an earlier one…"),
    snapshots.map((name) => el("option", { value: name }, name)),
  );
}

function nothing(mode) {
  const [what, command] = EMPTY[mode];
  const how = `Start a run with “${command}”, and serve its folder with “beeline serve --runs FOLDER”.`;
  return el("p", { class: "card note" }, `${what} ${how}`);
}

function ratings({ players }) {
  const row = (player, at) =>
    el(
      "tr",
      {},
      el("td", {}, String(at + 1)),
      el("td", { class: "text" }, player.player),
      el("td", {}, player.elo === null ? "–" : signed(player.elo)),
      el(
        "td",
        {},
        player.elo_interval ? `${signed(player.elo_interval[0])} … ${signed(player.elo_interval[1])}` : "",
      ),
      el("td", {}, player.games ? percent(player.rate, 1) : "–"),
      el("td", {}, String(player.games)),
    );
  return el(
    "div",
    { class: "scroll" },
    grid(["", "player", "Elo", "interval", "score", "games"], players.map(row), ["", "text", "", "", "", ""]),
  );
}

function crossTable({ players, cross }) {
  const head = ["", "player", ...players.map((_, at) => String(at + 1))];
  const row = (scores, at) =>
    el(
      "tr",
      {},
      el("td", {}, String(at + 1)),
      el("td", { class: "text" }, brief(players[at].player)),
      scores.map((score, other) =>
        el("td", { class: other === at ? "self" : "" }, score ? `${score.points}/${score.games}` : ""),
      ),
    );
  return el("div", { class: "scroll" }, grid(head, cross.map(row), ["", "text", ...players.map(() => "")]));
}

function grid(head, rows, kinds) {
  const cells = head.map((text, at) =>
    el(text ? "th" : "td", { scope: text ? "col" : null, class: kinds[at] }, text),
  );
  return el("table", { class: "grid" }, el("thead", {}, el("tr", {}, cells)), el("tbody", {}, rows));
}

function signed(elo) {
  return `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(0)}`;
}

function brief(player) {
  return player.length > 34 ? `${player.slice(0, 33)}…` : player;
}

function lately(run, what) {
  return run.running ? "running" : `last ${what} ${ago(run.changed)}`;
}

function ago(seconds) {
  const passed = Date.now() / 1000 - seconds;
  if (passed < 90) return "just now";
  if (passed < 5400) return `${Math.round(passed / 60)} minutes ago`;
  if (passed < 129600) return `${Math.round(passed / 3600)} hours ago`;
  return `${Math.round(passed / 86400)} days ago`;
}
