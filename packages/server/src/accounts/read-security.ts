import type { Security } from "@veritick/contract/schemas/security.ts";
import { dateOf } from "../platform/clock.ts";
import type { Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeOwnAccount } from "./change-account.ts";
import type { AccountContext } from "./context.ts";
import { toSecurityEvent } from "./security-events.ts";
import type { SecurityEventRow } from "./security-events.ts";

const NEWEST = 50;
/** Beside the newest, so many older ones that have yet to be seen. */
const UNSEEN = 50;
/** For so long what changed the account is shown to every session that has not acknowledged it itself. */
const NEWS_DAYS = 7;

type JudgedRow = SecurityEventRow & { seen: boolean };
type StateRow = { two_step: boolean; recovery_codes_left: number; held_until: Date | null };

/** How the account is protected, and what bore on that lately, as far as the asking session has seen it. */
export async function readSecurity(
  { database, clock, withdrawalHoldHours }: AccountContext,
  { userId, sessionId }: Identity,
): Promise<Security | Refused> {
  const { rows } = await database.query<StateRow>(
    `select t.enabled_at is not null as two_step,
            (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
            case when u.withdrawals_held_until > $2 then u.withdrawals_held_until end as held_until
     from users u left join two_step t on t.user_id = u.id where u.id = $1`,
    [userId, dateOf(clock)],
  );
  const state = rows[0];
  if (state === undefined) return refuse("not_signed_in");
  const events = await database.query<JudgedRow>(EVENTS, [userId, sessionId, dateOf(clock)]);
  return {
    twoStep: state.two_step,
    recoveryCodesLeft: state.recovery_codes_left,
    withdrawalsHeldUntil: state.held_until?.toISOString() ?? null,
    withdrawalHoldHours,
    sessionId,
    events: events.rows.map((row) => ({ ...toSecurityEvent(row), seen: row.seen })),
  };
}

/**
 * An intruder is signed in as well, and must not be able to wave through what the owner has yet to see. So a session has
 * seen what it did and what it acknowledged itself. What another session than the doer's acknowledged counts only for
 * sessions opened later, so that not every login begins with old news; and where more than a login happened, not for a
 * week. What is left: who signs in twice and sends the owner away can have the logins, though nothing else, look seen.
 */
const EVENTS = `
  with judged as (
    select e.*, coalesce(
        e.session_id = $2 or e.number <= s.events_seen or (
          e.seen_at <= s.created_at
          and (e.kind = 'signed_in' or e.created_at <= $3::timestamptz - make_interval(days => ${NEWS_DAYS}))
        ), false) as seen
    from security_events e left join sessions s on s.id = $2 where e.user_id = $1
  ),
  newest as (select * from judged order by id desc limit ${NEWEST}),
  -- The newest of each kind come first, so that none can be crowded out by many of another kind.
  unseen as (
    select * from judged where not seen and kind <> 'signed_in' and id not in (select id from newest)
    order by row_number() over (partition by kind order by id desc), id desc limit ${UNSEEN}
  )
  select * from newest union all select * from unseen order by id desc`;

/** The asking session has seen all there is so far; for what others did, that is noted for sessions to come. */
export async function acknowledgeSecurity(
  context: AccountContext,
  identity: Identity,
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection }) => {
    await connection.query(
      `update sessions set events_seen =
         (select coalesce(max(number), 0) from security_events where user_id = $1) where id = $2`,
      [userId, sessionId],
    );
    await connection.query(
      `update security_events set seen_at = $3
       where user_id = $1 and session_id is distinct from $2 and seen_at is null`,
      [userId, sessionId, dateOf(context.clock)],
    );
    return undefined;
  });
}
