import * as admin from "@veritick/contract/schemas/admin-payments.ts";
import * as attention from "@veritick/contract/schemas/attention.ts";
import * as payments from "@veritick/contract/schemas/payments.ts";
import * as screening from "@veritick/contract/schemas/screening.ts";
import { visitorOf } from "../accounts/public.ts";
import { decisionRequestOf } from "../approvals/public.ts";
import type { BindRaw } from "../platform/http/bind-raw.ts";
import type { Bind } from "../platform/http/bind.ts";
import { periodically } from "../platform/clock.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { listAttention } from "./attention/list-attention.ts";
import { createInbox, deleteOldCallbacks } from "./callbacks.ts";
import type { PaymentContext, WithdrawalProofs } from "./context.ts";
import { creditPayment, dismissAttention } from "./decide-attention.ts";
import { askAgain } from "./deposits/ask-for-payment.ts";
import { createDeposit } from "./deposits/create-deposit.ts";
import { approveDeposit, rejectDeposit } from "./deposits/decide-deposit.ts";
import { listAllDeposits, listDeposits } from "./deposits/list-deposits.ts";
import { reconcile } from "./deposits/reconcile.ts";
import { trackDeposits } from "./deposits/track-deposits.ts";
import { askScreeningAgain, overrideScreening } from "./screening/decide-screening.ts";
import { screenSubjects } from "./screening/screen-subjects.ts";
import { approveByRule } from "./withdrawals/approve-by-rule.ts";
import { createAskPayout } from "./withdrawals/payout-attention.ts";
import { createWithdrawal } from "./withdrawals/create-withdrawal.ts";
import {
  approveWithdrawal,
  cancelWithdrawal,
  markFailed,
  markPaid,
  rejectWithdrawal,
} from "./withdrawals/decide-withdrawal.ts";
import { listAllWithdrawals, listWithdrawals } from "./withdrawals/list-withdrawals.ts";
import { payOut } from "./withdrawals/pay-out.ts";

type Payments = {
  routes(bind: Bind, bindRaw: BindRaw): void;
  /** The periodic tasks. */
  readonly tasks: readonly PeriodicTask[];
};

const RULE_TICKS = 5;
const RECONCILE_TICKS = 300;
const SWEEP_TICKS = 3_600;

/** Assembles the routes and the periodic tasks of payments. */
export function createPayments(context: PaymentContext, proofs: WithdrawalProofs): Payments {
  const inbox = createInbox(context);
  const { provider, log } = context;

  async function handleCallbacks(): Promise<void> {
    await provider.tick?.((body, headers) => inbox.receive(provider.name, body, headers));
    inbox.wake();
    await inbox.idle();
  }

  return {
    routes(bind, bindRaw) {
      userRoutes(bind, context, proofs);
      adminRoutes(bind, context);
      // Its signature covers the raw bytes.
      bindRaw(payments.paymentCallback, ({ params, body, headers }) =>
        inbox.receive(params["provider"]!, body, headers),
      );
    },
    tasks: [
      periodically(1, "callbacks", log, handleCallbacks),
      { tick: () => {}, idle: inbox.idle },
      periodically(1, "deposits without an address", log, () => askAgain(context)),
      periodically(1, "deposits", log, () => trackDeposits(context)),
      periodically(1, "screening", log, () => screenSubjects(context)),
      periodically(RULE_TICKS, "approvals by rule", log, () => approveByRule(context)),
      periodically(1, "payouts", log, () => payOut(context)),
      periodically(RECONCILE_TICKS, "reconciliation", log, () => reconcile(context)),
      periodically(SWEEP_TICKS, "old callbacks", log, () => deleteOldCallbacks(context)),
      periodically(SWEEP_TICKS, "old records of the provider", log, async () => provider.sweep?.()),
    ],
  };
}

/** Binds the users' calls about their deposits and withdrawals. */
function userRoutes(bind: Bind, context: PaymentContext, proofs: WithdrawalProofs): void {
  const { database } = context;
  bind(payments.createDeposit, (call) => {
    const { identity, body, idempotency } = call;
    const { userId } = identity;
    return createDeposit(context, { userId, visitor: visitorOf(call), amount: body.amount, idempotency });
  });
  bind(payments.listDeposits, ({ identity, query }) => listDeposits(database, identity.userId, query));
  bind(payments.createWithdrawal, ({ identity, address: callerAddress, body, idempotency, language }) =>
    createWithdrawal(context, proofs, { ...body, identity, callerAddress, idempotency, language }),
  );
  bind(payments.listWithdrawals, ({ identity, query }) => listWithdrawals(database, identity.userId, query));
  bind(payments.cancelWithdrawal, (call) =>
    cancelWithdrawal(context, { ...decisionRequestOf(call), id: call.params.id }),
  );
}

/** Binds the administrators' lists and decisions. */
function adminRoutes(bind: Bind, context: PaymentContext): void {
  const { database } = context;
  const askPayout = createAskPayout(context);
  bind(admin.adminListDeposits, ({ query }) => listAllDeposits(database, query));
  bind(admin.approveDeposit, (call) =>
    approveDeposit(context, call.params.id, { ...decisionRequestOf(call), note: call.body.note }),
  );
  bind(admin.rejectDeposit, (call) =>
    rejectDeposit(context, call.params.id, { ...decisionRequestOf(call), reason: call.body.reason }),
  );

  bind(admin.adminListWithdrawals, ({ query }) => listAllWithdrawals(database, query));
  bind(admin.approveWithdrawal, (call) =>
    approveWithdrawal(context, { ...decisionRequestOf(call), id: call.params.id }),
  );
  bind(admin.rejectWithdrawal, (call) =>
    rejectWithdrawal(context, { ...call.body, ...decisionRequestOf(call), id: call.params.id }),
  );
  bind(admin.askPayout, ({ params, identity }) => askPayout(params.id, identity.userId));
  bind(admin.markWithdrawalPaid, (call) =>
    markPaid(context, { ...call.body, ...decisionRequestOf(call), id: call.params.id }),
  );
  bind(admin.markWithdrawalFailed, (call) =>
    markFailed(context, { ...call.body, ...decisionRequestOf(call), id: call.params.id }),
  );

  bind(attention.listAttention, ({ query }) => listAttention(database, query));
  bind(attention.creditPayment, (call) =>
    creditPayment(context, call.params.id, { ...call.body, ...decisionRequestOf(call) }),
  );
  bind(attention.dismissAttention, (call) =>
    dismissAttention(context, call.params.id, { ...call.body, ...decisionRequestOf(call) }),
  );
  bind(screening.askScreeningAgain, (call) =>
    askScreeningAgain(context, call.params.id, decisionRequestOf(call)),
  );
  bind(screening.overrideScreening, (call) =>
    overrideScreening(context, call.params.id, { ...call.body, ...decisionRequestOf(call) }),
  );
}
