import * as contract from "@veritick/contract/schemas/attention.ts";
import { decidingOf } from "../../approvals/public.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { creditPayment } from "./credit-payment.ts";
import { dismissAttention } from "./dismiss-attention.ts";
import { listAttention } from "./list-attention.ts";

export function attentionRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.listAttention, ({ query }) => listAttention(context.database, query));
  bind(contract.creditPayment, (call) =>
    creditPayment(context, call.params.id, { ...call.body, ...decidingOf(call) }),
  );
  bind(contract.dismissAttention, (call) =>
    dismissAttention(context, call.params.id, { ...call.body, ...decidingOf(call) }),
  );
}
