import * as contract from "@veritick/contract/schemas/admin-payments.ts";
import { decidingOf } from "../../approvals/public.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import { approveDeposit, rejectDeposit } from "./decide-deposit.ts";
import { listAllDeposits } from "./list-all-deposits.ts";

export function adminDepositRoutes(bind: Bind, context: PaymentContext): void {
  bind(contract.adminListDeposits, ({ query }) => listAllDeposits(context.database, query));
  bind(contract.approveDeposit, (call) => approveDeposit(context, call.params.id, decidingOf(call)));
  bind(contract.rejectDeposit, (call) => rejectDeposit(context, call.params.id, decidingOf(call)));
}
