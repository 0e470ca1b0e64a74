import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { computeTerms } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { productVersion } from "@veritick/server/platform/version.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFile } from "../../../packages/domain/testing/receipt-files.ts";
import { growTree, makeProof } from "./liability-file.ts";
import type { Owner } from "./liability-file.ts";
import { makeReceipt, SECOND_HOUR } from "./offline-receipt.ts";
import { signReceipt, STRANGERS_KEY } from "./receipt-file.ts";
import { useFiles, verifier, VERIFIER, verify } from "./verifier.ts";

const put = useFiles();
const VECTORS = fileURLToPath(new URL("../../../docs/vectors/", import.meta.url));

describe("the test vectors", () => {
  it("are all reproduced", async () => {
    const { code, lines } = await verify("--vectors", VECTORS);
    expect(code).toBe(0);
    // Four for each chain, three for each round, four for each epoch and tick, six for each text of terms, three for each row
    // of terms, two for each barrier, one for each chance and value, one for each leaf and path, two for each signed root, and
    // for the log one for each entry and key, and twelve more.
    expect(lines.at(-1)).toBe("All right: 1250 checks passed.");
  });

  it.each<[string, string, (v: any) => void]>([
    ["rounds", "beacon", (v) => (v.quicknet.chain.genesisTime += 3)],
    ["rounds", "round", (v) => (v.local.rounds[1].message = "11".repeat(32))],
    ["rounds", "rounds", (v) => (v.local.rounds[1].signature = v.local.rounds[2].signature)],
    ["price", "seed", (v) => (v.epochs[1].seed = "11".repeat(32))],
    ["price", "commitment", (v) => (v.epochs[1].commitment = "11".repeat(32))],
    ["price", "start tick", (v) => (v.epochs[1].startTick += 1)],
    ["price", "start state", (v) => (v.epochs[1].startState = "15395201534")],
    ["price", "round", (v) => (v.ticks[3].round += 1)],
    ["price", "noise", (v) => (v.ticks[0].noise += 2)],
    ["price", "state", (v) => (v.ticks.at(-1).state = "15395201534")],
    ["price", "price", (v) => (v.ticks[4].price = "152.00000000")],
    ["terms", "chance", (v) => (v.rows[0].winChance = 0.2714)],
    ["terms", "pull", (v) => (v.rows[3].pull += 1)],
    ["terms", "reach", (v) => (v.rows[1].reach -= 1)],
    ["terms", "barrier", (v) => (v.barriers[11].sell = "152.00000000")],
    ["sale", "sale chance", (v) => (v.chances[20].chance += 1)],
    ["promises", "leaf", (v) => (v.leaves[1] = "11".repeat(32))],
    ["promises", "signed text", (v) => (v.batches[1].root = "11".repeat(32))],
    ["promises", "signature", (v) => (v.batches[2].signature = v.batches[1].signature)],
    ["promises", "root", (v) => (v.batches[3].paths[4] = v.batches[3].paths[0])],
    ["sale", "sale value", (v) => (v.sales[9].value = "99.99000000")],
    ["log", "owner", (v) => (v.owner.nonce = "11".repeat(16))],
    ["log", "tag", (v) => (v.order.tag = "11".repeat(16))],
    ["log", "leaf", (v) => (v.receipt.leaf = "11".repeat(32))],
    ["log", "slice", (v) => (v.slice.path[1] = "11".repeat(32))],
    ["log", "entry", (v) => (v.entries[2].text = v.entries[2].text.replace("0.05", "0.06"))],
    ["log", "log", (v) => (v.root = "11".repeat(32))],
    ["log", "key", (v) => (v.keys[3].seed = "18".repeat(32))],
    ["log", "proof", (v) => (v.index = 4)],
    ["log", "in time", (v) => (v.nextDue += 1)],
  ])("in %s are not those with another %s", async (name, step, change) => {
    const folder = mkdtempSync(join(tmpdir(), "veritick-vectors-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(VECTORS, folder, { recursive: true });
    const file = join(folder, `${name}.json`);
    const changed = JSON.parse(readFileSync(file, "utf8"));
    change(changed);
    writeFileSync(file, JSON.stringify(changed));
    const { code, wrong } = await verify("--vectors", folder);
    expect(wrong).toContain(step);
    expect(code).toBe(1);
  });
}); // oxfmt-ignore

it("computes the normal quantile to far more digits than needed", () => {
  // Known values of the normal distribution, to sixteen places.
  expect(verifier.upperQuantile(0.025)).toBeCloseTo(1.9599639845400545, 14);
  expect(verifier.upperQuantile(0.5)).toBeCloseTo(0, 14);
  expect(verifier.upperQuantile(0.9)).toBeCloseTo(-1.2815515655446004, 14);
  expect(verifier.upperQuantile(1e-6)).toBeCloseTo(4.753424308822899, 12);
});

it("refuses keys under which anybody can sign", () => {
  const none = `01${"00".repeat(31)}`;
  const heights = [
    none,
    "00".repeat(32),
    `ec${"ff".repeat(30)}7f`,
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    `ed${"ff".repeat(30)}7f`,
    `ee${"ff".repeat(30)}7f`,
  ];
  // The sign of a point is the highest bit of its last digit pair.
  const negative = heights.map((key) => key.slice(0, 62) + (parseInt(key.slice(62), 16) + 128).toString(16));
  for (const key of [...heights, ...negative]) {
    expect(verifier.isSoundKey(key), key).toBe(false);
    expect(verifier.isSigned("anything", none + "00".repeat(32), key), key).toBe(false);
  }
  expect(verifier.isSoundKey(STRANGERS_KEY)).toBe(true);
});

const OWNERS: Owner[] = ["10.00000000", "0.00000000", "1200.50000000", "3.25000001", "0.40000000"].map(
  (balance, i) => ({
    salt: `${i}f`.repeat(32),
    user: `01a0c45c-08a8-7000-8000-00d1f13cff8${i}`,
    email: `user${i}@example.com`,
    balance,
  }),
);

/** Steps that a file alone cannot show: the previous statement and the chain of commitments. */
const LINKS = ["previous", "chain"];

describe("a proof of liabilities", () => {
  it("passes for everybody in the tree, and for a single user", async () => {
    for (const [index, { email, balance }] of OWNERS.entries()) {
      const words = ["--email", email, "--balance", String(Number(balance)), "--key", STRANGERS_KEY];
      const file = put(makeProof(OWNERS, index));
      expect(await verify("--liabilities", file, ...words)).toMatchObject({
        code: 2,
        wrong: [],
        missing: LINKS,
      });
    }
    const only = await verify("--liabilities", put(makeProof(OWNERS.slice(0, 1), 0)));
    expect(only).toMatchObject({ code: 2, wrong: [], missing: ["key", "e-mail", "balance", ...LINKS] });
    expect(only.lines.at(-1)).toMatch(/^Not everything can be checked: /);
    const bare = await verify("--liabilities", put(makeProof(OWNERS, 2).proof));
    expect(bare).toMatchObject({ code: 2, wrong: [], missing: ["key", "e-mail", "balance", ...LINKS] });
    const first = makeProof(OWNERS, 2, { number: "1", previous: "0".repeat(64) });
    first.proof.statement.number = 1;
    const { text } = await verify("--liabilities", put(first));
    expect(text).toMatch(/^ok {6}previous /m);
  });

  const anew = (file: any, values: Record<string, string>) =>
    Object.assign(file, makeProof(OWNERS, 2, values));

  it.each<[string, string, (file: any) => void, string[]?]>([
    ["another root", "root", (f) => anew(f, { root: "11".repeat(32) })],
    ["another total", "total", (f) => anew(f, { total: "1214.15000000" })],
    ["a total beside the text", "statement", (f) => (f.proof.statement.total = "1.00000000")],
    ["a greater depth", "place", (f) => anew(f, { depth: "4" })],
    ["a smaller depth", "place", (f) => anew(f, { depth: "1" })],
    ["another balance", "root", (f) => (f.proof.leaf.balance = "1200.00000000")],
    ["a negative balance", "sums", (f) => (f.proof.leaf.balance = "-1.00000000")],
    ["a greater depth than there can be", "place", (f) => anew(f, { depth: "41" })],
    ["a first statement with one before", "previous", (f) => (anew(f, { number: "1" }), (f.proof.statement.number = 1))],
    ["no number", "statement", (f) => (anew(f, { number: "0" }), (f.proof.statement.number = 0))],
    ["zeros before a depth", "statement", (f) => anew(f, { depth: "03" })],
    ["zeros before an epoch", "statement", (f) => anew(f, { chain: `0500123 ${"cd".repeat(32)}` })],
    ["my e-mail in other letters", "e-mail", () => {}, ["--email", "USER2@example.com"]],
    ["another salt", "root", (f) => (f.proof.leaf.salt = "11".repeat(32))],
    ["another user", "root", (f) => (f.proof.leaf.user = OWNERS[1]!.user)],
    ["another e-mail", "root", (f) => (f.proof.leaf.email = "other@example.com")],
    ["not my e-mail", "e-mail", () => {}, ["--email", "me@example.com"]],
    ["not my balance", "balance", () => {}, ["--balance", "1300"]],
    ["another sibling", "root", (f) => (f.proof.siblings[1].hash = "11".repeat(32))],
    ["a sibling's sum", "total", (f) => (f.proof.siblings[1].sum = "9.00000000")],
    ["a negative sum", "sums", (f) => (f.proof.siblings[1].sum = "-10.00000000")],
    ["sums that make up for each other", "root", (f) => ([f.proof.siblings[0].sum, f.proof.siblings[1].sum] = ["2.25000001", "11.00000000"])],
    ["a sum with more zeros", "sums", (f) => (f.proof.siblings[1].sum = "010.00000000")],
    ["a swapped child", "root", (f) => (f.proof.index = 3)],
    ["an index beyond the tree", "place", (f) => (f.proof.index = 10)],
    ["no whole index", "place", (f) => (f.proof.index = 2.5)],
    ["a sibling too few", "place", (f) => f.proof.siblings.pop()],
    ["the signature", "signature", (f) => (f.proof.statement.signature = "00".repeat(64))],
    ["the signed text", "signature", (f) => (f.proof.statement.text = f.proof.statement.text.replace("number 7", "number 8"))],
    ["a key that is not listed", "key", (f) => (f.keys[0].publicKey = "11".repeat(32))],
    ["not the pinned key", "key", () => {}, ["--key", "11".repeat(32)]],
  ])("is wrong with %s", async (_, step, change, words = []) => {
    const file = makeProof(OWNERS, 2);
    change(file);
    const { code, wrong, text } = await verify("--liabilities", put(file), ...words);
    expect(wrong, text).toContain(step);
    expect(code).toBe(1);
  }); // oxfmt-ignore

  it("fails if a cheat gives two owners one leaf or hides a negative sum", async () => {
    // Both owners have 10.00 and are shown the first one's place. The second one's own leaf does not lead to the root.
    const file = makeProof(OWNERS, 0);
    file.proof.leaf = { ...OWNERS[1], balance: "10.00000000" };
    expect((await verify("--liabilities", put(file))).wrong).toEqual(["root"]);
    // A sibling of minus a thousand makes the total smaller; hashes and signatures fit it.
    const owners = [OWNERS[2]!, { ...OWNERS[0]!, balance: "-1000.00000000" }];
    const [[, sibling]] = growTree(owners) as [[unknown, { hash: string }]];
    const cheat = makeProof(owners, 0, { total: "200.50000000" });
    cheat.proof.siblings[0] = { hash: sibling.hash, sum: "-1000.00000000" };
    expect((await verify("--liabilities", put(cheat))).wrong).toContain("sums");
  });
});

it.each([
  [5e-10, false],
  [2e-9, true],
])("judges a chance of the rule of play money that is off by %d", async (difference, isWrong) => {
  const file = createFile({ entryTick: SECOND_HOUR + 2, rule: "direction", houseEdge: 0 });
  const { position } = file.receipt;
  position.winChance += difference;
  signReceipt(file, { chance: String(position.winChance) });
  expect((await verify("--position", put(file))).wrong.includes("chance")).toBe(isWrong);
});

it.each([
  [1n, []],
  [-1n, []],
  [2n, ["published terms", "terms"]],
  [-2n, ["published terms", "terms"]],
])("takes the integers of the terms text if they are off by at most 1: %d", async (offBy, wrong) => {
  const file = makeReceipt(SECOND_HOUR + 2, undefined, undefined, offBy);
  expect((await verify("--position", put(file))).wrong).toEqual(wrong);
  // The receipt must have those of the text, not its own.
  const { barrier } = file.receipt;
  barrier.reach = String(BigInt(barrier.reach) - offBy);
  signReceipt(file, { reach: barrier.reach });
  expect((await verify("--position", put(file))).wrong).toEqual([...wrong, "reach"]);
});

it.each([
  ["a missing line", /pull 3 .*\n/, ""],
  ["lines in another order", /(reach 1 .*\n)(reach 3 .*\n)/, "$2$1"],
  ["a line twice", /(reach 1 .*\n)/, "$1$1"],
  ["zeros in front", "reach 1 ", "reach 1 0"],
])("finds no terms in a text with %s", (_, from, to) => {
  const { terms } = makeReceipt(SECOND_HOUR + 2).receipt;
  expect(verifier.readTerms(terms).integers.get(1)).toEqual({ pull: 1_097_680_609_238n, reach: 12_951_253n });
  expect(verifier.readTerms(terms.replace(from, to))).toBeUndefined();
});

it("computes the published terms of the rule of play money", async () => {
  const file: any = createFile({ entryTick: SECOND_HOUR + 2, rule: "direction", houseEdge: 0 });
  const numbersOf = (terms: Terms) => ({ pull: String(terms.pull), reach: String(terms.reach) });
  file.fairness.terms = computeTerms({ houseEdge: 0, winRule: "direction" }).map((terms) => ({
    ...terms,
    ...numbersOf(terms),
    multiplier: terms.multiplierHundredths / 100,
  }));
  expect((await verify("--position", put(file))).wrong).not.toContain("published terms");
  file.fairness.terms[1].winChance += 2e-9;
  expect((await verify("--position", put(file))).wrong).toContain("published terms");
});

describe("input that cannot be checked", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  it.each<[string, unknown, RegExp]>([
    ["no JSON", "{ half", /is not JSON\.$/],
    ["a number", 7, /^the receipt is not an object\.$/],
    ["null", null, /^the receipt is not an object\.$/],
    ["a list in lists without end", deep, /^(the receipt is not an object|.* is not JSON)\.$/],
    ["another format", { format: "x" }, /^The file is not a receipt/],
    ["another number", { format: "veritick/receipt-file/2" }, /^The file is not a receipt: its format is not veritick\/receipt-file\/1\.$/],
    ["nothing in it", { format: "veritick/receipt-file/1" }, /^the receipt is not an object\.$/],
    ["a position alone", { position: { id: "x" } }, /^the receipt\.position\.id is not text of the right form\.$/],
    ["eleven megabytes", " ".repeat(11_000_000), /larger than 10 MB\.$/],
  ])("is said in a sentence: %s", async (_, content, message) => {
    const { code, lines } = await verify("--position", put(content));
    expect(lines).toEqual([expect.stringMatching(message)]);
    expect(code).toBe(2);
  }); // oxfmt-ignore

  it.each<[string, RegExp, (file: any) => void]>([
    ["a stake of three decimals", /amount is not text/, (f) => (f.receipt.position.amount = "10.00100000")],
    ["no stake", /amount is not text/, (f) => (f.receipt.position.amount = "0.00000000")],
    ["a price off the grid", /resultPrice is not text/, (f) => (f.receipt.position.resultPrice = "152.79000001")],
    ["a price below zero", /soldPrice is not text/, (f) => (f.receipt.position.soldPrice = "-152.79000000")],
    ["a day that does not exist", /received is not an instant/, (f) => (f.received = "2026-02-30T00:00:00.000Z")],
    ["no round", /round is not a whole number/, (f) => (f.receipt.position.round = null)],
    ["no time at all", /received is not an instant/, (f) => (f.received = "2026-99-99T99:99:99.999Z")],
  ])("is a receipt with %s", async (_, message, change) => {
    const file = makeReceipt(SECOND_HOUR + 2);
    change(file);
    const { code, lines } = await verify("--position", put(file));
    expect(lines).toEqual([expect.stringMatching(message)]);
    expect(code).toBe(2);
  }); // oxfmt-ignore

  it.each([
    ["--position", "/nowhere/receipt.json"],
    ["--position", tmpdir()],
    ["--position"],
    ["--posit", "x"],
    ["--position", "x", "--chain"],
    ["--chain"],
    ["--epoch", "one", "--url", "http://127.0.0.1:1"],
    ["--epoch", "5", "--to", "4", "--url", "http://127.0.0.1:1"],
    ["--chain", "--url", "ftp://127.0.0.1"],
    ["--chain", "--url", "http://127.0.0.1:1"],
    ["--chain", "--url", "http://127.0.0.1:1", "--seen", "5"],
    ["--liabilities", "x", "--balance", "ten"],
    ["--liabilities", "x", "--key", "abc"],
  ])("is refused: %s %s %s %s %s", async (...words) => {
    const { code, lines } = await verify(...words.filter((word) => word !== undefined));
    expect(lines).toEqual([expect.stringMatching(/\.$/)]);
    expect(code).toBe(2);
  });

  it("gives up on nonsense or endless answers, and shows no control characters", async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/endless")) endless(response);
      else response.end(JSON.stringify({ process: { mean: "\u001b[2J" } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close().closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const first = await verify("--chain", "--url", `${url}/endless`);
    expect(first).toMatchObject({ code: 2, lines: [expect.stringContaining("returns more than 10 MB")] });
    const second = await verify("--chain", "--url", url);
    expect(second).toMatchObject({ code: 2, lines: [expect.stringContaining("mean is not text")] });
    const file = makeProof(OWNERS, 2);
    file.proof.leaf.email = "\u009b31m\u202e@example.com";
    const third = await verify("--liabilities", put(file));
    expect(third.text).not.toMatch(/[\u0080-\u009f\u202e]/);
  });
});

/** Sends megabyte after megabyte, as fast as the reader takes them. */
function endless(response: NodeJS.WritableStream): void {
  const megabyte = Buffer.alloc(2 ** 20, " ");
  const more = () => {
    while (response.writable && response.write(megabyte));
  };
  response.on("drain", more);
  more();
}

it("needs no other file: a copy alone shows its help and the product's version", async () => {
  const copy = put("").replace(/json$/, "mjs");
  writeFileSync(copy, readFileSync(VERIFIER));
  const run = promisify(execFile);
  expect((await run(process.execPath, [copy, "--help"])).stdout).toContain("--liabilities FILE");
  const { stdout } = await run(process.execPath, [copy, "--version"]);
  expect(stdout).toBe(`veritick-verify ${productVersion()}\n`);
});
