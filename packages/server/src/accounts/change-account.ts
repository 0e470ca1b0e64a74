import type { SecurityEventKind } from "@veritick/contract/schemas/security.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { forgetDevicesOf, MAILED_CHANGES } from "../notifications/public.ts";
import type { MailedChange } from "../notifications/public.ts";
import { visitorOf } from "./context.ts";
import type { AccountContext, Visitor } from "./context.ts";
import { forgetPlaces } from "./passwords/known-places.ts";
import { isSessionAlive } from "./sessions/recheck-caller.ts";
import { announceSecurityEvent, recordSecurityEvent } from "./security-events.ts";
import type { SecurityActor } from "./security-events.ts";

const isMailed = (kind: SecurityEventKind): kind is MailedChange =>
  (MAILED_CHANGES as readonly SecurityEventKind[]).includes(kind);

export type AccountChange = {
  connection: Queryable;
  /** Writes a security event and returns its id. It reaches the user's live connections after the commit. Some are mailed. */
  record(kind: SecurityEventKind, actor: SecurityActor): Promise<string>;
  /** Registers work for after the commit. It runs in the order of the calls to `onCommit` and `record`. */
  onCommit(run: () => void): void;
};

/**
 * Runs a change of one account's security in one transaction with the events that record it. It locks the user's row first,
 * so that changes of one account come one after the other and none overlaps with its deletion.
 */
export async function changeAccount<T>(
  context: AccountContext,
  userId: string,
  change: (account: AccountChange) => Promise<T>,
): Promise<T | Refused> {
  const committed: (() => void)[] = [];
  const onCommit = (run: () => void): void => void committed.push(run);
  const result = await transaction(context.database, async (connection) => {
    const { rowCount } = await connection.query("select from users where id = $1 for no key update", [
      userId,
    ]);
    if (rowCount === 0) return refuse("not_signed_in");
    return change({
      connection,
      onCommit,
      async record(kind, actor) {
        const event = await recordSecurityEvent(connection, context.clock, userId, kind, actor);
        onCommit(() => announceSecurityEvent(context.bus, userId, event));
        if (isMailed(kind))
          await context.notifier.notify(connection, userId, kind, {
            language: actor.language,
            source: actor.address,
          });
        return event.id;
      },
    });
  });
  for (const run of committed) run();
  return result;
}

/** Runs a change by the signed-in user like `changeAccount`. Refuses if their session has ended meanwhile. */
export function changeOwnAccount<T>(
  context: AccountContext,
  { userId, sessionHash }: Identity,
  change: (account: AccountChange) => Promise<T>,
): Promise<T | Refused> {
  return changeAccount<T | Refused>(context, userId, async (account) =>
    (await isSessionAlive(account.connection, sessionHash)) ? change(account) : refuse("not_signed_in"),
  );
}

/**
 * Ends every session of the user but this one, all their API keys and the notices to all their devices, and forgets every
 * place but the visitor's: a thief may have opened them. This session gets a new token, which is returned, because a thief
 * may have a copy of the earlier one. The caller must have refused a token for which `isReplaced` is true.
 */
export async function keepOneSession(
  { sessions }: AccountContext,
  { connection, onCommit }: Pick<AccountChange, "connection" | "onCommit">,
  identity: Identity,
  { proves, ...visitor }: Visitor & { proves: boolean },
): Promise<string | undefined> {
  const { userId } = identity;
  const { sessionId, token, announce } = await sessions.renew(connection, identity, { proves });
  await sessions.endAll(connection, userId, sessionId);
  await forgetPlaces(connection, userId, visitor);
  await forgetDevicesOf(connection, userId);
  onCommit(announce);
  onCommit(() => sessions.announceEnd(userId));
  return token;
}

/** Pauses withdrawals from now on. A longer pause that is already running stays as it is. */
export async function holdWithdrawals(
  context: Pick<AccountContext, "clock" | "withdrawalHoldHours">,
  connection: Queryable,
  userId: string,
): Promise<void> {
  if (context.withdrawalHoldHours === 0) return;
  await connection.query(
    `update users set withdrawals_held_until =
       greatest(withdrawals_held_until, $2::timestamptz + make_interval(hours => $3)) where id = $1`,
    [userId, dateOf(context.clock), context.withdrawalHoldHours],
  );
}

/** Records in the user's security events that their data were exported. Refuses if their session has ended. */
export const recordOwnExport = (
  context: AccountContext,
  call: Visitor & { identity: Identity },
): Promise<Refused | undefined> =>
  changeOwnAccount(context, call.identity, async ({ record }) => {
    await record("data_exported", { ...visitorOf(call), sessionId: call.identity.sessionId });
    return undefined;
  });
