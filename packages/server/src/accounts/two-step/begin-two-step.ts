import { dateOf } from "../../platform/clock.ts";
import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import { provePassword } from "../prove-password.ts";
import { findUser } from "../users.ts";
import { describeTotp, newTotpSecret } from "./totp.ts";
import { sealSecret } from "./two-step-row.ts";

/** Makes a secret for an authenticator app. Nothing is asked for until a code of it has been confirmed. */
export async function beginTwoStep(
  context: AccountContext,
  identity: Identity,
  address: string,
  password: string,
): Promise<{ secret: string; uri: string } | Refused> {
  const { userId } = identity;
  const proof = await provePassword(context, userId, address, password, "password");
  if (isRefused(proof)) return proof;
  const secret = newTotpSecret();
  return changeOwnAccount(context, identity, async ({ connection }) => {
    const { rowCount } = await connection.query(
      `insert into two_step as t (user_id, secret, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
       where t.enabled_at is null`,
      [userId, sealSecret(context, userId, secret), dateOf(context.clock)],
    );
    if (rowCount === 0) return refuse("two_step_on");
    const user = await findUser(connection, userId);
    return describeTotp(secret, user!.email);
  });
}
