import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../epochs.ts";
import { readLines, writeLines } from "./signed-lines.ts";

export const LIABILITIES_FORMAT = "veritick/liabilities/1";

/**
 * The text of a sum of balances as it is hashed and signed: eight places, never negative, at most 20 digits before the
 * point.
 */
export const SUM_TEXT = /^(0|[1-9]\d{0,19})\.\d{8}$/;

/** The hash that the first statement names as the one before it. */
export const NO_STATEMENT = "0".repeat(64);

/** The platform's statement of its debt to all users together at one instant. */
export type LiabilityStatement = {
  /** 1, 2, 3 and so on, without a gap. */
  readonly number: number;
  /** ISO 8601 in UTC with milliseconds. */
  readonly taken: string;
  /** Levels of the tree under its root. */
  readonly depth: number;
  /** The sum of all users' balances: a decimal with eight places. */
  readonly total: string;
  /** The root's hash, in hex. */
  readonly root: string;
  /** The hash of the statement before it; `NO_STATEMENT` in the first. */
  readonly previous: string;
  /** The last epoch whose commitment was published at that instant, and the head of the chain there. */
  readonly chain: { readonly epoch: number; readonly head: string };
  /** The public key that the statement is signed with, in hex. */
  readonly key: string;
};

/** Writes the text that is signed. */
export function statementText(statement: LiabilityStatement): string {
  const { chain } = statement;
  return writeLines(LIABILITIES_FORMAT, [
    ["number", statement.number],
    ["taken", statement.taken],
    ["depth", statement.depth],
    ["total", statement.total],
    ["root", statement.root],
    ["previous", statement.previous],
    ["chain", `${chain.epoch} ${chain.head}`],
    ["key", statement.key],
  ]);
}

/** Returns the hash by which the next statement names this one: the SHA-256 of the text, in hex. */
export const statementHash = (text: string): string => toHex(sha256(utf8ToBytes(text)));

const FORM = [
  ["number", /^[1-9]\d{0,8}$/],
  ["taken", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ["depth", /^\d{1,2}$/],
  ["total", SUM_TEXT],
  ["root", /^[0-9a-f]{64}$/],
  ["previous", /^[0-9a-f]{64}$/],
  ["chain", /^\d{1,15} [0-9a-f]{64}$/],
  ["key", /^[0-9a-f]{64}$/],
] as const;

/** Reads the statement in such a text; undefined for any text that `statementText` does not write. */
export function parseStatement(text: string): LiabilityStatement | undefined {
  const lines = readLines(LIABILITIES_FORMAT, text);
  if (lines?.length !== FORM.length) return undefined;
  const values = FORM.map(([name, form], index) => {
    const [found, value] = lines[index]!;
    return found === name && form.test(value) ? value : undefined;
  });
  if (values.includes(undefined)) return undefined;
  const [number, taken, depth, total, root, previous, chain, key] = values as string[];
  const [epoch, head] = chain!.split(" ");
  const statement: LiabilityStatement = {
    number: Number(number),
    taken: taken!,
    depth: Number(depth),
    total: total!,
    root: root!,
    previous: previous!,
    chain: { epoch: Number(epoch), head: head! },
    key: key!,
  };
  return statementText(statement) === text ? statement : undefined;
}
