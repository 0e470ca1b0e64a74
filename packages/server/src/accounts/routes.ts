import * as contract from "@veritick/contract/auth.ts";
import type { Bind } from "../platform/http/bind.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import { changePassword } from "./change-password.ts";
import { login } from "./login.ts";
import { register } from "./register.ts";
import type { AccountContext } from "./register.ts";
import { SESSION_SECONDS } from "./sessions.ts";
import { findUser, toCurrentUser } from "./users.ts";

export function accountRoutes(bind: Bind, context: AccountContext): void {
  bind(contract.register, async (call) => {
    const result = await register(context, call.body, call);
    if (isRefused(result)) return result;
    call.setSession(result.token, SESSION_SECONDS);
    return result.user;
  });

  bind(contract.login, async (call) => {
    const result = await login(context, call.body, call);
    if (isRefused(result)) return result;
    call.setSession(result.token, SESSION_SECONDS);
    return result.user;
  });

  bind(contract.logout, async (call) => {
    if (call.identity !== undefined) await context.sessions.end(call.identity);
    call.clearSession();
    return { ok: true as const };
  });

  bind(contract.me, async ({ identity }) => {
    const row = await findUser(context.database, identity.userId);
    return row === undefined ? refuse("not_signed_in") : toCurrentUser(row);
  });

  bind(contract.changePassword, async (call) => {
    return (await changePassword(context, call.identity, call.address, call.body)) ?? { ok: true as const };
  });

  bind(contract.wsToken, async ({ identity }) => {
    const token = await context.sessions.issueWsToken(identity);
    return token === undefined ? refuse("not_signed_in") : { token };
  });
}
