import type { Security } from "@veritick/contract/schemas/security.ts";
import { dateOf } from "../platform/clock.ts";
import type { Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeOwnAccount } from "./change-account.ts";
import type { AccountContext } from "./context.ts";
import { toSecurityEvent } from "./security-events.ts";
import type { SecurityEventRow } from "./security-events.ts";

const NEWEST_SHOWN = 50;
/** The number of older, unseen events that are shown besides the newest. */
const UNSEEN_SHOWN = 50;
/** The days for which a change of the account is shown to every session that has not acknowledged it itself. */
const NEWS_DAYS = 7;

type JudgedRow = SecurityEventRow & { seen: boolean };
type StateRow = {
  two_step: boolean;
  recovery_codes_left: number;
  held_until: Date | null;
  saved_addresses_only: boolean;
  mail_phrase: string | null;
  email_confirmed: boolean;
};

/** Reads the account's protection and its recent security events, each marked as seen or unseen by the calling session. */
export async function readSecurity(
  { database, clock, withdrawalHoldHours, confirmBeforeWithdrawal }: AccountContext,
  { userId, sessionId }: Identity,
): Promise<Security | Refused> {
  const { rows } = await database.query<StateRow>(
    `select t.enabled_at is not null as two_step, u.email_confirmed_at is not null as email_confirmed,
            (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
            case when u.withdrawals_held_until > $2 then u.withdrawals_held_until end as held_until,
            u.saved_addresses_only, u.mail_phrase
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
    savedAddressesOnly: state.saved_addresses_only,
    mailPhrase: state.mail_phrase,
    withdrawalsNeedEmail: confirmBeforeWithdrawal && !state.email_confirmed,
    sessionId,
    events: events.rows.map((row) => ({ ...toSecurityEvent(row), seen: row.seen })),
  };
}

/**
 * An intruder may be signed in too, and must not be able to hide events from the owner. So a session has seen an event if
 * it caused the event or acknowledged it itself. An acknowledgement by a session other than the one that caused the event
 * counts only for sessions opened later, so that not every login shows old news. For anything more than a login it counts
 * only after a week. One gap remains: an intruder who signs in twice and signs the owner out can make logins look seen, but
 * nothing else.
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
  newest as (select * from judged order by id desc limit ${NEWEST_SHOWN}),
  -- Takes the newest of each kind first, so that many events of one kind cannot crowd out another.
  unseen as (
    select * from judged where not seen and kind <> 'signed_in' and id not in (select id from newest)
    order by row_number() over (partition by kind order by id desc), id desc limit ${UNSEEN_SHOWN}
  )
  select * from newest union all select * from unseen order by id desc`;

/** Marks all events as seen by the calling session. Later sessions count those caused by other sessions as seen. */
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
