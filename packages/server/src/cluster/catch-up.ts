import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import type { Clock } from "../platform/clock.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import type { CarriedBus } from "./carried-bus.ts";
import type { BusHealth } from "./health.ts";
import type { Told } from "./told.ts";

export type MissedPush = { userId: string; push: UserPush };

/** What a feature can tell of what was done since a time; it asks the database with bounds that an index serves. */
export type FindMissed = (userIds: readonly string[], sinceMs: number) => Promise<MissedPush[]>;

/** Where to look for what the users with a live connection here have missed. */
export type MissedSources = {
  /** In the order in which they are told. */
  news: readonly FindMissed[];
  balances(userIds: readonly string[]): Promise<MissedPush[]>;
  /** Which of these sessions have ended. */
  endedSessions(sessionKeys: readonly string[]): Promise<Set<string>>;
};

/** So many users or sessions to a query. */
const AT_ONCE = 1_000;

/**
 * Makes up for what other processes said and nobody heard here: once a second as long as anything is amiss, and once more
 * when all is well again. What users were told anyway they are not told twice. Returns the work of one second.
 */
export function createCatchUp(context: {
  bus: CarriedBus;
  health: BusHealth;
  hub: Hub;
  clock: Clock;
  told: Told;
  sources: MissedSources;
}): () => Promise<void> {
  const { bus, health, hub, clock, told, sources } = context;

  bus.subscribe((message) => {
    if (message.kind === "push" && hub.hasUser(message.userId)) {
      told.note(message.userId, message.push, clock.nowMs());
    }
  });

  /** Here alone: the others look for themselves. The listener above takes note of it. */
  function tellNews(missed: readonly MissedPush[]): void {
    for (const { userId, push } of missed) {
      if (told.isNews(userId, push)) bus.tellHere({ kind: "push", userId, push });
    }
  }

  async function endSessions(): Promise<void> {
    for (const some of inParts(hub.sessions())) {
      const ended = await sources.endedSessions(some.map(({ sessionKey }) => sessionKey));
      for (const { userId, sessionKey } of some) {
        if (ended.has(sessionKey)) bus.tellHere({ kind: "sessionEnded", userId, sessionKey });
      }
    }
  }

  async function catchUp(sinceMs: number): Promise<void> {
    bus.announceGap();
    await endSessions();
    const userIds = hub.users();
    for (const find of sources.news) {
      for (const some of inParts(userIds)) tellNews(await find(some, sinceMs));
    }
    for (const some of inParts(userIds)) tellNews(await sources.balances(some));
  }

  return async () => {
    const sinceMs = await health.look();
    if (sinceMs !== undefined) {
      await catchUp(sinceMs);
      health.caughtUp(sinceMs);
    }
    // Two processes may have changed one balance, and been heard in the other order.
    const doubtful = told.doubtful();
    if (sinceMs === undefined && doubtful.length > 0) tellNews(await sources.balances(doubtful));
  };
}

function inParts<T>(entries: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < entries.length; from += AT_ONCE) parts.push(entries.slice(from, from + AT_ONCE));
  return parts;
}
