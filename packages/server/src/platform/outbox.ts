import { dateOf, periodically } from "./clock.ts";
import type { Clock, PeriodicTask } from "./clock.ts";
import { createWakeable } from "./concurrency.ts";
import type { WakeableWork } from "./concurrency.ts";
import { claimDue, sweepTable } from "./db/claim-due.ts";
import type { Database, Queryable } from "./db/database.ts";
import { warnOf } from "./db/unavailable.ts";
import { newId } from "./ids.ts";
import type { Log } from "./telemetry/log.ts";

/** Mails and pushes have queues of their own, so that a slow push service delays no mail. */
export type Channel = "mails" | "pushes";

type Settings = {
  mostTries: number;
  /** The pause after the first try. Each pause is twice as long as the one before, up to an hour. */
  pauseSeconds: number;
  /** The age above which a message is dropped unsent. */
  mostAgeSeconds: number;
  /** The most messages under way in this process, so that a slow recipient holds up no other. */
  atOnce: number;
  /** The most of them that have the same value in a field of their data. */
  shares: Record<string, number>;
  /**
   * The field of the data that names a recipient who gets one try at a time: while one of their messages waits to be tried
   * again, the others wait too. Waiting ones of one kind are sent as one, with the `refs` of all.
   */
  merges?: string;
};

const HOUR = 3_600;
const DAY = 24 * HOUR;

const CHANNELS: Record<Channel, Settings> = {
  // About nine hours in all: a mail server may be down for a night.
  mails: { mostTries: 17, pauseSeconds: 15, mostAgeSeconds: 3 * DAY, atOnce: 4, shares: { source: 1 } },
  pushes: {
    mostTries: 6,
    pauseSeconds: 10,
    mostAgeSeconds: HOUR,
    atOnce: 32,
    shares: { owner: 1, service: 16 },
    merges: "deviceId",
  },
};

const LONGEST_PAUSE_SECONDS = HOUR;
/**
 * The time after which a process that has not finished a message counts as dead, and another takes it over. Longer than any
 * try takes.
 */
const LEASE_SECONDS = 120;
/** The time for which administrators see a message that could not be sent. */
const KEPT_SECONDS = 14 * DAY;
const LOOK_TICKS = 1;
const SWEEP_TICKS = 600;
/** Bounds the rounds of `flush`, because sending a message may queue another. */
const MOST_ROUNDS = 20;

/** A message to send. It holds no secret and no text: the sender looks its subject up. */
export type OutboxMessage<Data extends object = object> = {
  /** The same at each try. */
  id: string;
  data: Data;
  queuedAt: Date;
};

type Sender = (message: OutboxMessage) => Promise<void>;

export type Outbox = {
  /** Sets the function that sends a channel's messages. If it throws, the outbox tries again later. */
  send(channel: Channel, work: Sender): void;
  /** Queues messages in the caller's transaction, so that a rollback removes them. Returns the ids. */
  add(connection: Queryable, channel: Channel, messages: readonly object[]): Promise<string[]>;
  /**
   * Queues an unsent message again in the caller's transaction, with all its tries. It keeps its id, by which a recipient
   * who got it after all recognises it. Returns its data, and whether it had been given up; undefined if there is no such
   * unsent message.
   */
  again(connection: Queryable, id: string): Promise<AgainRow | undefined>;
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

type ClaimedRow = { id: string; data: Record<string, unknown>; queued_at: Date; tries: number };

/** A channel with its sender. */
type Line = {
  filling: WakeableWork;
  underWay: Map<string, { data: ClaimedRow["data"]; done: Promise<void> }>;
};

/** Opens the outbox of decision 43. */
export function openOutbox({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Outbox {
  const lines = new Map<Channel, Line>();
  let closing = false;

  const later = (seconds: number) => new Date(clock.nowMs() + seconds * 1_000);

  function openLine(channel: Channel, work: Sender): Line {
    const underWay: Line["underWay"] = new Map();
    const { atOnce } = CHANNELS[channel];
    const filling = createWakeable(() =>
      fill().catch((error: unknown) => warnOf(log, error, "the outbox could not be read", { channel })),
    );

    /** Begins due messages until none is left or all places are taken. A message that ends leaves its place to the next. */
    async function fill(): Promise<void> {
      while (!closing && underWay.size < atOnce) {
        const row = await claim(
          channel,
          [...underWay.values()].map(({ data }) => data),
        );
        if (row === undefined) return;
        const done = attempt(channel, row, work)
          .catch((error: unknown) =>
            warnOf(log, error, "the outcome of a message could not be stored", { channel }),
          )
          .finally(() => {
            underWay.delete(row.id);
            void filling.wake();
          });
        underWay.set(row.id, { data: row.data, done });
      }
    }
    return { filling, underWay };
  }

  /** Claims the next due message of which those under way leave a place. */
  async function claim(channel: Channel, underWay: ClaimedRow["data"][]): Promise<ClaimedRow | undefined> {
    const { shares, merges } = CHANNELS[channel];
    const fields = Object.entries(shares);
    const conditions = fields.map(([field], at) => `coalesce(data ->> '${field}', '') <> all ($${at + 4})`);
    if (merges !== undefined) conditions.push(waitsForNone(channel, merges));
    const due = {
      name: `claim_${channel}`,
      table: "outbox",
      key: "id",
      where: ["channel = $1 and next_try_at <= $2", ...conditions].join(" and "),
      orderBy: "next_try_at",
      set: "next_try_at = $3, tries = tries + 1, reason = null",
      returning: "id, data, queued_at, tries",
      batch: 1,
    };
    const taken = fields.map(([field, most]) => valuesWith(most, underWay, field));
    const values = [channel, dateOf(clock), later(LEASE_SECONDS), ...taken];
    const [row] = await claimDue<ClaimedRow>(database, due, values);
    return row === undefined || merges === undefined ? row : merge(channel, merges, row);
  }

  /** Moves the subjects of untried messages of the same recipient and kind into this one, and deletes those. */
  async function merge(channel: Channel, field: string, row: ClaimedRow): Promise<ClaimedRow> {
    const { rows } = await database.query<Pick<ClaimedRow, "data" | "queued_at">>({
      name: `merge_${channel}`,
      text: `with others as (
               delete from outbox where id = any (array(
                 select id from outbox where channel = '${channel}' and next_try_at is not null
                   and data ->> '${field}' = $2 and data ->> 'kind' = $3 and tries = 0 for update skip locked))
               returning data -> 'refs' as refs, queued_at)
             update outbox o set data = jsonb_set(data, '{refs}', data -> 'refs' || n.refs), queued_at = n.newest
             from (select jsonb_agg(ref) as refs, max(queued_at) as newest
                   from others cross join lateral jsonb_array_elements(refs) as ref) n
             where o.id = $1 and n.refs is not null returning o.data, o.queued_at`,
      values: [row.id, row.data[field], row.data["kind"]],
    });
    return { ...row, ...rows[0] };
  }

  async function attempt(channel: Channel, row: ClaimedRow, work: Sender): Promise<void> {
    const { id, data, queued_at: queuedAt, tries } = row;
    const { mostTries, pauseSeconds, mostAgeSeconds } = CHANNELS[channel];
    try {
      // A process died during the last try, perhaps of this message.
      if (tries > mostTries) throw new NotSentError("the server stopped during the last try");
      if (clock.nowMs() - queuedAt.getTime() <= mostAgeSeconds * 1_000) await work({ id, data, queuedAt });
    } catch (error) {
      const reason = error instanceof NotSentError ? error.message : "a server error";
      const isLast = tries >= mostTries;
      log[isLast ? "error" : "warn"](
        { id, channel, tries, error: String(error) },
        "a message could not be sent",
      );
      const pause = Math.min(pauseSeconds * 2 ** (tries - 1), LONGEST_PAUSE_SECONDS);
      await database.query({
        name: "keep_unsent",
        // If another process has taken the message over meanwhile, its try counts.
        text: "update outbox set next_try_at = $3, reason = $4 where id = $1 and tries = $2",
        values: [id, tries, isLast ? null : later(pause), reason],
      });
      return;
    }
    // A sent message leaves nothing behind.
    await database.query({ name: "delete_sent", text: "delete from outbox where id = $1", values: [id] });
  }

  /** Looks at all channels in one statement, because most of the time nothing is due. */
  async function look(): Promise<boolean> {
    const due = closing ? [] : await findDue(database, [...lines.keys()], dateOf(clock));
    for (const channel of due) void lines.get(channel)!.filling.wake();
    return due.length > 0;
  }

  const looking = periodically(LOOK_TICKS, "outbox", log, look);
  async function idle(): Promise<void> {
    await looking.idle();
    await Promise.all([...lines.values()].map(emptied));
  }

  return {
    send: (channel, work) => void lines.set(channel, openLine(channel, work)),
    add: (connection, channel, messages) => add(connection, channel, messages, dateOf(clock)),
    again: (connection, id) => again(connection, id, dateOf(clock)),
    tasks: [
      { tick: looking.tick, idle },
      periodically(SWEEP_TICKS, "sweep of the outbox", log, () =>
        sweepTable(database, { table: "outbox", key: "id", column: "queued_at" }, later(-KEPT_SECONDS)),
      ),
    ],
    async flush() {
      await idle();
      for (let round = 0; round < MOST_ROUNDS && (await look()); round += 1) await idle();
    },
    async close() {
      closing = true;
      await idle();
    },
  };
}

/**
 * SQL that is true for a message whose recipient gets no other at the moment. An untried one also waits for those that are
 * to be tried again.
 */
const waitsForNone = (channel: Channel, field: string): string =>
  `not exists (select from outbox e where e.channel = '${channel}' and e.next_try_at is not null and e.tries > 0
     and e.data ->> '${field}' = outbox.data ->> '${field}' and e.id <> outbox.id
     and (outbox.tries = 0 or (e.reason is null and e.next_try_at > $2)))`;

/** Returns the values of a field that `most` messages have. */
function valuesWith(most: number, messages: readonly ClaimedRow["data"][], field: string): string[] {
  const values = messages.map((data) => String(data[field]));
  return [...new Set(values)].filter((value) => values.filter((one) => one === value).length >= most);
}

/** Waits until a channel has sent or put off all that is due. */
async function emptied({ filling, underWay }: Line): Promise<void> {
  for (;;) {
    await filling.idle();
    if (underWay.size === 0) return;
    await Promise.all([...underWay.values()].map(({ done }) => done));
  }
}

async function findDue(database: Queryable, channels: Channel[], now: Date): Promise<Channel[]> {
  const { rows } = await database.query<{ channel: Channel }>({
    name: "find_due_messages",
    text: `select channel from unnest($1::text[]) as channel
           where exists (select from outbox o where o.channel = channel.channel and next_try_at <= $2)`,
    values: [channels, now],
  });
  return rows.map(({ channel }) => channel);
}

async function add(
  connection: Queryable,
  channel: Channel,
  messages: readonly object[],
  now: Date,
): Promise<string[]> {
  if (messages.length === 0) return [];
  const ids = messages.map(() => newId(now.getTime()));
  await connection.query({
    name: "queue_messages",
    text: `insert into outbox (id, channel, data, queued_at, next_try_at)
           select id, $1, data, $2, $2 from unnest($3::uuid[], $4::jsonb[]) as message (id, data)`,
    values: [channel, now, ids, messages.map((data) => JSON.stringify(data))],
  });
  return ids;
}

type AgainRow = Pick<UnsentRow, "data"> & { given_up: boolean };

async function again(connection: Queryable, id: string, now: Date): Promise<AgainRow | undefined> {
  const { rows } = await connection.query<AgainRow>({
    name: "queue_unsent_again",
    text: `with unsent as (
             select id, next_try_at is null as given_up from outbox where id = $1 and reason is not null for update)
           update outbox o set queued_at = $2, next_try_at = $2, tries = 0, reason = null
           from unsent u where o.id = u.id returning o.data, u.given_up`,
    values: [id, now],
  });
  return rows[0];
}

export type UnsentRow = {
  id: string;
  channel: Channel;
  data: { userId?: string; kind?: string };
  tries: number;
  reason: string;
  queued_at: Date;
  /** Null if the message was given up. */
  next_try_at: Date | null;
};

/** Returns the messages that could not be sent at the first try, newest first. */
export async function listUnsent(database: Queryable, limit: number): Promise<UnsentRow[]> {
  const { rows } = await database.query<UnsentRow>({
    name: "list_unsent",
    text: `select id, channel, data, tries, reason, queued_at, next_try_at from outbox
           where reason is not null order by queued_at desc, id limit $1`,
    values: [limit],
  });
  return rows;
}
