import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NO_STATEMENT, statementHash, statementText } from "../signed/liability-statement.ts";
import { depthFor, leafNode, siblingsOf, treeLevels } from "../signed/merkle-sum.ts";
import { formatScaled } from "../numbers.ts";
import { verifyLiability } from "./verify-liability.ts";
import type { LiabilityKnowledge } from "./verify-liability.ts";
import type { IsSigned } from "../signed/is-signed.ts";

const pair = generateKeyPairSync("ed25519");
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");
const rawOf = (key = pair.privateKey) =>
  createPublicKey(createPrivateKey(key.export({ format: "pem", type: "pkcs8" })))
    .export({ format: "der", type: "spki" })
    .subarray(-32)
    .toString("hex");
const KEY = rawOf();

const signed = (text: string, key = pair.privateKey) => sign(null, Buffer.from(text), key).toString("hex");
const isSigned: IsSigned = (text, signature, publicKey) => {
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, "hex")]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "hex"));
};

const hex = (digit: number) => digit.toString(16).repeat(64).slice(0, 64);
const people = [3n, 0n, 2n * 10n ** 18n, 5_000_000_000n, 1n].map((balance, index) => ({
  salt: hex(index + 1),
  user: `01a0c45c-08a8-7000-8000-00000000000${index}`,
  email: `person${index}@example.com`,
  balance,
}));

function state(number: number, previous: string, leaves = people, key = KEY) {
  const levels = treeLevels(leaves.map(leafNode), depthFor(leaves.length));
  const [root] = levels.at(-1)!;
  const statement = {
    number,
    taken: `2026-11-2${number}T00:00:01.000Z`,
    depth: levels.length - 1,
    total: formatScaled(root!.sum, 8),
    root: root!.hash,
    previous,
    chain: { epoch: 497_222, head: hex(9) },
    key,
  };
  const text = statementText(statement);
  const { taken, total } = statement;
  return { levels, stated: { number, taken, total, text, signature: signed(text), provable: true } };
}

const first = state(1, NO_STATEMENT);
const second = state(2, statementHash(first.stated.text));

function proofOf(index: number, { stated, levels } = second) {
  const { balance, ...person } = people[index]!;
  return {
    format: "veritick/liability-proof/1",
    site: "https://veritick.example",
    downloaded: "2026-11-22T10:00:00.000Z",
    proof: {
      statement: { ...stated },
      leaf: { ...person, balance: formatScaled(balance, 8) },
      index,
      siblings: siblingsOf(levels, index).map(({ hash, sum }) => ({ hash, sum: formatScaled(sum, 8) })),
    },
    keys: [{ publicKey: KEY, since: "2026-11-01T00:00:00.000Z" }],
  };
}
type Proof = ReturnType<typeof proofOf>;

const MINE = 3;
const EPOCH = 497_222;
const published = {
  listed: second.stated.text,
  previous: first.stated.text,
  genesis: { tick: 1_763_000_000, state: "15279000000", previousHead: NO_STATEMENT },
  epochs: [{ epoch: EPOCH, commitment: hex(3), termsHash: hex(4), head: hex(9) }],
};
const mine: LiabilityKnowledge & { published: typeof published } = {
  email: people[MINE]!.email,
  user: people[MINE]!.user,
  balance: "50.00000000",
  published,
};
/** Puts a changed text on the published list, so that the check does not also fail for an unlisted text. */
const unlisted = ({ proof }: Proof) => ({
  ...mine,
  published: { ...published, listed: proof.statement.text },
});
const wrongIn = (file: unknown, known: LiabilityKnowledge = mine) =>
  verifyLiability(file, known, isSigned)
    .steps.filter(({ outcome }) => outcome === "wrong")
    .map(({ name }) => name);

test("passes every person's proof, from the leaf to the total", () => {
  for (const [index, { email, user }] of people.entries()) {
    const { steps, path } = verifyLiability(proofOf(index), { email, user }, isSigned);
    expect(steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "signature right",
      "statement right",
      "leaf right",
      "path right",
      "root right",
      "total right",
      "previous missing",
      "chain missing",
    ]);
    expect(path).toEqual(second.levels.map((level, height) => level[Math.floor(index / 2 ** height)]));
    expect(path![3]!.sum).toBe(2n * 10n ** 18n + 5_000_000_004n);
  }
  expect(wrongIn(proofOf(MINE))).toEqual([]);
});

test("shows each value that it compared", () => {
  const { proof } = proofOf(MINE);
  const [root] = second.levels.at(-1)!;
  const same = (name: string, value: string) => ({ name, outcome: "right", expected: value, found: value });
  expect(verifyLiability(proofOf(MINE), mine, isSigned).steps).toEqual([
    { name: "signature", outcome: "right", found: KEY },
    { name: "statement", outcome: "right" },
    { name: "listed", outcome: "right" },
    same("leaf", `${mine.email} ${mine.user}`),
    same("balance", "50.00000000"),
    same("path", "3"),
    same("root", root!.hash),
    same("total", proof.statement.total),
    same("previous", statementHash(first.stated.text)),
    same("chain", hex(9)),
  ]);
  const stranger = verifyLiability(proofOf(MINE), { email: "else@example.com" }, isSigned).steps;
  expect(stranger.find(({ name }) => name === "leaf")).toEqual({
    name: "leaf",
    outcome: "wrong",
    expected: "else@example.com",
    found: mine.email,
  });
});

test("accepts a tree of one person", () => {
  const alone = state(1, NO_STATEMENT, people.slice(0, 1));
  const known = { email: people[0]!.email, published: { ...published, listed: alone.stated.text } };
  const { steps, path } = verifyLiability(proofOf(0, alone), known, isSigned);
  expect(steps.every(({ outcome }) => outcome === "right")).toBe(true);
  expect(path).toHaveLength(1);
});

/** Changes the text and signs it again, as a prover with the platform's own key can. */
function restated(file: Proof, change: (text: string) => string) {
  const text = change(file.proof.statement.text);
  Object.assign(file.proof.statement, { text, signature: signed(text) });
}
const edit = (from: string | RegExp, to: string) => (text: string) => {
  expect(text).toMatch(from);
  return text.replace(from, to);
};
const other = generateKeyPairSync("ed25519").privateKey;

test.each<[string, string[], (file: Proof) => void]>([
  ["the root", ["root"], (file) => restated(file, edit(/^root .*$/m, `root ${hex(7)}`))],
  ["the total, beside the text", ["statement"], ({ proof }) => (proof.statement.total = "1.00000000")],
  [
    "the total, in the text too",
    ["total"],
    (file) => {
      restated(file, edit(/^total .*$/m, "total 1.00000000"));
      file.proof.statement.total = "1.00000000";
    },
  ],
  [
    "the total, with the old signature",
    ["signature", "total"],
    ({ proof: { statement } }) => {
      statement.text = edit(/^total .*$/m, "total 1.00000000")(statement.text);
      statement.total = "1.00000000";
    },
  ],
  ["the number", ["statement", "previous"], (file) => restated(file, edit("number 2", "number 4"))],
  ["the time, beside the text", ["statement"], ({ proof }) => (proof.statement.taken = first.stated.taken)],
  ["the balance", ["balance", "root", "total"], ({ proof }) => (proof.leaf.balance = "49.00000000")],
  ["a balance of minus", ["leaf", "balance", "path"], ({ proof }) => (proof.leaf.balance = "-50.00000000")],
  ["the e-mail", ["leaf", "root"], ({ proof }) => (proof.leaf.email = people[0]!.email)],
  ["the user", ["leaf", "root"], ({ proof }) => (proof.leaf.user = people[0]!.user)],
  ["a user that is two lines", ["leaf", "root"], ({ proof }) => (proof.leaf.user += "\n50.00000000")],
  ["the salt", ["root"], ({ proof }) => (proof.leaf.salt = hex(8))],
  ["a salt that is none", ["leaf", "path"], ({ proof }) => (proof.leaf.salt = "")],
  ["a sibling's hash", ["root"], ({ proof }) => (proof.siblings[1]!.hash = hex(8))],
  ["a sibling's hash that is none", ["path"], ({ proof }) => (proof.siblings[1]!.hash += "0")],
  ["a sibling's sum", ["root", "total"], ({ proof }) => (proof.siblings[0]!.sum = "1.00000000")],
  [
    "an amount shifted to a sibling's sum from the next",
    ["root"],
    ({ proof: { siblings } }) => {
      siblings[0]!.sum = "20000000000.00000003";
      siblings[1]!.sum = "0.00000000";
    },
  ],
  ["a sum below zero", ["path"], ({ proof }) => (proof.siblings[2]!.sum = "-0.00000001")],
  ["a sum with a leading zero", ["path"], ({ proof }) => (proof.siblings[2]!.sum = "00.00000001")],
  ["the sides", ["root"], ({ proof }) => (proof.index = 2)],
  ["an index outside", ["path"], ({ proof }) => (proof.index = 8 + MINE)],
  ["an index of a half", ["path"], ({ proof }) => (proof.index = 0.5)],
  ["an index beyond all", ["path"], ({ proof }) => (proof.index = 2 ** 60)],
  ["two siblings swapped", ["root"], ({ proof }) => proof.siblings.reverse()],
  ["a sibling less", ["path"], ({ proof }) => proof.siblings.pop()],
  ["many siblings more", ["path"], ({ proof }) => proof.siblings.push(...Array(999).fill(proof.siblings[0]))],
  ["the depth", ["path"], (file) => restated(file, edit("depth 3", "depth 2"))],
  ["a depth beyond all", ["path"], (file) => restated(file, edit("depth 3", "depth 99"))],
  ["the signature", ["signature"], ({ proof }) => (proof.statement.signature = first.stated.signature)],
  ["a signature that is none", ["signature"], ({ proof }) => (proof.statement.signature = "nonsense")],
  ["a key that is not published", ["signature"], (file) => (file.keys[0]!.publicKey = rawOf(other))],
  [
    "somebody else's signature",
    ["signature"],
    ({ proof: { statement } }) => (statement.signature = signed(statement.text, other)),
  ],
  ["the one before", ["previous"], (file) => restated(file, edit(/^previous .*$/m, `previous ${hex(7)}`))],
  ["a text that is none", ["statement"], ({ proof }) => (proof.statement.text += " ")],
])("fails a proof with another: %s", (_, steps, change) => {
  const file = proofOf(MINE);
  change(file);
  expect(wrongIn(file, unlisted(file))).toEqual(steps);
});

test("compares the proof with the reader's own e-mail, user and balance", () => {
  expect(wrongIn(proofOf(MINE), { email: "else@example.com" })).toEqual(["leaf"]);
  expect(wrongIn(proofOf(MINE), { ...mine, balance: "50.00000001" })).toEqual(["balance"]);
});

test("knows no user whose id is none, even if the reader does not name one", () => {
  const file = proofOf(MINE);
  const user = file.proof.leaf.user.toUpperCase();
  file.proof.leaf.user = user;
  expect(wrongIn(file, { email: mine.email })).toEqual(["leaf", "root"]);
  expect(wrongIn(file, { email: mine.email, user })).toEqual(["leaf", "root"]);
});

test.each([
  [40, "40"],
  [41, "> 40"],
  [60, "> 40"],
])("counts a path of %i siblings as %s", (count, found) => {
  const file = proofOf(MINE);
  file.proof.siblings = Array(count).fill(file.proof.siblings[0]);
  const { steps, path } = verifyLiability(file, mine, isSigned);
  expect(steps.find(({ name }) => name === "path")).toEqual({
    name: "path",
    outcome: "wrong",
    expected: "3",
    found,
  });
  expect(path).toBeUndefined();
});

/** Returns a step of a proof, without its name, if the published data is changed. */
function stepUnder(
  name: string,
  change: Partial<Record<keyof typeof published, unknown>>,
  file = proofOf(MINE),
) {
  const known = { ...mine, published: { ...published, ...change } as typeof published };
  const { name: _, ...step } = verifyLiability(file, known, isSigned).steps.find(
    (each) => each.name === name,
  )!;
  return step;
}

describe("the published list", () => {
  test("holds the statement itself", () => {
    expect(stepUnder("listed", {})).toEqual({ outcome: "right" });
    for (const listed of [first.stated.text, undefined])
      expect(stepUnder("listed", { listed })).toEqual({ outcome: "wrong" });
  });

  test.each([
    ["the statement before", first.stated.text, "right"],
    ["the statement itself", second.stated.text, "wrong"],
    ["a text that is none", "no statement", "wrong"],
  ])("holds %s in the place before it", (_, previous, outcome) => {
    const found = statementHash(first.stated.text);
    expect(stepUnder("previous", { previous })).toEqual({
      outcome,
      expected: statementHash(previous),
      found,
    });
  });

  test("holds a statement whose hash is named, but that is no statement", () => {
    const file = proofOf(MINE, state(2, statementHash("no statement")));
    const same = statementHash("no statement");
    expect(stepUnder("previous", { previous: "no statement" }, file)).toEqual({
      outcome: "wrong",
      expected: same,
      found: same,
    });
  });

  test("holds nothing before it", () => {
    expect(stepUnder("previous", { previous: undefined })).toEqual({ outcome: "wrong" });
    const beginning = (previous: string) => stepUnder("previous", {}, proofOf(MINE, state(1, previous)));
    expect(beginning(NO_STATEMENT)).toEqual({
      outcome: "right",
      expected: NO_STATEMENT,
      found: NO_STATEMENT,
    });
    expect(beginning(hex(4))).toEqual({ outcome: "wrong", expected: NO_STATEMENT, found: hex(4) });
  });
});

describe("the chain of commitments", () => {
  const [row] = published.epochs;
  const TAKEN = Date.parse(second.stated.taken) / 1000;
  const told = (outcome: string, expected: string) => ({ outcome, expected, found: hex(9) });
  const restartedAt = (tick: number, previousHead = NO_STATEMENT) => ({
    ...published.genesis,
    tick,
    previousHead,
  });

  test.each<[string, Partial<Record<keyof typeof published, unknown>>, object]>([
    ["the head that the statement names", {}, told("right", hex(9))],
    ["another head", { epochs: [{ ...row, head: hex(8) }] }, told("wrong", hex(8))],
    [
      "another epoch before",
      { epochs: [{ ...row, epoch: EPOCH - 1, head: hex(8) }, row] },
      told("right", hex(9)),
    ],
    ["no row of the epoch", { epochs: [{ ...row, epoch: EPOCH + 1 }] }, { outcome: "wrong" }],
    ["no head in its row", { epochs: [{ ...row, head: null }] }, { outcome: "wrong" }],
    ["no genesis", { genesis: null }, { outcome: "missing" }],
    ["a genesis at the time of the statement", { genesis: restartedAt(TAKEN) }, told("right", hex(9))],
    ["a genesis after it", { genesis: restartedAt(TAKEN + 1) }, { outcome: "missing" }],
    ["a genesis after it that follows", { genesis: restartedAt(TAKEN + 1, hex(9)) }, { outcome: "right" }],
    [
      "the head before a genesis that it follows",
      { genesis: restartedAt(TAKEN, hex(9)), epochs: [] },
      { outcome: "wrong" },
    ],
  ])("has %s", (_, change, expected) => {
    expect(stepUnder("chain", change)).toEqual(expected);
  });

  test("cannot be compared with a statement of no time", () => {
    const file = proofOf(MINE);
    restated(file, edit(/^taken \d+-\d+/m, "taken 2026-13"));
    expect(stepUnder("chain", {}, file)).toEqual({ outcome: "missing" });
  });
});

test("reports a file that is no proof", () => {
  for (const file of [undefined, {}, { ...proofOf(0), proof: null }])
    expect(verifyLiability(file, mine, isSigned)).toEqual({ steps: [{ name: "form", outcome: "wrong" }] });
});

test("marks the steps that an unreadable statement leaves without an answer", () => {
  const file = proofOf(MINE);
  file.proof.statement.text = "no statement";
  expect(
    verifyLiability(file, { email: mine.email }, isSigned).steps.map(
      ({ name, outcome }) => `${name} ${outcome}`,
    ),
  ).toEqual([
    "signature missing",
    "statement wrong",
    "leaf right",
    "path missing",
    "root missing",
    "total missing",
    "previous missing",
    "chain missing",
  ]);
});

test("reads bare keys and fails the signature without keys or if checking throws", () => {
  expect(wrongIn({ ...proofOf(MINE), keys: [KEY] })).toEqual([]);
  for (const keys of [[], "all", [{ publicKey: 7 }, null]]) {
    expect(wrongIn({ ...proofOf(MINE), keys })).toEqual(["signature"]);
  }
  const broken = () => {
    throw new Error("no point");
  };
  const { steps } = verifyLiability(proofOf(MINE), mine, broken);
  expect(steps[0]).toMatchObject({ name: "signature", outcome: "wrong" });
});
