// The socket: connects again by itself, says so, and repeats a decision that was not answered. Repeating is harmless,
// since a decision has its name and is taken once.

const DEAD = 12_000, PING = 5_000, FIRST = 400, LONGEST = 8_000;

export class Net {
  constructor(hello, onmessage, onstate) {
    this.hello = hello;
    this.onmessage = onmessage;
    this.onstate = onstate;
    this.number = 0;
    this.waiting = new Map();
    this.delay = FIRST;
    this.heard = Date.now();
    this.open();
    setInterval(() => this.watch(), 1_000);
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.watch());
  }

  open() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    const socket = this.socket;
    socket.addEventListener("open", () => {
      this.heard = Date.now();
      this.delay = FIRST;
      socket.send(JSON.stringify({ t: "hello", ...this.hello() }));
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
      this.onstate(true);
    });
    socket.addEventListener("message", (event) => {
      this.heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.t === "answer" && this.waiting.has(message.id)) {
        const { resolve } = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        resolve(message);
      } else if (message.t !== "answer") this.onmessage(message);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.socket || this.isDone) return;
      this.onstate(false);
      this.again();
    });
  }

  again() {
    if (this.isDone || (this.socket && this.socket.readyState < 2)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.delay * (0.700 + Math.random() * 0.600));
    this.delay = Math.min(LONGEST, this.delay * 2);
  }

  watch() {
    if (this.isDone || this.socket.readyState !== 1) return;
    const quiet = Date.now() - this.heard;
    if (quiet > DEAD) {
      this.socket.close();
      this.onstate(false);
    } else if (quiet > PING) this.send("ping", {});
  }

  send(t, body) {
    if (this.socket.readyState === 1) this.socket.send(JSON.stringify({ t, ...body }));
  }

  // What the server answers; it is asked again after a lost connection.
  ask(t, body = {}) {
    this.number += 1;
    const message = { t, id: this.number, ...body };
    return new Promise((resolve) => {
      this.waiting.set(message.id, { message, resolve });
      if (this.socket.readyState === 1) this.socket.send(JSON.stringify(message));
    });
  }

  done() {
    this.isDone = true;
    this.socket.close();
  }
}
