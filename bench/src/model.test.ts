import { randomInt } from "node:crypto";
import type {} from "@veritick/server/testing/global-setup.ts";
import { expect, inject, it } from "vitest";
import { runModelTest } from "./model/run-model-test.ts";
import { isLong } from "./support/long.ts";

/** The seed and the path that a failure prints; setting them replays it. */
const { MODEL_SEED, MODEL_PATH } = process.env;
const RUNS = isLong ? 1000 : 30;
/** The shards, each on its own database, so that one can use the processors while another waits for its database. */
const SHARDS = MODEL_PATH !== undefined ? 1 : isLong ? 8 : 2;

/** Events that a run of any length must contain: a test in which nothing is ever paid proves nothing. */
const OFTEN = [
  "position_opened",
  "position_sold",
  "deposit_credited",
  "withdrawal_held",
  "withdrawal_returned",
  "balance_adjusted",
  "credited_on_trust",
  "provider_fee_paid",
  "deposit failed rejected",
  "attention money_in_failed_payment",
  "attention wrong_asset",
];
/** Rarer events, required in long runs only. The rarest come about ten times in 1,000 runs, so one of each must do. */
const SOMETIMES = [
  "position_won",
  "trust_settled",
  "withdrawal_completed",
  "deposit failed expired",
  "withdrawal failed cancelled",
  "withdrawal failed rejected",
  "withdrawal failed payout_failed",
  "attention more_arrived",
  "attention money_after_rejection",
  "attention repeated_payment",
  "attention payout_refused",
  "attention payout_unknown",
  "attention payout_failed",
];

it(`keeps books balanced in any history, ${RUNS} runs of 60 steps`, { timeout: 600_000 }, async () => {
  const seed = Number(MODEL_SEED ?? randomInt(2 ** 30));
  const server = inject("postgres");
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      runModelTest({ server, runs: RUNS / SHARDS, seed: seed + shard, path: MODEL_PATH }),
    ),
  );
  if (MODEL_PATH !== undefined) return;
  for (const event of isLong ? [...OFTEN, ...SOMETIMES] : OFTEN) {
    const often = shards.reduce((sum, shard) => sum + (shard[event] ?? 0), 0);
    expect(often, event).toBeGreaterThan(0);
  }
});
