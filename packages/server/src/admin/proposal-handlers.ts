import { UNCLAIMED } from "@veritick/contract/schemas/attention.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { ProposalHandlers } from "../approvals/public.ts";
import {
  approveDeposit,
  approveWithdrawal,
  creditPayment,
  markFailed,
  markPaid,
  overrideScreening,
} from "../payments/public.ts";
import { adjustBalance } from "./adjust-balance.ts";
import type { AdminContext } from "./context.ts";
import { deleteUser } from "./delete-user.ts";
import { setAdmin } from "./administrators.ts";
import { resetWithdrawalCode } from "./user/reset-withdrawal-code.ts";

/** Returns the use case that carries out each kind of proposal once a second administrator has agreed to it. */
export const proposalHandlers = (context: AdminContext): ProposalHandlers => ({
  deposit_approved: ({ target, note }, request) =>
    approveDeposit(context.payments, target, { ...request, note: note ?? undefined }),
  withdrawal_approved: ({ target: id }, request) => approveWithdrawal(context.payments, { ...request, id }),
  withdrawal_marked_paid: ({ target: id, transaction_id: transactionId }, request) =>
    markPaid(context.payments, { ...request, id, transactionId: transactionId! }),
  withdrawal_marked_failed: ({ target: id, note }, request) =>
    markFailed(context.payments, { ...request, id, note: note! }),
  payment_credited: ({ target, subject, amount, note }, request) =>
    creditPayment(context.payments, target, {
      ...request,
      amount: parseMinor(amount),
      note: note!,
      to: subject ?? UNCLAIMED,
    }),
  screening_overridden: ({ target, note }, request) =>
    overrideScreening(context.payments, target, { ...request, note: note! }),
  balance_adjusted: ({ target: userId, amount, note }, request) =>
    adjustBalance(context, { ...request, userId, change: parseMinor(amount), note: note ?? undefined }),
  rights_changed: ({ target: userId }, request) =>
    setAdmin(context, { ...request, userId, role: "administrator" }),
  role_changed: ({ target: userId, role }, request) => setAdmin(context, { ...request, userId, role }),
  setting_changed: ({ setting }, request) => context.changeSetting({ ...request, setting: setting! }),
  user_deleted: ({ target: userId, note }, request) =>
    deleteUser(context, { ...request, userId, note: note ?? undefined }),
  withdrawal_code_reset: ({ target: userId, note }, request) =>
    resetWithdrawalCode(context, { ...request, userId, note: note! }),
});
