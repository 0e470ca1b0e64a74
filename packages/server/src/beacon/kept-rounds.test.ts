import { QUICKNET } from "@veritick/domain/beacon.ts";
import { dueTick } from "@veritick/domain/rounds.ts";
import { describe, expect, it } from "vitest";
import { KeptRounds } from "./kept-rounds.ts";
import type { RoundSource } from "./kept-rounds.ts";

const FIRST = 32_398_878;
const SIGNATURE = "00".repeat(48);
const HOUR = 1_200;
const dueMs = (round: number) => dueTick(QUICKNET, round) * 1000;

/** Adds rounds one after the other, each this long after it is due. */
function start(behindMs = () => 0) {
  const kept = new KeptRounds(QUICKNET, FIRST, dueMs(FIRST), behindMs);
  /** Returns whether the clock is doubtful when the round arrives. */
  function add(afterMs: number, from: RoundSource = "relay"): boolean {
    const round = kept.next;
    kept.add({ round, signature: SIGNATURE }, dueMs(round) + afterMs, from);
    return kept.isClockDoubtful(dueMs(round) + afterMs);
  }
  const addMany = (count: number, ...arrival: Parameters<typeof add>) =>
    Array.from({ length: count }, () => add(...arrival));
  return { kept, add, addMany };
}

describe("a round in hand before it is due", () => {
  it.each(["relay", "store", "made"] as const)("makes the clock doubtful: %s", (from) => {
    const { kept, add } = start();
    expect(add(0, from)).toBe(false);
    expect(add(-1, from)).toBe(true);
    const resumesMs = dueMs(kept.newest! + 2);
    expect([resumesMs - 1, resumesMs].map((nowMs) => kept.isClockDoubtful(nowMs))).toEqual([true, false]);
  });

  it("makes it doubtful too if the clock is put back later", () => {
    const { kept, add } = start();
    expect(add(0)).toBe(false);
    expect(kept.isClockDoubtful(dueMs(FIRST) - 1)).toBe(true);
  });

  it("is due by the latest time that the database's clock may show", () => {
    let behindMs = 20;
    const { kept, add } = start(() => behindMs);
    expect(add(-20)).toBe(false);
    expect(kept.isClockDoubtful(dueMs(FIRST) - 20)).toBe(false);
    behindMs = 0;
    expect(kept.isClockDoubtful(dueMs(FIRST) - 20)).toBe(true);
  });
});

describe("a relay's round that comes much sooner than those of the last hour", () => {
  it("makes the clock doubtful for two blocks", () => {
    const { kept, add, addMany } = start();
    addMany(99, 900);
    expect(add(550)).toBe(false);
    expect(add(251)).toBe(false);
    addMany(HOUR, 550);
    expect(add(250)).toBe(true);
    const resumesMs = dueMs(kept.newest! + 2);
    expect([resumesMs - 1, resumesMs].map((nowMs) => kept.isClockDoubtful(nowMs))).toEqual([true, false]);
  });

  it("is not compared before 100 rounds were seen", () => {
    const { add, addMany } = start();
    addMany(99, 900);
    expect(add(0)).toBe(false);
    const later = start();
    later.addMany(100, 900);
    expect(later.add(0)).toBe(true);
  });

  it("is compared with the soonest of one hour, not of earlier ones", () => {
    const { add, addMany } = start();
    addMany(100, 400);
    expect(addMany(HOUR - 2, 700)).not.toContain(true);
    // The last of the first rounds is still within the hour.
    expect(add(399)).toBe(false);
    expect(addMany(HOUR, 700)).not.toContain(true);
    expect(add(400)).toBe(true);
  });

  it("is no sign if it was missing for longer, was stored or was made here", () => {
    const { add, addMany } = start();
    // An outage, a start with stored rounds and rounds of its own show nothing about the clock.
    addMany(500, 3_000);
    addMany(500, 2_500, "store");
    addMany(500, 2_500, "made");
    expect(add(100)).toBe(false);
    addMany(100, 900);
    expect([add(0, "store"), add(0, "made")]).toEqual([false, false]);
    expect(add(100)).toBe(false);
  });
});
