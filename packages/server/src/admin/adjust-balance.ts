import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { balanceAdjusted } from "@veritick/domain/postings.ts";
import { refuseOwnAccount, weighDecision } from "../approvals/public.ts";
import type { CarryOut, Deciding, Verdict } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { addHouseFunds, gatherFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Replayed } from "../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../platform/db/idempotency.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AdminContext } from "./routes.ts";
import { lockAccount } from "./user/lock-account.ts";
import type { LockedAccount } from "./user/lock-account.ts";

/** By an administrator, in whose name it stands in the ledger. */
export type Adjustment = Deciding & {
  userId: string;
  /** Positive for what the house gives, negative for what it takes. */
  change: Minor;
  note: string | undefined;
};

export type AdjustedUser = {
  id: string;
  email: string;
  balance: string;
  isAdmin: boolean;
  awaiting: Awaiting;
};

/** What an account may hold. */
const ACCOUNT_MAX = parseMinor("1000000000");

/**
 * Adds to or deducts from a balance. What is added is the house's own, so it must be more than what the house needs to
 * keep its promises; funds that other stripes have to spare are gathered where this one's do not suffice.
 */
export function adjustBalance(
  context: AdminContext,
  adjustment: Adjustment,
): Promise<AdjustedUser | Refused | Replayed> {
  const { database, bus, stripe } = context;
  return answerOnce(context, adjustment.by.actor, adjustment.idempotency, async () => {
    let result = await adjustOnce(context, adjustment);
    // First a fair part is asked for, then all there is. Where nothing came, a neighbour may have gathered it just before.
    for (const need of [adjustment.change, adjustment.change, undefined]) {
      if (!isShort(result)) break;
      await gatherFunds(database, stripe, need);
      result = await adjustOnce(context, adjustment);
    }
    if (isRefused(result)) return result;
    const { id: userId, balance, awaiting } = result;
    if (awaiting === null) bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
    return result;
  });
}

/** What two administrators have agreed to, with what was proposed. */
export const carryOutAdjustment =
  (context: AdminContext): CarryOut["balance_adjusted"] =>
  ({ target: userId, amount, note }, deciding) =>
    adjustBalance(context, {
      ...deciding,
      userId,
      change: parseMinor(amount),
      note: note ?? undefined,
    });

const isShort = (result: AdjustedUser | Refused): boolean =>
  isRefused(result) && result.refused === "house_funds_insufficient";

function adjustOnce(context: AdminContext, adjustment: Adjustment): Promise<AdjustedUser | Refused> {
  const { database, clock } = context;
  const { by, userId, idempotency } = adjustment;
  return transaction(database, async (connection): Promise<AdjustedUser | Refused> => {
    const user = await lockAccount(connection, userId, by);
    if (isRefused(user)) return user;
    const verdict = await judge(context, connection, user, adjustment);
    if (isRefused(verdict)) return verdict;
    const balance = verdict.waits
      ? user.balance
      : await move(context, connection, user, adjustment, verdict.proposedBy);
    const answer = {
      id: user.id,
      email: user.email,
      balance,
      isAdmin: user.is_admin,
      awaiting: verdict.waits ? verdict.awaiting : null,
    };
    await recordAnswer(connection, by.actor, idempotency, answer, dateOf(clock), user.id);
    return answer;
  });
}

/** Whether it is possible, and done now. */
async function judge(
  context: AdminContext,
  connection: Queryable,
  user: LockedAccount,
  adjustment: Adjustment,
): Promise<Verdict | Refused> {
  const { change, note } = adjustment;
  const own = refuseOwnAccount(context, adjustment, user.id);
  if (own !== undefined) return own;
  const balance = parseMinor(user.balance) + change;
  if (balance < 0n) return refuse("balance_too_small", { field: "amount" });
  if (change > 0n && balance > ACCOUNT_MAX) return refuse("balance_too_large", { field: "amount" });
  if (change > 0n && change > (await lockFreeFunds(connection, context.stripe))) {
    return refuse("house_funds_insufficient", { field: "amount" });
  }
  const matter = { target: user.id, subject: user.id, amount: change, note };
  return weighDecision(context, connection, { action: "balance_adjusted", ...matter }, adjustment);
}

/** Returns the new balance. */
async function move(
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

/** What the stripe of this process holds beyond its promises. Locked after the user, as everywhere. */
async function lockFreeFunds(connection: Queryable, stripe: number): Promise<bigint> {
  const { rows } = await connection.query<{ free: string }>(
    "select funds - open_payout as free from house_stripes where stripe = $1 for no key update",
    [stripe],
  );
  return parseMinor(rows[0]!.free);
}
