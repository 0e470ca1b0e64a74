import * as contract from "@veritick/contract/schemas/closing.ts";
import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { closesAtOnce, closingObstacle } from "@veritick/domain/closing.ts";
import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import {
  closingBy,
  proveBothSteps,
  refuseEnded,
  stepUpMethod,
  visitorOf,
  withdrawalProofs,
} from "../accounts/public.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Call } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findFacts, findTrust, refuseClosing, refuseOtherCode, untilOf } from "./closing-facts.ts";
import type { ClosingContext } from "./closing-facts.ts";
import { writeClosingMails } from "./closing-mails.ts";
import { finishClosing } from "./finish-closing.ts";
import {
  closeWhenDue,
  findScheduled,
  scheduleClosing,
  stopClosing,
  stopClosingByLink,
} from "./scheduled-closings.ts";

const DONE = { ok: true as const };

/**
 * Binds the calls by which users see the obstacles to closing their account, close it, and stop a scheduled closing.
 *
 * @returns the task that carries out scheduled closings
 */
export function closingRoutes(bind: Bind, context: ClosingContext): PeriodicTask {
  writeClosingMails(context);

  bind(contract.getClosing, async (call): Promise<Closing | Refused> => {
    const { database, clock } = context;
    const { userId } = call.identity;
    const facts = await findFacts(context, database, userId);
    if (facts === undefined) return refuse("not_signed_in");
    const trust = await findTrust(database, userId, visitorOf(call));
    const refusal = closingObstacle(facts, clock.nowMs());
    return {
      balance: formatMinor(facts.balanceMinor),
      openPositions: facts.openPositions,
      openWithdrawals: facts.openWithdrawals,
      confirmingDeposits: facts.confirmingDeposits,
      undecidedPayments: facts.undecidedPayments,
      expectedDeposits: facts.expectedDeposits,
      refusal: refusal ?? null,
      until: (refusal === undefined ? undefined : untilOf(refusal, facts)) ?? null,
      method: await stepUpMethod(database, call.identity),
      needsWithdrawalCode: trust.hasCode && facts.balanceMinor > ZERO,
      atOnce: closesAtOnce(facts, trust, clock.nowMs()),
      scheduled: (await findScheduled(database, userId)) ?? null,
    };
  });

  bind(contract.closeAccount, async (call) => {
    const closed = await closeOwnAccount(context, call);
    if (!isRefused(closed) && closed.scheduledFor === null) call.clearSession();
    return closed;
  });

  bind(contract.stopClosing, async (call) => (await stopClosing(context, call)) ?? DONE);
  bind(contract.stopClosingByLink, async (call) => (await stopClosingByLink(context, call)) ?? DONE);

  return closeWhenDue(context);
}

type Closed = { waived: string; scheduledFor: string | null };

/** Closes the caller's own account, or schedules it if the proof is not enough to give up a balance at once. */
async function closeOwnAccount(
  context: ClosingContext,
  call: Call<typeof contract.closeAccount>,
): Promise<Closed | Refused> {
  const { database, clock } = context;
  const { body } = call;
  const { userId } = call.identity;
  const wish = { waivedMinor: body.waived, nothingSent: body.nothingSent ?? false };
  // A proof uses up a code or an attempt, so all other checks come first.
  const refused = await refuseClosing(context, database, userId, wish);
  if (refused !== undefined) return refused;
  const trust = await findTrust(database, userId, visitorOf(call));
  const isAtOnce = closesAtOnce({ balanceMinor: wish.waivedMinor }, trust, clock.nowMs());
  if (!isAtOnce && (await findScheduled(database, userId)) !== undefined) return refuse("closing_scheduled");
  const proved = await prove(context, call, trust.hasCode && wish.waivedMinor > ZERO);
  if (isRefused(proved)) return proved;
  if (!isAtOnce) return scheduleClosing(context, call, wish, proved);

  const by = callerOf(call);
  const closed = await finishClosing(context, userId, {
    wish,
    by,
    language: call.language,
    refuseLate: async (connection) =>
      (await refuseEnded(connection, by)) ?? refuseOtherCode(connection, userId, proved),
  });
  return isRefused(closed) ? closed : { ...closed, scheduledFor: null };
}

/**
 * Asks for all that a withdrawal of the balance takes, and the password: whoever cannot take the balance must not destroy it.
 * A passkey replaces the rest, as for a withdrawal.
 *
 * @returns the stored form of the withdrawal code if one was proved
 */
async function prove(
  context: ClosingContext,
  call: Call<typeof contract.closeAccount>,
  needsCode: boolean,
): Promise<{ stored?: string } | Refused> {
  const { identity, body, address } = call;
  let proved: { stored?: string } = {};
  if (needsCode && body.passkey === undefined) {
    if (body.withdrawalCode === undefined)
      return refuse("withdrawal_code_invalid", { field: "withdrawalCode" });
    const code = await withdrawalProofs(context).proveWithdrawalCode(identity, address, body.withdrawalCode);
    if (isRefused(code)) return code;
    proved = code;
  }
  const about = closingBy(identity, body);
  return (await proveBothSteps(context, { ...visitorOf(call), identity, about }, body)) ?? proved;
}
