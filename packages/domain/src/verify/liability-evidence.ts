import { MAX_DEPTH } from "../signed/merkle-sum.ts";
import { fieldsOf } from "./read-value.ts";
import type { Fields } from "./read-value.ts";

/** The form of a proof's file. */
export const PROOF_FORMAT = "veritick/liability-proof/1";

/** A proof of the right shape. Its texts and numbers are not checked yet. */
export type LiabilityEvidence = {
  readonly statement: SentStatement;
  readonly leaf: {
    readonly salt: string;
    readonly user: string;
    readonly email: string;
    readonly balance: string;
  };
  readonly index: number;
  /** At most one more than any tree can have. */
  readonly siblings: readonly { readonly hash: string; readonly sum: string }[];
  /** The public keys in the file, in hex. */
  readonly keys: readonly string[];
};

/** A statement as the platform sends it: the signed text, and the fields that repeat parts of it. */
export type SentStatement = {
  readonly number: number;
  readonly taken: string;
  readonly total: string;
  readonly text: string;
  readonly signature: string;
};

/** The longest text that is accepted. A statement has some 500 characters. */
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

/** Reads the content of a file that claims to be a proof; undefined if it has another shape. */
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

/** Reads the content of a statement; undefined if it has another shape. */
export function readStated(value: unknown): SentStatement | undefined {
  const fields = fieldsOf(value);
  const { number } = fields;
  if (typeof number !== "number" || !hasTexts(fields, ["taken", "total", "text", "signature"]))
    return undefined;
  const { taken, total, text, signature } = fields;
  return { number, taken, total, text, signature };
}

/** Reads public keys, each alone or in a row of `GET /api/fairness`. */
export function readKeys(keys: unknown): string[] {
  if (!Array.isArray(keys)) return [];
  const told: unknown[] = keys.slice(-MOST_KEYS).map((key: unknown) => fieldsOf(key)["publicKey"] ?? key);
  return told.filter((key) => typeof key === "string");
}
