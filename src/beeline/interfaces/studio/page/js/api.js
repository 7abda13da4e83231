// Talking to the server: plain requests, and one socket for what goes on.

/** An error whose message is a sentence for the person; `lost` if the server could not be reached. */
export class Problem extends Error {
  constructor(message, { lost = false } = {}) {
    super(message);
    this.lost = lost;
  }
}

async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("The studio does not answer.", { lost: true });
  }
  let data;
  try {
    data = await response.json();
  } catch {
    throw new Problem(`The studio gave no answer that makes sense (${response.status}).`, {
      lost: response.status >= 500,
    });
  }
  if (!response.ok) throw new Problem(sentence(data.error ?? `The studio refused (${response.status})`));
  return data;
}

export function get(address) {
  return ask(address, {});
}

export function post(address, body, { signal } = {}) {
  const headers = { "content-type": "application/json" };
  return ask(address, { method: "POST", headers, body: JSON.stringify(body), signal });
}

export function sentence(text) {
  const whole = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** The socket for live analysis. It comes back by itself, and then asks again for what was going on. */
export class Live {
  constructor({ onMessage, onState }) {
    this.onMessage = onMessage;
    this.onState = onState;
    this.request = null;
    this.number = 0;
    this.wait = 250;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.socket.onopen = () => {
      this.wait = 250;
      this.onState(true);
      if (this.request) this.socket.send(JSON.stringify(this.request));
    };
    this.socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (this.request && message.id === this.request.id) this.onMessage(message);
    };
    this.socket.onclose = () => {
      this.onState(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 2000);
    };
  }

  /** Asks for something that goes on; what went on before ends. */
  ask(request) {
    this.number += 1;
    this.request = { ...request, id: this.number };
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.request));
  }

  stop() {
    if (!this.request) return;
    this.request = null;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "stop" }));
  }

  /** What was asked for is done: it is not asked for again. */
  finished() {
    this.request = null;
  }
}
