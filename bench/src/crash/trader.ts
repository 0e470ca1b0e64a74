import { setTimeout as delay } from "node:timers/promises";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Position, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import type { Random } from "./random.ts";

const CALL_LIMIT_MS = 15_000;
const RETRY_MS = 50;
/** The wait for a deposit to be credited. */
const POOR_MS = 200;
const PASSWORD = "secret-1";

type Answer = { status: number; body: any; replayed: boolean };
/** A request that moves money. Its idempotency key makes it safe to repeat until it is answered. */
type Order = { key: string; path: string; body: object };

/** Refusals of a sale that the passing of time explains. */
const UNSOLD = new Set(["position_not_open", "position_too_late"]);

/** The traders' view of the world. */
export type Market = {
  /** The server's current address; undefined while it is down. */
  url(): string | undefined;
  /** Records something that must never happen. */
  report(fault: string): void;
};

/** A user who keeps trading through every crash and remembers every promise. */
export class Trader {
  readonly name: string;
  readonly #market: Market;
  readonly #random: Random;
  user: CurrentUser | undefined;
  /** Every position and deposit whose creation was acknowledged, by idempotency key. */
  readonly positions = new Map<string, Position>();
  readonly deposits = new Map<string, Deposit>();
  /** Every acknowledged sale, by the id of its position. */
  readonly sales = new Map<string, SoldPosition>();
  /** Ids of the positions that the trader has tried to sell. */
  readonly #offered = new Set<string>();
  #cookie = "";
  #orders = 0;
  #unanswered: Order | undefined;
  #isStopping = false;

  constructor(name: string, market: Market, random: Random) {
    this.name = name;
    this.#market = market;
    this.#random = random;
  }

  /** Trades until `stop` is called and the last order is answered. */
  async trade(): Promise<void> {
    this.#isStopping = false;
    while (!this.#isStopping) {
      if (this.user === undefined) await this.#signUp();
      else await this.#placeOrder();
      await delay(this.#random.whole(0, 20));
    }
    await this.settleUp();
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Repeats the unanswered order, if there is one, until it is answered. */
  async settleUp(limitMs = 60_000): Promise<void> {
    const deadline = stopwatchMs() + limitMs;
    while (this.#unanswered !== undefined) {
      if (stopwatchMs() > deadline) return this.#market.report(`${this.name} got no answer in ${limitMs} ms`);
      await this.#send(this.#unanswered);
      if (this.#unanswered !== undefined) await delay(RETRY_MS);
    }
  }

  async #signUp(): Promise<void> {
    const credentials = { email: `${this.name}@example.com`, password: PASSWORD };
    let answer = await this.#call("POST", "/api/auth/register", credentials);
    // The first try went unanswered but had its effect.
    if (answer?.status === 409) answer = await this.#call("POST", "/api/auth/login", credentials);
    if (answer?.status === 201 || answer?.status === 200) this.user = answer.body as CurrentUser;
    else await delay(RETRY_MS);
  }

  async #placeOrder(): Promise<void> {
    if (this.#unanswered !== undefined) return this.#send(this.#unanswered);
    if (this.positions.size > 0 && this.#random.next() < 0.1) return this.#repeatAnswered();
    const toSell = this.#random.next() < 0.3 ? this.#toSell() : undefined;
    if (toSell !== undefined) return this.#send(this.#saleOf(toSell));
    this.#orders += 1;
    const key = `${this.name}-${this.#orders}`;
    const needsMoney = this.deposits.size === 0 || this.#random.next() < 0.02;
    await this.#send(
      needsMoney
        ? { key, path: "/api/deposits", body: { amount: `${this.#random.whole(100, 2_000)}.00` } }
        : { key, path: "/api/trading/positions", body: this.#positionBody() },
    );
  }

  #positionBody() {
    return {
      type: this.#random.pick(["buy", "sell"]),
      amount: `${this.#random.whole(0, 9)}.${this.#random.whole(10, 99)}`,
      duration: this.#random.pick(DURATIONS),
    };
  }

  /** Finds a position that was not offered yet. Each position is offered once, under a key of its own. */
  #toSell(): Position | undefined {
    return [...this.positions.values()].findLast(({ id }) => !this.#offered.has(id));
  }

  #saleOf({ id }: Position): Order {
    this.#offered.add(id);
    const body = { minProceeds: "0.00" };
    return { key: `${this.name}-${id}`, path: `/api/trading/positions/${id}/sell`, body };
  }

  async #send(order: Order): Promise<void> {
    this.#unanswered = order;
    const answer = await this.#call("POST", order.path, order.body, order.key);
    // The outcome is unknown: no answer came, the server is unavailable, or the order still runs.
    if (answer === undefined || answer.status === 503 || answer.body.code === "idempotency_running") {
      await delay(RETRY_MS);
      return;
    }
    this.#unanswered = undefined;
    if (answer.status === 200) {
      this.sales.set(answer.body.id, answer.body as SoldPosition);
    } else if (answer.status === 201) {
      if (order.path === "/api/deposits") this.deposits.set(order.key, answer.body as Deposit);
      else this.positions.set(order.key, answer.body as Position);
    } else if (order.path.endsWith("/sell") && UNSOLD.has(answer.body.code)) {
      await delay(RETRY_MS);
    } else if (answer.body.code !== "balance_insufficient") {
      this.#market.report(`${order.path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    } else await delay(POOR_MS);
  }

  /** Repeats an order that was answered earlier: its key must bring the same answer and have no new effect. */
  async #repeatAnswered(): Promise<void> {
    const [key, position] = this.#random.pick([...this.positions]);
    const { type, amount, duration } = position;
    const body = { type, amount: Number(amount), duration };
    const answer = await this.#call("POST", "/api/trading/positions", body, key);
    if (answer === undefined || answer.status === 503) return;
    if (
      answer.status !== 201 ||
      !answer.replayed ||
      JSON.stringify(answer.body) !== JSON.stringify(position)
    ) {
      this.#market.report(`a repeated key answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  /** Sends a request. Returns undefined if the connection failed. */
  async #call(method: string, path: string, body: object, key?: string): Promise<Answer | undefined> {
    const url = this.#market.url();
    if (url === undefined) return undefined;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          "content-type": "application/json",
          ...(this.#cookie === "" ? {} : { cookie: this.#cookie }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      const answer = {
        status: response.status,
        body: await response.json(),
        replayed: response.headers.get("idempotency-replayed") === "true",
      };
      this.#cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.#cookie;
      if (answer.status >= 500 && answer.status !== 503)
        this.#market.report(`${path} answered ${answer.status}`);
      return answer;
    } catch {
      return undefined;
    }
  }
}
