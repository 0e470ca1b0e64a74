import * as contract from "@veritick/contract/admin-payments.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { approveWithdrawal, markFailed, markPaid, rejectWithdrawal } from "./decide-withdrawal.ts";
import { listAllWithdrawals } from "./list-all-withdrawals.ts";

export function adminWithdrawalRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.adminListWithdrawals, ({ query }) => listAllWithdrawals(context.database, query));
  bind(contract.approveWithdrawal, ({ identity, params, idempotency }) =>
    approveWithdrawal(context, { id: params.id, actor: identity.userId, idempotency }),
  );
  bind(contract.rejectWithdrawal, ({ identity, params, idempotency }) =>
    rejectWithdrawal(context, { id: params.id, actor: identity.userId, idempotency }),
  );
  bind(contract.markWithdrawalPaid, ({ identity, params, body, idempotency }) =>
    markPaid(context, { ...body, id: params.id, actor: identity.userId, idempotency }),
  );
  bind(contract.markWithdrawalFailed, ({ identity, params, body, idempotency }) =>
    markFailed(context, { ...body, id: params.id, actor: identity.userId, idempotency }),
  );
}
