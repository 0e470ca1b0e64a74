import type { closeAccount, stopClosingByLink as byLink } from "@veritick/contract/schemas/closing.ts";
import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { CLOSING_DELAY_MS } from "@veritick/domain/closing.ts";
import type { ClosingWish } from "@veritick/domain/closing.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { changeAccount, changeOwnAccount, visitorOf } from "../accounts/public.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { countAttempt } from "../platform/db/attempts.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Call, Identity } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Visitor } from "../accounts/public.ts";
import { refuseOtherCode } from "./closing-facts.ts";
import type { ClosingContext } from "./closing-facts.ts";
import { hashToken } from "../platform/tokens.ts";
import { tokenOf } from "./closing-mails.ts";
import { finishClosing } from "./finish-closing.ts";
import { scheduleCounter } from "./whole-account.ts";

const HOUR_SECONDS = 3_600;
/** Each one is mailed, without the limit of other mails: its owner must hear of it. */
const SCHEDULED_PER_HOUR = 5;

/** Finds the scheduled closing of an account. */
export async function findScheduled(
  connection: Queryable,
  userId: string,
): Promise<NonNullable<Closing["scheduled"]> | undefined> {
  const { rows } = await connection.query<{ due_at: Date; waived: string }>({
    name: "find_scheduled_closing",
    text: "select due_at, waived from scheduled_closings where user_id = $1",
    values: [userId],
  });
  const row = rows[0];
  return row && { at: row.due_at.toISOString(), waived: row.waived };
}

/** Schedules the closing of the caller's own account, and mails its owner a link that stops it. */
export async function scheduleClosing(
  context: ClosingContext,
  call: Call<typeof closeAccount>,
  { waivedMinor, nothingSent }: ClosingWish,
  proved: { stored?: string },
): Promise<{ waived: string; scheduledFor: string } | Refused> {
  const { database, clock, notifier } = context;
  const { identity, address, language } = call;
  const { userId, sessionId } = identity;
  const now = dateOf(clock);
  const counter = scheduleCounter(userId);
  const attempt = await countAttempt(database, counter, SCHEDULED_PER_HOUR, HOUR_SECONDS, now);
  if (!attempt.allowed) return refuse("too_many_requests", { retryAfterSeconds: attempt.retryAfterSeconds });
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const refused = await refuseOtherCode(connection, userId, proved);
    if (refused !== undefined) return refused;
    // The user's row is locked, so no other call schedules one meanwhile.
    if ((await findScheduled(connection, userId)) !== undefined) return refuse("closing_scheduled");
    const mail = {
      kind: "closing_scheduled",
      userId,
      source: address,
      ...(language !== undefined && { language }),
    } as const;
    const mailId = notifier.sendsMails ? await notifier.mail(connection, mail) : newId(now.getTime());
    const dueAt = new Date(now.getTime() + CLOSING_DELAY_MS);
    const waived = formatMinor(waivedMinor);
    await connection.query(
      `insert into scheduled_closings (user_id, waived, nothing_sent, token_hash, session_id, address, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [userId, waived, nothingSent, hashToken(tokenOf(context, mailId)), sessionId, address, now, dueAt],
    );
    await record("closing_scheduled", { ...visitorOf(call), sessionId });
    return { waived, scheduledFor: dueAt.toISOString() };
  });
}

/** Stops the scheduled closing of the caller's own account, if there is one. */
export const stopClosing = (
  context: ClosingContext,
  call: Visitor & { identity: Identity },
): Promise<Refused | undefined> =>
  changeOwnAccount(context, call.identity, async ({ connection, record }) => {
    const { userId, sessionId } = call.identity;
    const { rowCount } = await connection.query("delete from scheduled_closings where user_id = $1", [
      userId,
    ]);
    if (rowCount === 1) await record("closing_stopped", { ...visitorOf(call), sessionId });
    return undefined;
  });

/** Stops a scheduled closing with the token of its mail, once. Nobody has to be signed in, and the answer names no account. */
export async function stopClosingByLink(
  context: ClosingContext,
  call: Call<typeof byLink>,
): Promise<Refused | undefined> {
  const hash = hashToken(call.body.token);
  const { rows } = await context.database.query<{ user_id: string }>({
    name: "find_closing_by_token",
    text: "select user_id from scheduled_closings where token_hash = $1",
    values: [hash],
  });
  const invalid = refuse("closing_link_invalid");
  if (rows[0] === undefined) return invalid;
  const stopped = await changeAccount(context, rows[0].user_id, async ({ connection, record }) => {
    const { rowCount } = await connection.query("delete from scheduled_closings where token_hash = $1", [
      hash,
    ]);
    if (rowCount === 0) return invalid;
    await record("closing_stopped", visitorOf(call));
    return undefined;
  });
  return stopped === undefined ? undefined : invalid;
}

const EVERY_TICKS = 10;
/** The most closings of one turn. The next turn takes further ones. */
const MOST_AT_ONCE = 100;

/** Returns the task that carries out the closings that are due. */
export const closeWhenDue = (context: ClosingContext): PeriodicTask =>
  periodically(EVERY_TICKS, "scheduled closings", context.log, () => closeDue(context));

type DueRow = {
  user_id: string;
  waived: string;
  nothing_sent: boolean;
  token_hash: Buffer;
  session_id: string;
  address: string;
};

async function closeDue(context: ClosingContext): Promise<void> {
  const { database, clock, log } = context;
  const { rows } = await database.query<DueRow>({
    name: "find_due_closings",
    text: `select user_id, waived, nothing_sent, token_hash, session_id, address from scheduled_closings
           where due_at <= $1 order by due_at limit ${MOST_AT_ONCE}`,
    values: [dateOf(clock)],
  });
  for (const row of rows) {
    try {
      await closeOne(context, row);
    } catch (error) {
      log.warn(
        { userId: row.user_id, error: String(error) },
        "a scheduled closing failed and is tried again",
      );
    }
  }
}

/**
 * Closes an account whose time has come. The locks make sure that one process does it, once, and that it is not stopped. If
 * the account cannot be closed any more, the closing is dropped and its owner is told why.
 */
async function closeOne(context: ClosingContext, row: DueRow): Promise<void> {
  const { user_id: userId, session_id: sessionId, address } = row;
  const closed = await finishClosing(context, userId, {
    wish: { waivedMinor: parseMinor(row.waived), nothingSent: row.nothing_sent },
    by: { actor: userId, sessionId, address },
    refuseLate: async (connection) => {
      const { rowCount } = await connection.query("select from scheduled_closings where token_hash = $1", [
        row.token_hash,
      ]);
      return rowCount === 1 ? undefined : refuse("closing_link_invalid");
    },
  });
  if (!isRefused(closed)) return;
  await changeAccount(context, userId, async ({ connection }) => {
    const { rowCount } = await connection.query("delete from scheduled_closings where token_hash = $1", [
      row.token_hash,
    ]);
    // Somebody stopped it, or another process has dropped it.
    if (rowCount === 0 || !context.notifier.sendsMails) return;
    await context.notifier.mail(connection, { kind: "closing_refused", userId, ref: closed.refused });
  });
}
