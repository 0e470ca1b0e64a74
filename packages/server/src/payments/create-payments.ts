import type { FastifyInstance } from "fastify";
import type { Bind } from "../platform/http/bind.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import { createInbox, deleteOldCallbacks } from "./callbacks.ts";
import type { PaymentContext, WithdrawalProofs } from "./context.ts";
import { reconcile } from "./deposits/reconcile.ts";
import { trackDeposits } from "./deposits/track-deposits.ts";
import { adminRoutes, callbackRoute, userRoutes } from "./routes.ts";
import { screenSubjects } from "./screening/screen-subjects.ts";
import { payOut } from "./withdrawals/pay-out.ts";
import { watchClosedPayouts } from "./withdrawals/watch-decided-payouts.ts";

export type Payments = {
  routes(bind: Bind, http: FastifyInstance): void;
  /** What runs as time passes. */
  readonly tasks: readonly PeriodicTask[];
};

const RECONCILE_TICKS = 300;
const SWEEP_TICKS = 3_600;

/** Puts the feature together: its routes and its periodic tasks. */
export function createPayments(context: PaymentContext, proofs: WithdrawalProofs): Payments {
  const inbox = createInbox(context);
  const { provider, log } = context;

  async function handleCallbacks(): Promise<void> {
    await provider.tick?.((body, headers) => inbox.receive(provider.name, body, headers));
    inbox.wake();
    await inbox.idle();
  }

  return {
    routes(bind, http) {
      userRoutes(bind, context, proofs);
      adminRoutes(bind, context);
      callbackRoute(http, inbox);
    },
    tasks: [
      periodically(1, "callbacks", log, handleCallbacks),
      { tick: () => {}, idle: inbox.idle },
      periodically(1, "deposits", log, () => trackDeposits(context)),
      periodically(1, "screening", log, () => screenSubjects(context)),
      periodically(1, "payouts", log, () => payOut(context)),
      periodically(1, "payouts of closed accounts", log, () => watchClosedPayouts(context)),
      periodically(RECONCILE_TICKS, "reconciliation", log, () => reconcile(context)),
      periodically(SWEEP_TICKS, "old callbacks", log, () => deleteOldCallbacks(context)),
      periodically(SWEEP_TICKS, "old records of the provider", log, async () => provider.sweep?.()),
    ],
  };
}
