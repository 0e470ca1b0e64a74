import { clearAttempts, countAttempt, forgiveAttempt } from "../platform/attempts.ts";
import { dateOf } from "../platform/clock.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { verifyAgainstNobody, verifyPassword } from "./passwords.ts";
import type { AccountContext, SignedIn, Visitor } from "./register.ts";
import { findUser, findUserByEmail, toCurrentUser } from "./users.ts";
import type { UserRow } from "./users.ts";

const WINDOW_SECONDS = 15 * 60;

const accountKey = (email: string) => `login/account/${email}`;
const addressKey = (address: string) => `login/address/${address}`;

/**
 * Checks a password against an account. Attempts are counted before anything is hashed, and alike whether the
 * account exists or not.
 */
async function checkPassword(
  context: AccountContext,
  email: string,
  address: string,
  password: string,
  row: UserRow | undefined,
): Promise<boolean | Refused> {
  const { database, clock, limits } = context;
  const now = dateOf(clock);
  const byAddress = await countAttempt(
    database,
    addressKey(address),
    limits.failedLoginsPerAddress,
    WINDOW_SECONDS,
    now,
  );
  if (!byAddress.allowed) return refuse("too_many_logins", byAddress);
  const byAccount = await countAttempt(
    database,
    accountKey(email),
    limits.failedLoginsPerAccount,
    WINDOW_SECONDS,
    now,
  );
  if (!byAccount.allowed) return refuse("too_many_logins", byAccount);
  const right =
    row === undefined ? await verifyAgainstNobody(password) : await verifyPassword(row.password, password);
  if (right) {
    await forgiveAttempt(database, addressKey(address));
    await clearAttempts(database, accountKey(email));
  }
  return right;
}

export async function login(
  context: AccountContext,
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const row = await findUserByEmail(context.database, input.email);
  const right = await checkPassword(context, input.email, visitor.address, input.password, row);
  if (typeof right !== "boolean") return right;
  if (!right || row === undefined) return refuse("credentials_wrong");
  const token = await context.sessions.open(context.database, row, visitor);
  return token === undefined ? refuse("credentials_wrong") : { user: toCurrentUser(row), token };
}

/** The signed-in person proves that they know their password. Returns the proven hash. */
export async function provePassword(
  context: AccountContext,
  userId: string,
  address: string,
  password: string,
): Promise<{ provenHash: string } | Refused> {
  const row = await findUser(context.database, userId);
  if (row === undefined) return refuse("not_signed_in");
  const right = await checkPassword(context, row.email, address, password, row);
  if (typeof right !== "boolean") return right;
  return right
    ? { provenHash: row.password }
    : refuse("current_password_wrong", { field: "currentPassword" });
}
