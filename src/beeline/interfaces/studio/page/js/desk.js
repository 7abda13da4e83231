// The researcher's desk: trainings and tournaments started from the page, and engines that play each other.

import { get, post } from "./api.js";
import { actions, closeButton, open } from "./dialogs.js";
import { byId, el, plural } from "./dom.js";
import { worded } from "./words.js";

const SIZES = [5, 7, 9, 11, 13];

/** What can be started, and what was: {allowed, presets, jobs}. */
export async function loadJobs() {
  return get("/api/jobs");
}

/** The presets of a kind, to start one; `started` gets the job. The players of a match are chosen above them. */
export function chooseJob({ info, presets, kind, started, complain }) {
  const shown = presets.filter((preset) => preset.kind === kind);
  const players = ["Casual", "Club"].map((name, at) =>
    el("select", { "aria-label": at ? "Second player" : "First player" }, playerOptions(info, name)),
  );
  const begin = async ({ id, has_players: chosen }) => {
    byId("dialog").close();
    try {
      started(await post("/api/jobs", { preset: id, players: chosen ? players.map(({ value }) => value) : [] }));
    } catch (error) {
      complain(error.message);
    }
  };
  const row = (preset) =>
    el(
      "div",
      { class: "kept-game" },
      el(
        "button",
        { type: "button", class: "title", onclick: () => begin(preset) },
        preset.title,
        el("small", {}, preset.about),
      ),
    );
  open(
    kind === "learning" ? "Start a training" : "Start a tournament",
    shown.some((preset) => preset.has_players) && el("div", { class: "choices" }, el("span", {}, "Players of a match"), players),
    el("div", { class: "kept" }, shown.map(row)),
    el("p", { class: "note" }, "It runs on this machine, and ends with the studio."),
    actions(closeButton("Cancel")),
  );
}

export function stopJob(id) {
  return post(`/api/jobs/${id}/stop`, {});
}

/** Levels, and below them the kinds of players with their usual options. */
function playerOptions({ levels, kinds = {} }, chosen) {
  const option = (name) => el("option", { value: name, selected: name === chosen }, name);
  return [
    el("optgroup", { label: "Levels" }, levels.map(({ name }) => option(name))),
    el("optgroup", { label: "Kinds of players" }, Object.keys(kinds).map(option)),
  ];
}

/** Asks for two engines and a board; `start` gets {black, white, size}. */
export function chooseDuel({ info, start }) {
  const select = (name, chosen) =>
    el(
      "label",
      {},
      worded(name === "black" ? "Black" : "White"),
      el("select", { name }, playerOptions(info, chosen)),
    );
  const size = el(
    "label",
    {},
    "Board",
    el(
      "select",
      { name: "size" },
      SIZES.map((side) => el("option", { value: side, selected: side === 9 }, `${side}×${side}`)),
    ),
  );
  const form = el(
    "form",
    { method: "dialog" },
    el("div", { class: "choices" }, select("black", "Casual"), select("white", "Club"), size),
    actions(closeButton("Cancel"), el("button", { class: "primary" }, "Watch")),
  );
  form.onsubmit = () => {
    const data = new FormData(form);
    byId("dialog").close();
    start({ black: data.get("black"), white: data.get("white"), size: Number(data.get("size")) });
  };
  open("Engine against engine", form);
}

/** "2:25" of seconds, "1:02:03" of more. */
export function clock(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

/** "3.2 games/s", or by the minute where it is slow. */
export function speed(rate, what) {
  if (!rate) return "";
  return rate >= 0.5 ? `${rate.toFixed(1)} ${what}s/s` : `${(60 * rate).toFixed(1)} ${what}s/min`;
}

/** How far a training is, as the terminal says it. */
export function trainingText(run) {
  const { steps, step, total, rate, games_rate: games, seconds_left: left, running, games_before: before } = run;
  if (!steps) return `No ${step} yet; ${plural(before, "game")} to learn from so far`;
  const done = total ? `${steps} of ${plural(total, step)}` : plural(steps, step);
  const pace = running ? [speed(rate, step), speed(games, "game")] : [];
  const rest = running && left ? [`${clock(left)} left`] : [];
  return [done, ...pace, ...rest].filter(Boolean).join(", ");
}

/** How far a tournament is, as the terminal says it; old stores do not tell their total. */
export function tournamentText({ games, rate, total }, { boards, running, state }) {
  const done = total ? `${games} of ${plural(total, "game")}` : plural(games, "game");
  const pace = running ? speed(rate, "game") : "";
  const left = running && total && rate ? `${clock(Math.max(total - games, 0) / rate)} left` : "";
  return [`${done}${boards ? ` of ${boards}` : ""}`, state, pace, left].filter(Boolean).join(", ");
}
