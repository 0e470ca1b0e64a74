import * as contract from "@veritick/contract/attention.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { creditPayment } from "./credit-payment.ts";
import { dismissAttention } from "./dismiss-attention.ts";
import { listAttention } from "./list-attention.ts";

export function attentionRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.listAttention, ({ query }) => listAttention(context.database, query));
  bind(contract.creditPayment, ({ identity, params, body, idempotency }) =>
    creditPayment(context, params.id, { ...body, actor: identity.userId, idempotency }),
  );
  bind(contract.dismissAttention, ({ identity, params, body, idempotency }) =>
    dismissAttention(context, params.id, { ...body, actor: identity.userId, idempotency }),
  );
}
