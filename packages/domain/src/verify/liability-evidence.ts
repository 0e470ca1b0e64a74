import { MAX_DEPTH } from "../signed/merkle-sum.ts";
import { fieldsOf } from "./read-value.ts";
import type { Fields } from "./read-value.ts";

/** The form of a proof as a file. */
export const PROOF_FORMAT = "veritick/liability-proof/1";

/** A proof as far as it has the right shape; whether its texts and numbers make any sense is not said. */
export type LiabilityEvidence = {
  readonly statement: SentStatement;
  readonly leaf: {
    readonly salt: string;
    readonly user: string;
    readonly email: string;
    readonly balance: string;
  };
  readonly index: number;
  /** One more than any tree can have, at most. */
  readonly siblings: readonly { readonly hash: string; readonly sum: string }[];
  /** The public keys that it came with, in hex. */
  readonly keys: readonly string[];
};

/** A statement as the platform sends it: the signed text, and what it repeats of it. */
export type SentStatement = {
  readonly number: number;
  readonly taken: string;
  readonly total: string;
  readonly text: string;
  readonly signature: string;
};

/** The longest text that is looked at: a statement has some 500 characters. */
const MOST_TEXT = 4096;
const MOST_KEYS = 1000;

function hasTexts<N extends string>(
  fields: Fields,
  names: readonly N[],
): fields is Fields & Record<N, string> {
  return names.every((name) => {
    const value = fields[name];
    return typeof value === "string" && value.length <= MOST_TEXT;
  });
}

/** The content of a file that claims to be a proof; undefined if it has another shape. */
export function readEvidence(file: unknown): LiabilityEvidence | undefined {
  const { format, proof, keys } = fieldsOf(file);
  const { statement, leaf, index, siblings } = fieldsOf(proof);
  if (format !== PROOF_FORMAT || typeof index !== "number" || !Array.isArray(siblings)) return undefined;
  const stated = readStated(statement);
  const own = fieldsOf(leaf);
  const beside = siblings.slice(0, MAX_DEPTH + 1).map(fieldsOf);
  if (stated === undefined || !hasTexts(own, ["salt", "user", "email", "balance"])) return undefined;
  if (!beside.every((node) => hasTexts(node, ["hash", "sum"]))) return undefined;
  const { salt, user, email, balance } = own;
  return {
    statement: stated,
    leaf: { salt, user, email, balance },
    index,
    siblings: beside.map(({ hash, sum }) => ({ hash, sum })),
    keys: readKeys(keys),
  };
}

/** The content of a statement; undefined if it has another shape. */
export function readStated(value: unknown): SentStatement | undefined {
  const fields = fieldsOf(value);
  const { number } = fields;
  if (typeof number !== "number" || !hasTexts(fields, ["taken", "total", "text", "signature"]))
    return undefined;
  const { taken, total, text, signature } = fields;
  return { number, taken, total, text, signature };
}

/** Public keys, each alone or in a row as `GET /api/fairness` tells them. */
export function readKeys(keys: unknown): string[] {
  if (!Array.isArray(keys)) return [];
  const told: unknown[] = keys.slice(-MOST_KEYS).map((key: unknown) => fieldsOf(key)["publicKey"] ?? key);
  return told.filter((key) => typeof key === "string");
}
