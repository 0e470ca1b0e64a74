import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import { describe, expect, it } from "vitest";
import { fakeNetwork } from "../../testing/fake-links.ts";
import type { Database } from "../platform/db/database.ts";
import { createRecentPushes } from "./catch-up.ts";
import { createBusHealth } from "./networked-bus.ts";

const MARGIN_MS = 3_000;

/** Makes the health of a process that finds no news of others in the database. */
function create() {
  const now = { ms: 10_000_000 };
  const clock = { nowMs: () => now.ms, onTick: () => () => {} };
  const database = { query: () => Promise.resolve({ rows: [], rowCount: 0 }) } as unknown as Database;
  const link = fakeNetwork(clock).join();
  return { now, link, health: createBusHealth({ link, clock, database }) };
}

describe("the catch-up on missed messages", () => {
  it("is still due if it becomes necessary while another one runs", async () => {
    const { now, health } = create();
    health.missedSince(now.ms);
    const sinceMs = await health.look();
    health.missedSince(now.ms - 60_000);
    health.caughtUp(sinceMs!);
    expect(await health.look()).toBe(now.ms - 60_000 - MARGIN_MS);
  });

  it("covers each moment once however long the link is down, and ends once it is up", async () => {
    const { now, link, health } = create();
    const cutAtMs = now.ms;
    link.cut();
    for (let second = 0; second < 300; second += 1) {
      const sinceMs = await health.look();
      expect(sinceMs).toBe(Math.max(cutAtMs, now.ms - 1_000) - MARGIN_MS);
      health.caughtUp(sinceMs!);
      now.ms += 1_000;
    }
    link.mend();
    // Messages were missed since the cut, but polls have covered all of that time except its end.
    health.missedSince(cutAtMs);
    const sinceMs = await health.look();
    expect(sinceMs).toBe(now.ms - 1_000 - MARGIN_MS);
    health.caughtUp(sinceMs!);
    expect(await health.look()).toBeUndefined();
  });
});

it("forgets old pushes while the clock stands stepped back", () => {
  const recent = createRecentPushes();
  const push = (id: string) => ({ type: "securityEvent", event: { id } }) as UserPush;
  recent.note("ann", push("before the step"), 3_600_000);
  for (const [id, ms] of [
    ["first", 0],
    ["second", 90_000],
    ["third", 180_000],
  ] as const)
    recent.note("ann", push(id), ms);
  const told = ["before the step", "first", "second", "third"].map((id) => recent.wasTold(push(id)));
  expect(told).toEqual([false, false, true, true]);
});
