import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { expect, test } from "vitest";
import { NO_STATEMENT, statementHash, statementText } from "../signed/liability-statement.ts";
import { depthFor, leafNode, siblingsOf, treeLevels } from "../signed/merkle-sum.ts";
import { formatScaled } from "../numbers.ts";
import { verifyLiability } from "./verify-liability.ts";
import type { LiabilityKnowledge } from "./verify-liability.ts";
import type { IsSigned } from "./verify-statements.ts";
import { isSound, verifyStatements } from "./verify-statements.ts";

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
  for (const [index, { email, user, balance }] of people.entries()) {
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
    expect(path!.map(({ sum }) => sum)).toHaveLength(4);
    expect(path![0]!.sum).toBe(balance);
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

const knowing = (change: Partial<Record<keyof typeof published, unknown>>) =>
  wrongIn(proofOf(MINE), { ...mine, published: { ...published, ...change } as typeof published });

test("compares the statement and the one before it with the published list", () => {
  expect(knowing({})).toEqual([]);
  expect(knowing({ listed: first.stated.text })).toEqual(["listed"]);
  expect(knowing({ listed: undefined })).toEqual(["listed"]);
  expect(knowing({ previous: second.stated.text })).toEqual(["previous"]);
  expect(knowing({ previous: undefined })).toEqual(["previous"]);
  const beginning = state(1, hex(4));
  const known = { ...mine, published: { ...published, listed: beginning.stated.text } };
  expect(wrongIn(proofOf(MINE, beginning), known)).toEqual(["previous"]);
});

test("compares the head it names with the chain of commitments", () => {
  expect(
    knowing({ epochs: [{ epoch: EPOCH, commitment: hex(3), termsHash: hex(4), head: hex(8) }] }),
  ).toEqual(["chain"]);
  expect(knowing({ epochs: [] })).toEqual(["chain"]);
  const outcomeUnder = (genesis: unknown) =>
    verifyLiability(
      proofOf(MINE),
      { ...mine, published: { ...published, genesis, epochs: [] } },
      isSigned,
    ).steps.find(({ name }) => name === "chain")!.outcome;
  expect(outcomeUnder(null)).toBe("missing");
  const later = { ...published.genesis, tick: 1_800_000_000 };
  expect(outcomeUnder(later)).toBe("missing");
  expect(outcomeUnder({ ...later, previousHead: hex(9) })).toBe("right");
});

const proof = proofOf(0).proof;
test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["text", "text"],
  ["a number", 7],
  ["a list", []],
  ["an empty object", {}],
  ["another format", { ...proofOf(0), format: "veritick/receipt-file/1" }],
  ["no proof", { ...proofOf(0), proof: null }],
  ["siblings that are no list", { ...proofOf(0), proof: { ...proof, siblings: "many" } }],
  ["a sibling that is none", { ...proofOf(0), proof: { ...proof, siblings: [null] } }],
  ["a sibling without a hash", { ...proofOf(0), proof: { ...proof, siblings: [{ sum: "0" }] } }],
  ["a sibling without a sum", { ...proofOf(0), proof: { ...proof, siblings: [{ hash: "a" }] } }],
  ["an index as text", { ...proofOf(0), proof: { ...proof, index: "3" } }],
  ...(["salt", "user", "email", "balance"] as const).map((name): [string, unknown] => [
    `a leaf without its ${name}`,
    { ...proofOf(0), proof: { ...proof, leaf: { ...proof.leaf, [name]: {} } } },
  ]),
  ...(["number", "taken", "total", "text", "signature"] as const).map((name): [string, unknown] => [
    `a statement without its ${name}`,
    { ...proofOf(0), proof: { ...proof, statement: { ...proof.statement, [name]: {} } } },
  ]),
  [
    "a text that is too long",
    { ...proofOf(0), proof: { ...proof, statement: { ...proof.statement, text: "x".repeat(4097) } } },
  ],
])("reports a file that is no proof: %s", (_what, file) => {
  expect(wrongIn(file)).toEqual(["form"]);
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

test("reads a text of 4,096 characters and one sibling more than any tree has", () => {
  const text = "x".repeat(4096);
  const siblings = Array(60).fill({ hash: "a", sum: "0" });
  const { evidence } = verifyLiability(
    { ...proofOf(0), proof: { ...proof, siblings, statement: { ...proof.statement, text } } },
    mine,
    isSigned,
  );
  expect(evidence?.statement.text).toBe(text);
  expect(evidence?.siblings).toHaveLength(41);
});

test("keeps the newest 1,000 keys that are text", () => {
  const keys = [...Array.from({ length: 1200 }, (_, index) => `key ${index}`), 7, { publicKey: null }, null];
  const { evidence } = verifyLiability({ ...proofOf(0), keys }, mine, isSigned);
  expect(evidence?.keys).toEqual(Array.from({ length: 997 }, (_, index) => `key ${index + 203}`));
});

test("reads bare keys and fails the signature without keys or if checking throws", () => {
  expect(wrongIn({ ...proofOf(MINE), keys: [KEY] })).toEqual([]);
  for (const keys of [[], "all", [{ publicKey: 7 }, null]]) {
    expect(wrongIn({ ...proofOf(MINE), keys })).toEqual(["signature"]);
  }
  const broken = () => {
    throw new Error("no point");
  };
  expect(verifyStatements(list(), [KEY], broken).map((check) => check.isSigned)).toEqual([
    false,
    false,
    false,
  ]);
  const { steps } = verifyLiability(proofOf(MINE), mine, broken);
  expect(steps[0]).toMatchObject({ name: "signature", outcome: "wrong" });
});

const third = state(3, statementHash(second.stated.text));
const list = () => [third, second, first].map(({ stated }) => ({ ...stated }));
/** Writes a letter each for signed, repeated and chained: a dash if it is not, a question mark if nobody can tell. */
const verdicts = (statements: ReturnType<typeof list>, keys = [KEY]) =>
  verifyStatements(statements, keys, isSigned).map((check) => {
    const { isChained } = check;
    const letters = [check.isSigned ? "s" : "-", check.isRepeated ? "r" : "-"];
    letters.push(isChained === undefined ? "?" : isChained ? "c" : "-");
    expect(isSound(check)).toBe(!letters.includes("-"));
    return letters.join("");
  });
const GOOD = "src";

test("passes a list of statements that is signed and chained down to the first", () => {
  expect(verdicts(list())).toEqual([GOOD, GOOD, GOOD]);
  expect(verdicts(list().slice(0, 2))).toEqual([GOOD, "sr?"]);
  expect(verdicts([])).toEqual([]);
});

test.each<[string, string[], (statements: ReturnType<typeof list>) => void]>([
  ["one is left out", ["sr-", GOOD], (all) => all.splice(1, 1)],
  ["two have changed places", ["sr-", "sr-", GOOD], (all) => all.splice(0, 3, all[1]!, all[0]!, all[2]!)],
  [
    "one was stated again",
    ["sr-", GOOD, GOOD],
    (all) => {
      const text = all[1]!.text.replace("T00:00:01", "T00:00:02");
      Object.assign(all[1]!, { text, taken: "2026-11-22T00:00:02.000Z", signature: signed(text) });
    },
  ],
  [
    "one was stated again, with the old signature",
    ["sr-", "-rc", GOOD],
    (all) => {
      const text = all[1]!.text.replace("T00:00:01", "T00:00:02");
      Object.assign(all[1]!, { text, taken: "2026-11-22T00:00:02.000Z" });
    },
  ],
  ["a number is not that of the text", [GOOD, "s--", GOOD], (all) => (all[1]!.number = 9)],
  ["a text is none", [GOOD, "sr-", "---"], (all) => (all[2]!.text = "")],
  [
    "the first has one before it",
    ["sr-"],
    (all) => {
      const stated = state(1, hex(3)).stated;
      all.splice(0, 3, stated);
    },
  ],
])("fails a list where %s", (_, expected, change) => {
  const statements = list();
  change(statements);
  expect(verdicts(statements)).toEqual(expected);
});

test("fails a statement signed with an unpublished key", () => {
  expect(verdicts(list(), [])).toEqual(Array(3).fill("-rc"));
});
