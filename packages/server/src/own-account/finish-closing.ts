import type { Language } from "@veritick/contract/errors.ts";
import type { ClosingWish } from "@veritick/domain/closing.ts";
import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import { balanceWaived } from "@veritick/domain/postings.ts";
import { lockRights } from "../accounts/public.ts";
import { lapseProposalsOf } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { addHouseFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { refuseClosing } from "./closing-facts.ts";
import type { ClosingContext } from "./closing-facts.ts";
import { OWN_ACCOUNT_CLOSED } from "./closing-mails.ts";
import { lockWholeAccount, removeWholeAccount, withWholeAccount } from "./whole-account.ts";
import type { LockedRow } from "./whole-account.ts";

type Leave = {
  wish: ClosingWish;
  /** The owner, with the session and address from which they asked. */
  by: Caller;
  language?: Language | undefined;
  /** Checks under the locks that the owner still wants it. */
  refuseLate(connection: Queryable): Promise<Refused | undefined>;
};

/**
 * Closes a user's own account, in one transaction under the locks that an order, a withdrawal, a credit and a deletion take.
 * So each of those happens entirely before, and is seen here, or finds no account any more. The balance that the owner named
 * goes to the house. If the balance has changed meanwhile, the closing is refused.
 */
export async function finishClosing(
  context: ClosingContext,
  userId: string,
  leave: Leave,
): Promise<{ waived: string } | Refused> {
  const { database, bus } = context;
  let isAdmin = false;
  const closed = await withWholeAccount<{ waived: string } | Refused>(
    database,
    userId,
    async (connection) => {
      if (isAdmin) await lockRights(connection);
      const user = await lockWholeAccount(connection, userId);
      if (user === "held") return user;
      if (user === undefined) return refuse("not_signed_in");
      if (user.is_admin && !isAdmin) {
        // The lock of rights must come first, so it tries again.
        isAdmin = true;
        return "held";
      }
      const refused =
        (await leave.refuseLate(connection)) ??
        (await refuseClosing(context, connection, userId, leave.wish));
      if (refused !== undefined) return refused;
      await close(context, connection, user, leave);
      return { waived: formatMinor(leave.wish.waivedMinor) };
    },
  );
  if (!isRefused(closed)) {
    bus.publish({ kind: "sessionsEnded", userId });
    bus.publish({ kind: "adminChanged", of: ["deposits", "withdrawals"] });
  }
  return closed;
}

/** Waives the balance and removes the account. Everything must be locked, nothing open, and the balance the named one. */
async function close(
  context: ClosingContext,
  connection: Queryable,
  user: LockedRow,
  { by, wish: { waivedMinor }, language }: Leave,
): Promise<void> {
  const at = dateOf(context.clock);
  if (waivedMinor > ZERO) {
    const entries = balanceWaived({ userId: user.id, balanceMinor: waivedMinor });
    await post(connection, { kind: "balance_waived", reference: user.id, entries, at, actor: user.id });
  }
  await removeWholeAccount(connection, user);
  if (waivedMinor > ZERO) await addHouseFunds(connection, context.stripe, waivedMinor);
  await recordAudit(
    connection,
    {
      action: OWN_ACCOUNT_CLOSED,
      by,
      subject: user.id,
      before: { isAdmin: user.is_admin, balance: user.balance },
      after: { waived: formatMinor(waivedMinor) },
    },
    at,
  );
  await lapseProposalsOf(connection, user.id, at);
  // The account is gone when the mail is sent, so the notifier cannot see whether its address was confirmed.
  if (context.notifier.sendsMails && user.email_confirmed_at !== null) {
    // The queued mail holds the address until it is sent, because the account no longer exists.
    await context.notifier.mail(connection, {
      kind: OWN_ACCOUNT_CLOSED,
      userId: user.id,
      email: user.email,
      source: by.address,
      language: language ?? user.language ?? "en",
    });
  }
}
