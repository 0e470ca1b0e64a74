import pg from "pg";
import type { Connection } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";

/** The advisory lock of a leased stripe has this number and the stripe's. */
export const STRIPE_LOCK = 7_305_530;
/** With more processes than stripes, processes share stripes. That is slower but just as correct. */
const MOST_STRIPES = 64;
const KEEP_TICKS = 15;
const CONNECT_MS = 5_000;

export type StripeLease = {
  readonly stripe: number;
  /** Takes the stripe again after its connection was lost. */
  readonly task: PeriodicTask;
  end(): Promise<void>;
};

/**
 * Leases the lowest free stripe. A connection of its own holds the lease for the life of the process. If the connection is
 * lost, another process may use the same stripe, which is safe.
 */
export async function leaseStripe(connection: Connection, log: Log): Promise<StripeLease> {
  let holder: pg.Client | undefined;
  let isEnded = false;

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...(typeof connection === "string" ? { connectionString: connection } : connection),
      application_name: "veritick stripe",
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
    });
    client.on("error", (error) => {
      if (holder === client) holder = undefined;
      if (!isEnded)
        log.info({ error: error.message }, "the connection that holds this process's stripe was lost");
    });
    client.on("end", () => {
      if (holder === client) holder = undefined;
    });
    await client.connect();
    return client;
  }

  async function take(client: pg.Client, stripe: number): Promise<boolean> {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
      STRIPE_LOCK,
      stripe,
    ]);
    return rows[0]!.taken;
  }

  async function takeLowest(client: pg.Client): Promise<number> {
    for (let stripe = 0; stripe < MOST_STRIPES; stripe += 1) if (await take(client, stripe)) return stripe;
    const shared = process.pid % MOST_STRIPES;
    log.warn({ stripe: shared }, "every stripe of the house is in use: sharing one");
    return shared;
  }

  holder = await open();
  const stripe = await takeLowest(holder);

  return {
    stripe,
    task: periodically(KEEP_TICKS, "stripe", log, async () => {
      if (holder !== undefined || isEnded) return;
      const client = await open();
      await take(client, stripe);
      if (isEnded) await client.end();
      else holder = client;
    }),
    async end() {
      isEnded = true;
      await holder?.end().catch(() => undefined);
    },
  };
}

/** The lease of a process that has the database to itself. */
export const onlyStripe: StripeLease = {
  stripe: 0,
  task: { tick: () => {}, idle: () => Promise.resolve() },
  end: () => Promise.resolve(),
};
