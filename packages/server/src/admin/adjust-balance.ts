import { minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { balanceAdjusted } from "@veritick/domain/postings.ts";
import { addHouseFunds, gatherFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/database.ts";
import type { Queryable } from "../platform/database.ts";
import type { IdempotencyClaim, Replayed } from "../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../platform/idempotency.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AdminContext } from "./routes.ts";

export type Adjustment = {
  /** The administrator in whose name it stands in the ledger. */
  actor: string;
  userId: string;
  /** Positive for what the house gives, negative for what it takes. */
  change: Minor;
  note: string | undefined;
  idempotency: IdempotencyClaim | undefined;
};

export type AdjustedUser = { id: string; email: string; balance: string; isAdmin: boolean };

/** What an account may hold. */
const ACCOUNT_MAX = parseMinor("1000000000");
/** Another process may gather the same funds first. */
const MOST_GATHERINGS = 3;

/**
 * Adds to or deducts from a balance. What is added is the house's own, so it must be more than what the house needs to
 * keep its promises; funds that other stripes have to spare are gathered where this one's do not suffice.
 */
export function adjustBalance(
  context: AdminContext,
  adjustment: Adjustment,
): Promise<AdjustedUser | Refused | Replayed> {
  const { database, bus, stripe } = context;
  return answerOnce(context, adjustment.actor, adjustment.idempotency, async () => {
    let result = await adjustOnce(context, adjustment);
    for (let gathered = 0; gathered < MOST_GATHERINGS && isShort(result); gathered += 1) {
      if (!(await gatherFunds(database, stripe))) break;
      result = await adjustOnce(context, adjustment);
    }
    if (isRefused(result)) return result;
    const { id: userId, balance } = result;
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
    return result;
  });
}

const isShort = (result: AdjustedUser | Refused): boolean =>
  isRefused(result) && result.refused === "house_funds_insufficient";

function adjustOnce(
  { database, clock, stripe }: AdminContext,
  { actor, userId, change, note, idempotency }: Adjustment,
): Promise<AdjustedUser | Refused> {
  return transaction(database, async (connection): Promise<AdjustedUser | Refused> => {
    const { user, administrator } = await lockUsers(connection, userId, actor);
    if (administrator === undefined) return refuse("not_signed_in");
    if (!administrator.is_admin) return refuse("forbidden");
    if (user === undefined) return refuse("not_found");
    const balance = parseMinor(user.balance) + change;
    if (balance < 0n) return refuse("balance_too_small", { field: "amount" });
    if (change > 0n && balance > ACCOUNT_MAX) return refuse("balance_too_large", { field: "amount" });
    if (change > 0n && change > (await lockFreeFunds(connection, stripe))) {
      return refuse("house_funds_insufficient", { field: "amount" });
    }
    const at = dateOf(clock);
    const balances = await post(connection, {
      kind: "balance_adjusted",
      reference: newId(clock.nowMs()),
      entries: balanceAdjusted({ userId: user.id, changeMinor: change }),
      at,
      actor,
      ...(note === undefined ? {} : { note }),
    });
    await addHouseFunds(connection, stripe, minor(-change));
    const answer = {
      id: user.id,
      email: user.email,
      balance: balances.get(user.id)!,
      isAdmin: user.is_admin,
    };
    await recordAnswer(connection, actor, idempotency, answer, at, user.id);
    return answer;
  });
}

type UserRow = { id: string; email: string; balance: string; is_admin: boolean };

/** Both at once, in the order of their ids: the answer's idempotency key refers to the administrator. */
async function lockUsers(
  connection: Queryable,
  userId: string,
  actor: string,
): Promise<{ user: UserRow | undefined; administrator: UserRow | undefined }> {
  const { rows } = await connection.query<UserRow>(
    "select id, email, balance, is_admin from users where id in ($1, $2) order by id for no key update",
    [userId, actor],
  );
  const find = (id: string) => rows.find((row) => row.id === id.toLowerCase());
  return { user: find(userId), administrator: find(actor) };
}

/** What the stripe of this process holds beyond its promises. Locked after the user, as everywhere. */
async function lockFreeFunds(connection: Queryable, stripe: number): Promise<bigint> {
  const { rows } = await connection.query<{ free: string }>(
    "select funds - open_payout as free from house_stripes where stripe = $1 for no key update",
    [stripe],
  );
  return parseMinor(rows[0]!.free);
}
