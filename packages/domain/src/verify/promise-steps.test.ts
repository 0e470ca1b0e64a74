import { describe, expect, test } from "vitest";
import { isSigned, PUBLIC_KEY, signPromise, signText } from "../../testing/receipt-files.ts";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { blockEnd, dueTick } from "../rounds.ts";
import { promiseText } from "../signed/promise.ts";
import type { PositionPromise } from "../signed/promise.ts";
import type { PositionEvidence, SignedPromise } from "./position-evidence.ts";
import { promisedIn, promiseStep, signatureStep, signedStep, unsignedStep } from "./promise-steps.ts";

const ROUND = 30_000_000;
const DUE = dueTick(TEST_BEACON, ROUND);
const at = (seconds: number) => new Date(seconds * 1000).toISOString();

const PROMISED: PositionPromise = {
  position: "01a0c45c-08a8-7000-8000-00d1f13cff88",
  user: "01a0c45c-08a8-7000-8000-00d1f13cff87",
  side: "buy",
  amount: "10.00000000",
  duration: 1,
  multiplier: "2.50",
  rule: "barrier",
  terms: "7".repeat(64),
  chance: 0.25,
  entryTick: blockEnd(TEST_BEACON, ROUND),
  round: ROUND,
  entryPrice: "152.79000000",
  pull: 3n,
  reach: 5n,
  barrierPrice: "153.95800000",
  expiryTick: blockEnd(TEST_BEACON, ROUND) + 60,
  opened: at(DUE),
  start: { epoch: 1, state: 2n },
  commitments: [
    { epoch: 1, commitment: "a".repeat(64) },
    { epoch: 2, commitment: "b".repeat(64) },
  ],
  chain: { epoch: 24, head: "c".repeat(64) },
  key: PUBLIC_KEY,
};
const SIGNED: SignedPromise = signPromise(promiseText(PROMISED));

type Change = { readonly position?: object; readonly barrier?: object } & Readonly<Record<string, unknown>>;
/** Returns the evidence that agrees with a promise, apart from a change. */
const evidenceOf = ({ position, barrier, ...change }: Change = {}, promised = PROMISED) =>
  ({
    promise: SIGNED,
    commitments: promised.commitments,
    beacon: TEST_BEACON,
    keys: [PUBLIC_KEY],
    isPublished: true,
    ...change,
    barrier: { rule: promised.rule, pull: promised.pull, reach: promised.reach, ...barrier },
    position: {
      id: promised.position,
      userId: promised.user,
      type: promised.side,
      amount: promised.amount,
      duration: promised.duration,
      multiplier: promised.multiplier,
      winChance: promised.chance,
      entryTick: promised.entryTick,
      round: promised.round,
      entryPrice: promised.entryPrice,
      barrierPrice: promised.barrierPrice,
      expiryTick: promised.expiryTick,
      createdAt: promised.opened,
      ...position,
    },
  }) as unknown as PositionEvidence;

describe("the signature of a promise", () => {
  const stepOf = (promise: object, change: Change = {}) =>
    signatureStep(evidenceOf({ promise: { ...SIGNED, ...promise }, ...change }), isSigned);
  const right = { name: "signature", outcome: "right", expected: PUBLIC_KEY, found: PUBLIC_KEY };
  const unreadable = { name: "signature", outcome: "wrong", reason: "unreadable" };

  test("covers the root that its path leads to", () => {
    expect(stepOf({})).toEqual(right);
    const alone = signText(SIGNED.text!);
    for (const promise of [{ path: [] }, alone]) {
      const { signature } = { ...SIGNED, ...promise };
      expect(stepOf(promise)).toEqual({ name: "signature", outcome: "wrong", found: signature });
    }
  });

  test.each([
    ["text", { text: undefined }],
    ["path", { path: undefined }],
    ["path of any batch", { path: ["up"] }],
    ["signature", { signature: undefined }],
    ["key", { publicKey: undefined }],
  ])("is unreadable without a %s", (_, promise) => {
    expect(stepOf(promise)).toEqual(unreadable);
  });

  test("of any other text is unreadable without its key as well", () => {
    const other = { ...signText("a sale"), publicKey: undefined };
    expect(signedStep("signature", other, evidenceOf(), () => true)).toEqual(unreadable);
  });

  const foreign = ["8".repeat(64), "9".repeat(64)];
  const unpublished = { expected: foreign.join("\n"), found: PUBLIC_KEY, reason: "unpublished" };
  const ownKey = { found: PUBLIC_KEY, reason: "own-key" };
  test.each([
    ["the platform names other keys", { keys: foreign }, "wrong", unpublished],
    ["the platform names no key", { keys: [] }, "wrong", { ...unpublished, expected: "" }],
    ["the file names other keys", { keys: foreign, isPublished: false }, "wrong", unpublished],
    ["the file names no key", { keys: [], isPublished: false }, "missing", ownKey],
    ["the file alone names its key", { isPublished: false }, "missing", ownKey],
  ])("is not right if %s", (_, change, outcome, details) => {
    expect(stepOf({}, change)).toEqual({ name: "signature", outcome, ...details });
  });
});

test("a position without a promise has lost its signature", () => {
  const evidence = evidenceOf({ promise: null });
  const withheld = { outcome: "missing", reason: "withheld" };
  expect(signatureStep(evidence, isSigned)).toEqual({ ...withheld, name: "signature", outcome: "wrong" });
  expect(promiseStep(evidence, undefined)).toEqual({ ...withheld, name: "promise" });
  expect(unsignedStep("head")).toEqual({ ...withheld, name: "head" });
});

describe("the step of a promise", () => {
  const right = { name: "promise", outcome: "right" };
  const wrong = (details: object) => ({ name: "promise", outcome: "wrong", ...details });
  const stepOf = (change: Change = {}) => promiseStep(evidenceOf(change), PROMISED);

  test("is right if the position matches the promise in the signed text", () => {
    expect(promisedIn(evidenceOf())).toEqual(PROMISED);
    expect(stepOf()).toEqual(right);
    expect(promisedIn(evidenceOf({ promise: null }))).toBeUndefined();
    expect(promisedIn(evidenceOf({ promise: { ...SIGNED, text: undefined } }))).toBeUndefined();
  });

  test.each([
    ["of another number", SIGNED.text!.replace("receipt/1", "receipt/2")],
    ["of no form", "a text"],
    ["that is missing", undefined],
  ])("does not read a text %s", (_, text) => {
    const evidence = evidenceOf({ promise: { ...SIGNED, text } });
    expect(promiseStep(evidence, promisedIn(evidence))).toEqual(wrong({ reason: "unreadable" }));
  });

  test.each([
    ["position", { position: { id: "x" } }],
    ["user", { position: { userId: "x" } }],
    ["side", { position: { type: "x" } }],
    ["amount", { position: { amount: "x" } }],
    ["duration", { position: { duration: "x" } }],
    ["multiplier", { position: { multiplier: "x" } }],
    ["rule", { barrier: { rule: "x" } }],
    ["chance", { position: { winChance: "x" } }],
    ["entryTick", { position: { entryTick: "x" } }],
    ["round", { position: { round: "x" } }],
    ["entryPrice", { position: { entryPrice: "x" } }],
    ["pull", { barrier: { pull: "x" } }],
    ["reach", { barrier: { reach: "x" } }],
    ["barrierPrice", { position: { barrierPrice: "x" } }],
    ["expiryTick", { position: { expiryTick: "x" } }],
    ["opened", { position: { createdAt: "x" } }],
    ["key", { promise: { ...SIGNED, publicKey: "x" } }],
  ] as const)("is wrong if the %s differs", (name, change) => {
    expect(stepOf(change)).toEqual(wrong({ expected: `${name} ${PROMISED[name]}`, found: `${name} x` }));
  });

  test("names all commitments, and every other field that differs or is missing", () => {
    const [first, second] = PROMISED.commitments.map(({ epoch, commitment }) => `${epoch} ${commitment}`);
    const change = { position: { id: undefined, type: "sell" }, commitments: [PROMISED.commitments[1]] };
    expect(stepOf(change)).toEqual(
      wrong({
        expected: `position ${PROMISED.position}\nside buy\ncommitment ${first} ${second}`,
        found: `position ?\nside sell\ncommitment ${second}`,
      }),
    );
  });

  test("is open without a beacon", () => {
    const expected = { name: "promise", outcome: "missing", reason: "no-data" };
    expect(stepOf({ beacon: undefined })).toEqual(expected);
  });

  /** The step of a position that agrees with its promise. */
  const agreed = (change: Partial<PositionPromise>) => {
    const promised = { ...PROMISED, ...change };
    return promiseStep(evidenceOf({}, promised), promised);
  };
  const END = PROMISED.entryTick;
  const CLOSES = DUE + TEST_BEACON.period - 0.5;

  test.each([at(DUE), at(CLOSES - 0.001)])("is right if it was opened at %s", (opened) => {
    expect(agreed({ opened })).toEqual(right);
  });

  test.each([
    ["opened before its round", { opened: at(DUE - 0.001) }],
    ["opened less than half a second before the next", { opened: at(CLOSES) }],
    ["opened at no time", { opened: "never" }],
    ["entered before the end of its block", { entryTick: END - 1 }],
    ["entered after the end of its block", { entryTick: END + 1 }],
  ])("is wrong if it was %s", (_, change: Partial<PositionPromise>) => {
    const { entryTick, opened } = { ...PROMISED, ...change };
    const found = `entryTick ${entryTick}\nopened ${opened}`;
    expect(agreed(change)).toEqual(
      wrong({ expected: `round ${ROUND}: ${DUE} - ${END}`, found, reason: "other-second" }),
    );
  });

  test("is wrong in round 0, which no beacon has", () => {
    const entryTick = blockEnd(TEST_BEACON, 0);
    const opened = at(dueTick(TEST_BEACON, 0));
    const found = `entryTick ${entryTick}\nopened ${opened}`;
    expect(agreed({ round: 0, entryTick, opened })).toEqual(
      wrong({ expected: "", found, reason: "other-second" }),
    );
  });
});
