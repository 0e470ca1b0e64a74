import { randomUUID } from "node:crypto";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import fc from "fast-check";
import { adjust, newAccount, nothing, open, pass, sell } from "./account-steps.ts";
import { Books } from "./books.ts";
import {
  decideAttention,
  decideDeposit,
  deposit,
  movePayment,
  payAgain,
  raceApprovalAndCallback,
} from "./deposit-steps.ts";
import type { Step } from "./step.ts";
import {
  cancel,
  decidePayoutItem,
  decideWithdrawal,
  movePayout,
  raceCancelAndApproval,
  setMood,
  withdraw,
} from "./withdrawal-steps.ts";
import { insertPerson, openWorld } from "./world.ts";
import type { World } from "./world.ts";

const STEPS = 60;
/** The number of runs that share a database before its books are checked as a whole. */
const CHECK_EVERY = 25;

const index = fc.nat(999);
const cents = fc.oneof(fc.integer({ min: 1500, max: 60_000 }), fc.constantFrom(1500, 100_000));
const stake = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(1, 1500));
const times = fc.constantFrom(1, 1, 2, 3);

/** Any step. The first alternative does nothing; every other shrinks to it. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant(nothing()) },
  { weight: 1, arbitrary: fc.constant(null).map(newAccount) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(index, cents, fc.constantFrom(true, true, true, false))
      .map((args) => deposit(...args)),
  },
  { weight: 1, arbitrary: index.map(payAgain) },
  {
    weight: 12,
    arbitrary: fc
      .record({
        which: index,
        state: fc.constantFrom(
          "finished" as const,
          "finished" as const,
          "finished" as const,
          "confirming" as const,
          "partially_paid" as const,
          "failed" as const,
          "expired" as const,
          "refunded" as const,
          "unknown" as const,
          "waiting" as const,
        ),
        percent: fc.constantFrom(0, 0, 40, 100, 100, 130),
        fee: fc.boolean(),
        callbacks: fc.constantFrom(0, 1, 1, 3),
      })
      .map(movePayment),
  },
  { weight: 2, arbitrary: fc.tuple(index, fc.boolean(), times).map((args) => decideDeposit(...args)) },
  { weight: 1, arbitrary: index.map(raceApprovalAndCallback) },
  { weight: 3, arbitrary: fc.tuple(index, cents, fc.boolean()).map((args) => decideAttention(...args)) },
  {
    weight: 8,
    arbitrary: fc
      .record({
        who: index,
        side: fc.constantFrom("buy" as const, "sell" as const),
        cents: stake,
        duration: fc.constantFrom(1 as const, 3 as const, 5 as const, 10 as const),
        times,
      })
      .map(open),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({ which: index, cents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })), times })
      .map(sell),
  },
  { weight: 6, arbitrary: fc.constantFrom(1, 5, 30, 61, 200, 700).map(pass) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(index, fc.oneof(cents, fc.constant("all" as const)), times)
      .map((args) => withdraw(...args)),
  },
  { weight: 2, arbitrary: fc.tuple(index, times).map((args) => cancel(...args)) },
  {
    weight: 5,
    arbitrary: fc.tuple(index, fc.constantFrom(true, true, false)).map((args) => decideWithdrawal(...args)),
  },
  { weight: 1, arbitrary: index.map(raceCancelAndApproval) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("well" as const, "refuses" as const, "answer-lost" as const).map(setMood),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        index,
        fc.constantFrom("finished" as const, "finished" as const, "failed" as const),
        fc.constantFrom(0, 1, 3),
      )
      .map((args) => movePayout(...args)),
  },
  { weight: 2, arbitrary: fc.tuple(index, fc.boolean()).map((args) => decidePayoutItem(...args)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(index, fc.integer({ min: -20_000, max: 20_000 }).filter(Boolean))
      .map((args) => adjust(...args)),
  },
);

const anyRun = fc.array(anyStep, { minLength: STEPS, maxLength: STEPS });

/** The number of times each kind of event happened. */
export type Happened = Record<string, number>;

export type ModelOptions = {
  server: ServerConnection;
  runs: number;
  seed: number;
  /** The path that a failure of this seed printed. */
  path?: string | undefined;
};

/**
 * Plays random sequences of accounts, deposits, withdrawals, positions and adjustments against the expected books. After
 * every step it adds all balances up anew and compares them.
 *
 * @returns how often each event happened, to prove that something did
 * @throws Error with the seed, the path and the shortest failing sequence
 */
export async function runModelTest({ server, runs, seed, path }: ModelOptions): Promise<Happened> {
  const world = await openWorld(server);
  const admin = randomUUID();
  await insertPerson(world.database, admin);
  await world.database.query("update users set is_admin = true where id = $1", [admin]);
  let done = 0;
  try {
    const outcome = await fc.check(
      fc.asyncProperty(anyRun, async (steps) => {
        await runOnce(world, admin, steps);
        done += 1;
        if (done % CHECK_EVERY === 0) await assertBooks(world);
      }),
      { numRuns: runs, seed, ...(path === undefined ? {} : { path }) },
    );
    if (outcome.failed) throw new Error(tell(outcome));
    await assertBooks(world);
    return await countEvents(world);
  } finally {
    await world.close();
  }
}

/** Describes a failure: the command that repeats it, the steps, and the error. */
function tell({ seed, counterexamplePath, counterexample, errorInstance }: fc.RunDetails<[Step[]]>): string {
  const steps = (counterexample?.[0] ?? []).map(String).filter((name) => name !== String(nothing()));
  return [
    `MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath} npx vitest run bench/src/model.test.ts`,
    ...steps.map((name) => `- ${name}`),
    errorInstance instanceof Error ? errorInstance.stack : String(errorInstance),
  ].join("\n");
}

async function runOnce(world: World, admin: string, steps: Step[]): Promise<void> {
  world.vendor.payments.clear();
  world.vendor.payouts.clear();
  world.vendor.mood = "well";
  await retireEarlier(world);
  const { rows } = await world.database.query<{ since: number }>(
    "select coalesce(max(id), 0) as since from ledger_transactions",
  );
  const books = new Books();
  await fc.asyncModelRun(
    () => ({ model: books, real: { world, admin, since: rows[0]!.since } }),
    [newAccount(), newAccount(), ...steps],
  );
}

/** Lets the positions of earlier runs expire, stops polling their payments and closes their attention items. */
async function retireEarlier(world: World): Promise<void> {
  await world.pass(700);
  await world.database.query("update payments set next_poll_at = null where next_poll_at is not null");
  await world.database.query("update payouts set next_poll_at = null where next_poll_at is not null");
  await world.database.query(
    "update attention_items set resolved_at = now(), resolution = 'retired' where resolved_at is null",
  );
}

async function countEvents(world: World): Promise<Happened> {
  const { rows } = await world.database.query<{ event: string; count: number }>(`
    select kind as event, count(*) from ledger_transactions group by 1
    union all select 'deposit ' || status || coalesce(' ' || failure_reason, ''), count(*) from deposit_transactions group by 1
    union all select 'withdrawal ' || status || coalesce(' ' || failure_reason, ''), count(*)
      from withdrawal_transactions group by 1
    union all select 'attention ' || reason, count(*) from attention_items group by 1
    order by 1`);
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
}

async function assertBooks(world: World): Promise<void> {
  const faults = await world.checkLedger();
  if (faults.length > 0) throw new Error(`the ledger check found ${JSON.stringify(faults)}`);
}
