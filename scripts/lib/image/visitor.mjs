import { once } from "node:events";

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
    const answer = await fetch(this.#site + path, {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  get = (path, headers) => this.call("GET", path, undefined, headers);

  /** Makes a call that must succeed. Returns the body of the answer. */
  async ask(method, path, body) {
    const answer = await this.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  hasCookie = (name) => this.#cookies.has(name);

  /** Opens the live connection, and opens it again whenever it ends. */
  async listen() {
    const { token } = await this.ask("GET", "/api/ws-token");
    const socket = new WebSocket(`${this.#site.replace("http", "ws")}/ws?token=${token}`);
    socket.addEventListener("message", ({ data }) => this.pushes.push(JSON.parse(data)));
    await Promise.race([
      once(socket, "open"),
      once(socket, "error").then(([{ message }]) =>
        Promise.reject(new Error(`The live connection did not open: ${message}`)),
      ),
    ]);
    this.#socket = socket;
    socket.addEventListener("close", ({ code }) => {
      this.closings.push(code);
      if (!this.#isDone) void this.#listenAgain();
    });
  }

  async #listenAgain() {
    while (!this.#isDone) {
      try {
        return await this.listen();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  leave() {
    this.#isDone = true;
    this.#socket?.close();
  }
}
