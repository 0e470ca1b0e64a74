import { createHash } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { within } from "../../platform/telemetry/tracing.ts";
import type { PaymentContext } from "../context.ts";
import { workCallbacks } from "./work-callbacks.ts";

export type CallbackInbox = {
  /** Verifies a callback on its raw bytes, stores it once and has it worked off afterwards. */
  receive(
    provider: string,
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<Refused | undefined>;
  /** Works off what is stored. While a run is under way, the next one follows it. */
  wake(): void;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
};

/**
 * Callbacks are answered as soon as they are stored, so that no slow read at the provider makes it give up on us. What
 * was signed is stored once, however often it is sent and however the bytes around it are written.
 */
export function createInbox(context: PaymentContext): CallbackInbox {
  const { database, clock, provider, log } = context;
  let running: Promise<void> | undefined;
  let again = false;

  async function run() {
    do {
      again = false;
      try {
        if (await workCallbacks(context)) again = true;
      } catch (error) {
        log.warn({ error: String(error) }, "callbacks could not be worked off and will be again");
      }
    } while (again);
    running = undefined;
  }

  function wake() {
    again = true;
    // What is worked off is not the business of the call that woke it up.
    running ??= within(undefined, run);
  }

  return {
    async receive(name, body, headers) {
      if (name !== provider.name) return refuse("not_found");
      const callback = provider.readCallback(body, headers);
      if (callback === undefined) return refuse("callback_refused");
      if (callback === "malformed") return refuse("callback_invalid");
      await database.query({
        name: "store_callback",
        text: `insert into payment_callbacks (provider, digest, subject, subject_id, body, received_at, next_try_at)
               values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
        values: [
          name,
          createHash("sha256").update(callback.content).digest(),
          callback.subject,
          callback.id,
          body,
          dateOf(clock),
        ],
      });
      wake();
      return undefined;
    },
    wake,
    idle: () => running ?? Promise.resolve(),
  };
}
