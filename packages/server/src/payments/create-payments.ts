import { paymentCallback } from "@veritick/contract/schemas/payments.ts";
import type { FastifyInstance } from "fastify";
import type { Queryable } from "../platform/db/database.ts";
import { bindRaw } from "../platform/http/bind-raw.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Identity } from "../platform/http/call.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import type { Refused } from "../platform/refusal.ts";
import { attentionRoutes } from "./attention/routes.ts";
import { emptyCallbacks } from "./callbacks/empty-callbacks.ts";
import { createInbox } from "./callbacks/inbox.ts";
import { watchClosedPayouts } from "./closed/watch-closed-payouts.ts";
import type { PaymentContext } from "./context.ts";
import { reconcile } from "./deposits/reconcile.ts";
import { depositRoutes } from "./deposits/routes.ts";
import { trackDeposits } from "./deposits/track-deposits.ts";
import { payOut } from "./withdrawals/pay-out.ts";
import { withdrawalRoutes } from "./withdrawals/routes.ts";

/** What accounts prove of somebody who wants to withdraw. Undefined means proven. */
export type WithdrawalProofs = {
  /** Whether the session a call came with has not ended since; for use where the user's row is locked. */
  isSessionAlive(connection: Queryable, identity: Identity): Promise<boolean>;
  proveWithdrawalCode(identity: Identity, address: string, code: string): Promise<Refused | undefined>;
  proveSecondStep(
    identity: Identity,
    address: string,
    code: string | undefined,
  ): Promise<Refused | undefined>;
};

export type Payments = {
  routes(bind: Bind, http: FastifyInstance): void;
  /** What is to be done as time passes. */
  readonly tasks: readonly PeriodicTask[];
};

const RECONCILE_TICKS = 300;
const EMPTY_TICKS = 3_600;

export function createPayments(context: PaymentContext, proofs: WithdrawalProofs): Payments {
  const inbox = createInbox(context);
  const { provider, log } = context;

  async function hearProvider(): Promise<void> {
    await provider.tick?.((body, headers) => inbox.receive(provider.name, body, headers));
    inbox.wake();
    await inbox.idle();
  }

  return {
    routes(bind, http) {
      depositRoutes(bind, context);
      withdrawalRoutes(bind, context, proofs);
      attentionRoutes(bind, context);
      bindRaw(http, paymentCallback, ({ params, body, headers }) =>
        inbox.receive(params["provider"]!, body, headers),
      );
    },
    tasks: [
      periodically(1, "callbacks", log, hearProvider),
      { tick: () => {}, idle: inbox.idle },
      periodically(1, "deposits", log, () => trackDeposits(context)),
      periodically(1, "payouts", log, () => payOut(context)),
      periodically(1, "payouts of closed accounts", log, () => watchClosedPayouts(context)),
      periodically(RECONCILE_TICKS, "reconciliation", log, () => reconcile(context)),
      periodically(EMPTY_TICKS, "old callbacks", log, () => emptyCallbacks(context)),
    ],
  };
}
