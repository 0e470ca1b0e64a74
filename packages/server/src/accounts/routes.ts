import * as contract from "@veritick/contract/schemas/auth.ts";
import type { Bind } from "../platform/http/bind.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import { changePassword } from "./change-password.ts";
import { requestReset } from "./forgotten-password/request-reset.ts";
import { resetPassword } from "./forgotten-password/reset-password.ts";
import { login } from "./login.ts";
import { register } from "./register.ts";
import type { AccountContext } from "./context.ts";
import { securityRoutes } from "./security-routes.ts";
import { SESSION_SECONDS } from "./sessions.ts";
import { findUser, toCurrentUser } from "./users.ts";
import { visitorOf } from "./visitor.ts";
import { withdrawalCodeRoutes } from "./withdrawal-code-routes.ts";

export function accountRoutes(bind: Bind, context: AccountContext): void {
  bind(contract.register, async (call) => {
    const result = await register(context, call.body, visitorOf(call));
    if (isRefused(result)) return result;
    call.setSession(result.token, SESSION_SECONDS);
    return result.user;
  });

  bind(contract.login, async (call) => {
    const result = await login(context, call.body, visitorOf(call));
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
    const refused = await changePassword(context, call.identity, visitorOf(call), call.body);
    return refused ?? { ok: true as const };
  });

  bind(contract.forgotPassword, async ({ body, address, language }) => {
    return (await requestReset(context, body.email, address, language)) ?? { ok: true as const };
  });

  bind(contract.resetPassword, async (call) => {
    return (await resetPassword(context, call.body, visitorOf(call))) ?? { ok: true as const };
  });

  bind(contract.wsToken, async ({ identity }) => {
    const token = await context.sessions.issueWsToken(identity);
    return token === undefined ? refuse("not_signed_in") : { token };
  });

  securityRoutes(bind, context);
  withdrawalCodeRoutes(bind, context);
}
