// What the studio tells people in passing: complaints, short messages, a lost server.

import { sentence } from "./api.js";
import { byId, el, later, put, say } from "./dom.js";
import { worded } from "./words.js";

export const messages = {
  complain(text) {
    const close = el("button", { type: "button", "aria-label": "Close", onclick: () => this.quiet() }, "×");
    put(byId("notice"), el("span", {}, worded(sentence(text))), close);
    byId("notice").hidden = false;
  },

  quiet() {
    byId("notice").hidden = true;
  },

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
  },

  /** The server answers, or does not. The game stays here, and goes on when it is back. */
  connection(connected) {
    if (connected === !this.lost) return;
    this.lost = !connected;
    byId("connection").hidden = connected;
    say(byId("connection"), connected
      ? ""
      : "The studio does not answer. Your game is kept here and goes on as soon as it is back.");
    if (connected) this.changed();
    else this.show();
  },
};
