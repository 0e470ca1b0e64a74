import { describe, expect, test } from "vitest";
import {
  createFile,
  GENESIS,
  isSigned,
  PUBLIC_KEY,
  rowOf,
  sign,
  signText,
  withAnswer,
} from "../../testing/receipt-files.ts";
import type { ReceiptFile } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_SOURCE } from "../../testing/rounds.ts";
import { chainHashOf } from "../beacon.ts";
import { promisesText, promiseTree } from "../signed/promise-tree.ts";
import { verdictOf } from "./step.ts";
import { epochPath } from "./verify-epochs.ts";
import { verifyPosition } from "./verify-position.ts";

/** Attacks by a platform that has its own key, and answers everybody as it likes. */

const FIRST = Math.ceil(GENESIS.tick / 3600);
const EPOCH = FIRST + 1;
const LONG_AFTER = (FIRST + 100) * 3600;
const create = (options: Partial<Parameters<typeof createFile>[0]> = {}) =>
  createFile({ entryTick: EPOCH * 3600 + 1202, ...options });

const published = ({ fairness, epochs, rounds }: Pick<ReceiptFile, "fairness" | "epochs" | "rounds">) => ({
  fairness,
  epochs,
  rounds,
});
const check = (file: ReceiptFile, now = LONG_AFTER, site: unknown = file) =>
  verifyPosition(file, { now, isSigned, findUnsigned, published: published(site as ReceiptFile) }).steps;
const alone = (file: ReceiptFile, now = LONG_AFTER) =>
  verifyPosition(file, { now, isSigned, findUnsigned }).steps;
const told = (steps: ReturnType<typeof check>, outcome = "wrong") =>
  steps
    .filter((step) => step.outcome === outcome)
    .map(({ name, reason }) => (reason === undefined ? name : `${name} ${reason}`));
const rowIn = (file: ReceiptFile, epoch: number) => file.epochs.find((row) => row.epoch === epoch)!;
const iso = (tick: number) => new Date(tick * 1000).toISOString();
const other = (hex: string) => hex.replace(/./, (digit) => (digit === "0" ? "1" : "0"));

function resign(file: ReceiptFile, change: Parameters<typeof sign>[1] = {}): ReceiptFile {
  file.receipt.promise = sign(file, change);
  return file;
}

describe("the head that was signed", () => {
  test("is wrong if a commitment before it is missing", () => {
    const file = create();
    file.epochs = file.epochs.filter(({ epoch }) => epoch !== EPOCH + 1);
    file.fairness.upcoming = file.fairness.upcoming.filter(({ epoch }) => epoch !== EPOCH + 1);
    file.fairness.current = file.fairness.upcoming.shift()!;
    expect(told(check(file))).toEqual(["chain hole", "head hole"]);
    expect(told(alone(file))).toEqual([]);
    expect(told(alone(file), "missing")).toContain("head hole");
  });

  test("follows from the position's own commitments, even if the list says otherwise now", () => {
    const file = create();
    rowIn(file, EPOCH).commitment = other(rowIn(file, EPOCH).commitment);
    file.receipt.commitments[0]!.commitment = rowIn(file, EPOCH).commitment;
    expect(told(check(resign(file)))).toContain("head");
  });

  test("is compared even if it belongs to the first row", () => {
    const file = create({ entryTick: GENESIS.tick + 102 });
    const first = file.receipt.commitments[0]!.epoch;
    resign(file, { epoch: first + 24, head: "d".repeat(64) });
    expect(told(check(file))).toEqual(["head"]);
    resign(file, { epoch: first, head: "d".repeat(64) });
    expect(told(check(file))).toEqual(["head too-near"]);
  });

  test.each([
    [23, ["head too-near"]],
    [24, []],
  ])("is %i epochs ahead", (ahead, wrong) => {
    const file = create();
    resign(file, { epoch: EPOCH + ahead, head: rowIn(file, EPOCH + ahead).head });
    expect(told(check(file))).toEqual(wrong);
  });
});

describe("the terms of the epoch", () => {
  test("are those of everybody: another edge for one user is wrong, however consistent and signed", () => {
    const site = create();
    const own = create({ houseEdge: 0.2 });
    // The platform shows this user a chain of its own, or says that the terms are those of the chain.
    expect(told(check(own, LONG_AFTER, site))).toContain("epochTerms");
    const file = structuredClone(own);
    Object.assign(file, structuredClone({ fairness: site.fairness, epochs: site.epochs }));
    const { head } = rowIn(site, EPOCH + 24);
    resign(file, { epoch: EPOCH + 24, head });
    expect(told(check(file))).toEqual(["epochTerms", "chance", "terms", "barrier", "head"]);
    file.receipt.terms = site.receipt.terms;
    expect(told(check(resign(file)))).toEqual(["chance", "terms", "barrier"]);
    expect(told(alone(file))).toEqual(["chance", "terms", "barrier"]);
  });

  test("may not change once they are chained, even with all later heads", () => {
    const sold = create();
    const changed = create({ houseEdge: 0.2 });
    expect(told(check(sold, LONG_AFTER, changed))).toEqual([
      "epochTerms",
      "chance",
      "terms",
      "barrier",
      "chain doubtful",
      "head",
    ]);
    const file = { ...sold, fairness: changed.fairness, epochs: changed.epochs };
    expect(told(check(file))).toEqual(["epochTerms", "chance", "terms", "barrier", "head"]);
  });
});

describe("the second of the entry", () => {
  test.each([
    [-2.001, ["promise other-second"]],
    [-2, []],
    [0.499, []],
    [0.5, ["promise other-second"]],
    [1, ["promise other-second"]],
    [-1800, ["promise other-second"]],
  ])("ends the block in which the order was opened, %f s after it", (late, wrong) => {
    const file = create();
    file.receipt.position.createdAt = iso(file.receipt.position.entryTick + late);
    expect(told(check(resign(file)))).toEqual(wrong);
  });
});

describe("the time at which the answer came", () => {
  const received = (late: number, noted: object = {}) => {
    const file = withAnswer(create());
    return Object.assign(file, { received: iso(file.receipt.position.entryTick + late) }, noted);
  };

  test.each([
    [-2, "right"],
    [0.999, "right"],
    [1, "missing", "late"],
    [86_400, "missing", "late"],
    [-2.001, "missing", "clock-behind"],
  ])("%f s after the end of the block is %s", (late, outcome, reason?: string) => {
    const steps = check(received(late));
    expect(steps.find(({ name }) => name === "received")).toMatchObject({ outcome });
    expect(told(steps)).toEqual([]);
    expect(told(steps, "missing")).toEqual(reason === undefined ? [] : [`received ${reason}`]);
    expect(verdictOf(steps)).toBe(outcome);
  });

  test("is only noted if nobody recorded the answer, or its signature", () => {
    const time = { receivedSignature: null, receivedPath: null };
    for (const noted of [{ received: null }, time, { receivedSignature: null }]) {
      const steps = check(received(0, noted));
      expect(told(steps, "note")).toEqual(["received", "beacon"]);
      expect(verdictOf(steps)).toBe("right");
    }
    expect(told(check(received(1, time)), "missing")).toEqual(["received late"]);
  });

  test("counts only for the signature that the answer carried", () => {
    expect(told(check(received(0)), "note")).toEqual(["beacon"]);
    expect(told(check(received(0, { receivedSignature: "a".repeat(128) })))).toEqual([
      "received other-answer",
    ]);
    const withheld = received(0);
    withheld.receipt.promise = null;
    expect(told(check(withheld))).toContain("received other-answer");
  });
});

/** Signs the promise of a file under one root with eight others like it. */
function signTogether(file: ReceiptFile) {
  const { text } = file.receipt.promise!;
  const texts = Array.from({ length: 9 }, (_, index) =>
    text.replace(/^(position .+).$/m, (line, id) => (index === 2 ? line : `${id}${index % 9}`)),
  );
  const tree = promiseTree(texts);
  const { signature, publicKey } = signText(promisesText(tree.root, PUBLIC_KEY));
  const promise = { text, signature, publicKey, path: tree.pathOf(2) as unknown };
  return { file: Object.assign(file, { receipt: { ...file.receipt, promise } }), promise, tree };
}

describe("a promise that was signed with others", () => {
  test("is right with its path, and the answer with it too", () => {
    const { file, promise } = signTogether(create());
    const noted = { receivedSignature: promise.signature, receivedPath: promise.path };
    expect(verdictOf(check(Object.assign(file, noted)))).toBe("right");
  });

  test.each<[string, (path: string[], each: ReturnType<typeof signTogether>) => unknown]>([
    ["of another position", (_, { tree }) => tree.pathOf(3)],
    ["with another hash", (path) => [path[0]!.replace(/.$/, (digit) => other(digit)), ...path.slice(1)]],
    ["from the other side", (path) => [path[0]!.replace("right", "left"), ...path.slice(1)]],
    ["in another order", (path) => path.toReversed()],
    ["that is too short", (path) => path.slice(1)],
    ["that goes on", (path, { tree }) => [...path, `left ${tree.root}`]],
    ["that is empty", () => []],
  ])("is not signed with a path %s", (_name, change) => {
    const each = signTogether(create());
    each.promise.path = change(each.promise.path as string[], each);
    expect(told(check(each.file))).toEqual(["signature"]);
  });

  test.each<[string, (path: string[]) => unknown]>([
    ["of eleven steps", (path) => Array(11).fill(path[0])],
    ["that is no list", (path) => path.join()],
    ["with a step of another form", (path) => [`${path[0]} `, ...path.slice(1)]],
    ["with a number", (path) => [1, ...path]],
    ["that is missing", () => undefined],
    ["that is null", () => null],
  ])("cannot be read with a path %s", (_name, change) => {
    const { file, promise } = signTogether(create());
    promise.path = change(promise.path as string[]);
    expect(told(check(file))).toEqual(["signature unreadable"]);
  });

  test("has an empty path if nothing else was signed with it", () => {
    const file = create();
    const { text } = file.receipt.promise!;
    file.receipt.promise = {
      ...signText(promisesText(promiseTree([text]).root, PUBLIC_KEY)),
      text,
      path: [],
    };
    expect(told(check(file))).toEqual([]);
    file.receipt.promise = { ...signText(text), path: [] };
    expect(told(check(file))).toEqual(["signature"]);
  });

  test("cannot be read if its text is that of the root", () => {
    const { file, promise, tree } = signTogether(create());
    Object.assign(promise, { text: promisesText(tree.root, PUBLIC_KEY), path: null });
    expect(told(check(file))).toContain("promise unreadable");
  });

  test.each<[string, string | undefined, (path: string[], tree: ReturnType<typeof promiseTree>) => unknown]>([
    ["wrong", "other-answer", (_, tree) => tree.pathOf(3)],
    ["wrong", "other-answer", () => []],
    ["missing", "unreadable", () => null],
    ["missing", "unreadable", (path) => path.join()],
    ["right", undefined, (path) => path],
  ])("came with the answer, by its path, or not: %s %s", (outcome, reason, pathOf) => {
    const { file, promise, tree } = signTogether(create());
    const receivedPath = pathOf(promise.path as string[], tree);
    const steps = check(Object.assign(file, { receivedSignature: promise.signature, receivedPath }));
    const step = steps.find(({ name }) => name === "received");
    expect([step?.outcome, step?.reason]).toEqual([outcome, reason]);
  });
});

describe("the state that the hour began with", () => {
  test("must be the signed one, even if another is published later", () => {
    const file = create();
    const state = Number(rowIn(file, EPOCH).startState);
    rowIn(file, EPOCH).startState = String(state - 100);
    expect(told(check(file))).toEqual(["start other-start"]);
    // Rows that agree with each other do not help.
    rowIn(file, EPOCH - 1).startState = String(Number(rowIn(file, EPOCH - 1).startState) - 100);
    expect(told(check(file))).toEqual(["start other-start"]);
  });

  test("must be the end of the hour before", () => {
    const file = create();
    const state = BigInt(rowIn(file, EPOCH).startState!);
    resign(file, { start: { epoch: EPOCH, state: state + 1n } });
    rowIn(file, EPOCH).startState = String(state + 1n);
    // A receipt does not hold the rounds of the hour before: the hour's own check has them.
    file.rounds.unshift(...roundsBetween((EPOCH - 1) * 3600, EPOCH * 3600 - 1));
    expect(told(check(file))).toContain("start");
    expect(told(check(resign(create(), { start: { epoch: EPOCH + 1, state } })))).toEqual([
      "start other-start",
    ]);
  });
});

test("a missing signature is withheld, whatever opening time and keys are claimed", () => {
  const file = create();
  file.receipt.promise = null;
  file.receipt.position.createdAt = "2020-01-01T00:00:00.000Z";
  file.fairness.keys = [{ publicKey: "a".repeat(64), since: iso(LONG_AFTER) }];
  expect(told(check(file))).toEqual(["signature withheld"]);
  expect(verdictOf(check(file))).toBe("wrong");
});

describe("something overdue", () => {
  const END = (EPOCH + 1) * 3600;

  test("fails an epoch whose seed is withheld", () => {
    const file = create({ now: END - 5 });
    expect(told(check(file, END + 120))).toEqual([]);
    expect(told(check(file, END + 121))).toEqual(["commitment seed-withheld"]);
    expect(told(alone(file, LONG_AFTER))).toEqual([]);
    rowIn(file, EPOCH - 1).seed = null;
    expect(told(check(file, END - 5))).toEqual(["start seed-withheld"]);
  });

  test("fails a position that is left undecided", () => {
    const file = create({ now: EPOCH * 3600 + 1210 });
    const { downloaded, ...fresh } = file;
    const { expiryTick } = file.receipt.position;
    // While the round of the expiry is not there, nothing can be settled.
    expect(told(check(fresh as ReceiptFile, expiryTick + 600))).toEqual([]);
    const rounds = roundsBetween(expiryTick - 600, expiryTick);
    const there = { ...fresh, rounds: [...file.rounds, ...rounds] } as ReceiptFile;
    expect(told(check(there, expiryTick + 120))).toEqual([]);
    expect(told(check(there, expiryTick + 121))).toEqual(["result overdue"]);
    // A file shows the state at the time when it was made.
    expect(told(check(file, expiryTick + 121))).toEqual([]);
    expect(verdictOf(check(file, expiryTick + 121))).toBe("missing");
    file.downloaded = iso(expiryTick + 121);
    expect(told(check(file, expiryTick + 125))).toEqual([]);
    file.rounds.push(...rounds);
    expect(told(check(file, expiryTick + 125))).toEqual(["result overdue"]);
    expect(told(alone(file, expiryTick + 125))).toEqual([]);
    expect(downloaded).not.toBe(file.downloaded);
  });
});

describe("a refunded position", () => {
  function refunded(change: { profit?: string | null; refundReason?: string } = {}): ReceiptFile {
    const file = create({ outcome: "won" });
    const { position } = file.receipt;
    const refund = { status: "refunded", resultPrice: null, profit: "0.00000000" };
    Object.assign(position, { ...refund, refundReason: "secret", ...change });
    const [stake, house] = file.receipt.entries;
    const back = (line: typeof stake) => ({
      ...line!,
      kind: "position_refunded",
      amount: line!.amount.startsWith("-") ? line!.amount.slice(1) : `-${line!.amount}`,
    });
    file.receipt.entries = [stake!, house!, back(stake), back(house)];
    return file;
  }
  const anew = (file: ReceiptFile, tick = file.receipt.position.entryTick + 30) => {
    const { genesis, beacon } = file.fairness;
    const ended = { tick: file.receipt.position.entryTick - 1, reason: "secret" };
    file.fairness.closings = [{ genesis, beacon, ...ended, epochs: [] }];
    file.fairness.genesis = { ...genesis, tick, previousHead: "a".repeat(64) };
    file.epochs = [];
    return file;
  };

  test("without a known price is a broken promise, and wrong if the price was not lost", () => {
    expect(told(check(anew(refunded())))).toEqual(["result not-kept"]);
    expect(told(check(refunded()))).toEqual(["result not-lost"]);
    expect(told(check(anew(refunded(), EPOCH * 3600)))).toContain("result not-lost");
    expect(told(check(anew(refunded({ refundReason: "other" }))))).toEqual(["result not-lost"]);
    expect(told(check(anew(refunded({ profit: null }))))).toEqual(["result not-kept", "money"]);
    expect(told(check(anew(refunded({ profit: "-1.00000000" }))))).toEqual(["result not-kept", "money"]);
  });

  test("leaves the other checks to positions that were decided before the price was lost", () => {
    const file = anew(create(), LONG_AFTER - 1000);
    expect(told(check(file))).toEqual([]);
    expect(verdictOf(check(file))).toBe("missing");
    file.receipt.position.profit = "1.00000000";
    expect(told(check(file))).toEqual(["money"]);
    file.receipt.promise!.signature = other(file.receipt.promise!.signature);
    expect(told(check(file))).toContain("signature");
  });
});

describe("contradicting data", () => {
  test("refuses two commitments for one epoch, or one for an epoch outside the position", () => {
    const twice = create();
    twice.receipt.commitments.unshift({ epoch: EPOCH, commitment: "a".repeat(64) });
    expect(told(check(resign(twice)))).toEqual(["commitment not-spanned"]);
    const beside = create();
    beside.receipt.commitments.push({ epoch: EPOCH + 9, commitment: rowIn(beside, EPOCH + 9).commitment });
    expect(told(check(resign(beside)))).toEqual(["commitment not-spanned"]);
  });

  test("takes the platform's rows before the file's and refuses two rows of one epoch", () => {
    const site = create();
    const forged = structuredClone(site);
    rowIn(forged, EPOCH - 1).startState = "15279000001";
    expect(told(check(forged, LONG_AFTER, site))).toEqual(["chain doubtful"]);
    const filled = structuredClone(site);
    filled.epochs = [...Array.from({ length: 2500 }, () => rowIn(filled, EPOCH)), ...forged.epochs];
    expect(told(check(filled, LONG_AFTER, site))).toEqual(["chain doubtful"]);
    const twice = structuredClone(site);
    twice.epochs.push({ ...rowOf(GENESIS, EPOCH, LONG_AFTER) });
    expect(told(check(twice, LONG_AFTER, site))).toEqual(["chain doubtful"]);
  });

  test("takes genesis and keys from the platform", () => {
    const file = create();
    const site = structuredClone(file);
    site.fairness = { ...file.fairness, keys: [{ publicKey: "b".repeat(64), since: iso(GENESIS.tick) }] };
    expect(told(check(file, LONG_AFTER, site))).toEqual(["signature unpublished"]);
    site.fairness = {
      ...file.fairness,
      genesis: { ...file.fairness.genesis, previousHead: "b".repeat(64) },
      keys: [],
    };
    expect(told(check(file, LONG_AFTER, site))).toEqual(["signature unpublished", "chain file-differs"]);
  });

  test("finds a key or a beacon in the file that the platform hides now", () => {
    const file = create();
    const site = structuredClone(file);
    file.fairness.keys.push({ publicKey: "b".repeat(64), since: iso(GENESIS.tick) });
    expect(told(check(file, LONG_AFTER, site))).toEqual(["signature file-differs"]);
    const other = structuredClone(site);
    other.fairness.beacon.chainHash = "b".repeat(64);
    expect(told(check(other, LONG_AFTER, site))).toEqual(["chain file-differs"]);
  });
});

test("lets a wrong step decide, then a missing one, then one that has to wait", () => {
  const steps = (...outcomes: ("right" | "wrong" | "later" | "missing")[]) =>
    verdictOf(outcomes.map((outcome) => ({ outcome })));
  expect(steps("right", "later", "missing")).toBe("missing");
  expect(steps("later", "missing", "wrong")).toBe("wrong");
  expect(steps("right", "later")).toBe("later");
  expect(steps("right")).toBe("right");
});

describe("a beacon", () => {
  test("that begins after the position has made none of its prices", () => {
    for (const after of [-60, 60, 3 * 3600]) {
      const file = create();
      const { entryTick } = file.receipt.position;
      const { kind: _kind, delayMs: _delay, relays: _relays, ...chain } = file.fairness.beacon;
      const later = { ...chain, genesisTime: Math.ceil((entryTick + after) / 3) * 3 };
      Object.assign(file.fairness.beacon, later, { chainHash: chainHashOf(later) });
      file.rounds = roundsBetween(later.genesisTime, LONG_AFTER, { ...TEST_SOURCE, chain: later }).slice(
        0,
        1400,
      );
      expect(told(check(file))).toContain("rounds");
      expect(told(alone(file))).toContain("rounds");
      const row = rowIn(file, EPOCH);
      expect(epochPath(row, file.fairness, file.rounds)).toBeUndefined();
    }
  });

  test("that withholds an older round while a position is open leaves its data incomplete", () => {
    const file = create({ now: EPOCH * 3600 + 1215 });
    file.rounds.splice(100, 1);
    expect(told(alone(file, EPOCH * 3600 + 1215), "missing")).toContain("rounds no-data");
  });
});
