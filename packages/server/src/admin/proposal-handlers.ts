import { parseMinor } from "@veritick/domain/money.ts";
import type { ProposalHandlers } from "../approvals/public.ts";
import {
  approveDeposit,
  approveWithdrawal,
  creditPayment,
  markFailed,
  markPaid,
} from "../payments/public.ts";
import { adjustBalance } from "./adjust-balance.ts";
import type { AdminContext } from "./context.ts";
import { setAdmin } from "./set-admin.ts";

/** The use case that carries out each kind of proposal once a second administrator has agreed to it. */
export const proposalHandlers = (context: AdminContext): ProposalHandlers => ({
  deposit_approved: ({ target }, deciding) => approveDeposit(context.payments, target, deciding),
  withdrawal_approved: ({ target: id }, deciding) => approveWithdrawal(context.payments, { ...deciding, id }),
  withdrawal_marked_paid: ({ target: id, transaction_id: transactionId }, deciding) =>
    markPaid(context.payments, { ...deciding, id, transactionId: transactionId! }),
  withdrawal_marked_failed: ({ target: id, note }, deciding) =>
    markFailed(context.payments, { ...deciding, id, note: note! }),
  payment_credited: ({ target, amount, note }, deciding) =>
    creditPayment(context.payments, target, { ...deciding, amount: parseMinor(amount), note: note! }),
  balance_adjusted: ({ target: userId, amount, note }, deciding) =>
    adjustBalance(context, { ...deciding, userId, change: parseMinor(amount), note: note ?? undefined }),
  rights_changed: ({ target: userId }, deciding) => setAdmin(context, { ...deciding, userId, isAdmin: true }),
});
