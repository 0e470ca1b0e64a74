import { createWithdrawalCode as contract } from "@veritick/contract/schemas/payments.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { AccountContext } from "./context.ts";
import { visitorOf } from "./visitor.ts";
import { createWithdrawalCode } from "./withdrawal-code.ts";

export function withdrawalCodeRoutes(bind: Bind, context: AccountContext): void {
  bind(contract, async (call) => {
    const refused = await createWithdrawalCode(context, call.identity, visitorOf(call), call.body.code);
    return refused ?? { ok: true as const };
  });
}
