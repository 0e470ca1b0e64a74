import * as contract from "@veritick/contract/schemas/payments.ts";
import { decidingOf } from "../../approvals/public.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { PaymentContext } from "../context.ts";
import type { WithdrawalProofs } from "../create-payments.ts";
import { adminWithdrawalRoutes } from "./admin-routes.ts";
import { createWithdrawal } from "./create-withdrawal.ts";
import { cancelWithdrawal } from "./decide-withdrawal.ts";
import { listWithdrawals } from "./list-withdrawals.ts";

export function withdrawalRoutes(bind: Bind, context: PaymentContext, proofs: WithdrawalProofs): void {
  bind(contract.createWithdrawal, ({ identity, address, body, idempotency }) =>
    createWithdrawal(context, proofs, {
      identity,
      callerAddress: address,
      amount: body.amount,
      address: body.address,
      withdrawalCode: body.withdrawalCode,
      twoStepCode: body.twoStepCode,
      idempotency,
    }),
  );
  bind(contract.listWithdrawals, ({ identity, query }) =>
    listWithdrawals(context.database, identity.userId, query),
  );
  bind(contract.cancelWithdrawal, (call) =>
    cancelWithdrawal(context, { ...decidingOf(call), id: call.params.id }),
  );
  adminWithdrawalRoutes(bind, context);
}
