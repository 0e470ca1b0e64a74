import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { balanceAdjusted } from "@veritick/domain/postings.ts";
import { roleOf } from "../accounts/public.ts";
import { applyFourEyes, refuseOwnAccount, refuseWithoutReason } from "../approvals/public.ts";
import type { DecisionRequest, FourEyesResult } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { addHouseFunds, claimFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Replayed } from "../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../platform/http/idempotency.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AdminContext } from "./context.ts";
import { lockAccount } from "./users.ts";
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
export function adjustBalance(
  context: AdminContext,
  adjustment: Adjustment,
): Promise<AdjustedUser | Refused | Replayed> {
  const { bus } = context;
  return answerOnce(context, adjustment.by.actor, adjustment.idempotency, async () => {
    const result = await adjustOnce(context, adjustment);
    if (isRefused(result)) return result;
    const { id: userId, balance, awaiting } = result;
    if (awaiting === null) bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
    return result;
  });
}

function adjustOnce(context: AdminContext, adjustment: Adjustment): Promise<AdjustedUser | Refused> {
  const { database, clock } = context;
  const { by, userId, idempotency } = adjustment;
  return transaction(database, async (connection): Promise<AdjustedUser | Refused> => {
    const user = await lockAccount(connection, userId, by, "administrator");
    if (isRefused(user)) return user;
    const result = await check(context, connection, user, adjustment);
    if (isRefused(result)) return result;
    const balance = result.waits
      ? user.balance
      : await postAdjustment(context, connection, user, adjustment, result.proposedBy);
    const answer = {
      id: user.id,
      email: user.email,
      balance,
      isAdmin: roleOf(user) !== null,
      awaiting: result.waits ? result.awaiting : null,
    };
    await recordAnswer(connection, by.actor, idempotency, answer, dateOf(clock), user.id);
    return answer;
  });
}

/** Checks that the adjustment is possible, and decides whether it is carried out now or proposed. */
async function check(
  context: AdminContext,
  connection: Queryable,
  user: LockedAccount,
  adjustment: Adjustment,
): Promise<FourEyesResult | Refused> {
  const { change, note } = adjustment;
  const refusal = refuseOwnAccount(context, adjustment, user.id) ?? refuseWithoutReason(context, note);
  if (refusal !== undefined) return refusal;
  const balance = parseMinor(user.balance) + change;
  if (balance < 0n) return refuse("balance_too_small", { field: "amount" });
  if (change > 0n && balance > MAX_BALANCE) return refuse("balance_too_large", { field: "amount" });
  if (change > 0n && !(await claimFunds(connection, context.stripe, change))) {
    return refuse("house_funds_insufficient", { field: "amount" });
  }
  const matter = { target: user.id, subject: user.id, amount: change, note };
  return applyFourEyes(context, connection, { action: "balance_adjusted", ...matter }, adjustment);
}

/** Posts the adjustment and returns the new balance. */
async function postAdjustment(
  { clock, stripe }: AdminContext,
  connection: Queryable,
  user: LockedAccount,
  { by, change, note }: Adjustment,
  proposedBy: string | undefined,
): Promise<string> {
  const at = dateOf(clock);
  const balances = await post(connection, {
    kind: "balance_adjusted",
    reference: newId(clock.nowMs()),
    entries: balanceAdjusted({ userId: user.id, changeMinor: change }),
    at,
    actor: by.actor,
    ...(note === undefined ? {} : { note }),
  });
  await addHouseFunds(connection, stripe, minor(-change));
  const balance = balances.get(user.id)!;
  const changes = { before: { balance: user.balance }, after: { balance } };
  await recordAudit(
    connection,
    { action: "balance_adjusted", by, subject: user.id, ...changes, reason: note, proposedBy },
    at,
  );
  return balance;
}
