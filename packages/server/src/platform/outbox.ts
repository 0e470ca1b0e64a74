import type { JobWithMetadata } from "pg-boss";
import { dateOf, periodically } from "./clock.ts";
import type { Clock, PeriodicTask } from "./clock.ts";
import { forEachLimited } from "./concurrency.ts";
import type { Database, Queryable } from "./db/database.ts";
import { newId } from "./ids.ts";
import type { Log } from "./telemetry/log.ts";

/** Mails and pushes wait apart, so that a slow push service holds up no mail. */
export type Channel = "mails" | "pushes";

type Settings = {
  /** How often it is tried again, and the pause before the second try; each further pause is twice as long, up to an hour. */
  retryLimit: number;
  retryDelay: number;
  /** What is older is no news any more. */
  retentionSeconds: number;
  atOnce: number;
};

const HOUR = 3_600;
const DAY = 24 * HOUR;

const CHANNELS: Record<Channel, Settings> = {
  // About nine hours in all: a mail server may be down for a night.
  mails: { retryLimit: 16, retryDelay: 15, retentionSeconds: 3 * DAY, atOnce: 2 },
  pushes: { retryLimit: 5, retryDelay: 10, retentionSeconds: HOUR, atOnce: 8 },
};

/** A process that has not told of something by then is taken for dead, and another one tells of it. Longer than any try takes. */
const EXPIRE_SECONDS = 120;
/** How long administrators see that something could not be sent. */
const FAILED_SECONDS = 14 * DAY;
const BATCH = 20;
const LOOK_TICKS = 2;
const MAINTAIN_TICKS = 60;
/** What is told may queue something else. */
const MOST_ROUNDS = 20;

/** What is to be told. It holds no secret and no text: whoever sends it looks up what it is about. */
export type Errand<Data extends object = object> = {
  /** The same at each try. */
  id: string;
  data: Data;
  queuedAt: Date;
};

export type Outbox = {
  /** Says how a channel is sent. A throw is tried again later. */
  send(channel: Channel, work: (errand: Errand) => Promise<void>): void;
  /** Queues in the caller's transaction, so that nothing is told of what was rolled back. Returns the ids. */
  add(connection: Queryable, channel: Channel, errands: readonly object[]): Promise<string[]>;
  /**
   * Queues in the caller's transaction what could not be sent, anew and with all its tries, under the id by which whoever got it
   * after all knows it. Answers how it stood; undefined where there is none of that id.
   */
  again(connection: Queryable, id: string): Promise<Pick<UnsentRow, "state" | "data"> | undefined>;
  /** Sends what is due, on every process: each errand is taken by one of them. */
  readonly tasks: readonly PeriodicTask[];
  /** Sends what is due now. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Why something could not be sent, in words that name no recipient and quote no text. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Opens the outbox of decision 43, which is pg-boss without its own clock, timers and connections. */
export async function openOutbox(options: { database: Database; clock: Clock; log: Log }): Promise<Outbox> {
  const { database, clock, log } = options;
  // Commands have no outbox, and need not wait for it to be read from the disk.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    db: executor(database, clock),
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.warn({ error: error.message }, "the outbox met an error"));
  await boss.start();
  const senders = new Map<Channel, (errand: Errand) => Promise<void>>();
  const running = new Map<Channel, Promise<void>>();
  let closing = false;

  async function attempt(channel: Channel, job: JobWithMetadata): Promise<void> {
    const { id, data, createdOn: queuedAt, retryCount, retryLimit } = job;
    try {
      if (clock.nowMs() - queuedAt.getTime() <= CHANNELS[channel].retentionSeconds * 1000)
        await senders.get(channel)!({ id, data, queuedAt });
    } catch (error) {
      const reason = error instanceof NotSentError ? error.message : "an error of the server";
      const level = retryCount < retryLimit ? "warn" : "error";
      log[level]({ id, channel, tries: retryCount + 1, error: String(error) }, "a notice could not be sent");
      await boss.fail(channel, job, { reason });
      return;
    }
    // Nothing is kept of what has been told.
    await boss.deleteJob(channel, job);
  }

  /** Sends what is due in a channel until nothing is, unless that is under way already. */
  function start(channel: Channel): void {
    if (running.has(channel)) return;
    const done = drain(channel)
      .catch((error: unknown) => log.warn({ channel, error: String(error) }, "the outbox could not be read"))
      .finally(() => running.delete(channel));
    running.set(channel, done);
  }

  async function drain(channel: Channel): Promise<void> {
    while (!closing) {
      const jobs = await boss.fetch<object>(channel, { batchSize: BATCH, includeMetadata: true });
      if (jobs.length === 0) return;
      await forEachLimited(jobs, CHANNELS[channel].atOnce, (job) => attempt(channel, job));
    }
  }

  /** Looks for all channels at once: most of the time there is nothing. */
  async function look(): Promise<boolean> {
    const due = closing ? [] : await findDue(database, [...senders.keys()], dateOf(clock));
    for (const channel of due) start(channel);
    return due.length > 0;
  }

  /** pg-boss takes 20 statements to look after a queue. Most of the time there is nothing in any. */
  async function care(): Promise<void> {
    const { rows } = await database.query({
      name: "find_any_errand",
      text: "select from pgboss.job limit 1",
    });
    if (rows.length > 0) await boss.supervise();
  }

  const looking = periodically(LOOK_TICKS, "outbox", log, look);
  async function idle(): Promise<void> {
    await looking.idle();
    await Promise.all(running.values());
  }

  return {
    send: (channel, work) => void senders.set(channel, work),
    async add(connection, channel, errands) {
      if (errands.length === 0) return [];
      const jobs = errands.map((data) => ({ id: newId(clock.nowMs()), data, ...jobOf(channel) }));
      await boss.insert(channel, jobs, { db: executor(connection, clock) });
      return jobs.map(({ id }) => id);
    },
    async again(connection, id) {
      const { rows } = await connection.query<Pick<UnsentRow, "channel" | "state" | "data">>({
        name: "take_unsent",
        text: `delete from pgboss.job where id = $1 and ${UNSENT} returning name as channel, state::text as state, data`,
        values: [id],
      });
      const [unsent] = rows;
      if (unsent === undefined) return undefined;
      const { channel, data } = unsent;
      await boss.insert(channel, [{ id, data, ...jobOf(channel) }], { db: executor(connection, clock) });
      return unsent;
    },
    tasks: [
      { tick: looking.tick, idle },
      // Takes over from processes that were killed, and forgets what failed long ago.
      periodically(MAINTAIN_TICKS, "care of the outbox", log, care),
    ],
    async flush() {
      await idle();
      for (let round = 0; round < MOST_ROUNDS && (await look()); round += 1) await idle();
    },
    async close() {
      closing = true;
      await idle();
      await boss.stop({ graceful: false });
    },
  };
}

function jobOf(channel: Channel) {
  const { retryLimit, retryDelay, retentionSeconds } = CHANNELS[channel];
  return {
    retryLimit,
    retryDelay,
    retryBackoff: true,
    retryDelayMax: HOUR,
    retentionSeconds,
    expireInSeconds: EXPIRE_SECONDS,
    deleteAfterSeconds: FAILED_SECONDS,
  };
}

/** pg-boss reads every instant through this function of its schema. Here the server's own clock answers. */
const JOB_NOW = "pgboss.job_now()";

function executor(connection: Queryable, clock: Clock) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      const now = `'${dateOf(clock).toISOString()}'::timestamptz`;
      const result: unknown = await connection.query(text.replaceAll(JOB_NOW, now), values);
      // Several statements in one text have several results.
      return { rows: (Array.isArray(result) ? result : [result]).flatMap(({ rows }) => rows as unknown[]) };
    },
  };
}

async function findDue(database: Queryable, channels: Channel[], now: Date): Promise<Channel[]> {
  const { rows } = await database.query<{ channel: Channel }>({
    name: "find_due_errands",
    text: `select channel from unnest($1::text[]) as channel
           where exists (select from pgboss.job where name = channel and state < 'active' and start_after <= $2)`,
    values: [channels, now],
  });
  return rows.map(({ channel }) => channel);
}

const UNSENT = "name in ('mails', 'pushes') and state in ('retry', 'failed')";

export type UnsentRow = {
  id: string;
  channel: Channel;
  state: "retry" | "failed";
  data: { userId?: string; kind?: string };
  tries: number;
  reason: string | null;
  queued_at: Date;
  next_try_at: Date | null;
};

/** What could not be sent at once, the newest first. */
export async function listUnsent(database: Queryable, limit: number): Promise<UnsentRow[]> {
  const { rows } = await database.query<UnsentRow>({
    name: "list_unsent",
    text: `select id, name as channel, state::text as state, data, retry_count + 1 as tries,
             output ->> 'reason' as reason, created_on as queued_at,
             case when state = 'retry' then start_after end as next_try_at
           from pgboss.job where ${UNSENT}
           order by created_on desc, id limit $1`,
    values: [limit],
  });
  return rows;
}
