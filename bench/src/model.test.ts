import { randomInt } from "node:crypto";
import type {} from "@veritick/server/testing/global-setup.ts";
import { expect, inject, it } from "vitest";
import { runModelTest } from "./model/run-model-test.ts";

const RUNS = 1000;
/** Each on a database of its own, so that the processors have something to do while one waits for its database. */
const SHARDS = 8;

/** What a run of any length must have seen. A test in which nothing is ever paid proves nothing. */
const EVENTS = [
  "position_opened",
  "position_won",
  "deposit_credited",
  "withdrawal_held",
  "withdrawal_returned",
  "withdrawal_completed",
  "balance_adjusted",
  "deposit failed expired",
  "deposit failed rejected",
  "withdrawal failed cancelled",
  "withdrawal failed rejected",
  "withdrawal failed payout_failed",
  "attention more_arrived",
  "attention money_after_rejection",
  "attention money_in_failed_payment",
  "attention payout_refused",
  "attention payout_unknown",
  "attention payout_failed",
];

it("keeps books that add up whatever happens, 1,000 runs of 60 steps", { timeout: 420_000 }, async () => {
  const seed = Number(process.env["MODEL_SEED"] ?? randomInt(2 ** 30));
  const server = inject("postgres");
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      runModelTest({ server, runs: RUNS / SHARDS, seed: seed + shard }),
    ),
  );
  for (const event of EVENTS) {
    const often = shards.reduce((sum, shard) => sum + (shard[event] ?? 0), 0);
    // The rarest come about ten times in so many runs: asking for more than one of each would fail at random.
    expect(often, event).toBeGreaterThan(0);
  }
});
