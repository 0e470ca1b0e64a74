import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@veritick/client/client.ts";
import type { Client } from "@veritick/client/client.ts";
import { ApiError, isUnanswered } from "@veritick/client/call-error.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Position, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import type { Told } from "../crash/audit.ts";
import type { Random } from "../crash/random.ts";
import type { Acknowledged } from "./silence.ts";

const CALL_LIMIT_MS = 5_000;
const RETRY_MS = 100;
/** Refusals that pass with time, or after which a person would try again. */
const EXPECTED = new Set([
  "balance_insufficient",
  "position_not_open",
  "position_too_late",
  "price_not_current",
  "beacon_late",
  "idempotency_running",
]);

export type Journal = {
  acknowledged(order: Acknowledged): void;
  /** Records something that must never happen. */
  report(fault: string): void;
};

type Sent = {
  send(client: Client, signal: AbortSignal): ReturnType<Client["call"]>;
  keep(value: unknown): void;
};

/** A program with an API key that trades through faults. It repeats each order under one key until it is answered. */
export class ClientTrader implements Told {
  readonly name: string;
  readonly user: { id: string };
  readonly positions = new Map<string, Position>();
  readonly deposits = new Map<string, Deposit>();
  readonly sales = new Map<string, SoldPosition>();
  readonly #clients: readonly { front: string; client: Client }[];
  readonly #journal: Journal;
  readonly #random: Random;
  readonly #pauseMs: number;
  readonly #offered = new Set<string>();
  #orders = 0;
  #isStopping = false;

  constructor(
    person: { id: string; key: string },
    options: { fronts: readonly string[]; journal: Journal; random: Random; pauseMs: number },
  ) {
    this.name = `program ${person.id}`;
    this.user = { id: person.id };
    // The client tries each call once: this class chooses the front of the next try.
    this.#clients = options.fronts.map((front) => ({
      front,
      client: createClient({ site: front, key: person.key, tries: 1 }),
    }));
    this.#journal = options.journal;
    this.#random = options.random;
    this.#pauseMs = options.pauseMs;
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Trades until `stop` is called and the last order is answered. */
  async trade(): Promise<void> {
    this.#isStopping = false;
    while (!this.#isStopping) {
      await this.#order();
      await delay(this.#random.whole(this.#pauseMs / 2, this.#pauseMs * 1.5));
    }
  }

  async #order(): Promise<void> {
    this.#orders += 1;
    const idempotencyKey = `${this.user.id}-${this.#orders}`;
    if (this.deposits.size === 0 || this.#random.next() < 0.01) {
      const body = { amount: `${this.#random.whole(500, 2_000)}.00` };
      return this.#sendUntilAnswered({
        send: (client, signal) => client.call("createDeposit", { body, idempotencyKey, signal }),
        keep: (value) => void this.deposits.set(idempotencyKey, value as Deposit),
      });
    }
    const toSell =
      this.#random.next() < 0.2
        ? [...this.positions.values()].findLast(({ id }) => !this.#offered.has(id))
        : undefined;
    if (toSell !== undefined) {
      const { id } = toSell;
      this.#offered.add(id);
      return this.#sendUntilAnswered({
        send: (client, signal) =>
          client.call("sellPosition", {
            params: { id },
            body: { minProceeds: "0.00" },
            idempotencyKey,
            signal,
          }),
        keep: (value) => void this.sales.set(id, value as SoldPosition),
      });
    }
    const body = {
      type: this.#random.pick(["buy", "sell"] as const),
      amount: `${this.#random.whole(0, 2)}.${this.#random.whole(10, 99)}`,
      duration: this.#random.pick(DURATIONS),
    };
    return this.#sendUntilAnswered({
      send: (client, signal) => client.call("openPosition", { body, idempotencyKey, signal }),
      keep: (value) => void this.positions.set(idempotencyKey, value as Position),
    });
  }

  async #sendUntilAnswered(order: Sent): Promise<void> {
    for (;;) {
      const { front, client } = this.#random.pick(this.#clients);
      const sentMs = stopwatchMs();
      // An aborted call has no answer either.
      const answer = await order.send(client, AbortSignal.timeout(CALL_LIMIT_MS)).catch(() => undefined);
      if (answer?.ok === true) {
        order.keep(answer.value);
        this.#journal.acknowledged({ front, sentMs, answeredMs: stopwatchMs() });
        return;
      }
      const error = answer?.error;
      if (error !== undefined && !isUnanswered(error)) {
        if (!(error instanceof ApiError) || !EXPECTED.has(error.code ?? ""))
          this.#journal.report(`${this.name} was refused: ${error.message}`);
        return;
      }
      if (error instanceof ApiError && error.status === 500)
        this.#journal.report(`${this.name} got ${error.message} from ${front}`);
      await delay(RETRY_MS);
    }
  }
}
