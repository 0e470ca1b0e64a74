import { PASSWORD_MIN } from "@veritick/contract/schemas/auth.ts";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext } from "../context.ts";
import { findUser } from "../users.ts";
import type { UserRow } from "../users.ts";
import { clearProofs, countHashing, countPassword, countProof } from "./login-throttle.ts";
import type { PasswordCounters } from "./login-throttle.ts";

/** OWASP's recommended minimum for argon2id: 19 MiB, two passes, one lane. The library uses argon2id by default. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, HASH_COST);

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password);

let decoy: Promise<string> | undefined;

/** Spends as long as checking a real password, so that the time does not reveal whether an account exists. */
async function verifyAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword("nobody signs in with this");
  await verify(await decoy, password);
  return false;
}

/**
 * Checks a password against an account that may not exist. It counts as a failed login until the caller calls `clearLogins`
 * or `forgiveLogin`.
 */
export async function checkPassword(
  context: AccountContext,
  row: UserRow | undefined,
  input: { password: string },
  counters: PasswordCounters,
): Promise<boolean | Refused> {
  const throttled = await countPassword(context, counters);
  if (throttled !== undefined) return throttled;
  return row === undefined
    ? verifyAgainstNobody(input.password)
    : verifyPassword(row.password, input.password);
}

/** Checks the password of a signed-in user. Returns the stored hash that it matches, and the e-mail. */
export async function provePassword(
  context: AccountContext,
  userId: string,
  password: string,
  field = "currentPassword",
): Promise<{ provenHash: string; email: string } | Refused> {
  const row = await findUser(context.database, userId);
  if (row === undefined) return refuse("not_signed_in");
  const throttled = (await countHashing(context, userId)) ?? (await countProof(context, userId));
  if (throttled !== undefined) return throttled;
  if (!(await verifyPassword(row.password, password))) return refuse("current_password_wrong", { field });
  await clearProofs(context.database, row);
  return { provenHash: row.password, email: row.email };
}

const MOST_COMMON = 3_000;
const PRODUCT = "veritick";

/** The most common passwords that are long enough. The dictionary lists the most common ones first. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN).slice(0, MOST_COMMON),
);

/**
 * Refuses passwords that a stranger would try first: a common one, the account's e-mail or the product's name, in any case.
 * Users who already have such a password keep it until they change it.
 */
export function refuseGuessable(
  password: string,
  email: string,
  field: "password" | "newPassword",
): Refused | undefined {
  const plain = password.trim().toLowerCase();
  const isGuessable = common.has(plain) || plain === email.toLowerCase() || plain === PRODUCT;
  return isGuessable ? refuse("password_guessable", { field }) : undefined;
}
