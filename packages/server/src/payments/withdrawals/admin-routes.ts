import * as contract from "@veritick/contract/admin.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { approveWithdrawal, markFailed, markPaid, rejectWithdrawal } from "./decide-withdrawal.ts";
import { listAllWithdrawals } from "./list-all-withdrawals.ts";

export function adminWithdrawalRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.adminListWithdrawals, ({ query }) => listAllWithdrawals(context.database, query));
  bind(contract.approveWithdrawal, ({ identity, params }) =>
    approveWithdrawal(context, params.id, identity.userId),
  );
  bind(contract.rejectWithdrawal, ({ identity, params }) =>
    rejectWithdrawal(context, params.id, identity.userId),
  );
  bind(contract.markWithdrawalPaid, ({ identity, params, body }) =>
    markPaid(context, params.id, { actor: identity.userId, transactionId: body.transactionId }),
  );
  bind(contract.markWithdrawalFailed, ({ identity, params, body }) =>
    markFailed(context, params.id, { actor: identity.userId, note: body.note }),
  );
}
