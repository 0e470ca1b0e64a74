import * as contract from "@veritick/contract/admin-payments.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { approveDeposit, rejectDeposit } from "./decide-deposit.ts";
import { listAllDeposits } from "./list-all-deposits.ts";

export function adminDepositRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.adminListDeposits, ({ query }) => listAllDeposits(context.database, query));
  bind(contract.approveDeposit, ({ identity, params, idempotency }) =>
    approveDeposit(context, params.id, { actor: identity.userId, idempotency }),
  );
  bind(contract.rejectDeposit, ({ identity, params, idempotency }) =>
    rejectDeposit(context, params.id, { actor: identity.userId, idempotency }),
  );
}
