import { parseMinor } from "@veritick/domain/money.ts";
import type { CarryOutPayments } from "../approvals/public.ts";
import { creditPayment } from "./attention/credit-payment.ts";
import type { PaymentContext } from "./context.ts";
import { approveDeposit } from "./deposits/decide-deposit.ts";
import { approveWithdrawal, markFailed, markPaid } from "./withdrawals/decide-as-admin.ts";

/** What administrators decide about payments by agreeing to a proposal, with what was proposed. */
export const carryOutPayments = (context: PaymentContext): CarryOutPayments => ({
  deposit_approved: ({ target }, deciding) => approveDeposit(context, target, deciding),
  withdrawal_approved: ({ target: id }, deciding) => approveWithdrawal(context, { ...deciding, id }),
  withdrawal_marked_paid: ({ target: id, transaction_id: transactionId }, deciding) =>
    markPaid(context, { ...deciding, id, transactionId: transactionId! }),
  withdrawal_marked_failed: ({ target: id, note }, deciding) =>
    markFailed(context, { ...deciding, id, note: note! }),
  payment_credited: ({ target, amount, note }, deciding) =>
    creditPayment(context, target, { ...deciding, amount: parseMinor(amount), note: note! }),
});
