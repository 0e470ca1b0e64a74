import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { balanceAdjusted } from "@veritick/domain/postings.ts";
import { roleOf } from "../accounts/public.ts";
import { refuseWithoutReason } from "../approvals/public.ts";
import type { Decision, DecisionRequest } from "../approvals/public.ts";
import { addHouseFunds, claimFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { afterCommit } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Replayed } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AdminContext } from "./context.ts";
import { decideAccount } from "./users.ts";
import type { LockedAccount } from "./users.ts";

/** The adjustment of a balance. The ledger names the administrator who makes it. */
type Adjustment = DecisionRequest & {
  userId: string;
  /** The amount: positive if the house gives, negative if it takes. */
  change: Minor;
  note: string | undefined;
};

type AdjustedUser = {
  id: string;
  email: string;
  balance: string;
  isAdmin: boolean;
  awaiting: Awaiting;
};

/** The largest balance an adjustment may lead to. */
const MAX_BALANCE = parseMinor("1000000000");

/**
 * Adds to or deducts from a balance. Additions come from the house's own funds and must leave enough to cover its open
 * payouts.
 */
export const adjustBalance = (
  context: AdminContext,
  { change, note, ...request }: Adjustment,
): Promise<AdjustedUser | Refused | Replayed> =>
  decideAccount(context, request, async (decision, user) => {
    const refusal =
      decision.refuseOwnAccount() ??
      refuseWithoutReason(context, note) ??
      (await refuseAmount(context, decision.connection, user, change));
    if (refusal !== undefined) return refusal;
    const { id, email } = user;
    const result = await decision.propose({ action: "balance_adjusted", target: id, amount: change, note });
    if (isRefused(result)) return result;
    const answer = { id, email, balance: user.balance, isAdmin: roleOf(user) !== null };
    if (result.waits) return { ...answer, awaiting: result.awaiting };
    const balance = await postAdjustment(context, decision, user, { actor: request.by.actor, change, note });
    return { ...answer, balance, awaiting: null };
  });

async function refuseAmount(
  { stripe }: AdminContext,
  connection: Queryable,
  user: LockedAccount,
  change: Minor,
): Promise<Refused | undefined> {
  const balance = parseMinor(user.balance) + change;
  if (balance < 0n) return refuse("balance_too_small", { field: "amount" });
  if (change > 0n && balance > MAX_BALANCE) return refuse("balance_too_large", { field: "amount" });
  if (change > 0n && !(await claimFunds(connection, stripe, change))) {
    return refuse("house_funds_insufficient", { field: "amount" });
  }
  return undefined;
}

/** Posts the adjustment and returns the new balance. */
async function postAdjustment(
  { bus, clock, stripe }: AdminContext,
  { connection, audit }: Decision,
  { id: userId, balance: before }: LockedAccount,
  { actor, change, note }: { actor: string; change: Minor; note: string | undefined },
): Promise<string> {
  const balances = await post(connection, {
    kind: "balance_adjusted",
    reference: newId(clock.nowMs()),
    entries: balanceAdjusted({ userId, changeMinor: change }),
    at: dateOf(clock),
    actor,
    ...(note === undefined ? {} : { note }),
  });
  await addHouseFunds(connection, stripe, minor(-change));
  const balance = balances.get(userId)!;
  const changes = { before: { balance: before }, after: { balance } };
  await audit({ action: "balance_adjusted", ...changes, reason: note });
  afterCommit(connection, () =>
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } }),
  );
  return balance;
}
