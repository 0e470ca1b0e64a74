import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../epochs.ts";
import { writeLines } from "./signed-lines.ts";

/** The form of the text that is signed for all promises of a batch together. Another form gets another number. */
export const PROMISES_FORMAT = "veritick/promises/1";

const LEAF = "veritick/promise/leaf/1";
const NODE = "veritick/promise/node/1";

/** The path from a promise up to the signed root: the side of the neighbour on each level, and its hash in hex. */
export type PromisePath = readonly string[];

/** The form of one step: `left` or `right`, a blank, 64 hex digits. */
export const PATH_STEP = /^(left|right) [0-9a-f]{64}$/;

/** The longest path in a batch: room for 1,024 promises. */
export const MOST_STEPS = 10;

/** A function that returns the SHA-256 of a text's UTF-8, in lower-case hex. */
export type Sha256 = (text: string) => string;

const sha256OfText: Sha256 = (text) => toHex(sha256(utf8ToBytes(text)));

/** Returns the hash of a promise's text. Its own first line keeps it from ever being that of a node. */
export const leafOf = (text: string, hash: Sha256 = sha256OfText): string => hash(`${LEAF}\n${text}`);

const nodeOf = (left: string, right: string, hash: Sha256): string => hash(`${NODE}\n${left}\n${right}\n`);

/** Writes the text that is signed: the root over the promises of a batch, and the public key in hex. */
export const promisesText = (root: string, key: string): string =>
  writeLines(PROMISES_FORMAT, [
    ["root", root],
    ["key", key],
  ]);

/** The Merkle tree over a batch: its leaves and its root in hex, and the path of each leaf by its place from 0. */
export type PromiseTree = {
  readonly leaves: readonly string[];
  readonly root: string;
  pathOf(index: number): string[];
};

/**
 * Builds the Merkle tree over the promises of a batch.
 *
 * @param texts the promises' texts, 1 to 1,024
 * @param hash the platform's own SHA-256, if it is faster than the one in JavaScript
 */
export const promiseTree = (texts: readonly string[], hash: Sha256 = sha256OfText): PromiseTree =>
  treeOfLeaves(
    texts.map((text) => leafOf(text, hash)),
    hash,
  );

/**
 * Builds the same tree from its leaves, in the shape of RFC 6962: the last node of a level without a neighbour moves up
 * unchanged. It is never paired with itself, so no two lists of promises have the same root.
 *
 * @param leaves the hashes of 1 to 1,024 promises, in hex
 */
export function treeOfLeaves(leaves: readonly string[], hash: Sha256 = sha256OfText): PromiseTree {
  if (leaves.length < 1 || leaves.length > 2 ** MOST_STEPS)
    throw new RangeError(`${leaves.length} promises are not a batch`);
  const levels = [leaves];
  for (let level = levels[0]!; level.length > 1;) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at]!, level[at + 1]];
      next.push(right === undefined ? left : nodeOf(left, right, hash));
    }
    levels.push(next);
    level = next;
  }
  return {
    leaves,
    root: levels.at(-1)![0]!,
    pathOf: (index) =>
      levels.flatMap((level, height) => {
        const place = Math.floor(index / 2 ** height);
        const neighbour = level[place % 2 === 0 ? place + 1 : place - 1];
        return neighbour === undefined ? [] : `${place % 2 === 0 ? "right" : "left"} ${neighbour}`;
      }),
  };
}

/** Computes the root from a promise's text and its path; undefined for a path that no batch has. */
export function rootOf(text: string, path: PromisePath, hash: Sha256 = sha256OfText): string | undefined {
  if (path.length > MOST_STEPS || !path.every((step) => PATH_STEP.test(step))) return undefined;
  return path.reduce(
    (node, step) => {
      const [side, neighbour] = step.split(" ");
      return side === "left" ? nodeOf(neighbour!, node, hash) : nodeOf(node, neighbour!, hash);
    },
    leafOf(text, hash),
  );
}
