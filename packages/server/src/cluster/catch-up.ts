import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import type { Clock } from "../platform/clock.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import type { BusMessage } from "./bus.ts";
import type { NetworkedBus } from "./networked-bus.ts";
import type { BusHealth } from "./bus-health.ts";
import type { RecentPushes } from "./recent-pushes.ts";

export type MissedPush = { userId: string; push: UserPush };

/** Finds what a feature did to these users since a time. Its query has bounds that an index serves. */
export type FindMissed = (userIds: readonly string[], sinceMs: number) => Promise<MissedPush[]>;

/** Where to look for pushes that users with a live connection here have missed. */
export type MissedSources = {
  /** In the order in which they are delivered. */
  news: readonly FindMissed[];
  balances(userIds: readonly string[]): Promise<MissedPush[]>;
  /** Which of these sessions have ended. */
  endedSessions(sessionKeys: readonly string[]): Promise<Set<string>>;
};

/** How many users or sessions one query covers. */
const AT_ONCE = 1_000;

/**
 * Delivers the pushes that other processes published and this one did not hear: once a second while the bus has a gap, and
 * once more when it is whole again. Users get nothing twice. Returns the work of one second.
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

/** Ends the live connections of sessions that are over, although nobody told this process. */
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
