import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent } from "node:http";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import { WebSocket } from "ws";
import type { MovableClock } from "./movable-clock.ts";
import { rawCall } from "./raw-http.ts";
import type { RawAnswer } from "./raw-http.ts";

export type Answer<T = any> = { status: number; body: T; headers: Headers };

/** Keeps as many connections open as there are calls at once. */
const agent = new Agent({ keepAlive: true });
/** The headers of `fetch`. Tests make some hundred thousand calls, and `fetch` itself takes twice as long. */
const SENT_BY_FETCH = {
  accept: "*/*",
  "accept-language": "*",
  "sec-fetch-mode": "cors",
  "user-agent": "node",
};

function headersOf(answered: RawAnswer["headers"]): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answered))
    for (const value of [values].flat()) if (value !== undefined) headers.append(name, value);
  return headers;
}

/** A person's browser, in the server's view: it keeps only the cookie. */
export class TestClient {
  readonly url: string;
  cookie = "";

  constructor(url: string) {
    this.url = url;
  }

  async call<T = any>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const { pathname, search } = new URL(this.url + path);
    const {
      status,
      text,
      headers: answered,
    } = await rawCall(this.url, method, pathname + search, {
      agent,
      headers: {
        ...SENT_BY_FETCH,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.cookie === "" ? {} : { cookie: this.cookie }),
        ...headers,
      },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
    const session = answered["set-cookie"]?.find((cookie) => /^(__Host-)?session=/.test(cookie));
    if (session !== undefined) this.cookie = session.split(";")[0]!;
    const isJson = text !== "" && answered["content-type"]?.startsWith("application/json") === true;
    return {
      status,
      body: (isJson ? JSON.parse(text) : text) as T,
      // Computed on demand, because few tests read the headers.
      get headers() {
        return headersOf(answered);
      },
    };
  }

  get = <T = any>(path: string, headers?: Record<string, string>) =>
    this.call<T>("GET", path, undefined, headers);
  post = <T = any>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.call<T>("POST", path, body, headers);

  async register(email = `${randomUUID()}@example.com`, password = "secret-1"): Promise<CurrentUser> {
    const answer = await this.post<CurrentUser>("/api/auth/register", { email, password });
    if (answer.status !== 201) throw new Error(`registration answered ${answer.status}`);
    return answer.body;
  }

  balance = async (): Promise<string> => (await this.get<CurrentUser>("/api/auth/me")).body.balance;

  /** Opens a live connection and collects the pushed messages. */
  async live(): Promise<LiveConnection> {
    const { body } = await this.get<{ token: string }>("/api/ws-token");
    const socket = new WebSocket(`${this.url.replace("http", "ws")}/ws?token=${body.token}`);
    const pushes: Push[] = [];
    socket.on("message", (data) => pushes.push(JSON.parse(String(data)) as Push));
    await once(socket, "open");
    return { socket, pushes };
  }
}

export type LiveConnection = { socket: WebSocket; pushes: Push[] };

/** Returns a signed-in person with money, paid in through the sandbox. */
export async function fundedClient(
  app: { url: string; clock: MovableClock; settled(): Promise<void> },
  amount: string,
): Promise<TestClient & { user: CurrentUser }> {
  const client = new TestClient(app.url);
  const user = await client.register();
  const deposit = await client.post("/api/deposits", { amount });
  if (deposit.status !== 201) throw new Error(`the deposit answered ${deposit.status}`);
  for (let second = 0; second < 6; second += 1) {
    app.clock.advance(1);
    await app.settled();
  }
  return Object.assign(client, { user });
}

/** Waits for a condition, checking it every 2 ms. For pushed messages, not for the passing of time. */
export async function until(condition: () => boolean, what: string, withinMs = 15_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`this did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
