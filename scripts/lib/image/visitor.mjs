import { setTimeout as delay } from "node:timers/promises";

/** A person's browser, in the site's view. It keeps cookies and reopens its live connection when that ends. */
export class Visitor {
  pushes = [];
  closings = [];
  #site;
  #cookies = new Map();
  #socket;
  #isDone = false;

  constructor(site) {
    this.#site = site;
  }

  async call(method, path, body, headers = {}) {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(this.#site + path, {
      method,
      redirect: "manual",
      headers: { ...type, cookie, ...headers },
      ...sent,
    });
    for (const one of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one);
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  }

  get = (path, headers) => this.call("GET", path, undefined, headers);

  /** Makes a call that must succeed. Returns the body of the answer. */
  async ask(method, path, body) {
    const { status, text } = await this.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  hasCookie = (name) => this.#cookies.has(name);

  /** Opens the live connection, and opens it again whenever it ends. */
  async listen() {
    const { token } = await this.ask("GET", "/api/ws-token");
    const socket = new WebSocket(`${this.#site.replace("http", "ws")}/ws?token=${token}`);
    socket.addEventListener("message", ({ data }) => this.pushes.push(JSON.parse(data)));
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", ({ message }) =>
        reject(new Error(`The live connection did not open: ${message}`)),
      );
    });
    this.#socket = socket;
    socket.addEventListener("close", ({ code }) => {
      this.closings.push(code);
      void this.#listenAgain();
    });
  }

  async #listenAgain() {
    while (!this.#isDone) {
      try {
        return await this.listen();
      } catch {
        await delay(200);
      }
    }
  }

  leave() {
    this.#isDone = true;
    this.#socket?.close();
  }
}
