import type { JobWithMetadata } from "pg-boss";
import { dateOf, periodically } from "./clock.ts";
import type { Clock, PeriodicTask } from "./clock.ts";
import { forEachLimited } from "./concurrency.ts";
import type { Database, Queryable } from "./db/database.ts";
import { newId } from "./ids.ts";
import type { Log } from "./telemetry/log.ts";

/** Mails and pushes have queues of their own, so that a slow push service delays no mail. */
export type Channel = "mails" | "pushes";

type Settings = {
  /**
   * The number of further tries, and the pause before the first of them, in seconds. Each pause is twice as long as the one
   * before, up to an hour.
   */
  retryLimit: number;
  retryDelay: number;
  /** The age, in seconds, above which a message is dropped unsent. */
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

/**
 * The time after which a process that has not finished a message counts as dead, and another takes it over. Longer than any
 * try takes.
 */
const EXPIRE_SECONDS = 120;
/** The time for which administrators see a message that could not be sent. */
const FAILED_SECONDS = 14 * DAY;
const LOOK_TICKS = 2;
const MAINTAIN_TICKS = 60;
/** Bounds the rounds of `flush`, because sending a message may queue another. */
const MOST_ROUNDS = 20;

/** A message to send. It holds no secret and no text: the sender looks its subject up. */
export type OutboxMessage<Data extends object = object> = {
  /** The same at each try. */
  id: string;
  data: Data;
  queuedAt: Date;
};

export type Outbox = {
  /** Sets the function that sends a channel's messages. If it throws, the outbox tries again later. */
  send(channel: Channel, work: (message: OutboxMessage) => Promise<void>): void;
  /** Queues messages in the caller's transaction, so that a rollback removes them. Returns the ids. */
  add(connection: Queryable, channel: Channel, messages: readonly object[]): Promise<string[]>;
  /**
   * Queues an unsent message again in the caller's transaction, with all its tries. It keeps its id, by which a recipient
   * who got it after all recognises it. Returns its former state; undefined if there is no such unsent message.
   */
  again(connection: Queryable, id: string): Promise<Pick<UnsentRow, "state" | "data"> | undefined>;
  /** The tasks that send due messages, on every process. One process takes each message. */
  readonly tasks: readonly PeriodicTask[];
  /** Sends the messages that are due now. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** The reason why something could not be sent, in words that name no recipient and quote no text. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Opens the outbox of decision 43: pg-boss without its own clock, timers and connections. */
export async function openOutbox(options: { database: Database; clock: Clock; log: Log }): Promise<Outbox> {
  const { database, clock, log } = options;
  // Imported here because most commands have no outbox and need not load it.
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
  const senders = new Map<Channel, (message: OutboxMessage) => Promise<void>>();
  const running = new Map<Channel, Promise<void>>();
  let closing = false;

  async function attempt(channel: Channel, job: JobWithMetadata): Promise<void> {
    const { id, data, createdOn: queuedAt, retryCount, retryLimit } = job;
    try {
      if (clock.nowMs() - queuedAt.getTime() <= CHANNELS[channel].retentionSeconds * 1000)
        await senders.get(channel)!({ id, data, queuedAt });
    } catch (error) {
      const reason = error instanceof NotSentError ? error.message : "a server error";
      const level = retryCount < retryLimit ? "warn" : "error";
      log[level]({ id, channel, tries: retryCount + 1, error: String(error) }, "a notice could not be sent");
      await boss.fail(channel, job, { reason });
      return;
    }
    // A sent message leaves nothing behind.
    await boss.deleteJob(channel, job);
  }

  /** Sends a channel's due messages until none is left, unless it is doing so already. */
  function start(channel: Channel): void {
    if (running.has(channel)) return;
    const done = drain(channel)
      .catch((error: unknown) => log.warn({ channel, error: String(error) }, "the outbox could not be read"))
      .finally(() => running.delete(channel));
    running.set(channel, done);
  }

  async function drain(channel: Channel): Promise<void> {
    while (!closing) {
      // Fetched messages begin to expire, so none may wait for others to be sent.
      const batchSize = CHANNELS[channel].atOnce;
      const jobs = await boss.fetch<object>(channel, { batchSize, includeMetadata: true });
      if (jobs.length === 0) return;
      await forEachLimited(jobs, batchSize, (job) => attempt(channel, job));
    }
  }

  /** Looks at all channels in one statement, because most of the time nothing is due. */
  async function look(): Promise<boolean> {
    const due = closing ? [] : await findDue(database, [...senders.keys()], dateOf(clock));
    for (const channel of due) start(channel);
    return due.length > 0;
  }

  /**
   * Runs the maintenance of pg-boss, which takes 20 statements, only if there is any message. Most of the time there is
   * none.
   */
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
    async add(connection, channel, messages) {
      if (messages.length === 0) return [];
      const jobs = messages.map((data) => ({ id: newId(clock.nowMs()), data, ...jobOf(channel) }));
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
      // Takes over from processes that were killed, and deletes messages that failed long ago.
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

/** pg-boss reads the time through this function of its schema. The executor replaces it with the server's own clock. */
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

/** Returns the messages that could not be sent at the first try, newest first. */
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
