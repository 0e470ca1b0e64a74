import { formatScaled } from "@veritick/domain/numbers.ts";
import { NO_STATEMENT, statementHash, statementText } from "@veritick/domain/signed/liability-statement.ts";
import type { LiabilityStatement } from "@veritick/domain/signed/liability-statement.ts";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { onOwnConnection } from "../../ledger/public.ts";
import { dateOf, periodically } from "../../platform/clock.ts";
import type { Clock, PeriodicTask } from "../../platform/clock.ts";
import { allowLongStatements, LOCKS } from "../../platform/db/database.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { Signer } from "../../platform/signing.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { findCurrentGenesis } from "../../prices/public.ts";
import type { PriceFeed } from "../../prices/public.ts";
import { findNewest } from "./statements.ts";
import { buildTree } from "./tree.ts";

/**
 * The number of days (UTC) that keep the tree of their newest statement, so that users can check it. If it counted
 * statements instead of days, a few commands in a row could remove a tree that a user is about to check.
 */
export const TREES_KEPT = 7;

const ASK_AGAIN_MS = 250;

/** The error of balances that differ from the ledger, so that no statement may be taken. */
export class BooksDifferError extends Error {
  override readonly name = "BooksDifferError";
  constructor({ balances, ledger }: Owed) {
    super(
      `No liabilities report was signed: the balances of all users add up to ${balances}, but their ledger entries to ${ledger}.`,
    );
  }
}

export type LiabilityContext = {
  database: Database;
  /** The clock, which follows the database's clock in every process. */
  clock: Clock;
  signer: Signer;
  /**
   * Returns the last published epoch of the price's commitments, and the head of their chain.
   *
   * @param connection sees the database as the statement does
   */
  chainNow(connection: Queryable): Promise<LiabilityStatement["chain"]>;
};

type Wish = {
  /** Returns true if a statement is wanted, given the time of the newest one. */
  isWanted?: (newest: Date | undefined) => boolean;
  /** True to wait while another process is taking a statement. */
  waits?: boolean;
  signal?: AbortSignal;
};

/**
 * Takes a statement of all balances at one instant. The statement is signed and chained to the previous one. Its tree proves
 * to each user that their balance is in it. All of it is one transaction on one snapshot of the database. It locks no user's
 * row, so nobody waits for it.
 *
 * @returns undefined if another process is taking a statement, or none is wanted
 * @throws BooksDifferError if the balances differ from the ledger
 * @throws StatementChangedError if the previous statement is not as it was signed
 */
export function takeStatement(
  context: LiabilityContext,
  { isWanted = () => true, waits = false, signal }: Wish = {},
): Promise<LiabilityStatement | undefined> {
  // Any failure ends the connection, and with it the transaction and the lock.
  return onOwnConnection(context.database, signal, async (connection) => {
    while (!(await isOurTurn(connection))) {
      if (!waits) return undefined;
      await delay(ASK_AGAIN_MS, undefined, { signal });
    }
    await connection.query("begin isolation level repeatable read");
    const statement = await state(context, await allowLongStatements(connection), isWanted);
    await connection.query("commit");
    // Lets the next process start before this connection ends. A failure here does not undo the statement.
    await connection.query(`select pg_advisory_unlock(${LOCKS.liabilityStatement})`).catch(() => undefined);
    return statement;
  });
}

async function isOurTurn(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${LOCKS.liabilityStatement}) as taken`,
  );
  return rows[0]!.taken;
}

async function state(
  { clock, signer, chainNow }: LiabilityContext,
  connection: Queryable,
  isWanted: (newest: Date | undefined) => boolean,
): Promise<LiabilityStatement | undefined> {
  // The first query takes the snapshot.
  const before = await findNewest(connection);
  const taken = dateOf(clock);
  if (!isWanted(before?.taken)) return undefined;
  if (before !== undefined && taken < before.taken)
    throw new Error("the clock is behind the previous report");
  const chain = await chainNow(connection);

  const owed = await readOwed(connection);
  if (owed.balances !== owed.ledger) throw new BooksDifferError(owed);
  const number = (before?.number ?? 0) + 1;
  const saltKey = randomBytes(32);
  const { depth, root, leaves } = await buildTree(connection, { number, saltKey, users: owed.users });
  const total = formatScaled(root.sum, 8);
  if (leaves !== owed.users || total !== owed.balances)
    throw new Error("the tree does not hold all balances");

  const statement: LiabilityStatement = {
    number,
    taken: taken.toISOString(),
    depth,
    total,
    root: root.hash,
    previous: before === undefined ? NO_STATEMENT : statementHash(before.text),
    chain,
    key: signer.publicKey,
  };
  const text = statementText(statement);
  await connection.query(
    "insert into liability_statements (number, taken_at, statement, signature, created_at) values ($1, $2, $3, $4, $5)",
    [number, taken, text, signer.sign(text), dateOf(clock)],
  );
  await connection.query("insert into liability_trees (number, salt_key) values ($1, $2)", [number, saltKey]);
  await dropTrees(connection);
  return statement;
}

/** Deletes older trees with their chunks. */
async function dropTrees(connection: Queryable): Promise<void> {
  await connection.query(
    `delete from liability_trees where number not in (
       select max(number) from liability_statements group by date_trunc('day', taken_at at time zone 'UTC')
       order by date_trunc('day', taken_at at time zone 'UTC') desc limit $1)`,
    [TREES_KEPT],
  );
}

type Owed = { users: number; balances: string; ledger: string };

/** Reads the sum of the balances and the sum of the ledger entries, each from its own table. */
async function readOwed(connection: Queryable): Promise<Owed> {
  const { rows } = await connection.query<Owed>(
    `select count(*) as users, coalesce(sum(balance), 0)::numeric(28,8)::text as balances,
       (select coalesce(sum(amount), 0)::numeric(28,8)::text from ledger_entries where balance_after is not null) as ledger
     from users`,
  );
  return rows[0]!;
}

const DAY_MS = 86_400_000;
/** The wait after a failed attempt, which would most likely fail again at once and cost as much. */
const RETRY_MS = 600_000;
/** The time after which a process sees the statement of another process. */
const LOOK_MS = 60_000;

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/**
 * Takes a statement as soon as each day (UTC) begins. One process does it for all. The day on which the price began needs no
 * statement, because nobody has a balance yet.
 */
export function stateLiabilitiesDaily(
  context: Omit<LiabilityContext, "chainNow"> & { log: Log; metrics: Metrics; feed: PriceFeed },
): PeriodicTask & { stop(): void } {
  const { database, clock, log, metrics, feed } = context;
  const { book, chainAt } = feed;
  const stopping = new AbortController();
  let doneDay: number | undefined;
  let lookedAtMs = -Infinity;
  let pauseMs = 0;

  const isWanted = (newest: Date | undefined) =>
    dayOf(newest?.getTime() ?? book.genesis.tick * 1000) < dayOf(clock.nowMs());

  async function chainNow(connection: Queryable): Promise<LiabilityStatement["chain"]> {
    // A verifier would call a statement wrong that names the head of another price's chain.
    if ((await findCurrentGenesis(connection))?.tick !== book.genesis.tick)
      throw new Error("the price series has ended, but this process still uses it");
    return chainAt(book.newestTick);
  }

  function report(taken: Date | undefined): void {
    if (taken !== undefined) metrics.liabilitiesStatedAt.set(taken.getTime() / 1000);
  }

  async function take(): Promise<void> {
    const statement = await takeStatement({ ...context, chainNow }, { isWanted, signal: stopping.signal });
    // Another process is taking the statement. This one sees it later.
    if (statement === undefined) return;
    report(new Date(statement.taken));
    doneDay = dayOf(Date.parse(statement.taken));
    const { number, total } = statement;
    log.info({ number, total }, "the daily liabilities report was signed");
  }

  async function look(nowMs: number): Promise<void> {
    const newest = (await findNewest(database))?.taken;
    report(newest);
    if (isWanted(newest)) await take();
    else doneDay = dayOf(nowMs);
  }

  async function ifDue(): Promise<void> {
    const nowMs = clock.nowMs();
    const isQuiet = dayOf(nowMs) === doneDay || Math.abs(nowMs - lookedAtMs) < pauseMs;
    if (isQuiet || stopping.signal.aborted) return;
    lookedAtMs = nowMs;
    pauseMs = LOOK_MS;
    try {
      await look(nowMs);
    } catch (error) {
      if (stopping.signal.aborted) return;
      pauseMs = RETRY_MS;
      metrics.liabilitiesFailures.inc();
      log.error({ error: String(error) }, "the daily liabilities report failed and will be tried again");
    }
  }

  return { ...periodically(1, "liabilities", log, ifDue), stop: () => stopping.abort() };
}
