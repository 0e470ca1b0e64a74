import * as contract from "@veritick/contract/deposits.ts";
import type { Bind } from "../platform/http/bind.ts";
import { createDeposit } from "./create-deposit.ts";
import type { DepositContext } from "./create-deposit.ts";
import { listDeposits } from "./list-deposits.ts";

export function paymentRoutes(bind: Bind, context: DepositContext): void {
  bind(contract.createDeposit, ({ identity, body, idempotency }) =>
    createDeposit(context, { userId: identity.userId, amount: body.amount, idempotency }),
  );
  bind(contract.listDeposits, ({ identity, query }) =>
    listDeposits(context.database, identity.userId, query),
  );
}
