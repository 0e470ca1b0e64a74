import { beaconKeyOf, beaconPublicKey, signRound } from "@veritick/domain/beacon-signatures.ts";
import { describe, expect, it } from "vitest";
import { GENESIS_TICK, makeReceipt, QUICKNET_VECTORS, SECOND_HOUR } from "./offline-receipt.ts";
import { signatureOf, startOfflineSite } from "./offline-receipt.ts";
import { STRANGERS_KEY } from "./receipt-file.ts";
import { useFiles, verifier, verify } from "./verifier.ts";

const put = useFiles();
/** The order of the field of the curve's coordinates. */
const FIELD = BigInt(
  "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
);
const pinned = ["--key", STRANGERS_KEY];
/** One position from the price's first hour into the second, and one that starts in the second hour. */
const crossing = makeReceipt(SECOND_HOUR - 31);
const within = makeReceipt(SECOND_HOUR + 2);
const [FIRST_HOUR, ROUND] = [497_222, within.rounds[5].round];

describe("quicknet", () => {
  const { chain, rounds } = QUICKNET_VECTORS;
  const [{ round, signature }] = rounds;

  it("hashes to its chain hash", () => {
    expect(verifier.chainHashOf(chain)).toBe(chain.chainHash);
    expect(verifier.chainHashOf({ ...chain, beaconID: "default" })).toBe(
      verifier.chainHashOf({ ...chain, beaconID: "" }),
    );
  });

  it("has signed its round 42, and its signature fits no other round", () => {
    expect(verifier.areSigned(chain.publicKey, [{ round, signature }])).toBe(true);
    expect(verifier.areSigned(chain.publicKey, [{ round: 43, signature }])).toBe(false);
    expect(verifier.areSigned(within.fairness.beacon.publicKey, [{ round, signature }])).toBe(false);
  });

  it("has signed no other encoding of the same point, which would give another random value", () => {
    const key = beaconKeyOf("11".repeat(32));
    const valueOf = (number: number) => BigInt(`0x${signRound(key, number)}`);
    // The first coordinate of a quarter of all points has two encodings in 381 bits.
    const twice = [1, 2, 3, 4, 5, 6, 7, 8, 9].find(
      (number) => (valueOf(number) % 2n ** 381n) + FIELD < 2n ** 381n,
    )!;
    const isRight = (value: bigint) =>
      verifier.areSigned(beaconPublicKey(key), [
        { round: twice, signature: value.toString(16).padStart(96, "0") },
      ]);
    expect([isRight(valueOf(twice)), isRight(valueOf(twice) + FIELD)]).toEqual([true, false]);
  });

  it("is told apart from a beacon whose operator can compute prices in advance", async () => {
    const file = structuredClone(within);
    expect((await verify("--position", put(file))).text).toContain("not drand's quicknet: its operator");
    file.fairness.beacon.kind = "local";
    const { text } = await verify("--position", put(file));
    expect(text).toContain("runs its own beacon: its operator can know prices in advance");
    Object.assign(file.fairness.beacon, chain);
    expect((await verify("--position", put(file))).text).toMatch(/^note {4}beacon +drand's quicknet: /m);
  });
});

it("passes with all rounds, even if the hour before has none", async () => {
  for (const [file, rounds] of [[crossing, "32399792 to 32399811"], [within, "32399812 to 32399832"]]) {
    const found = await verify("--position", put(file), ...pinned);
    expect(found, found.text).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
    expect(found.text).toContain(`the rounds ${rounds} are signed with the beacon's key`);
  }
}); // oxfmt-ignore

const set = (file: any, signature: string) => (file.rounds[5].signature = signature);
const swap = ({ rounds: [, one, other] }: any) =>
  ([one.signature, other.signature] = [other.signature, one.signature]);

it.each<[string, string, string, (file: any) => void]>([
  ["another round's signature", "rounds", `round ${ROUND} `, (f) => set(f, f.rounds[6].signature)],
  ["two rounds that were swapped", "rounds", `round ${ROUND - 4} `, swap],
  ["a round of another chain", "rounds", `round ${ROUND} `, (f) => set(f, signRound(beaconKeyOf("11".repeat(32)), ROUND))],
  ["no point of the curve", "rounds", `round ${ROUND} `, (f) => set(f, "ff".repeat(48))],
  ["a point outside the group", "rounds", `round ${ROUND} `, (f) => set(f, `80${"4".padStart(94, "0")}`)],
  ["the point at infinity", "rounds", `round ${ROUND} `, (f) => set(f, `c0${"00".repeat(47)}`)],
  ["two signatures of one round", "rounds", `round ${ROUND} `, (f) => f.rounds.push({ ...f.rounds[4], round: ROUND })],
  ["two signatures of one round, the right one last", "rounds", `round ${ROUND} `, (f) => f.rounds.unshift({ ...f.rounds[4], round: ROUND })],
  ["the rounds of another chain", "rounds", "is not signed", (f) => Object.assign(f.fairness.beacon, QUICKNET_VECTORS.chain)],
  ["no key", "rounds", "is not signed", (f) => (f.fairness.beacon.publicKey = "ff".repeat(96))],
  ["information that hashes to another chain", "beacon", "is given, not", (f) => (f.fairness.beacon.groupHash = "11".repeat(32))],
  ["another scheme", "beacon", "pedersen", (f) => (f.fairness.beacon.schemeID = "pedersen-bls-chained")],
  ["a period that straddles hours", "beacon", "in 7 s", (f) => (f.fairness.beacon.period = 7)],
  ["no period", "beacon", "in 0 s", (f) => (f.fairness.beacon.period = 0)],
  ["a beacon that began later", "rounds", "before the beacon's first", (f) => (f.fairness.beacon.genesisTime = 1_890_000_000)],
])("is wrong with %s", async (_, step, words, change) => {
  const file = structuredClone(within);
  change(file);
  const { code, wrong, lines, text } = await verify("--position", put(file), ...pinned);
  expect(wrong, text).toContain(step);
  const told = lines.filter((line) => line.startsWith(`WRONG   ${step} `));
  expect(told.join("\n")).toContain(words);
  expect(code).toBe(1);
}); // oxfmt-ignore

it("names a round that is missing, and computes no price after it", async () => {
  const file = structuredClone(within);
  file.rounds.splice(5, 1);
  const { code, wrong, missing, text } = await verify("--position", put(file), ...pinned);
  expect({ code, wrong, missing }).toEqual({ code: 2, wrong: [], missing: ["rounds", "result price"] });
  expect(text).toContain(`round ${ROUND} of 32399812 to 32399832: it is not in the file: give --url`);
  expect(text).toMatch(/^ok {6}entry price /m);
});

it("waits for rounds that are not due yet, and checks those that are", async () => {
  const downloaded = SECOND_HOUR + 30;
  const file = makeReceipt(SECOND_HOUR + 2, downloaded);
  const now = ["--now", new Date(downloaded * 1000).toISOString()];
  const early = await verify("--position", put(file), ...pinned, ...now);
  expect(early, early.text).toMatchObject({ code: 0, wrong: [], missing: [] });
  expect(early.later).toContain("rounds");
  file.rounds[0].signature = file.rounds[1].signature;
  expect((await verify("--position", put(file), ...now)).wrong).toEqual(["rounds"]);
});

it.each<[string, number, string | null, string]>([
  ["within its block", 0.9, "ok", "before the next round was due"],
  ["when the next round was due", 1, "missing", "late: cannot be told"],
  ["before its round was due", -2.1, "missing", "the clock is behind"],
  ["never, as nobody noted it", Number.NaN, "note", "is not recorded"],
])("tells of an answer that came %s", async (_, late, kind, words) => {
  const file = structuredClone(within);
  const at = (within.receipt.position.entryTick + late) * 1000;
  file.received = Number.isNaN(at) ? null : new Date(at).toISOString();
  file.receivedSignature = file.received && file.receipt.promise.signature;
  file.receivedPath = file.received && [];
  const { code, wrong, missing, text } = await verify("--position", put(file), ...pinned);
  const isMissing = kind === "missing";
  expect({ code, wrong, missing }).toEqual({
    code: isMissing ? 2 : 0,
    wrong: [],
    missing: isMissing ? ["received"] : [],
  });
  expect(text).toMatch(new RegExp(`^${kind} +received +.*${words}`, "m"));
}); // oxfmt-ignore

it("finds that the answer to the order has another signature than the receipt", async () => {
  const file = { ...structuredClone(within), receivedSignature: "11".repeat(64) };
  expect((await verify("--position", put(file), ...pinned)).wrong).toEqual(["received"]);
});

describe("with a site", () => {
  const now = ["--now", "2026-09-21T16:10:00Z"];
  const onSite = async (file: any, alter?: (body: any, path: string) => unknown) =>
    verify("--position", put(file), "--url", await startOfflineSite(within, alter), ...now);
  const isRounds = (path: string) => path.endsWith("/rounds");

  it("passes, and needs no rounds in a bare reply", async () => {
    for (const file of [within, within.receipt]) {
      const found = await onSite(file);
      expect(found, found.text).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
    }
  });

  it("is wrong if the site gives another signature of a round than the file", async () => {
    const other = (body: any, path: string) =>
      isRounds(path) && void (body[5].signature = signatureOf(ROUND + 1));
    const { wrong, text } = await onSite(within, other);
    expect(wrong).toContain("rounds");
    expect(text).toMatch(new RegExp(`^WRONG +rounds +round ${ROUND} is .* on the site$`, "m"));
    expect(text).toMatch(new RegExp(`^WRONG +rounds +round ${ROUND} is not signed`, "m"));
  });

  it("is wrong if the site names another chain than the file", async () => {
    const file = structuredClone(within);
    Object.assign(file.fairness.beacon, QUICKNET_VECTORS.chain);
    expect((await onSite(file)).wrong).toEqual(["beacon"]);
  });

  it("reports a round that neither the site nor the file has", async () => {
    const { code, missing, text } = await onSite(
      within.receipt,
      (body, path) => isRounds(path) && void body.splice(5, 1),
    );
    expect({ code, missing }).toEqual({ code: 2, missing: ["rounds", "result price"] });
    expect(text).toContain(`round ${ROUND} of 32399812 to 32399832: the site does not give it`);
  });

  const hour = async (epoch: number, alter?: (body: any, path: string) => unknown) =>
    verify("--epoch", `${epoch}`, "--url", await startOfflineSite(crossing, alter), ...now);

  it.each<[string, (rows: any) => unknown]>([
    ["the next hour", (rows) => rows.splice(1, 1)],
    ["the state that the next hour starts with", (rows) => (rows[1].startState = null)],
  ])("is wrong without %s", async (_, change) => {
    const found = await hour(FIRST_HOUR, (body, path) => path.endsWith("/epochs") && void change(body));
    expect(found.wrong, found.text).toEqual(["start state"]);
  });

  it("checks the rounds of whole hours", async () => {
    const whole = await hour(FIRST_HOUR);
    expect(whole, whole.text).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
    expect(whole.text).toContain(`those of the 60 ticks from ${GENESIS_TICK + 1} on`);
    const changed = await hour(FIRST_HOUR, (body, path) => {
      if (isRounds(path)) body[7].signature = body[8].signature;
    });
    expect(changed.wrong).toEqual(["rounds", "start state", "published prices"]);
    const next = await hour(FIRST_HOUR + 1);
    expect(next).toMatchObject({ code: 2, wrong: [], missing: ["rounds"] });
    expect(next.text).toContain("round 32399833 of 32399812 to 32401011: the site does not give it");
  });
});
