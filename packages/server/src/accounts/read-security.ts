import type { Security } from "@veritick/contract/security.ts";
import { dateOf } from "../platform/clock.ts";
import type { Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AccountContext } from "./context.ts";
import { toSecurityEvent } from "./security-events.ts";
import type { SecurityEventRow } from "./security-events.ts";

const NEWEST = 50;

type StateRow = { two_step: boolean; recovery_codes_left: number; held_until: Date | null };

/** How the account is protected, and what bore on that lately. What the asking session did itself counts as seen. */
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
  const events = await database.query<SecurityEventRow>(
    `select * from security_events where user_id = $1 order by id desc limit ${NEWEST}`,
    [userId],
  );
  return {
    twoStep: state.two_step,
    recoveryCodesLeft: state.recovery_codes_left,
    withdrawalsHeldUntil: state.held_until?.toISOString() ?? null,
    withdrawalHoldHours,
    sessionId,
    events: events.rows.map((row) => {
      const event = toSecurityEvent(row);
      return { ...event, seen: event.seen || event.sessionId === sessionId };
    }),
  };
}

export async function acknowledgeSecurity(
  { database, clock }: AccountContext,
  { userId }: Identity,
): Promise<void> {
  await database.query("update security_events set seen_at = $2 where user_id = $1 and seen_at is null", [
    userId,
    dateOf(clock),
  ]);
}
