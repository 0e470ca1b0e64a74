import { describe, expect, test } from "vitest";
import {
  createFile,
  GENESIS,
  isSigned,
  PUBLIC_KEY,
  rowOf,
  sign,
  termsOf,
  withAnswer,
} from "../../testing/receipt-files.ts";
import type { ReceiptFile } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_BEACON } from "../../testing/rounds.ts";
import { chainHashOf } from "../beacon.ts";
import { termsHash } from "../signed/terms-text.ts";
import type { Step } from "./step.ts";
import { verifyEpochs } from "./verify-epochs.ts";
import { verifyPosition } from "./verify-position.ts";

// The other tests check which step fails; these check the details that a reader sees.

const FIRST = Math.ceil(GENESIS.tick / 3600);
const EPOCH = FIRST + 1;
const ENTRY = EPOCH * 3600 + 1202;
const LONG_AFTER = (FIRST + 100) * 3600;
const REVEALED = (EPOCH + 1) * 3600;

const check = (file: ReceiptFile, now = LONG_AFTER, isPublished = true) =>
  verifyPosition(file, { now, isSigned, findUnsigned, ...(isPublished ? { published: file } : {}) }).steps;
const step = <S extends Pick<Step, "name">>(steps: readonly S[], name: string) =>
  steps.find((each) => each.name === name);
const stepAfter = (name: string, change: (file: ReceiptFile) => void, now?: number) => {
  const file = createFile({ entryTick: ENTRY, outcome: "won" });
  change(file);
  return step(check(file, now), name);
};
/** Ends the price before the entry, because its secret is lost. The next price begins at a tick. */
function restart({ fairness }: ReceiptFile, tick: number) {
  const { genesis, beacon } = fairness;
  fairness.closings = [{ genesis: { ...genesis }, beacon, tick: ENTRY - 1, reason: "secret", epochs: [] }];
  genesis.tick = tick;
}
const rowIn = (file: ReceiptFile, epoch: number) => file.epochs.find((row) => row.epoch === epoch)!;
const lines = (...all: string[]) => all.join("\n");

describe("an honest receipt shows", () => {
  const file = withAnswer(createFile({ entryTick: ENTRY, outcome: "won" }));
  const { position, barrier, commitments, promise } = file.receipt;
  const row = rowIn(file, EPOCH);
  const same = (name: string, value: string, more: object = {}) => ({
    name,
    outcome: "right",
    expected: value,
    found: value,
    ...more,
  });
  const terms = lines(
    "multiplier 2.50",
    `pull ${barrier.pull}`,
    `reach ${barrier.reach}`,
    `expiryTick ${position.expiryTick}`,
    "mean 15500000000",
    "unit 100000000",
    "pullScale 1099511627776",
    "grid 100000",
  );
  const money = lines(
    "profit 25.00000000",
    "position_opened house:trading 10.00000000",
    `position_opened user:${position.userId} -10.00000000`,
    "position_won house:trading -35.00000000",
    `position_won user:${position.userId} 35.00000000`,
  );

  test("each value that was compared", () => {
    expect(check(file)).toEqual([
      same("signature", PUBLIC_KEY),
      { name: "promise", outcome: "right" },
      { name: "received", outcome: "right", found: file.received },
      same("epochTerms", file.receipt.terms!),
      same("chance", String(position.winChance)),
      same("terms", terms),
      same("barrier", position.barrierPrice),
      same("commitment", commitments[0]!.commitment, { epoch: EPOCH }),
      { name: "chain", outcome: "right" },
      same("head", /^chain \d+ (.+)$/m.exec(promise!.text)![1]!),
      same("start", String(row.startState), { epoch: EPOCH }),
      { name: "beacon", outcome: "note", found: TEST_BEACON.chainHash },
      { name: "rounds", outcome: "right", found: `${file.rounds[0]!.round} - ${file.rounds.at(-1)!.round}` },
      same("entry", position.entryPrice),
      same("exit", position.resultPrice!),
      same("result", "won"),
      same("money", money),
    ]);
  });

  test("the steps that have to wait, and until when", () => {
    const early = withAnswer(createFile({ entryTick: ENTRY, now: ENTRY + 10 }));
    const waits = (name: string, from: number, more: object = {}) => ({
      name,
      outcome: "later",
      from,
      ...more,
    });
    const opened = lines(
      "profit -",
      "position_opened house:trading 10.00000000",
      `position_opened user:${position.userId} -10.00000000`,
    );
    expect(check(early, ENTRY + 10).filter(({ outcome }) => outcome !== "right")).toEqual([
      waits("commitment", REVEALED, { epoch: EPOCH }),
      { name: "beacon", outcome: "note", found: TEST_BEACON.chainHash },
      waits("rounds", ENTRY + 60),
      waits("entry", REVEALED),
      waits("exit", REVEALED),
      waits("result", ENTRY + 60, { found: "active" }),
      waits("money", ENTRY + 60, { expected: opened, found: opened }),
    ]);
  });
});

describe("a failed step shows", () => {
  const wrong = (name: string, more: object) => ({ name, outcome: "wrong", ...more });

  test("the lines that differ from the promise", () => {
    const shown = stepAfter("promise", (file) => {
      file.receipt.position.amount = "20.00000000";
      file.receipt.position.userId = "nobody";
    });
    const user = "01a0c45c-08a8-7000-8000-00d1f13cff87";
    expect(shown).toEqual(
      wrong("promise", {
        expected: lines(`user ${user}`, "amount 10.00000000"),
        found: lines("user ?", "amount 20.00000000"),
      }),
    );
  });

  test("the time of an order that was recorded too late", () => {
    const shown = stepAfter("promise", (file) => {
      file.receipt.position.createdAt = new Date((file.receipt.position.entryTick + 1) * 1000).toISOString();
      file.receipt.promise = sign(file);
    });
    expect(shown).toMatchObject({
      expected: expect.stringMatching(/^round \d+: \d+ - \d+$/),
      found: expect.stringMatching(/^entryTick \d+\nopened \d{4}-.+Z$/),
      reason: "other-second",
    });
  });

  test("the keys that are published", () => {
    const shown = stepAfter("signature", (file) => {
      file.fairness.keys = ["a", "b"].map((digit) => ({ publicKey: digit.repeat(64), since: "" }));
    });
    const expected = lines("a".repeat(64), "b".repeat(64));
    expect(shown).toEqual(wrong("signature", { expected, found: PUBLIC_KEY, reason: "unpublished" }));
  });

  test("a signature that does not fit", () => {
    const signature = "0".repeat(128);
    const shown = stepAfter("signature", (file) => (file.receipt.promise!.signature = signature));
    expect(shown).toEqual(wrong("signature", { found: signature }));
  });

  test("the key of a file that only the file vouches for", () => {
    const file = createFile({ entryTick: ENTRY });
    expect(check(file, LONG_AFTER, false)[0]).toEqual({
      name: "signature",
      outcome: "missing",
      found: PUBLIC_KEY,
      reason: "own-key",
    });
    file.fairness.keys = [];
    expect(check(file, LONG_AFTER, false)[0]).toMatchObject({ outcome: "missing", reason: "own-key" });
    file.fairness.keys = [{ publicKey: "a".repeat(64), since: "" }];
    expect(check(file, LONG_AFTER, false)[0]).toMatchObject({ outcome: "wrong", reason: "unpublished" });
  });

  test("the head that is too near", () => {
    expect(stepAfter("head", (file) => (file.receipt.promise = sign(file, { epoch: EPOCH + 23 })))).toEqual(
      wrong("head", { expected: `${EPOCH + 24}`, found: `${EPOCH + 23}`, reason: "too-near" }),
    );
  });

  test("the epoch of another start", () => {
    const shown = stepAfter("start", (file) => {
      file.receipt.promise = sign(file, { start: { epoch: EPOCH - 1, state: 15_279_000_000n } });
    });
    const values = { expected: `epoch ${EPOCH}`, found: `epoch ${EPOCH - 1}` };
    expect(shown).toEqual(wrong("start", { epoch: EPOCH, ...values, reason: "other-start" }));
  });

  test("the first tick of an epoch that is stated wrongly, or not at all", () => {
    const expected = `tick ${EPOCH * 3600}`;
    const told = stepAfter("start", (file) => (rowIn(file, EPOCH).startTick -= 1));
    expect(told).toEqual(wrong("start", { epoch: EPOCH, expected, found: `tick ${EPOCH * 3600 - 1}` }));
    const missing = stepAfter("start", (file) => Object.assign(rowIn(file, EPOCH), { startTick: null }));
    expect(missing).toEqual(wrong("start", { epoch: EPOCH, expected, found: "tick ?" }));
  });

  test("the state that was signed", () => {
    const shown = stepAfter("start", (file) => (rowIn(file, EPOCH).startState = "15279000000"));
    expect(shown).toMatchObject({ epoch: EPOCH, found: "15279000000", reason: "other-start" });
    expect(shown?.expected).toMatch(/^\d{11}$/);
  });

  test("the commitments of a wrong seed before the start", () => {
    const shown = stepAfter("start", (file) => (rowIn(file, EPOCH - 1).seed = "a".repeat(64)));
    const { commitment } = rowOf(GENESIS, EPOCH - 1, LONG_AFTER);
    expect(shown).toMatchObject({ outcome: "wrong", epoch: EPOCH, expected: commitment, reason: "doubtful" });
    expect(shown?.found).not.toBe(commitment);
  });

  test("the commitment of a wrong seed", () => {
    const { commitment } = rowOf(GENESIS, EPOCH, LONG_AFTER);
    const shown = stepAfter("commitment", (file) => (rowIn(file, EPOCH).seed = "a".repeat(64)));
    expect(shown).toMatchObject({ outcome: "wrong", epoch: EPOCH, expected: commitment });
    expect(shown?.found).toMatch(/^[0-9a-f]{64}$/);
  });

  test("an epoch without its commitment, and one with several", () => {
    const none = stepAfter("commitment", (file) => {
      file.receipt.commitments = [];
      file.receipt.promise = null;
    });
    expect(none).toEqual(wrong("commitment", { epoch: EPOCH, reason: "unreadable" }));
    const several = stepAfter("commitment", (file) => {
      file.receipt.commitments.push(file.receipt.commitments[0]!);
      file.receipt.promise = sign(file);
    });
    expect(several).toEqual(wrong("commitment", { epoch: EPOCH, reason: "not-spanned" }));
  });

  test("the epoch whose commitment is missing from the chain", () => {
    const change = (file: ReceiptFile) => {
      file.epochs = file.epochs.filter(({ epoch }) => epoch !== EPOCH + 1);
      file.fairness.upcoming = [];
      file.fairness.current = { ...file.fairness.current, epoch: EPOCH + 50 };
    };
    for (const name of ["chain", "head"]) {
      expect(stepAfter(name, change)).toEqual(wrong(name, { epoch: EPOCH + 1, reason: "hole" }));
    }
  });

  test("that a hole in a file without the platform is only missing", () => {
    const file = createFile({ entryTick: ENTRY });
    file.epochs = file.epochs.filter(({ epoch }) => epoch !== EPOCH - 1);
    const steps = check(file, LONG_AFTER, false);
    for (const name of ["chain", "head"]) {
      expect(step(steps, name)).toEqual({ name, outcome: "missing", epoch: EPOCH - 1, reason: "hole" });
    }
  });

  test("the epoch that two lists differ about", () => {
    const shown = stepAfter("chain", (file) =>
      file.epochs.push({ ...file.epochs[0]!, head: "c".repeat(64) }),
    );
    expect(shown).toEqual(wrong("chain", { epoch: EPOCH - 1, reason: "doubtful" }));
  });

  test("the two commitments and heads that do not agree", () => {
    const ahead = stepAfter("chain", (file) => {
      file.fairness.upcoming = [{ ...rowIn(file, EPOCH + 2), termsHash: "b".repeat(64) }];
    });
    const { commitment, termsHash } = rowOf(GENESIS, EPOCH + 2, 0);
    const values = { expected: lines(commitment, termsHash), found: lines(commitment, "b".repeat(64)) };
    expect(ahead).toEqual(wrong("chain", { epoch: EPOCH + 2, ...values }));
    const head = stepAfter("chain", (file) => (rowIn(file, EPOCH).head = "c".repeat(64)));
    expect(head).toMatchObject({ outcome: "wrong", epoch: EPOCH, found: "c".repeat(64) });
    const furthest = stepAfter("chain", (file) => (file.fairness.chain.head = "d".repeat(64)));
    expect(furthest).toMatchObject({ outcome: "wrong", found: "d".repeat(64) });
    expect(furthest?.epoch).toBe(createFile({ entryTick: ENTRY, outcome: "won" }).fairness.chain.epoch);
  });

  test("the expected result", () => {
    const status = stepAfter("result", (file) => (file.receipt.position.status = "lost"));
    expect(status).toEqual(wrong("result", { expected: "won", found: "lost" }));
    const profit = stepAfter("money", (file) => (file.receipt.position.profit = "26.00000000"));
    expect(profit?.expected).toMatch(/^profit 25\.00000000\n/);
    expect(profit?.found).toMatch(/^profit 26\.00000000\n/);
    const strange = stepAfter("money", (file) =>
      Object.assign(file.receipt.entries[0]!, { kind: "a b", amount: 1 }),
    );
    expect(strange?.found).toContain("? user:");
    expect(strange?.found).toContain(" ?");
  });

  test("a position that is not decided yet, or too late", () => {
    const file = createFile({ entryTick: ENTRY, now: ENTRY + 10 });
    const late = createFile({ entryTick: ENTRY });
    const undecided = { ...late, receipt: file.receipt };
    const status = late.receipt.position.status;
    const values = { expected: status, found: "active" };
    expect(step(check(undecided, LONG_AFTER, false), "result")).toEqual({
      name: "result",
      outcome: "missing",
      ...values,
      reason: "undecided",
    });
    expect(step(check(undecided), "result")).toEqual(wrong("result", { ...values, reason: "overdue" }));
    expect(step(check(undecided), "exit")).toEqual({
      name: "exit",
      outcome: "missing",
      expected: late.receipt.position.resultPrice,
      reason: "undecided",
    });
    expect(step(check(undecided), "money")).toMatchObject({ outcome: "missing", reason: "undecided" });
  });

  test("the reason why a refund is wrong, or cannot be judged", () => {
    const found = "refunded, secret";
    const refunded = (file: ReceiptFile) => {
      file.receipt.position.status = "refunded";
      file.receipt.position.refundReason = "secret";
    };
    expect(stepAfter("result", refunded)).toEqual(wrong("result", { found, reason: "not-lost" }));
    const unknown = { name: "result", outcome: "missing", found, reason: "no-data" };
    const without = (change: (file: ReceiptFile) => void) =>
      stepAfter("result", (file) => {
        refunded(file);
        change(file);
      });
    expect(without((file) => Object.assign(file.fairness, { genesis: null }))).toEqual(unknown);
    expect(without((file) => Object.assign(file.receipt.position, { entryTick: null }))).toEqual(unknown);
    expect(without((file) => restart(file, ENTRY + 1000))).toMatchObject({
      outcome: "wrong",
      reason: "not-kept",
    });
    const atGenesis = createFile({ entryTick: GENESIS.tick });
    refunded(atGenesis);
    expect(step(check(atGenesis), "result")).toMatchObject({ outcome: "wrong", reason: "not-lost" });
    expect(without((file) => restart(file, LONG_AFTER - 1))).toEqual({
      name: "result",
      outcome: "wrong",
      found,
      reason: "not-kept",
    });
  });

  test("the chance that the epoch's terms give", () => {
    const shown = stepAfter("chance", (file) => (file.receipt.position.winChance = 0.28));
    expect(shown).toEqual(wrong("chance", { expected: String(0.95 / 3.5), found: "0.28" }));
    const unknown = stepAfter("chance", (file) => {
      file.receipt.terms = null;
      file.fairness.termsByEpoch = [];
    });
    expect(unknown).toMatchObject({ outcome: "missing", found: String(0.95 / 3.5), reason: "no-data" });
    const other = stepAfter("chance", (file) => (file.receipt.barrier.rule = "direction"));
    expect(other).toMatchObject({ expected: `barrier ${0.95 / 3.5}`, found: `direction ${0.95 / 3.5}` });
  });

  test("the terms of the epoch and those that a position was sold under", () => {
    const [promised, own] = [termsOf(), termsOf(0.2)];
    const signed = stepAfter("epochTerms", (file) => {
      file.receipt.terms = own;
      file.receipt.promise = sign(file);
    });
    expect(signed).toEqual(wrong("epochTerms", { expected: promised, found: own }));
    const unsaid = stepAfter("epochTerms", (file) => {
      file.receipt.promise = sign(file, { terms: "a".repeat(64) });
    });
    expect(unsaid).toEqual(wrong("epochTerms", { expected: promised, found: "a".repeat(64) }));
    const told = stepAfter("epochTerms", (file) => (file.receipt.terms = own));
    expect(told).toEqual(wrong("epochTerms", { expected: promised, found: own }));
    const text = promised.replace("0.05", "0.050");
    const odd = stepAfter("epochTerms", (file) => {
      file.receipt.terms = text;
      file.receipt.promise = sign(file);
      for (const row of [...file.epochs, file.fairness.current, ...file.fairness.upcoming])
        row.termsHash = termsHash(text);
    });
    expect(odd).toEqual(wrong("epochTerms", { found: text, reason: "unreadable" }));
    const beacon = stepAfter("epochTerms", (file) => {
      const later = { ...TEST_BEACON, genesisTime: TEST_BEACON.genesisTime - 60 };
      Object.assign(file.fairness.beacon, later, { chainHash: chainHashOf(later) });
    });
    expect(beacon).toMatchObject({ outcome: "wrong", found: promised });
    const missing = stepAfter("epochTerms", (file) => {
      file.epochs = [];
      file.fairness.upcoming = [];
    });
    expect(missing).toMatchObject({ outcome: "missing", reason: "no-data" });
  });
});

describe("a step that cannot be read says so:", () => {
  const unreadable = (name: string, more: object = {}) => ({
    name,
    outcome: "wrong",
    ...more,
    reason: "unreadable",
  });
  const without =
    (...fields: string[]) =>
    (file: ReceiptFile) => {
      for (const field of fields) Object.assign(file.receipt.position, { [field]: "\u0000" });
    };
  const cases: [string, string, (file: ReceiptFile) => void][] = [
    ["signature", "text", (file) => Object.assign(file.receipt.promise!, { text: 1 })],
    ["signature", "signature", (file) => (file.receipt.promise!.signature = "a")],
    ["signature", "public key", (file) => (file.receipt.promise!.publicKey = "a")],
    ["promise", "text", (file) => (file.receipt.promise!.text = "no promise")],
    ["chance", "chance", without("winChance")],
    ["chance", "side", without("type")],
    ["chance", "duration", without("duration")],
    ["chance", "rule", (file) => (file.receipt.barrier.rule = "other")],
    ["terms", "duration", without("duration")],
    ["barrier", "side", without("type")],
    [
      "barrier",
      "entry",
      (file) => {
        without("entryPrice", "entryTick")(file);
        file.epochs = [];
      },
    ],
    ["commitment", "entry tick", without("entryTick")],
    ["entry", "entry price", without("entryPrice")],
    ["exit", "result price", without("resultPrice")],
    [
      "exit",
      "result price of a decided position",
      (file) => Object.assign(file.receipt.position, { resultPrice: null }),
    ],
    ["result", "status", without("status")],
    ["result", "status alone", (file) => (file.receipt.position.status = "won or lost")],
    ["result", "whole status", (file) => (file.receipt.position.status = "has won")],
    ["signature", "128 digits", (file) => (file.receipt.promise!.signature += "0")],
    ["signature", "short text", (file) => (file.receipt.promise!.text += "x".repeat(4096))],
    ["chance", "chance of at most 1", (file) => (file.receipt.position.winChance = 1.01)],
    ["money", "user", without("userId")],
    ["money", "amount", without("amount")],
    ["money", "status", without("status")],
    ["money", "profit", without("profit")],
    ["money", "stake of nothing", (file) => (file.receipt.position.amount = "0.00000000")],
  ];

  test.each(cases)("%s without its %s", (name, _what, change) => {
    expect(stepAfter(name, change)).toEqual(unreadable(name));
  });

  test("barrier that is stated nowhere, with its expected value", () => {
    const { barrierPrice } = createFile({ entryTick: ENTRY, outcome: "won" }).receipt.position;
    expect(stepAfter("barrier", without("barrierPrice"))).toEqual(
      unreadable("barrier", { expected: barrierPrice }),
    );
    expect(stepAfter("barrier", (file) => (file.receipt.barrier.result = ""))).toEqual(
      unreadable("barrier", { expected: barrierPrice }),
    );
  });

  test("result that nothing decides", () => {
    expect(stepAfter("result", without("amount"))).toEqual(unreadable("result", { found: "won" }));
  });
});

test("a receipt without a signature says so, and fails", () => {
  const file = createFile({ entryTick: ENTRY });
  file.receipt.promise = null;
  expect(["signature", "promise", "head"].map((name) => step(check(file), name))).toEqual([
    { name: "signature", outcome: "wrong", reason: "withheld" },
    { name: "promise", outcome: "missing", reason: "withheld" },
    { name: "head", outcome: "missing", reason: "withheld" },
  ]);
});

describe("a promise counts before published data:", () => {
  test("its start state gives the prices", () => {
    const { startState } = rowOf(GENESIS, EPOCH, LONG_AFTER);
    const state = BigInt(startState!) + 100_000_000n;
    const change = (file: ReceiptFile) =>
      (file.receipt.promise = sign(file, { start: { epoch: EPOCH, state } }));
    expect(stepAfter("start", change)?.outcome).toBe("wrong");
    expect(stepAfter("entry", change)?.outcome).toBe("wrong");
  });

  test("without it, the step keeps its own reason after a restart of the price", () => {
    const change = (file: ReceiptFile) => {
      file.receipt.promise = null;
      file.fairness.genesis.tick = ENTRY + 1000;
      file.epochs = [];
    };
    expect(stepAfter("head", change)).toMatchObject({ outcome: "missing", reason: "withheld" });
    expect(stepAfter("entry", change)).toMatchObject({ outcome: "missing", reason: "older" });
  });
});

describe("the chain", () => {
  test("continues over the commitment of the current epoch", () => {
    const file = createFile({ entryTick: ENTRY });
    const current = file.fairness.upcoming.find(({ epoch }) => epoch === EPOCH + 3)!;
    file.epochs = file.epochs.filter(({ epoch }) => epoch !== EPOCH + 3);
    file.fairness.upcoming = file.fairness.upcoming.filter(({ epoch }) => epoch > EPOCH + 3);
    file.fairness.current = current;
    expect(step(check(file), "chain")).toEqual({ name: "chain", outcome: "right" });
    expect(step(check(file), "head")?.outcome).toBe("right");
  });

  test("is followed in any order of the rows", () => {
    const file = createFile({ entryTick: ENTRY });
    file.epochs.reverse();
    file.fairness.upcoming.reverse();
    const honest = { name: "chain", outcome: "right" };
    expect(step(check(file), "chain")).toEqual(honest);
    rowIn(file, EPOCH + 5).head = "c".repeat(64);
    expect(step(check(file), "chain")).toMatchObject({ outcome: "wrong", epoch: EPOCH + 5 });
  });

  test("leads from genesis to the furthest head without any row", () => {
    const entryTick = GENESIS.tick + 102;
    const file = createFile({ entryTick, now: entryTick + 70 });
    file.epochs = [];
    expect(step(check(file, entryTick + 70), "chain")).toEqual({ name: "chain", outcome: "right" });
    Object.assign(file.fairness, { chain: null });
    expect(step(check(file, entryTick + 70), "chain")).toMatchObject({
      outcome: "missing",
      reason: "no-data",
    });
  });
});

describe("the check of epochs shows", () => {
  const NOW = (EPOCH + 2) * 3600;
  const genesis = { ...GENESIS, state: String(GENESIS.state) };
  const all = roundsBetween((EPOCH - 1) * 3600, NOW);
  const stepsOf = (change: (rows: ReturnType<typeof rowOf>[]) => void, prices?: Record<number, unknown>) => {
    const rows = [EPOCH - 1, EPOCH, EPOCH + 1].map((epoch) => rowOf(GENESIS, epoch, NOW));
    change(rows);
    const input = {
      from: EPOCH,
      to: EPOCH,
      epochs: rows,
      genesis,
      beacon: TEST_BEACON,
      rounds: all,
      now: NOW,
    };
    const given = prices === undefined ? input : { ...input, prices };
    return [...verifyEpochs(given, findUnsigned)][0]!.steps;
  };

  test("each value that was compared", () => {
    const rows = [EPOCH - 1, EPOCH, EPOCH + 1].map((epoch) => rowOf(GENESIS, epoch, NOW));
    const same = (name: string, value: string) => ({
      name,
      outcome: "right",
      epoch: EPOCH,
      expected: value,
      found: value,
    });
    expect(stepsOf(() => undefined)).toEqual([
      same("commitment", rows[1]!.commitment),
      { name: "chain", outcome: "right", epoch: EPOCH },
      same("start", rows[1]!.startState!),
      { name: "beacon", outcome: "note", epoch: EPOCH, found: TEST_BEACON.chainHash },
      { name: "rounds", outcome: "right", epoch: EPOCH, found: `${all[1200]!.round} - ${all[2399]!.round}` },
      same("end", rows[2]!.startState!),
    ]);
  });

  test("data that is not given as missing", () => {
    const missing = (name: string) => ({ name, outcome: "missing", epoch: EPOCH, reason: "no-data" });
    expect(stepsOf((rows) => rows.pop())[5]).toEqual(missing("end"));
    const withoutRows = stepsOf((rows) => rows.splice(0)).filter(
      ({ name }) => !["beacon", "rounds"].includes(name),
    );
    expect(withoutRows).toEqual(["commitment", "chain", "start", "end"].map(missing));
    expect(stepsOf(() => undefined, { [EPOCH]: [1, 2] })[6]).toEqual(missing("prices"));
    expect(stepsOf((rows) => Object.assign(rows[1]!, { startState: null }))[2]).toEqual(missing("start"));
  });

  test("the head of the second epoch, not of the first, in the second's step", () => {
    const rows = [FIRST - 1, FIRST].map((epoch) => rowOf(GENESIS, epoch, NOW));
    rows[0]!.head = "a".repeat(64);
    const input = {
      from: FIRST - 1,
      to: FIRST,
      epochs: rows,
      genesis,
      beacon: TEST_BEACON,
      rounds: all,
      now: NOW,
    };
    const heads = [...verifyEpochs(input, findUnsigned)].map(({ steps }) => step(steps, "chain"));
    expect(heads).toMatchObject([
      { outcome: "wrong", epoch: FIRST - 1, found: "a".repeat(64) },
      { outcome: "wrong", epoch: FIRST, found: rows[1]!.head },
    ]);
  });

  test("the tick of a price that is no number", () => {
    const prices = { [EPOCH]: Array.from({ length: 3600 }, () => "152.79") };
    const shown = stepsOf(() => undefined, prices)[6];
    expect(shown).toMatchObject({ outcome: "wrong", epoch: EPOCH, found: `tick ${EPOCH * 3600} ?` });
    expect(shown?.expected).toMatch(new RegExp(`^tick ${EPOCH * 3600} \\d{3}(\\.\\d+)?$`));
  });

  test("every epoch up to a thousand", () => {
    const nothing = { from: 1, to: 2000, epochs: [], genesis: null, beacon: null, rounds: [], now: 0 };
    const told = [...verifyEpochs(nothing, findUnsigned)];
    expect(told.map(({ epoch }) => epoch)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });
});
