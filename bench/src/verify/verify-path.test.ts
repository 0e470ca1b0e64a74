import { promisesText, promiseTree } from "@veritick/domain/signed/promise-tree.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { describe, expect, it } from "vitest";
import { isSigned } from "../../../packages/web/src/lib/ed25519.ts";
import { makeReceipt, SECOND_HOUR } from "./offline-receipt.ts";
import { signAsStranger, STRANGERS_KEY } from "./receipt-file.ts";
import { useFiles, verify } from "./verifier.ts";

/** Checks both verifiers on promises that a platform with all its own keys signed together: the path of each promise. */

const put = useFiles();
const alone = makeReceipt(SECOND_HOUR + 2);
const { text } = alone.receipt.promise;

/** The promises of eleven orders. The fifth is the receipt's own. */
const OWN = 4;
const texts = Array.from({ length: 11 }, (_, index) =>
  index === OWN ? text : text.replace(/^user .*$/m, `user 01a0c45c-08a8-7000-8000-0000000000${10 + index}`),
);
const tree = promiseTree(texts);
const signRoot = (key = STRANGERS_KEY) => signAsStranger(promisesText(tree.root, key));
const together = structuredClone(alone);
together.receipt.promise = {
  text,
  signature: signRoot(),
  publicKey: STRANGERS_KEY,
  path: tree.pathOf(OWN),
};
together.receivedSignature = signRoot();
together.receivedPath = tree.pathOf(OWN);

async function check(file: any) {
  const now = Date.parse(file.downloaded) / 1000;
  const options = { now, isSigned, findUnsigned: () => undefined };
  const published = { fairness: file.fairness, epochs: file.epochs, rounds: file.rounds };
  const { steps } = verifyPosition(file, { ...options, published });
  const wrong = steps.filter(({ outcome }) => outcome === "wrong").map(({ name }) => name);
  const words = ["--key", STRANGERS_KEY, "--now", file.downloaded];
  return {
    browser: { verdict: verdictOf(steps), wrong },
    standalone: await verify("--position", put(file), ...words),
  };
}

it.each([
  ["together with others", together],
  ["as the only one of its batch, with an empty path", alone],
])("a promise that was signed %s is right to both", async (_name, file) => {
  const { browser, standalone } = await check(file);
  expect(browser).toEqual({ verdict: "right", wrong: [] });
  expect(standalone, standalone.text).toMatchObject({ code: 0, wrong: [], missing: [] });
});

const ZEROS = `left ${"0".repeat(64)}`;
const turn = (step: string) => step.replace(/^\w+/, (side) => (side === "left" ? "right" : "left"));
const hashOf = (step: string) => step.split(" ")[1]!;

/** Changes, each with the steps that both must call wrong. */
const CHANGES: [string, string[], (promise: any) => void][] = [
  ["the path of another position", ["signature"], (p) => (p.path = tree.pathOf(OWN + 1))],
  ["another hash", ["signature"], (p) => (p.path[1] = p.path[1].replace(/.$/, (digit: string) => (digit === "0" ? "1" : "0")))],
  ["another side", ["signature"], (p) => (p.path[2] = turn(p.path[2]))],
  ["another order", ["signature"], (p) => p.path.reverse()],
  ["a step too few", ["signature"], (p) => p.path.pop()],
  ["a step too many", ["signature"], (p) => p.path.push(ZEROS)],
  ["a step twice", ["signature"], (p) => p.path.push(p.path.at(-1))],
  ["an empty path", ["signature"], (p) => (p.path = [])],
  ["the root of the batch for another key", ["signature"], (p) => (p.signature = signRoot("11".repeat(32)))],
  ["the signature of the only one of a batch", ["signature"], (p) => (p.signature = alone.receipt.promise.signature)],
  ["the signature of its text", ["signature"], (p) => (p.signature = signAsStranger(text))],
  ["the root's text for its own", ["promise"], (p) => Object.assign(p, { text: promisesText(tree.root, STRANGERS_KEY), path: [] })],
  ["a node for its text", ["promise"], (p) => Object.assign(p, { text: `${hashOf(p.path[0])}\n${hashOf(p.path[0])}\n`, path: p.path.slice(1) })],
]; // oxfmt-ignore

describe("a promise that was signed together with others", () => {
  it.each(CHANGES)("is wrong with %s", async (_name, steps, change) => {
    const file = structuredClone(together);
    change(file.receipt.promise);
    const { browser, standalone } = await check(file);
    expect(browser.wrong).toEqual(expect.arrayContaining(steps));
    expect(standalone.wrong, standalone.text).toEqual(expect.arrayContaining(steps));
    expect(standalone.code).toBe(1);
  });

  it.each<[string, (path: string[]) => unknown]>([
    ["of eleven steps", () => Array(11).fill(ZEROS)],
    ["that is no list", (path) => path.join()],
    ["with a side that there is not", (path) => [path[0]!.replace(/\w+/, "up"), ...path.slice(1)]],
    ["with capitals", (path) => [path[0]!.replace(/\w+$/, (hash) => hash.toUpperCase()), ...path.slice(1)]],
    ["with blanks", (path) => [` ${path[0]}`, ...path.slice(1)]],
    ["that is missing", () => undefined],
    ["that is null", () => null],
  ])("cannot be read with a path %s", async (_name, change) => {
    const file = structuredClone(together);
    file.receipt.promise.path = change(file.receipt.promise.path);
    const { browser, standalone } = await check(file);
    expect(browser).toMatchObject({ verdict: "wrong", wrong: expect.arrayContaining(["signature"]) });
    expect(standalone).toMatchObject({ code: 2, lines: [expect.stringMatching(/promise.*path/)] });
  });
});

it("the only promise of a batch is wrong with another path", async () => {
  const file = structuredClone(alone);
  file.receipt.promise.path = tree.pathOf(OWN);
  const { browser, standalone } = await check(file);
  expect([browser.wrong, standalone.wrong]).toEqual([["signature"], ["signature"]]);
});

describe("the answer to the order", () => {
  it.each<[string, string, number, (file: any) => void]>([
    ["with the path of another promise under the same root", "wrong", 1, (f) => (f.receivedPath = tree.pathOf(0))],
    ["with another signature", "wrong", 1, (f) => (f.receivedSignature = "11".repeat(64))],
    ["whose path nobody noted", "missing", 2, (f) => (f.receivedPath = null)],
    ["noted without signature and path", "right", 0, (f) => (f.receivedSignature = f.receivedPath = null)],
  ])("%s is %s", async (_name, verdict, code, change) => {
    const file = structuredClone(together);
    change(file);
    const { browser, standalone } = await check(file);
    expect([browser.verdict, standalone.code], standalone.text).toEqual([verdict, code]);
  }); // oxfmt-ignore

  it("with another path does not fit the only promise of a batch", async () => {
    const file = structuredClone(alone);
    Object.assign(file, {
      receivedSignature: file.receipt.promise.signature,
      receivedPath: tree.pathOf(OWN),
    });
    const { browser, standalone } = await check(file);
    expect([browser.wrong, standalone.wrong]).toEqual([["received"], ["received"]]);
  });
});
