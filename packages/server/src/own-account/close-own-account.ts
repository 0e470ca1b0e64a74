import type { Language } from "@veritick/contract/errors.ts";
import * as contract from "@veritick/contract/schemas/closing.ts";
import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { closingObstacle, judgeClosing } from "@veritick/domain/closing.ts";
import type { ClosingFacts, ClosingObstacle, ClosingWish } from "@veritick/domain/closing.ts";
import { formatFixed, formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { balanceWaived } from "@veritick/domain/postings.ts";
import {
  closingBy,
  isLastAdministrator,
  lockRights,
  proveBothSteps,
  refuseEnded,
  stepUpMethod,
  visitorOf,
} from "../accounts/public.ts";
import type { AccountContext } from "../accounts/public.ts";
import { lapseProposalsOf } from "../approvals/public.ts";
import type { FourEyesSettings } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { addHouseFunds, post } from "../ledger/public.ts";
import { pauseOf } from "../limits/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Call } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { lockWholeAccount, removeWholeAccount, withWholeAccount } from "./whole-account.ts";
import type { LockedRow } from "./whole-account.ts";

type ClosingContext = AccountContext & {
  settings: FourEyesSettings;
  stripe: number;
};

/** The name of the audit action and of the mail. */
const OWN_ACCOUNT_CLOSED = "own_account_closed";

/** Binds the calls by which users see the obstacles to closing their account, and close it. */
export function closingRoutes(bind: Bind, context: ClosingContext): void {
  writeFarewells(context);

  bind(contract.getClosing, async ({ identity }): Promise<Closing | Refused> => {
    const facts = await findFacts(context, context.database, identity.userId);
    if (facts === undefined) return refuse("not_signed_in");
    const refusal = closingObstacle(facts, context.clock.nowMs());
    return {
      balance: formatMinor(facts.balanceMinor),
      openPositions: facts.openPositions,
      openWithdrawals: facts.openWithdrawals,
      confirmingDeposits: facts.confirmingDeposits,
      undecidedPayments: facts.undecidedPayments,
      expectedDeposits: facts.expectedDeposits,
      refusal: refusal ?? null,
      until: (refusal === undefined ? undefined : untilOf(refusal, facts)) ?? null,
      method: await stepUpMethod(context.database, identity),
    };
  });

  bind(contract.closeAccount, async (call) => {
    const closed = await closeOwnAccount(context, call);
    if (!isRefused(closed)) call.clearSession();
    return closed;
  });
}

/**
 * Closes the caller's own account, in one transaction under the locks that an order, a withdrawal, a credit and a deletion
 * take. So each of those happens entirely before, and is seen here, or finds no account any more. The balance that the owner
 * named goes to the house. If the balance has changed meanwhile, the call is refused.
 */
async function closeOwnAccount(
  context: ClosingContext,
  call: Call<typeof contract.closeAccount>,
): Promise<{ waived: string } | Refused> {
  const { database, bus } = context;
  const { identity, body } = call;
  const { userId } = identity;
  const wish = { waivedMinor: body.waived, nothingSent: body.nothingSent ?? false };
  // A proof uses up a code or an attempt, so all other checks come first.
  const refusal =
    (await refuseClosing(context, database, userId, wish)) ??
    (await proveBothSteps(context, { ...visitorOf(call), identity, about: closingBy(identity, body) }, body));
  if (refusal !== undefined) return refusal;

  let isAdmin = identity.role === "administrator";
  const closed = await withWholeAccount<{ waived: string } | Refused>(
    database,
    userId,
    async (connection) => {
      if (isAdmin) await lockRights(connection);
      const user = await lockWholeAccount(connection, userId);
      if (user === "held") return user;
      if (user === undefined) return refuse("not_signed_in");
      if (user.is_admin && !isAdmin) {
        // The user became an administrator a moment ago. The lock of rights must come first, so it tries again.
        isAdmin = true;
        return "held";
      }
      const by = callerOf(call);
      const refused =
        (await refuseEnded(connection, by)) ?? (await refuseClosing(context, connection, userId, wish));
      if (refused !== undefined) return refused;
      await close(context, connection, user, { by, waivedMinor: wish.waivedMinor, language: call.language });
      return { waived: formatMinor(wish.waivedMinor) };
    },
  );
  if (!isRefused(closed)) {
    bus.publish({ kind: "sessionsEnded", userId });
    bus.publish({ kind: "adminChanged", of: ["deposits", "withdrawals"] });
  }
  return closed;
}

type Leave = { by: ReturnType<typeof callerOf>; waivedMinor: Minor; language: Language | undefined };

/** Waives the balance and removes the account. Everything must be locked, nothing open, and the balance the named one. */
async function close(
  context: ClosingContext,
  connection: Queryable,
  user: LockedRow,
  { by, waivedMinor, language }: Leave,
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
  if (context.notifier.sendsMails) {
    // The queued mail holds the address until it is sent, because the account no longer exists.
    await context.notifier.mail(connection, {
      kind: OWN_ACCOUNT_CLOSED,
      userId: user.id,
      email: user.email,
      language: language ?? user.language ?? "en",
    });
  }
}

async function refuseClosing(
  context: ClosingContext,
  connection: Queryable,
  userId: string,
  wish: ClosingWish,
): Promise<Refused | undefined> {
  const facts = await findFacts(context, connection, userId);
  if (facts === undefined) return refuse("not_signed_in");
  const code = judgeClosing(facts, wish, context.clock.nowMs());
  switch (code) {
    case undefined:
      return undefined;
    case "closing_balance_differs":
      return refuse(code, { field: "waived", values: { amount: exactly(facts.balanceMinor) } });
    case "closing_paused":
    case "closing_held":
      return refuse(code, { values: { until: untilOf(code, facts)! } });
    default:
      return refuse(code);
  }
}

function untilOf(
  code: ClosingObstacle,
  { pausedUntilMs, heldUntilMs }: Pick<ClosingFacts, "pausedUntilMs" | "heldUntilMs">,
): string | undefined {
  const ms = code === "closing_paused" ? pausedUntilMs : code === "closing_held" ? heldUntilMs : null;
  return ms === null ? undefined : new Date(ms).toISOString();
}

/** Formats an amount with at least two decimals, and without further zeros at the end. */
const exactly = (amount: Minor): string => formatFixed(amount, 8).replace(/0{1,6}$/, "");

type FactsRow = {
  balance: string;
  is_admin: boolean;
  is_locked: boolean;
  held_until: Date | null;
  paused_until: Date | null;
  excluded_until: Date | null;
  positions: number;
  withdrawals: number;
  confirming: number;
  expected: number;
  undecided: number;
};

async function findFacts(
  { clock, settings }: ClosingContext,
  connection: Queryable,
  userId: string,
): Promise<ClosingFacts | undefined> {
  const { rows } = await connection.query<FactsRow>({ name: "find_closing", text: FACTS, values: [userId] });
  const row = rows[0];
  if (row === undefined) return undefined;
  const pauses = { timeOut: row.paused_until, selfExclusion: row.excluded_until };
  const pause = pauseOf(pauses, dateOf(clock));
  return {
    balanceMinor: parseMinor(row.balance),
    openPositions: row.positions,
    openWithdrawals: row.withdrawals,
    confirmingDeposits: row.confirming,
    expectedDeposits: row.expected,
    undecidedPayments: row.undecided,
    isLocked: row.is_locked,
    pausedUntilMs: pause === null ? null : Date.parse(pause.until),
    heldUntilMs: row.held_until?.getTime() ?? null,
    isLastAdministrator: row.is_admin && (await isLastAdministrator(connection, userId)),
    takesTwo: row.is_admin && settings.fourEyesAbove !== undefined,
  };
}

const FACTS = `
select u.balance, u.is_admin, u.trading_locked_at is not null or u.withdrawals_locked_at is not null as is_locked,
  u.withdrawals_held_until as held_until, l.paused_until, l.excluded_until,
  (select count(*) from trading_positions p where p.user_id = u.id and p.status = 'active') as positions,
  (select count(*) from withdrawal_transactions w
   where w.user_id = u.id and w.status in ('pending', 'processing')) as withdrawals,
  (select count(*) from deposit_transactions d where d.user_id = u.id and d.status = 'confirming') as confirming,
  (select count(*) from deposit_transactions d where d.user_id = u.id and d.status = 'pending') as expected,
  (select count(*) from attention_items a where a.user_id = u.id and a.resolved_at is null) as undecided
from users u left join user_limits l on l.user_id = u.id where u.id = $1`;

/** Writes the mail about a closed account. Its facts come from the audit log, which outlives the account. */
function writeFarewells({ database, notifier }: ClosingContext): void {
  notifier.writes(OWN_ACCOUNT_CLOSED, async ({ data: { userId, email, language = "en" } }) => {
    const { rows } = await database.query<{ at: Date; waived: string }>({
      name: "find_closed_account",
      text: "select created_at as at, after ->> 'waived' as waived from audit_log where subject = $1 and action = $2",
      values: [userId, OWN_ACCOUNT_CLOSED],
    });
    const closed = rows[0];
    if (closed === undefined || email === undefined) return undefined;
    return { to: email, ...WORDS[language](closed.at, exactly(parseMinor(closed.waived))) };
  });
}

const minutesOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const isNothing = (amount: string): boolean => amount === "0.00";

/** The words of the mail. A subject names no amount, because locked screens show it. */
const WORDS: Record<Language, (at: Date, waived: string) => { subject: string; text: string }> = {
  en: (at, waived) => ({
    subject: "Veritick: Account closed",
    text:
      `Your Veritick account was closed with your password or passkey on ${minutesOf(at)}.\n\n` +
      (isNothing(waived) ? "" : `You gave up the balance of ${waived} USDMS.\n\n`) +
      `You are signed out everywhere, and API keys and passkeys no longer work. Send nothing to an address that you were given for a deposit.\n\n` +
      `The ledger and the audit log keep their entries without your e-mail address.\n\n` +
      `If this was not you, write to support. This is the last e-mail about this account.\n`,
  }),
  fr: (at, waived) => ({
    subject: "Veritick: Compte fermé",
    text:
      `Votre compte Veritick a été fermé avec votre mot de passe ou votre clé d’accès le ${minutesOf(at)}.\n\n` +
      (isNothing(waived) ? "" : `Vous avez renoncé au solde de ${waived.replace(".", ",")} USDMS.\n\n`) +
      `Toutes vos sessions ont pris fin, et vos clés API et clés d’accès ne fonctionnent plus. N’envoyez plus rien à une adresse reçue pour un dépôt.\n\n` +
      `Le grand livre et le journal d’audit gardent leurs écritures sans votre adresse e-mail.\n\n` +
      `Si ce n’était pas vous, écrivez à l’assistance. C’est le dernier e-mail concernant ce compte.\n`,
  }),
};
