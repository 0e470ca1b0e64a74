import { rhoOf } from "@veritick/domain/beacon.ts";
import { describe, expect, it, vi } from "vitest";
import { beaconScope, loseRounds, ROUND } from "../../testing/beacon-apart.ts";
import { signOnce } from "../../testing/signed-rounds.ts";
import { RELAY_KEY } from "../../testing/fake-relay.ts";
import type { RelayManner } from "../../testing/fake-relay.ts";
import type { MovableClock } from "../../testing/movable-clock.ts";
import { createBls } from "./bls.ts";

vi.setConfig({ testTimeout: 40_000 });
const NEXT = ROUND + 1;
const until = (holds: () => unknown) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 30_000, interval: 10 });
/** Lets time pass until a condition holds, because a call that failed on a busy machine is repeated later. */
const pass = (clock: MovableClock, holds: () => boolean) => until(() => (clock.jump(0.02), holds()));

const FAILING: RelayManner[] = [
  "silent",
  "wrong",
  "forked",
  "other round",
  "slow",
  "huge",
  "html",
  "302",
  "500",
  "404",
];

describe.each(FAILING.map((manner) => [manner]))("a relay that is or answers %s", (manner) => {
  it("holds up no other", async () => {
    const { clock, relay, ask } = await beaconScope();
    const beacon = await ask([await relay(manner), await relay()]);
    await beacon.follow(ROUND);
    for (const round of [ROUND, NEXT, NEXT + 1]) {
      await pass(clock, () => beacon.newestRound() === round);
      expect(beacon.state(clock.nowMs())).toBe("live");
      clock.jump(3 - ((clock.nowMs() / 1000) % 3));
    }
    expect(beacon.rhoOf(NEXT)).toBe(rhoOf(signOnce(RELAY_KEY, NEXT)));
    expect(beacon.isClockDoubtful(clock.nowMs())).toBe(false);
  });

  it("is not believed alone, counts as failed, and is asked again", async () => {
    const { clock, relay, ask } = await beaconScope();
    const only = await relay(manner);
    const beacon = await ask([only]);
    clock.jump(2.9);
    await beacon.follow(NEXT);
    clock.jump(0.1);
    expect(beacon.state(clock.nowMs())).toBe("hold");
    clock.jump(2.5);
    await until(async () => (await beacon.failures()) > 0);
    expect(beacon.newestRound()).toBeUndefined();
    expect(beacon.state(clock.nowMs())).toBe("late");
    expect(() => beacon.rhoOf(NEXT)).toThrow(RangeError);
    only.manner = "well";
    await pass(clock, () => beacon.state(clock.nowMs()) === "live");
    expect(beacon.rhoOf(NEXT)).toBe(rhoOf(signOnce(RELAY_KEY, NEXT)));
  });
});

it("accepts a late round, checks it in another thread and reports the delay", async () => {
  const { clock, relay, ask } = await beaconScope();
  const beacon = await ask([await relay({ lateMs: 2_000 })], { bls: createBls() });
  await beacon.follow(NEXT);
  clock.jump(4);
  expect(beacon.newestRound()).toBeUndefined();
  clock.jump(1);
  await until(() => beacon.newestRound() === NEXT);
  expect((await beacon.metrics.beaconLateSeconds.get()).values[0]!.value).toBeGreaterThanOrEqual(2);
});

it("doubts the clock from a round that verifies before it is due, until two blocks later", async () => {
  const { clock, relay, ask } = await beaconScope();
  const hasty = await relay("early");
  const beacon = await ask([hasty]);
  await beacon.follow(NEXT);
  await until(() => beacon.newestRound() === NEXT);
  hasty.manner = "well";
  expect(beacon.isClockDoubtful(clock.nowMs())).toBe(true);
  clock.jump(3);
  expect(beacon.isClockDoubtful(clock.nowMs() + 5_999)).toBe(true);
  expect(beacon.isClockDoubtful(clock.nowMs() + 6_000)).toBe(false);
  clock.jump(3);
  await pass(clock, () => beacon.newestRound() === NEXT + 1);
  expect(beacon.isClockDoubtful(clock.nowMs() + 3_000)).toBe(false);
});

it("fetches the rounds of a ten-minute outage in order, whichever relay fails meanwhile", async () => {
  const { clock, relay, ask } = await beaconScope();
  const relays = [await relay("500"), await relay("html"), await relay("500")];
  const beacon = await ask(relays, { answerMs: 5_000 });
  const newest: number[] = [];
  const states = new Set<string>();
  beacon.onRounds((round) => {
    newest.push(round);
    states.add(beacon.state(clock.nowMs()));
  });
  await beacon.follow(NEXT);
  clock.jump(600);
  expect(beacon.state(clock.nowMs())).toBe("late");
  relays[0]!.manner = "forked";
  relays[2]!.manner = "well";
  await pass(clock, () => beacon.state(clock.nowMs()) === "live");
  const last = beacon.newestRound()!;
  expect(last).toBeGreaterThanOrEqual(ROUND + 200);
  expect(newest).toEqual(newest.toSorted((a, b) => a - b));
  expect([...states]).toEqual(["catch_up", "live"]);
  for (const round of [NEXT, NEXT + 100, last])
    expect(beacon.rhoOf(round)).toBe(rhoOf(signOnce(RELAY_KEY, round)));
  expect(beacon.isClockDoubtful(clock.nowMs())).toBe(false);
});

it("asks a relay again that failed while the clock was an hour ahead", async () => {
  const { clock, relay, ask } = await beaconScope();
  const only = await relay("500");
  clock.jump(3_600);
  const beacon = await ask([only]);
  await beacon.follow(NEXT);
  await until(async () => (await beacon.failures()) > 0);
  only.manner = "well";
  clock.correct(-3_600);
  await pass(clock, () => beacon.newestRound() === NEXT);
  expect(beacon.state(clock.nowMs())).toBe("live");
});

it("finds a round in the store although the clock was an hour behind when it began to wait", async () => {
  const { clock, relay, ask } = await beaconScope();
  const [well, failing] = [await ask([await relay()]), await ask([await relay("500")])];
  clock.correct(-3_600);
  await failing.follow(NEXT);
  await until(async () => (await failing.failures()) > 0);
  clock.correct(3_603);
  await well.follow(NEXT);
  await pass(clock, () => failing.newestRound() === NEXT);
  expect(failing.state(clock.nowMs())).toBe("live");
});

it("continues from the stored rounds after a kill while it caught up", async () => {
  const { clock, relay, ask, database } = await beaconScope();
  const only = await relay();
  clock.jump(3 * 200);
  const first = await ask([only], { answerMs: 5_000 });
  first.onRounds(() => void (only.manner = "500"));
  await first.follow(NEXT);
  await until(() => first.newestRound() !== undefined);
  // A kill finishes nothing, unlike an orderly stop.
  const stored = first.newestRound()!;
  const count = async () =>
    (await database.query("select count(*)::integer as rounds from beacon_rounds")).rows[0].rounds;
  await until(async () => (await count()) === stored - ROUND);
  expect(stored).toBeLessThan(ROUND + 200);
  await first.stop();
  only.manner = "well";
  const again = await ask([only], { answerMs: 5_000 });
  await again.follow(NEXT);
  expect(again.newestRound()).toBe(stored);
  await pass(clock, () => again.state(clock.nowMs()) === "live");
  const last = again.newestRound()!;
  await again.flush();
  const { rows } = await database.query(
    "select min(round), max(round), count(*)::integer from beacon_rounds",
  );
  expect(rows).toEqual([{ min: NEXT, max: last, count: last - ROUND }]);
  expect(await again.storedRounds(ROUND - 5, NEXT)).toEqual([
    { round: NEXT, signature: signOnce(RELAY_KEY, NEXT) },
  ]);
});

describe("two processes", () => {
  it("share a round that one of them cannot fetch", async () => {
    const { clock, relay, ask } = await beaconScope();
    const lucky = await ask([await relay()]);
    const cutOff = await ask([await relay("silent")]);
    await Promise.all([lucky.follow(NEXT), cutOff.follow(NEXT)]);
    for (const round of [NEXT, NEXT + 1]) {
      clock.jump(3 - ((clock.nowMs() / 1000) % 3));
      await pass(clock, () => lucky.newestRound() === round);
      await lucky.flush();
      await pass(clock, () => cutOff.newestRound() === round);
    }
    expect(cutOff.rhoOf(NEXT + 1)).toBe(lucky.rhoOf(NEXT + 1));
  });

  it("reject a round that somebody else has put into the database", async () => {
    const { clock, relay, ask, database } = await beaconScope();
    const { chainHash } = (await relay()).chain;
    const put = (round: number, signature: string) =>
      database.query(
        "insert into beacon_rounds values (decode($1, 'hex'), $2, decode($3, 'hex'), decode($4, 'hex'))",
        [chainHash, round, signature, "00".repeat(16)],
      );
    await put(NEXT, signOnce(RELAY_KEY, NEXT));
    await put(NEXT + 1, signOnce(RELAY_KEY, NEXT));
    const said: string[] = [];
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (...of: unknown[]) => void said.push(String(of[1])),
    };
    const only = await relay("silent");
    const beacon = await ask([only], { log: log as never, bls: createBls() });
    clock.jump(6);
    await beacon.follow(NEXT);
    expect(beacon.newestRound()).toBe(NEXT);
    expect(said[0]).toContain("somebody changed the database");
    only.manner = "well";
    await pass(clock, () => beacon.newestRound() === NEXT + 1);
    expect(beacon.rhoOf(NEXT + 1)).toBe(rhoOf(signOnce(RELAY_KEY, NEXT + 1)));
  });
});

it("fetches rounds again that are lost from the database, and trusts no relay about them", async () => {
  const { clock, relay, ask, database } = await beaconScope();
  const [liar, only] = [await relay(), await relay()];
  clock.jump(3 * 12);
  const first = await ask([only], { answerMs: 5_000 });
  await first.follow(NEXT);
  await pass(clock, () => first.newestRound() === ROUND + 12);
  await first.flush();
  const whole = await first.storedRounds(NEXT, ROUND + 12);
  await first.stop();
  const again = await ask([liar, only], { answerMs: 5_000, bls: createBls() });
  await again.follow(ROUND + 9);
  // The liar is asked first about the middle one.
  await loseRounds(database, [NEXT, NEXT + 3, NEXT + 4]);
  liar.manner = only.manner = "500";
  expect(await again.wholeRounds(NEXT, ROUND + 12)).toHaveLength(9);
  [liar.manner, only.manner] = ["forked", "well"];
  const restored = async () => (await again.wholeRounds(NEXT, ROUND + 12)).length === 12;
  await until(async () => (clock.jump(0.02), restored()));
  expect(await again.wholeRounds(NEXT, ROUND + 12)).toEqual(whole);
  await again.flush();
  expect(await again.storedRounds(NEXT, ROUND + 12)).toEqual(whole);
});

it("keeps going while the database does not answer", async () => {
  const { clock, relay, ask, database } = await beaconScope();
  const beacon = await ask([await relay()]);
  await beacon.follow(NEXT);
  await database.query("alter table beacon_rounds rename to mislaid");
  clock.jump(3);
  await pass(clock, () => beacon.newestRound() === NEXT);
  await beacon.flush();
  await database.query("alter table mislaid rename to beacon_rounds");
  clock.jump(3);
  await pass(clock, () => beacon.newestRound() === NEXT + 1);
  await beacon.flush();
  const { rows } = await database.query("select round from beacon_rounds order by round");
  expect(rows.map(({ round }) => round)).toEqual([NEXT, NEXT + 1]);
});
