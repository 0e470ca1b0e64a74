import * as contract from "@veritick/contract/schemas/payments.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { adminDepositRoutes } from "./admin-routes.ts";
import { createDeposit } from "./create-deposit.ts";
import { listDeposits } from "./list-deposits.ts";

export function depositRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.createDeposit, ({ identity, body, idempotency }) =>
    createDeposit(context, { userId: identity.userId, amount: body.amount, idempotency }),
  );
  bind(contract.listDeposits, ({ identity, query }) =>
    listDeposits(context.database, identity.userId, query),
  );
  adminDepositRoutes(bind, context);
}
