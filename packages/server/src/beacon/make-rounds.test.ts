import { createHash } from "node:crypto";
import { BEACON_SCHEME, chainHashOf, QUICKNET, rhoOf } from "@veritick/domain/beacon.ts";
import { dueTick } from "@veritick/domain/rounds.ts";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { areRoundsSigned } from "@veritick/domain/beacon-signatures.ts";
import { expect, it } from "vitest";
import { beaconScope, loseRounds, ROUND } from "../../testing/beacon-apart.ts";
import { TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { memoisedKey } from "../../testing/signed-rounds.ts";
import { TEST_BEACON_KEY } from "../../testing/test-app.ts";
import { createBls } from "./bls.ts";
import { openLocalKey } from "./make-rounds.ts";

const SECRET = new Uint8Array(32).fill(0xab);
const local = await memoisedKey(SECRET);
const { chain } = local;
const LOCAL = { kind: "local", key: SECRET, delayMs: 0 } as const;
const REFUSING = {
  ...local,
  signer: {
    atOnce: 1,
    sign: () => {
      throw new Error("nothing is to be signed");
    },
  },
};

it("is a chain like any other, with the product's own names", async () => {
  const { chainHash, publicKey, ...rest } = chain;
  expect(rest).toEqual({
    genesisTime: QUICKNET.genesisTime,
    period: 3,
    groupHash: createHash("sha256").update("veritick/local-beacon/1").digest("hex"),
    schemeID: BEACON_SCHEME,
    beaconID: "veritick-local",
  });
  expect(chainHash).toBe(chainHashOf({ publicKey, ...rest }));
  expect((await openLocalKey(new Uint8Array(32).fill(0xff))).chain.chainHash).not.toBe(chainHash);
  expect((await openLocalKey(parseSecret(TEST_BEACON_KEY))).chain).toEqual(TEST_BEACON_CHAIN);
});

it("makes each round when it is due and never before, whichever time it is given", async () => {
  const { clock, open } = await beaconScope();
  const beacon = await open(LOCAL, { local });
  const heard: number[] = [];
  beacon.onRounds((newest) => heard.push(newest));
  expect(beacon.newestRound()).toBeUndefined();
  await beacon.follow(ROUND);
  expect(beacon.newestRound()).toBe(ROUND);
  beacon.makeDue(clock.nowMs() + 60_000);
  clock.jump(2.999);
  beacon.makeDue(clock.nowMs());
  expect([beacon.newestRound(), beacon.state(clock.nowMs())]).toEqual([ROUND, "live"]);
  clock.jump(0.001);
  expect(beacon.state(clock.nowMs())).toBe("hold");
  beacon.makeDue(clock.nowMs());
  expect([beacon.newestRound(), beacon.state(clock.nowMs())]).toEqual([ROUND + 1, "live"]);
  clock.jump(6);
  beacon.makeDue(clock.nowMs());
  expect(heard).toEqual([ROUND, ROUND + 1, ROUND + 3]);
  const rounds = await beacon.storedRounds(ROUND, ROUND + 3);
  expect(rounds.map(({ round }) => round)).toEqual([ROUND, ROUND + 1, ROUND + 2, ROUND + 3]);
  expect(areRoundsSigned(chain.publicKey, rounds)).toBe(true);
  expect(beacon.rhoOf(ROUND + 2)).toBe(rhoOf(rounds[2]!.signature));
  for (const absent of [ROUND - 1, ROUND + 4, ROUND + 0.5, NaN])
    expect(() => beacon.rhoOf(absent)).toThrow(RangeError);
  expect(beacon.isClockDoubtful(clock.nowMs())).toBe(false);
});

it("makes the rounds of a stop in a thread, and signs none twice after it", async () => {
  const { clock, open, database } = await beaconScope();
  const first = await open(LOCAL, { local: REFUSING, bls: createBls() });
  clock.jump(3 * 99);
  await first.follow(ROUND);
  expect(first.newestRound()).toBe(ROUND + 99);
  expect(areRoundsSigned(chain.publicKey, await first.storedRounds(ROUND + 95, ROUND + 99))).toBe(true);
  await first.stop();
  const { rows } = await database.query("select count(*)::integer as rounds from beacon_rounds");
  expect(rows).toEqual([{ rounds: 100 }]);
  const again = await open(LOCAL, { local: REFUSING });
  await again.follow(ROUND + 50);
  expect(again.newestRound()).toBe(ROUND + 99);
  expect(again.rhoOf(ROUND + 50)).toBe(first.rhoOf(ROUND + 50));
  // This round is older than the first one that this beacon follows.
  expect(await again.storedRounds(ROUND, ROUND)).toEqual(await first.storedRounds(ROUND, ROUND));
});

it("reports its state while it makes missing rounds, and announces them step by step", async () => {
  const { clock, open } = await beaconScope();
  const beacon = await open(LOCAL, { local });
  await beacon.follow(ROUND);
  const states: string[] = [];
  beacon.onRounds(() => states.push(beacon.state(clock.nowMs())));
  clock.jump(3 * 100);
  expect(beacon.state(clock.nowMs())).toBe("late");
  beacon.makeDue(clock.nowMs());
  await expect.poll(() => beacon.newestRound(), { timeout: 10_000, interval: 20 }).toBe(ROUND + 100);
  expect(states).toEqual(["catch_up", "live"]);
});

it("makes no further rounds if the clock leapt ahead and is right again", async () => {
  const { clock, open } = await beaconScope();
  const beacon = await open(LOCAL, { local });
  await beacon.follow(ROUND);
  clock.jump(3_600);
  beacon.makeDue(clock.nowMs());
  clock.correct(-3_597);
  await expect.poll(() => beacon.newestRound(), { timeout: 10_000, interval: 20 }).toBeGreaterThan(ROUND + 2);
  const made = beacon.newestRound()!;
  await beacon.stop();
  expect(made).toBeLessThan(ROUND + 130);
  expect(beacon.newestRound()).toBe(made);
});

it("keeps the rounds of other chains apart, and lets no statement change one", async () => {
  const { clock, open, database } = await beaconScope();
  const other = new Uint8Array(32).fill(0xcd);
  await (await open({ ...LOCAL, key: other })).follow(ROUND);
  const beacon = await open(LOCAL, { local });
  await beacon.follow(ROUND);
  await beacon.flush();
  expect(beacon.newestRound()).toBe(ROUND);
  expect(dueTick(chain, ROUND) * 1000).toBe(Math.floor(clock.nowMs()));
  for (const statement of [
    "update beacon_rounds set signature = signature",
    "delete from beacon_rounds where false",
    "truncate beacon_rounds",
  ])
    await expect(database.query(statement)).rejects.toMatchObject({ code: "23001" });
});

it("makes rounds again that are lost from the database", async () => {
  const { clock, open, database } = await beaconScope();
  clock.jump(3 * 12);
  const first = await open(LOCAL, { local });
  await first.follow(ROUND);
  await first.flush();
  const whole = await first.storedRounds(ROUND, ROUND + 12);
  const again = await open(LOCAL, { local });
  await again.follow(ROUND + 9);
  await loseRounds(database, [ROUND + 2, ROUND + 3, ROUND + 5]);
  expect(await again.storedRounds(ROUND, ROUND + 12)).toHaveLength(10);
  expect(await again.wholeRounds(ROUND, ROUND + 99)).toEqual(whole);
  await again.flush();
  expect(await again.storedRounds(ROUND, ROUND + 12)).toEqual(whole);
});
