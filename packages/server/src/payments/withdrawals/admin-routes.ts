import * as contract from "@veritick/contract/schemas/admin-payments.ts";
import { decidingOf } from "../../approvals/public.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { approveWithdrawal, markFailed, markPaid, rejectWithdrawal } from "./decide-as-admin.ts";
import { listAllWithdrawals } from "./list-all-withdrawals.ts";

export function adminWithdrawalRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.adminListWithdrawals, ({ query }) => listAllWithdrawals(context.database, query));
  bind(contract.approveWithdrawal, (call) =>
    approveWithdrawal(context, { ...decidingOf(call), id: call.params.id }),
  );
  bind(contract.rejectWithdrawal, (call) =>
    rejectWithdrawal(context, { ...decidingOf(call), id: call.params.id }),
  );
  bind(contract.markWithdrawalPaid, (call) =>
    markPaid(context, { ...call.body, ...decidingOf(call), id: call.params.id }),
  );
  bind(contract.markWithdrawalFailed, (call) =>
    markFailed(context, { ...call.body, ...decidingOf(call), id: call.params.id }),
  );
}
