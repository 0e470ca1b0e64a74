import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import type { Clock } from "../platform/clock.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import type { BusHealth, NetworkedBus } from "./networked-bus.ts";
import type { BusMessage } from "./bus.ts";

export type MissedPush = { userId: string; push: UserPush };

/** Finds the events of a feature for these users since a time. An index serves the bounds of its query. */
export type FindMissed = (userIds: readonly string[], sinceMs: number) => Promise<MissedPush[]>;

/** The sources of pushes that users with a live connection here have missed. */
export type MissedSources = {
  /** In the order of delivery. */
  news: readonly FindMissed[];
  balances(userIds: readonly string[]): Promise<MissedPush[]>;
  endedSessions(sessionKeys: readonly string[]): Promise<Set<string>>;
};

const AT_ONCE = 1_000;

/**
 * Delivers the pushes that other processes published and this one did not hear: once a second while the bus has a gap, and
 * once more when it is whole again. No user gets a push twice. Returns the work of one second.
 */
export function createCatchUp(context: {
  bus: NetworkedBus;
  health: BusHealth;
  hub: Hub;
  clock: Clock;
  recent: RecentPushes;
  sources: MissedSources;
}): () => Promise<void> {
  const { bus, health, hub, clock, recent, sources } = context;

  bus.subscribe((message) => {
    if (message.kind === "push" && hub.hasUser(message.userId)) {
      recent.note(message.userId, message.push, clock.nowMs());
    }
  });

  /** Publishes to this process alone, because the others look for themselves. The listener above notes each push. */
  function deliver(missed: readonly MissedPush[]): void {
    for (const { userId, push } of missed) {
      if (recent.isNews(userId, push)) bus.publishHere({ kind: "push", userId, push });
    }
  }

  async function catchUp(sinceMs: number): Promise<void> {
    bus.announceGap();
    await endOverSessions(hub, sources, bus.publishHere);
    const userIds = hub.users();
    for (const find of sources.news) {
      for (const some of inParts(userIds)) deliver(await find(some, sinceMs));
    }
    for (const some of inParts(userIds)) deliver(await sources.balances(some));
  }

  return async () => {
    const sinceMs = await health.look();
    if (sinceMs !== undefined) {
      await catchUp(sinceMs);
      health.caughtUp(sinceMs);
    }
    // Two processes may have changed one balance, and their pushes may have arrived in the other order.
    const doubtful = recent.doubtful();
    if (sinceMs === undefined && doubtful.length > 0) deliver(await sources.balances(doubtful));
  };
}

/** Ends the live connections of sessions that are over, even if this process heard no message about them. */
export async function endOverSessions(
  hub: Hub,
  sources: Pick<MissedSources, "endedSessions">,
  publish: (message: BusMessage) => void,
): Promise<void> {
  for (const some of inParts(hub.sessions())) {
    const ended = await sources.endedSessions(some.map(({ sessionKey }) => sessionKey));
    for (const { userId, sessionKey } of some) {
      if (ended.has(sessionKey)) publish({ kind: "sessionEnded", userId, sessionKey });
    }
  }
}

function inParts<T>(entries: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < entries.length; from += AT_ONCE) parts.push(entries.slice(from, from + AT_ONCE));
  return parts;
}

/** Pushes are remembered for at least this long, which is longer than any poll looks back beyond its gap. */
const KEPT_MS = 90_000;

/** The recent pushes to users with a live connection here, so that a poll repeats none of them. */
type RecentPushes = {
  /** Notes that the user has a live connection from now on. */
  arrived(userId: string, nowMs: number): void;
  /** True if a single event (a decided position or a security event) was already delivered here. */
  wasTold(push: UserPush): boolean;
  /** False if the user got this push already, or connected after the event and has loaded the state since. */
  isNews(userId: string, push: UserPush): boolean;
  note(userId: string, push: UserPush, nowMs: number): void;
  left(userId: string): void;
  /** Returns the users who got two balances shortly after each other, possibly in the wrong order. Names each once. */
  doubtful(): string[];
};

/** Two balances of a user within this time may have been committed in the other order. */
const DOUBT_MS = 1_000;
/** An event this shortly before a user connected may be new to them. */
const BEFORE_MS = 5_000;

export function createRecentPushes(): RecentPushes {
  let fresh = new Set<string>();
  let old = new Set<string>();
  let rotatedAtMs = -Infinity;
  const balances = new Map<string, { balance: string; atMs: number }>();
  const doubted = new Set<string>();
  const connectedAtMs = new Map<string, number>();

  function rotate(nowMs: number): void {
    // The distance counts, because the clock may step back.
    if (Math.abs(nowMs - rotatedAtMs) < KEPT_MS) return;
    [old, fresh] = [fresh, new Set()];
    rotatedAtMs = nowMs;
  }

  function noteBalance(userId: string, balance: string, nowMs: number): void {
    const before = balances.get(userId);
    if (before !== undefined && nowMs - before.atMs < DOUBT_MS) doubted.add(userId);
    balances.set(userId, { balance, atMs: nowMs });
  }

  const isKept = (push: Event) => fresh.has(keyOf(push)) || old.has(keyOf(push));

  return {
    wasTold: (push) => (push.type === "positionResolved" || push.type === "securityEvent") && isKept(push),
    arrived(userId, nowMs) {
      if (!connectedAtMs.has(userId)) connectedAtMs.set(userId, nowMs);
    },
    isNews(userId, push) {
      if (push.type === "balanceUpdate") return balances.get(userId)?.balance !== push.balance;
      if (timeOf(push) < (connectedAtMs.get(userId) ?? 0) - BEFORE_MS) return false;
      return !isKept(push);
    },
    note(userId, push, nowMs) {
      rotate(nowMs);
      if (push.type === "balanceUpdate") noteBalance(userId, push.balance, nowMs);
      else fresh.add(keyOf(push));
    },
    left(userId) {
      connectedAtMs.delete(userId);
      balances.delete(userId);
      doubted.delete(userId);
    },
    doubtful() {
      const users = [...doubted];
      doubted.clear();
      return users;
    },
  };
}

type Event = Exclude<UserPush, { type: "balanceUpdate" }>;

function timeOf(push: Event): number {
  switch (push.type) {
    case "positionResolved":
      return push.position.expiryTick * 1000;
    case "depositUpdate":
      return Date.parse(push.deposit.updatedAt);
    case "withdrawalUpdate":
      return Date.parse(push.withdrawal.updatedAt);
    case "securityEvent":
      return Date.parse(push.event.createdAt);
  }
}

function keyOf(push: Event): string {
  switch (push.type) {
    case "positionResolved":
      return push.position.id;
    case "depositUpdate":
      return `${push.deposit.id}@${push.deposit.updatedAt}`;
    case "withdrawalUpdate":
      return `${push.withdrawal.id}@${push.withdrawal.updatedAt}`;
    case "securityEvent":
      return push.event.id;
  }
}
