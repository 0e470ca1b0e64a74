import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";

export type Answer = { status: number; body: any; retryAfter: number };

const FUNDED_WITHIN_MS = 60_000;

/** A user with money and a withdrawal code. `#url` gives the server's current address. */
export class Account {
  readonly #url: () => string;
  readonly #name: string;
  #cookie = "";
  id = "";

  constructor(name: string, url: () => string) {
    this.#name = name;
    this.#url = url;
  }

  /** Registers, pays in and sets the code. */
  async open(amount: string, code: string): Promise<void> {
    const credentials = { email: `${this.#name}@example.com`, password: "secret-1" };
    this.id = (await this.#expect(201, "/api/auth/register", credentials)).body.id;
    await this.#expect(201, "/api/deposits", { amount });
    const deadline = stopwatchMs() + FUNDED_WITHIN_MS;
    while (Number(await this.balance()) < Number(amount)) {
      if (stopwatchMs() > deadline) throw new Error(`the deposit of ${this.#name} did not arrive`);
      await delay(100);
    }
    await this.#expect(200, "/api/profile/create-withdrawal-code", { code });
  }

  withdraw = (code: string, amount: string, address: string): Promise<Answer> =>
    this.#call("POST", "/api/withdrawals", { amount, address, withdrawalCode: code });

  balance = async (): Promise<string> => (await this.#call("GET", "/api/auth/me")).body.balance;

  async #expect(status: number, path: string, body: object): Promise<Answer> {
    const answer = await this.#call("POST", path, body);
    if (answer.status === status) return answer;
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async #call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#url() + path, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    this.#cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.#cookie;
    const retryAfter = Number(response.headers.get("retry-after") ?? 0);
    return { status: response.status, body: await response.json(), retryAfter };
  }
}
