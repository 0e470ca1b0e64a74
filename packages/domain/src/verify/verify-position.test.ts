import { describe, expect, test } from "vitest";
import {
  createFile,
  GENESIS,
  isSigned,
  PUBLIC_KEY,
  sign,
  termsOf,
  withAnswer,
} from "../../testing/receipt-files.ts";
import type { ReceiptFile } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween } from "../../testing/rounds.ts";
import type { Published } from "./position-evidence.ts";
import { isBroken, verdictOf } from "./step.ts";
import { verifyPosition } from "./verify-position.ts";

const FIRST = Math.ceil(GENESIS.tick / 3600);
const mid = (epoch: number) => epoch * 3600 + 1202;
const crossing = (epoch: number) => epoch * 3600 + 3572;
const LONG_AFTER = (FIRST + 100) * 3600;

/** Returns the data in the file as a platform would publish it. */
const publishedIn = (file: unknown) => {
  const { fairness, epochs, rounds } = (file ?? {}) as Partial<ReceiptFile>;
  return { fairness, epochs, rounds };
};
const check = (file: unknown, now = LONG_AFTER, published: Published | undefined = publishedIn(file)) =>
  verifyPosition(file, { now, isSigned, findUnsigned, published });
const alone = (file: unknown, now = LONG_AFTER) => verifyPosition(file, { now, isSigned, findUnsigned });
const told = (file: unknown, now?: number) =>
  check(file, now).steps.map(({ name, outcome, epoch }) =>
    [name, outcome, ...(epoch === undefined ? [] : [epoch])].join(" "),
  );
const wrong = (file: unknown, now?: number) =>
  check(file, now)
    .steps.filter(({ outcome }) => outcome === "wrong")
    .map(({ name }) => name);

/** Returns the lines of all steps that are neither right nor mere notes. */
const open = (file: unknown, now?: number) => told(file, now).filter((line) => !/ (right|note)\b/.test(line));

describe("an honest receipt file", () => {
  test("passes every step in order", () => {
    const file = withAnswer(createFile({ entryTick: mid(FIRST + 1) }));
    expect(told(file)).toEqual([
      "signature right",
      "promise right",
      "received right",
      "epochTerms right",
      "chance right",
      "terms right",
      "barrier right",
      `commitment right ${FIRST + 1}`,
      "chain right",
      "head right",
      `start right ${FIRST + 1}`,
      "beacon note",
      "rounds right",
      "entry right",
      "exit right",
      "result right",
      "money right",
    ]);
    const { steps, ticks } = check(file);
    // To the end of the block of the expiry.
    expect(ticks).toBe(1202 + 60 + 1);
    expect([verdictOf(steps), isBroken(steps)]).toEqual(["right", false]);
  });

  test.each([
    ["a sell", { side: "sell" }],
    ["ten minutes", { duration: 10 }],
    ["the rule of play money", { rule: "direction" }],
    ["the least house edge", { houseEdge: 0.01 }],
  ] as const)("passes for %s", (_, options) => {
    const file = createFile({ entryTick: mid(FIRST + 1), ...options });
    expect(open(file)).toEqual([]);
  });

  test("passes for a position across two epochs, with two commitments", () => {
    const file = createFile({ entryTick: crossing(FIRST + 1) });
    expect(file.receipt.commitments).toHaveLength(2);
    expect(open(file)).toEqual([]);
  });

  test.each([
    ["in the middle of the first epoch", GENESIS.tick + 102],
    ["at genesis itself", GENESIS.tick],
  ])("passes %s, before which there is none", (_, entryTick) => {
    expect(open(createFile({ entryTick }))).toEqual([]);
  });

  test("passes if genesis is the last tick of its epoch", () => {
    const genesis = { ...GENESIS, tick: FIRST * 3600 - 1 };
    const file = createFile({ entryTick: genesis.tick, genesis });
    expect(file.receipt.commitments.map(({ epoch }) => epoch)).toEqual([FIRST]);
    expect(open(file)).toEqual([]);
  });

  test("passes for a won and for a lost position", () => {
    const statuses = Array.from({ length: 40 }, (_, index) => {
      const file = createFile({
        entryTick: mid(FIRST + 1) + 18 * index,
        side: index % 2 === 0 ? "buy" : "sell",
      });
      expect(open(file)).toEqual([]);
      return file.receipt.position.status;
    });
    expect(new Set(statuses)).toEqual(new Set(["won", "lost"]));
  });
});

const other = (hex: string) => hex.replace(/./, (digit) => (digit === "0" ? "1" : "0"));
const more = (decimal: string) =>
  decimal.replace(/\.(\d)/, (_, digit: string) => `.${(Number(digit) + 1) % 10}`);
const rowOf = (file: ReceiptFile, epoch: number) => file.epochs.find((row) => row.epoch === epoch)!;
const entryEpoch = (file: ReceiptFile) => Math.floor(file.receipt.position.entryTick / 3600);
/** Changes the position of a receipt, and signs its promise again with the platform's own key. */
function resigned(file: ReceiptFile, change: Partial<ReceiptFile["receipt"]["position"]>): void {
  Object.assign(file.receipt.position, change);
  file.receipt.promise = sign(file);
}

type Tampering = [what: string, change: (file: ReceiptFile) => void, steps: string[]];

describe("tampering fails the step it concerns:", () => {
  const loses = (file: ReceiptFile) => (file.receipt.position.status === "won" ? "lost" : "won");
  const tamperings: Tampering[] = [
    ["seed", (f) => (rowOf(f, entryEpoch(f)).seed = other(rowOf(f, entryEpoch(f)).seed!)), ["commitment"]],
    [
      "commitment in the list",
      (f) => (rowOf(f, entryEpoch(f)).commitment = other(rowOf(f, entryEpoch(f)).commitment)),
      ["commitment", "chain"],
    ],
    [
      "commitment in the receipt",
      (f) => (f.receipt.commitments[0]!.commitment = other(f.receipt.commitments[0]!.commitment)),
      ["promise"],
    ],
    [
      "start state",
      (f) => (rowOf(f, entryEpoch(f)).startState = String(Number(rowOf(f, entryEpoch(f)).startState) + 1)),
      ["start"],
    ],
    ["first tick", (f) => (rowOf(f, entryEpoch(f)).startTick += 1), ["start"]],
    [
      "seed of the epoch before",
      (f) => (rowOf(f, entryEpoch(f) - 1).seed = other("a".repeat(64))),
      ["start"],
    ],
    [
      "head in the list",
      (f) => (rowOf(f, entryEpoch(f)).head = other(rowOf(f, entryEpoch(f)).head)),
      ["chain"],
    ],
    ["furthest head", (f) => (f.fairness.chain.head = other(f.fairness.chain.head)), ["chain"]],
    ["commitment ahead", (f) => (f.fairness.upcoming.at(-2)!.commitment = other("b".repeat(64))), ["chain"]],
    ["a second row that differs", (f) => f.epochs.push({ ...f.epochs[0]!, head: "c".repeat(64) }), ["chain"]],
    ["entry price", (f) => resigned(f, { entryPrice: more(f.receipt.position.entryPrice) }), ["entry"]],
    ["the formula's grid", (f) => (f.receipt.barrier.grid = "1000"), ["terms"]],
    ["the formula's entry price", (f) => (f.receipt.barrier.entryPrice = "150.00000000"), ["entry"]],
    ["a head too near", (f) => (f.receipt.promise = sign(f, { epoch: FIRST })), ["head"]],
    ["barrier", (f) => resigned(f, { barrierPrice: more(f.receipt.position.barrierPrice) }), ["barrier"]],
    ["barrier's working", (f) => (f.receipt.barrier.result = more(f.receipt.barrier.result)), ["barrier"]],
    [
      "result price",
      (f) => (f.receipt.position.resultPrice = more(f.receipt.position.resultPrice!)),
      ["exit"],
    ],
    ["status", (f) => (f.receipt.position.status = loses(f)), ["result"]],
    ["profit", (f) => (f.receipt.position.profit = more(f.receipt.position.profit!)), ["money"]],
    ["a ledger entry", (f) => (f.receipt.entries[0]!.amount = "-11.00000000"), ["money"]],
    ["the transaction of an entry", (f) => (f.receipt.entries[0]!.transactionId = "2"), ["money"]],
    ["the time of the expiry", (f) => (f.receipt.position.expiresAt = "2036-09-21T00:00:00.000Z"), ["terms"]],
    ["a refund's reason", (f) => (f.receipt.position.refundReason = "secret"), ["result"]],
    ["a constant of the price", (f) => (f.fairness.process.scale = "19052558"), ["terms"]],
    ["a missing entry", (f) => f.receipt.entries.pop(), ["money"]],
    ["signature", (f) => (f.receipt.promise!.signature = other(f.receipt.promise!.signature)), ["signature"]],
    [
      "signed text",
      (f) => (f.receipt.promise!.text = f.receipt.promise!.text.replace("amount 10.", "amount 90.")),
      ["signature", "promise"],
    ],
    ["published keys", (f) => (f.fairness.keys[0]!.publicKey = "d".repeat(64)), ["signature"]],
    ["amount", (f) => (f.receipt.position.amount = "20.00000000"), ["promise", "money"]],
    ["chance", (f) => (f.receipt.position.winChance = 0.28), ["promise", "chance"]],
    [
      "reach",
      (f) => {
        f.receipt.barrier.reach = String(BigInt(f.receipt.barrier.reach) + 1n);
        f.receipt.promise = sign(f);
      },
      ["terms"],
    ],
    [
      "pull",
      (f) => {
        f.receipt.barrier.pull = String(BigInt(f.receipt.barrier.pull) - 1n);
        f.receipt.promise = sign(f);
      },
      ["terms"],
    ],
    ["multiplier", (f) => resigned(f, { multiplier: "3.50" }), ["terms"]],
    ["expiry", (f) => resigned(f, { expiryTick: f.receipt.position.expiryTick + 1 }), ["terms"]],
    [
      "the head that was signed",
      (f) => {
        f.receipt.promise = sign(f, { head: other("e".repeat(64)) });
      },
      ["head"],
    ],
    [
      "all that depends on who won",
      (f) => {
        const { position } = f.receipt;
        position.status = loses(f);
        f.receipt.entries = f.receipt.entries.slice(0, 2);
        position.profit = position.status === "won" ? "25.00000000" : "-10.00000000";
      },
      ["result", "money"],
    ],
  ];

  test.each(tamperings)("%s", (_, change, steps) => {
    const file = createFile({ entryTick: mid(FIRST + 1), outcome: "won" });
    change(file);
    expect(wrong(file)).toEqual(steps);
  });

  test("fails everything that rests on a changed seed", () => {
    const file = createFile({ entryTick: mid(FIRST + 1) });
    rowOf(file, FIRST + 1).seed = "a".repeat(64);
    const resting = check(file).steps.filter(({ name }) => ["entry", "exit"].includes(name));
    expect(resting).toMatchObject([
      { outcome: "missing", reason: "doubtful" },
      { outcome: "missing", reason: "doubtful" },
    ]);
  });

  test("fails a receipt signed with someone else's key", () => {
    const file = createFile({ entryTick: mid(FIRST + 1) });
    file.fairness.keys = [{ publicKey: "d".repeat(64), since: "2026-01-01T00:00:00.000Z" }];
    expect(check(file).steps[0]).toMatchObject({
      outcome: "wrong",
      reason: "unpublished",
      found: PUBLIC_KEY,
    });
  });

  test("chains the first head under a genesis to the one before it", () => {
    const file = createFile({ entryTick: GENESIS.tick + 102 });
    file.fairness.genesis.previousHead = "a".repeat(64);
    expect(wrong(file)).toEqual(["chain", "head"]);
  });
});

describe("a check that is not possible", () => {
  test("names the tick from which it will be possible", () => {
    const entryTick = mid(FIRST + 1);
    const file = createFile({ entryTick, now: entryTick + 10 });
    const from = (FIRST + 2) * 3600;
    expect(open(file, entryTick + 10)).toEqual([
      `commitment later ${FIRST + 1}`,
      "rounds later",
      "entry later",
      "exit later",
      "result later",
      "money later",
    ]);
    const { steps } = check(file, entryTick + 10);
    expect(steps.filter(({ outcome }) => outcome === "later").map((step) => step.from)).toEqual([
      from,
      entryTick + 60,
      from,
      from,
      entryTick + 60,
      entryTick + 60,
    ]);
    // The position is decided and the epoch goes on: the result follows from the stated price.
    expect(open(createFile({ entryTick, now: entryTick + 90 }), entryTick + 90)).toEqual([
      `commitment later ${FIRST + 1}`,
      "entry later",
      "exit later",
    ]);
  });

  test("covers the first half of a position across two epochs", () => {
    const entryTick = crossing(FIRST + 1);
    const now = entryTick + 90;
    expect(open(createFile({ entryTick, now }), now)).toEqual([
      `commitment later ${FIRST + 2}`,
      "exit later",
    ]);
  });

  test("says that the receipt is older than the result", () => {
    const entryTick = mid(FIRST + 1);
    const late = createFile({ entryTick });
    const { receipt, downloaded } = createFile({ entryTick, now: entryTick + 10 });
    const file = { ...late, receipt, downloaded };
    expect(open(file)).toEqual(["exit missing", "result missing", "money missing"]);
    const result = check(file).steps.find(({ name }) => name === "result")!;
    expect(result).toMatchObject({ reason: "undecided", expected: late.receipt.position.status });
  });

  test("says that the receipt is not signed", () => {
    const file = createFile({ entryTick: mid(FIRST + 1) });
    file.receipt.promise = null;
    expect(open(file)).toEqual([
      "signature wrong",
      "promise missing",
      "received missing",
      "head missing",
      `start missing ${FIRST + 1}`,
    ]);
    expect(check(file).steps[0]).toMatchObject({ reason: "withheld" });
    file.receipt.position.winChance = 0.3;
    expect(wrong(file)).toEqual(["signature", "chance"]);
  });

  test("goes by the terms of its epoch, whatever terms are offered since", () => {
    const file = createFile({ entryTick: mid(FIRST + 1), houseEdge: 0.02 });
    file.fairness.houseEdge = 0.05;
    file.fairness.termsByEpoch = [];
    expect(open(file)).toEqual([]);
    file.receipt.terms = null;
    expect(open(file)).toEqual(["epochTerms missing", "chance missing"]);
  });

  test("says that the price was restarted", () => {
    const file = createFile({ entryTick: mid(FIRST + 1) });
    file.fairness.genesis.tick = file.receipt.position.entryTick + 5;
    file.epochs = [];
    expect(wrong(file)).toEqual([]);
    expect(
      check(file)
        .steps.filter(({ reason }) => reason === "older")
        .map(({ name }) => name),
    ).toEqual(["epochTerms", "commitment", "chain", "head", "start", "entry", "exit"]);
  });

  test("says that the file holds no epochs", () => {
    const file = { ...createFile({ entryTick: mid(FIRST + 1) }), epochs: [] };
    const { steps } = alone(file);
    expect(verdictOf(steps)).toBe("missing");
    expect(steps.filter(({ reason }) => reason === "hole").map(({ name }) => name)).toEqual([
      "chain",
      "head",
    ]);
  });

  test("says that only the file vouches for the key", () => {
    const file = createFile({ entryTick: mid(FIRST + 1) });
    const [signature, ...rest] = alone(file).steps;
    expect(signature).toMatchObject({ outcome: "missing", reason: "own-key", found: PUBLIC_KEY });
    expect(new Set(rest.map(({ outcome }) => outcome))).toEqual(new Set(["right", "note"]));
  });
});

describe("a position that was called off", () => {
  function refunded(): ReceiptFile {
    const file = createFile({ entryTick: mid(FIRST + 1), now: mid(FIRST + 1) + 10 });
    const { position, entries } = file.receipt;
    Object.assign(position, { status: "refunded", profit: "0.00000000", refundReason: "secret" });
    entries.push(
      ...entries.map((line) => ({
        ...line,
        kind: "position_refunded",
        amount: line.amount.startsWith("-") ? "10.00000000" : "-10.00000000",
      })),
    );
    return file;
  }

  test("breaks a promise if the price was lost after it", () => {
    const file = refunded();
    const { genesis, beacon } = file.fairness;
    const ended = { tick: file.receipt.position.entryTick - 1, reason: "secret" };
    file.fairness.closings = [{ genesis: { ...genesis }, beacon, ...ended, epochs: [] }];
    genesis.tick = LONG_AFTER - 1000;
    file.epochs = [];
    expect(told(file).slice(-3)).toEqual(["closing right", "result wrong", "money right"]);
    expect(isBroken(check(file).steps)).toBe(true);
    file.receipt.entries.pop();
    expect(wrong(file)).toEqual(["result", "money"]);
    expect(isBroken(check(file).steps)).toBe(false);
  });

  test("fails if its price was not lost", () => {
    expect(check(refunded()).steps.find(({ name }) => name === "result")).toMatchObject({
      outcome: "wrong",
      reason: "not-lost",
    });
  });
});

describe("a check goes by", () => {
  const EPOCH = FIRST + 1;
  const atEnd = { ...GENESIS, tick: FIRST * 3600 - 1 };
  const without = (file: ReceiptFile, epoch: number) => file.epochs.filter((row) => row.epoch !== epoch);
  const restart = (file: ReceiptFile) => {
    file.fairness.genesis.tick = file.receipt.position.entryTick + 5;
    file.epochs = [];
  };

  test.each<[string, Partial<Parameters<typeof createFile>[0]>, (file: ReceiptFile) => void, object]>([
    [
      "no head that is not signed",
      {},
      (file) => (file.receipt.promise!.signature = "0".repeat(128)),
      { name: "head", outcome: "missing", reason: "doubtful" },
    ],
    [
      "the epoch that genesis began, for the head",
      { genesis: atEnd, entryTick: atEnd.tick },
      (file) => (file.receipt.promise = sign(file, { epoch: FIRST + 23 })),
      {
        name: "head",
        outcome: "wrong",
        expected: `${FIRST + 24}`,
        found: `${FIRST + 23}`,
        reason: "too-near",
      },
    ],
    [
      "the commitment of an unsigned position",
      {},
      (file) => (Object.assign(file, { epochs: without(file, EPOCH) }).receipt.promise = null),
      { name: "chain", outcome: "wrong", epoch: EPOCH, reason: "hole" },
    ],
    [
      "the terms of the links ahead",
      { now: mid(EPOCH) + 70 },
      (file) => (file.epochs = []),
      { name: "epochTerms", outcome: "right", expected: termsOf(), found: termsOf() },
    ],
    [
      "no terms of the links after a restart",
      {},
      (file) => {
        restart(file);
        file.fairness.current = { ...file.fairness.current, epoch: EPOCH, termsHash: "a".repeat(64) };
      },
      { name: "epochTerms", outcome: "missing", found: termsOf(), reason: "older" },
    ],
    [
      "no terms of any epoch if the entry cannot be read",
      {},
      (file) => {
        file.epochs.push({ ...file.epochs[0]!, epoch: 1, termsHash: "a".repeat(64) });
        Object.assign(file.receipt.position, { entryTick: null });
      },
      { name: "epochTerms", outcome: "missing", found: termsOf(), reason: "no-data" },
    ],
    ...["entryTick", "duration"].map((name): [string, object, (file: ReceiptFile) => void, object] => [
      `no rounds without ${name}`,
      {},
      (file) => Object.assign(file.receipt.position, { [name]: null }),
      { name: "rounds", outcome: "wrong", reason: "unreadable" },
    ]),
  ])("%s", (_, options, change, expected) => {
    const file = createFile({ entryTick: mid(EPOCH), ...options });
    change(file);
    expect(check(file).steps.filter(({ name }) => "name" in expected && name === expected.name)).toEqual([
      expected,
    ]);
  });

  test("every round of a position that won, whatever closing it names", () => {
    const file = createFile({ entryTick: mid(EPOCH), outcome: "won" });
    const rounds = check(file).steps.find(({ name }) => name === "rounds");
    const { entryTick: tick, entryPrice: price } = file.receipt.position;
    file.receipt.closing = { tick, price, ticksLeft: 60, chance: "1", value: "1.00000000", reason: "beacon" };
    expect(open(file)).toEqual(["result wrong"]);
    expect(check(file).steps).toContainEqual(rounds);
  });

  test("the states that follow from the seeds, not those stated for a later epoch", () => {
    const file = createFile({ entryTick: crossing(EPOCH) });
    rowOf(file, EPOCH + 1).startState = "15279000000";
    expect(open(file)).toEqual([`start wrong ${EPOCH + 1}`]);
  });

  test("the state stated for the epoch before", () => {
    const file = createFile({ entryTick: mid(FIRST) });
    file.rounds = roundsBetween(GENESIS.tick + 1, file.receipt.position.expiryTick);
    expect(open(file)).toEqual([]);
    rowOf(file, FIRST - 1).startState = "15279000001";
    expect(open(file)).toEqual([`start wrong ${FIRST}`]);
  });

  test("no start of an epoch before a genesis that is no longer published", () => {
    const file = createFile({ entryTick: atEnd.tick, genesis: atEnd });
    restart(file);
    expect(open(file).filter((line) => line.startsWith("start"))).toEqual([
      `start missing ${FIRST - 1}`,
      `start missing ${FIRST}`,
    ]);
  });

  test("the noted answer to a sale, whatever the receipt says", () => {
    const file = { ...createFile({ entryTick: mid(EPOCH) }), saleReceived: "2026-11-21T00:00:00.000Z" };
    expect(open(file)).toEqual(["saleReceived missing"]);
  });
});

describe("odd input", () => {
  /** Every value of a file in turn becomes each of these. */
  const odd = [undefined, null, "", "constructor x\n", -1, 1e300, Number.NaN, {}, [], "9".repeat(5000)];

  /** The parts of a file that no check uses, or that are there for other readers. */
  const UNCHECKED = [
    /^fairness\.beacon\.(kind|delayMs|relays)$/,
    /^(format|site|downloaded)$/,
    /^receipt\.position\.(expiresAt|refundReason)$/,
    /^receipt\.entries\.\d\.(transactionId|balanceAfter|createdAt)$/,
    // They are null already.
    /^receipt\.(closing|sale)$/,
    /^receipt\.position\.(soldTick|soldPrice|proceeds)$/,
    // Missing published data only leaves less to compare with.
    /^fairness\.(process|terms|winRule|houseEdge|sellFee|current|upcoming|chain|closings|keys\.0\.since)/,
    /^receipt\.terms$/,
    /^epochs\.1\b/,
    /^epochs\.2$/,
    // Without it, the check only notes that nobody recorded the answer.
    /^received$/,
  ];

  function* places(node: unknown, path: string[] = []): Generator<string[]> {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const isList = ["epochs", "rounds"].includes(path.join());
      if (!isList || Number(key) <= 2) yield [...path, key];
      // One of many rows that are alike stands for the others.
      const isOneOfMany = key === "upcoming" || (isList && Number(key) > 1);
      if (!isOneOfMany) yield* places(value, [...path, key]);
    }
  }

  function replaced(file: unknown, path: string[], value: unknown): unknown {
    const copy = structuredClone(file);
    let node = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) node = node[key] as typeof node;
    node[path.at(-1)!] = value;
    return copy;
  }

  // These checks keep a processor busy for five seconds, and longer on a busy machine.
  test("never throws and never passes", { timeout: 120_000 }, () => {
    // An epoch of few ticks, so that there is time for all of them.
    const tick = (FIRST + 1) * 3600 - 91;
    const file = createFile({ entryTick: tick + 21, genesis: { ...GENESIS, tick } });
    expect(open(file)).toEqual([]);
    expect(verdictOf(check(file).steps)).toBe("right");
    const overlooked = new Set<string>();
    for (const path of places(file)) {
      const place = path.join(".");
      const isUnchecked = UNCHECKED.some((each) => each.test(place));
      for (const value of odd) {
        const { steps } = check(replaced(file, path, value));
        if (!isUnchecked && verdictOf(steps) === "right") overlooked.add(place);
      }
    }
    expect([...overlooked]).toEqual([]);
    for (const value of odd) {
      expect(verdictOf(check(value).steps)).toBe("wrong");
      expect(verdictOf(alone(value).steps)).toBe("wrong");
    }
  });
});
