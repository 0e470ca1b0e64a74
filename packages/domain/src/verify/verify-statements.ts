import { NO_STATEMENT, parseStatement, statementHash } from "../signed/liability-statement.ts";
import type { LiabilityStatement } from "../signed/liability-statement.ts";
import { isSignedSafely } from "../signed/is-signed.ts";
import type { IsSigned } from "../signed/is-signed.ts";
import type { SentStatement } from "./liability-evidence.ts";

export type StatementCheck = {
  readonly number: number;
  /** The hash of its text, which the next statement names. */
  readonly hash: string;
  /** The statement in its text; undefined if there is none. */
  readonly statement: LiabilityStatement | undefined;
  /** True if a published key has signed the text. */
  readonly isSigned: boolean;
  /** True if the fields beside the text repeat its values. */
  readonly isRepeated: boolean;
  /** True if it follows the statement before it; undefined if that one is not given. */
  readonly isChained: boolean | undefined;
};

/** Returns true if no check of a statement failed. */
export const isSound = ({ isSigned, isRepeated, isChained }: StatementCheck): boolean =>
  isSigned && isRepeated && isChained !== false;

/**
 * Checks statements of liabilities, newest first and without a gap: each is signed, and names the hash of the one before.
 * It trusts nothing in them and never throws.
 *
 * @param keys the published public keys, in hex
 */
export function verifyStatements(
  list: readonly SentStatement[],
  keys: readonly string[],
  isSigned: IsSigned,
): StatementCheck[] {
  return list.map((stated, index) => {
    const statement = parseStatement(stated.text);
    return {
      number: stated.number,
      hash: statementHash(stated.text),
      statement,
      isSigned: statement !== undefined && isSignedBy(keys, statement.key, stated, isSigned),
      isRepeated: statement !== undefined && repeatsText(stated, statement),
      isChained: followsFrom(list[index + 1], stated, statement),
    };
  });
}

/** Returns true if the fields beside a text repeat its values. */
export function repeatsText(stated: SentStatement, statement: LiabilityStatement): boolean {
  return (["number", "taken", "total"] as const).every((name) => stated[name] === statement[name]);
}

/** Returns true if the key that a text names is published and has signed it. */
export function isSignedBy(
  keys: readonly string[],
  key: string,
  { text, signature }: Pick<SentStatement, "text" | "signature">,
  isSigned: IsSigned,
): boolean {
  if (!keys.includes(key) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  return isSignedSafely(isSigned, text, signature, key);
}

function followsFrom(
  before: SentStatement | undefined,
  { number }: SentStatement,
  statement: LiabilityStatement | undefined,
): boolean | undefined {
  if (statement === undefined || statement.number !== number) return false;
  if (number === 1) return before === undefined && statement.previous === NO_STATEMENT;
  if (before === undefined) return undefined;
  const earlier = parseStatement(before.text);
  return earlier?.number === number - 1 && statement.previous === statementHash(before.text);
}
