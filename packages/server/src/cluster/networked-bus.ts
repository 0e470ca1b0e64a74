import { ADMIN_LISTS, push } from "@veritick/contract/schemas/pushes.ts";
import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import { hex32, uuid } from "@veritick/contract/values.ts";
import * as z from "zod/mini";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Bus, BusMessage } from "./bus.ts";
import type { Link } from "./link.ts";

/** A bus that also reaches the other processes. */
export type NetworkedBus = Bus & {
  /** Publishes to the listeners of this process alone. */
  publishHere(message: BusMessage): void;
  follow(userId: string): void;
  unfollow(userId: string): void;
  /** Tells the listeners that messages may have been missed. */
  announceGap(): void;
};

const pushSubject = (prefix: string, userId: string): string => `${prefix}.push.${userId.toLowerCase()}`;

/**
 * Makes a bus. Listeners of this process get each message at once. Other processes get it over the link: a push only if the
 * user has a live connection there, every other message in any case.
 *
 * @param prefix begins the subjects of this installation
 */
export function networkedBus(options: {
  link: Link;
  prefix: string;
  log: Log;
  isWhole(): boolean;
}): NetworkedBus {
  const { link, prefix, log, isWhole } = options;
  const listeners: ((message: BusMessage) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const followed = new Map<string, () => void>();
  const controlSubject = `${prefix}.control`;

  const publishHere = (message: BusMessage) => listeners.forEach((listener) => listener(message));

  link.follow(controlSubject, (text) => {
    const message = readControl(text);
    if (message === undefined) log.warn({ subject: "control" }, "a malformed message was dropped");
    else publishHere(message);
  });

  return {
    publish(message) {
      publishHere(message);
      if (message.kind === "push") {
        link.send(pushSubject(prefix, message.userId), JSON.stringify(message.push));
      } else link.send(controlSubject, JSON.stringify(message));
    },
    subscribe: (listener) => void listeners.push(listener),
    isWhole,
    onGap: (listener) => void gapListeners.push(listener),
    publishHere,
    follow(userId) {
      if (followed.has(userId)) return;
      const unfollow = link.follow(pushSubject(prefix, userId), (text) => {
        const push = readPush(text);
        if (push === undefined) log.warn({ subject: "push" }, "a malformed message was dropped");
        else publishHere({ kind: "push", userId, push });
      });
      followed.set(userId, unfollow);
    },
    unfollow(userId) {
      followed.get(userId)?.();
      followed.delete(userId);
    },
    announceGap: () => gapListeners.forEach((listener) => listener()),
  };
}

type ControlMessage = Exclude<BusMessage, { kind: "push" }>;

const control = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sessionEnded"), userId: uuid, sessionKey: hex32 }),
  z.object({ kind: z.literal("sessionsEnded"), userId: uuid }),
  z.object({ kind: z.literal("sessionRenewed"), userId: uuid, from: hex32, to: hex32 }),
  z.object({ kind: z.literal("identityChanged"), userId: uuid }),
  z.object({ kind: z.enum(["maintenanceChanged", "settingsChanged"]) }),
  z.object({ kind: z.literal("adminChanged"), of: z.array(z.enum(ADMIN_LISTS)) }),
]);

const readControl = (text: string): ControlMessage | undefined =>
  parseMessage(control, text) as ControlMessage | undefined;

const userPush = push.check(
  z.refine(
    ({ type }) => type !== "price" && type !== "maintenance" && type !== "adminUpdate",
    "a push for more than one user",
  ),
);

const readPush = (text: string): UserPush | undefined => parseMessage(userPush, text) as UserPush | undefined;

/** Parses a JSON text by a schema. Returns undefined if it does not match. */
export function parseMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    const result = z.safeParse(schema, JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** The others consider a process cut off for this long after it last said so. */
const CUT_OFF_MS = 3_000;
/** Allows for messages on their way, and for the moment between a commit and its message. */
const MARGIN_MS = 3_000;
/** Older events are not delivered: a user who was away for longer has reloaded. */
const LONGEST_GAP_MS = 15 * 60_000;

/**
 * Knows whether this process hears all others, and since when it does not. A process that is cut off from the link says so
 * in the database, so that the others know that they do not hear it.
 */
export type BusHealth = {
  isWhole(): boolean;
  /** Says in the database that this process is cut off, if it is. Runs once a second, however long other work takes. */
  sayCutOff(): Promise<void>;
  /** Returns the time since which messages may have been missed, or undefined. Runs once a second. */
  look(): Promise<number | undefined>;
  /** Notes that everything from that time until the last look has been caught up. */
  caughtUp(sinceMs: number): void;
  /** Notes that a message after that time may have been missed. */
  missedSince(timeMs: number): void;
};

export function createBusHealth(options: { link: Link; clock: Clock; database: Database }): BusHealth {
  const { link, clock, database } = options;
  let gapFromMs: number | undefined;
  /** The part of the gap that began after the last look, which the current catch-up does not cover. */
  let nextGapFromMs: number | undefined;
  /** The time span that consecutive polls have covered. */
  let madeUp = { fromMs: Infinity, toMs: -Infinity };
  let lookedAtMs = clock.nowMs();
  let isOtherCutOff = false;
  let lastSaid: string | undefined;

  const isWhole = () => link.isConnected() && !isOtherCutOff;

  function missedSince(timeMs: number): void {
    let fromMs = timeMs - MARGIN_MS;
    if (fromMs >= madeUp.fromMs) fromMs = Math.max(fromMs, madeUp.toMs - MARGIN_MS);
    gapFromMs = Math.min(gapFromMs ?? Infinity, fromMs);
    nextGapFromMs = Math.min(nextGapFromMs ?? Infinity, fromMs);
  }
  link.onChange(() => missedSince(link.heardUntilMs()));

  async function findCutOff(): Promise<boolean> {
    const { rows } = await database.query<CutOffRow>({ name: "find_bus_cut_off", text: FIND_CUT_OFF });
    isOtherCutOff = rows[0]?.is_now ?? false;
    const wasSaid = rows[0] !== undefined && rows[0].value !== lastSaid;
    lastSaid = rows[0]?.value;
    return isOtherCutOff || wasSaid;
  }

  return {
    isWhole,
    missedSince,
    async sayCutOff() {
      if (!link.isConnected()) await database.query(SAY_CUT_OFF);
    },
    async look() {
      const nowMs = clock.nowMs();
      // The last look may be long ago, and a process reports only a moment later that it is cut off.
      if (await findCutOff()) missedSince(lookedAtMs - CUT_OFF_MS);
      if (!link.isConnected()) missedSince(nowMs);
      lookedAtMs = nowMs;
      nextGapFromMs = isWhole() ? undefined : nowMs - MARGIN_MS;
      return gapFromMs === undefined ? undefined : Math.max(gapFromMs, nowMs - LONGEST_GAP_MS);
    },
    caughtUp(sinceMs) {
      const fromMs = sinceMs <= madeUp.toMs ? Math.min(sinceMs, madeUp.fromMs) : sinceMs;
      madeUp = { fromMs, toMs: lookedAtMs };
      gapFromMs = nextGapFromMs;
    },
  };
}

type CutOffRow = { value: string; is_now: boolean };

// Uses the database's clock. One of the cut-off processes writes it.
const SAY_CUT_OFF = `
  insert into kept_values as k (name, value) values ('bus-cut-off', extract(epoch from clock_timestamp())::text)
  on conflict (name) do update set value = excluded.value where excluded.value::numeric > k.value::numeric + 0.5`;

const FIND_CUT_OFF = `
  select value, value::numeric > extract(epoch from clock_timestamp()) - ${CUT_OFF_MS / 1000} as is_now
  from kept_values where name = 'bus-cut-off'`;
