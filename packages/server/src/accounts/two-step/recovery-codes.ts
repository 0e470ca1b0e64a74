import { randomBytes } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { changeAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import type { SecurityActor } from "../security-events.ts";

const COUNT = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** 50 bits: with a digest that is keyed outside the database, no list of guesses comes near. */
const CODE_LENGTH = 10;

const newCode = (): string => Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % 32]).join("");
const digestOf = ({ sealing }: AccountContext, userId: string, code: string): Buffer =>
  sealing.digest("recovery-code", userId + code);

/** Replaces all recovery codes and returns the new ones, of which only digests are kept. */
export async function replaceRecoveryCodes(
  context: AccountContext,
  connection: Queryable,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await connection.query("delete from recovery_codes where user_id = $1", [userId]);
  await connection.query("insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])", [
    userId,
    codes.map((code) => digestOf(context, userId, code)),
  ]);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** True where this is a recovery code of the user's that was not used before. It is used up by that. */
export async function useRecoveryCode(
  context: AccountContext,
  userId: string,
  actor: SecurityActor,
  code: string,
): Promise<boolean> {
  const used = await changeAccount(context, userId, async ({ connection, record }) => {
    const { rowCount } = await connection.query(
      "update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null",
      [userId, digestOf(context, userId, code), dateOf(context.clock)],
    );
    if (rowCount === 0) return false;
    await record("recovery_code_used", actor);
    return true;
  });
  return used === true;
}
