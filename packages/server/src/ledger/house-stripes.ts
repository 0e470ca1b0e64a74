import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type pg from "pg";
import { periodically } from "../platform/clock.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { connectClient, LOCKS, transaction } from "../platform/db/database.ts";
import type { Connection, Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";

/**
 * Creates a stripe if it is missing. The house's promises are spread over stripes, one for each server process, so that no
 * two processes wait for the same row. A stripe makes a new promise only if its own funds cover it. All stripes together
 * hold exactly the house's funds.
 */
export async function ensureStripe(database: Queryable, stripe: number): Promise<void> {
  await database.query(
    "insert into house_stripes (stripe, funds, open_payout) values ($1, 0, 0) on conflict do nothing",
    [stripe],
  );
}

export async function addHouseFunds(connection: Queryable, stripe: number, amount: Minor): Promise<void> {
  await connection.query("update house_stripes set funds = funds + $2 where stripe = $1", [
    stripe,
    formatMinor(amount),
  ]);
}

/** Takes back the promises of cancelled positions. The funds stay, because nobody won or lost. */
export async function releasePromises(
  connection: Queryable,
  released: readonly { stripe: number; payout: Minor }[],
): Promise<void> {
  const stripes = released.map(({ stripe }) => stripe);
  await connection.query(
    "select from house_stripes where stripe = any($1) order by stripe for no key update",
    [stripes],
  );
  await connection.query(
    `update house_stripes s set open_payout = s.open_payout - r.payout
     from unnest($1::smallint[], $2::numeric[]) as r (stripe, payout) where s.stripe = r.stripe`,
    [stripes, released.map(({ payout }) => formatMinor(payout))],
  );
}

export type Stripe = { readonly stripe: number; readonly funds: Minor; readonly openPayout: Minor };

/**
 * Computes the funds of each stripe so that `target` can promise as much as possible. The other stripes keep the funds that
 * their own promises need. Stripes that lack funds are filled first, so that `target` never promises more than the house
 * has.
 */
export function shareFunds(stripes: readonly Stripe[], target: number): Map<number, Minor> {
  const free = stripes.map(({ funds, openPayout }) => funds - openPayout);
  let spare = free.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n);
  const shared = new Map<number, Minor>();
  for (const { stripe, funds, openPayout } of stripes) {
    const kept = funds < openPayout ? funds : openPayout;
    const lacking = openPayout - kept;
    const given = lacking < spare ? lacking : spare;
    spare -= given;
    shared.set(stripe, minor(kept + given));
  }
  return shared.set(target, minor(shared.get(target)! + spare));
}

/** Locks all stripes in ascending order, as every statement does, so that none deadlock. */
export async function lockStripes(connection: Queryable): Promise<Stripe[]> {
  const { rows } = await connection.query<{ stripe: number; funds: string; open_payout: string }>(
    "select stripe, funds, open_payout from house_stripes order by stripe for no key update",
  );
  return rows.map((row) => ({
    stripe: row.stripe,
    funds: parseMinor(row.funds),
    openPayout: parseMinor(row.open_payout),
  }));
}

export async function setFunds(connection: Queryable, funds: ReadonlyMap<number, Minor>): Promise<void> {
  await connection.query(
    `update house_stripes s set funds = c.funds
     from unnest($1::smallint[], $2::numeric[]) as c (stripe, funds) where s.stripe = c.stripe`,
    [[...funds.keys()], [...funds.values()].map((amount) => formatMinor(amount))],
  );
}

/**
 * Moves funds that other stripes do not need for their own promises to `stripe`. With `need`, it moves that much, or an
 * equal share if larger, and spreads the rest evenly over the stripes in use, so that processes do not take funds from each
 * other in turns. Returns true if `stripe` gained funds.
 */
export async function gatherFunds(database: Database, stripe: number, need?: Minor): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { before, after } = await moveFunds(connection, await lockStripes(connection), stripe, need);
    return after > before;
  });
}

/**
 * Makes sure that this process's stripe has `amount` beyond its open payouts, in the transaction that is about to take it
 * from the house. Moves missing funds from the other stripes. Returns false if the house cannot cover the amount. All
 * stripes stay locked until the commit, so that no other process takes the funds. As everywhere, users are locked before
 * stripes.
 */
export async function claimFunds(connection: Queryable, stripe: number, amount: Minor): Promise<boolean> {
  const stripes = await lockStripes(connection);
  const own = stripes.find((one) => one.stripe === stripe)!;
  if (own.funds - own.openPayout >= amount) return true;
  const { after } = await moveFunds(connection, stripes, stripe, amount);
  return after - own.openPayout >= amount;
}

async function moveFunds(
  connection: Queryable,
  stripes: readonly Stripe[],
  target: number,
  need: Minor | undefined,
): Promise<{ before: Minor; after: Minor }> {
  const gathered = shareFunds(stripes, target);
  const shared =
    need === undefined
      ? gathered
      : spread(gathered, stripes, { target, need, used: await sharingStripes(connection, stripes, target) });
  const changed = stripes.filter((one) => shared.get(one.stripe) !== one.funds);
  await setFunds(connection, new Map(changed.map(({ stripe }) => [stripe, shared.get(stripe)!])));
  return { before: stripes.find(({ stripe }) => stripe === target)!.funds, after: shared.get(target)! };
}

/**
 * Spreads the target's gathered funds over the other stripes in use. The target keeps its need, or an equal share if larger.
 */
export function spread(
  gathered: ReadonlyMap<number, Minor>,
  stripes: readonly Stripe[],
  { target, need, used }: { target: number; need: Minor; used: ReadonlySet<number> },
): Map<number, Minor> {
  const shared = new Map(gathered);
  const others = stripes
    .map(({ stripe }) => stripe)
    .filter((stripe) => stripe !== target && used.has(stripe));
  const free = gathered.get(target)! - stripes.find(({ stripe }) => stripe === target)!.openPayout;
  if (others.length === 0 || free <= need) return shared;
  // Rounded down; the remainder stays with the target.
  const equal = free / BigInt(others.length + 1);
  const share = equal >= need ? equal : (free - need) / BigInt(others.length);
  for (const other of others) shared.set(other, minor(shared.get(other)! + share));
  return shared.set(target, minor(shared.get(target)! - share * BigInt(others.length)));
}

/**
 * Returns the stripes to share with: those in use, or all if this process has lost its own lease. A failover of the database
 * ends all leases at once. Each process would then find no other stripe in use, and take all funds from the others.
 */
async function sharingStripes(
  connection: Queryable,
  stripes: readonly Stripe[],
  target: number,
): Promise<ReadonlySet<number>> {
  const used = await usedStripes(connection);
  return used.has(target) ? used : new Set(stripes.map(({ stripe }) => stripe));
}

export async function usedStripes(connection: Queryable): Promise<Set<number>> {
  const { rows } = await connection.query<{ stripe: number }>(
    `select objid::integer as stripe from pg_locks
     where locktype = 'advisory' and classid = ${LOCKS.stripe}
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Set(rows.map(({ stripe }) => stripe));
}

/**
 * Reads the house's own money without the stakes of open positions, and the most that open positions can pay, as decimals.
 */
export async function readHouse(database: Queryable): Promise<{ funds: string; openPayout: string }> {
  const { rows } = await database.query<{ funds: string; openPayout: string }>({
    name: "read_house",
    text: `select coalesce(sum(funds), 0)::text as funds, coalesce(sum(open_payout), 0)::text as "openPayout"
           from house_stripes`,
  });
  return rows[0]!;
}

/** The number of stripes. Further processes share one, which is slower but just as correct. */
const MOST_STRIPES = 64;
/** A database that does not answer a connection or a statement within this time counts as lost. */
const ANSWER_MS = 3_000;
/**
 * The database ends a connection that has not asked for this long, so a host that vanished holds its stripe no longer. The
 * system's own limits would take two hours.
 */
const SILENT_MS = 60_000;

/**
 * A server that has lost its connections takes its stripe again within this time after it reaches the database, or after
 * the database ends the lost connection, which holds the stripe until then. At worst it waits once for an answer on a
 * silent connection and once for a new connection, each for up to a tick longer.
 */
export const RETAKEN_MS = 2 * (ANSWER_MS + 1_000);

type StripeLease = {
  readonly stripe: number;
  /** Notices a lost connection, and takes the stripe again as soon as nobody else has it. */
  readonly task: PeriodicTask;
  end(): Promise<void>;
};

/**
 * Leases the lowest free stripe. A dedicated connection holds the lease for the life of the process. If the connection is
 * lost, another process may use the same stripe, which is safe.
 */
export async function leaseStripe(
  connection: Connection,
  log: Log,
  silentMs = SILENT_MS,
): Promise<StripeLease> {
  let holder: pg.Client | undefined;
  let isHeld = false;
  let isEnded = false;

  function forget(client: pg.Client): void {
    if (holder !== client) return;
    holder = undefined;
    isHeld = false;
  }

  async function open(): Promise<pg.Client> {
    const client = await connectClient(connection, {
      application_name: "veritick stripe",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on("error", (error) => {
      forget(client);
      if (!isEnded)
        log.info({ error: error.message }, "the connection that holds this process's stripe was lost");
    });
    client.on("end", () => forget(client));
    return client;
  }

  /** Takes a stripe, or asks the connection that holds it for an answer. Returns false if another connection has it. */
  async function take(stripe: number): Promise<boolean> {
    const client = (holder ??= await open());
    // After a failover nothing may end the connection, and only an answer shows that it still holds the lock. The limit
    // applies from the first such question on: before its first tick a start may be silent for longer.
    const taking = isHeld
      ? `set_config('idle_session_timeout', '${silentMs}', false) is not null`
      : `pg_try_advisory_lock(${LOCKS.stripe}, ${stripe})`;
    try {
      const { rows } = await client.query<{ taken: boolean }>(`select ${taking} as taken`);
      isHeld = rows[0]!.taken && holder === client;
    } catch (error) {
      // Without an end, each try would keep a connection.
      forget(client);
      await client.end().catch(() => undefined);
      throw error;
    }
    if (isEnded) await client.end();
    return isHeld;
  }

  async function takeLowest(): Promise<number> {
    for (let stripe = 0; stripe < MOST_STRIPES; stripe += 1) if (await take(stripe)) return stripe;
    const shared = process.pid % MOST_STRIPES;
    log.warn({ stripe: shared }, "every stripe of the house is in use: sharing one");
    return shared;
  }

  const stripe = await takeLowest();

  return {
    stripe,
    task: periodically(1, "stripe", log, async () => {
      if (!isEnded) await take(stripe);
    }),
    async end() {
      isEnded = true;
      await holder?.end().catch(() => undefined);
    },
  };
}

/** The lease of a process that has the database to itself. */
const onlyStripe: StripeLease = {
  stripe: 0,
  task: { tick: () => {}, idle: () => Promise.resolve() },
  end: () => Promise.resolve(),
};

/** Leases a stripe of the house for this process. An embedded database, which has no URL, serves one process alone. */
export const openStripe = async (
  { databaseUrl }: { databaseUrl: string | undefined },
  connection: Connection,
  log: Log,
): Promise<StripeLease> => (databaseUrl === undefined ? onlyStripe : leaseStripe(connection, log));
