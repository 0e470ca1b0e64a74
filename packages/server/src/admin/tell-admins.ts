import { ADMIN_LISTS } from "@veritick/contract/schemas/pushes.ts";
import type { AdminList, AdminPush } from "@veritick/contract/schemas/pushes.ts";
import type { Bus, BusMessage } from "../cluster/bus.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import type { Log } from "../platform/telemetry/log.ts";

/** The seconds between two messages about a list. Every order changes the list of users, because it shows balances. */
const EVERY: { readonly [of in AdminList]: number } = {
  deposits: 1,
  withdrawals: 1,
  attention: 1,
  decisions: 1,
  users: 5,
};

/** The seconds between two messages about all lists while this process may miss what others do. */
const BLIND_EVERY = 10;

type Context = {
  database: Database;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  log: Log;
  /** True if the server refuses administrators without a second factor. They get no message either. */
  adminsNeedSecondFactor: boolean;
};

/**
 * Tells sessions of people with a role which lists of the administration have changed, and nothing else. Each second it sends
 * what came together since. It asks the database who has a role now, and only if there is something to tell. Call `flush` when
 * the process ends, so that other processes hear of its last second.
 */
export function tellAdmins({
  database,
  clock,
  bus,
  hub,
  log,
  adminsNeedSecondFactor,
}: Context): PeriodicTask & { flush(): void } {
  /** The lists that pushes to users have changed. Other processes do not hear these pushes. */
  const pushed = new Set<AdminList>();
  /** The lists to tell of here. */
  const changed = new Set<AdminList>();
  let second = 0;
  let wasWhole = true;
  const nextAt = new Map<AdminList, number>();

  bus.subscribe((message) => {
    if (message.kind === "adminChanged") message.of.forEach((of) => changed.add(of));
    else {
      const of = listOf(message);
      if (of !== undefined) pushed.add(of);
    }
  });
  const mayHaveMissed = () => ADMIN_LISTS.forEach((of) => changed.add(of));
  bus.onGap(mayHaveMissed);

  function flush(): void {
    if (pushed.size > 0) bus.publish({ kind: "adminChanged", of: [...pushed] });
    pushed.clear();
  }

  const task = periodically(1, "changed lists of the administration", log, async () => {
    second += 1;
    flush();
    const isWhole = bus.isWhole();
    if (isWhole ? !wasWhole : second % BLIND_EVERY === 0) mayHaveMissed();
    wasWhole = isWhole;
    if (hub.size() === 0) return changed.clear();
    const due = [...changed].filter((of) => (nextAt.get(of) ?? 0) <= second);
    if (due.length === 0) return;
    // A change during the query belongs to the next message.
    due.forEach((of) => changed.delete(of));
    try {
      for (const [userId, sessionKeys] of await findSessions(
        database,
        adminsNeedSecondFactor,
        dateOf(clock),
      )) {
        for (const of of due)
          hub.pushTo(userId, { type: "adminUpdate", of } satisfies AdminPush, sessionKeys);
      }
    } catch (error) {
      due.forEach((of) => changed.add(of));
      throw error;
    }
    due.forEach((of) => nextAt.set(of, second + EVERY[of]));
  });
  return { ...task, flush };
}

/** Returns the list that a message to or about a user changes. */
function listOf(message: BusMessage): AdminList | undefined {
  if (message.kind === "sessionsEnded" || message.kind === "identityChanged") return "users";
  if (message.kind !== "push") return undefined;
  if (message.push.type === "depositUpdate") return "deposits";
  return message.push.type === "withdrawalUpdate" ? "withdrawals" : "users";
}

/** Finds the sessions of everybody with a role, by user. API keys are no sessions, so programs get no message. */
async function findSessions(
  database: Database,
  adminsNeedSecondFactor: boolean,
  at: Date,
): Promise<Map<string, Set<string>>> {
  const { rows } = await database.query<{ user_id: string; keys: string[] }>({
    name: "find_admin_sessions",
    text: `
      select s.user_id, array_agg(encode(s.token_hash, 'hex')) as keys
      from sessions s
      where s.expires_at > $2 and s.user_id in (
          select id from users where is_admin union select id from users where staff_role is not null)
        and (not $1 or exists (select from two_step t where t.user_id = s.user_id and t.enabled_at is not null)
          or exists (select from passkeys p where p.user_id = s.user_id))
      group by s.user_id`,
    values: [adminsNeedSecondFactor, at],
  });
  return new Map(rows.map(({ user_id, keys }) => [user_id, new Set(keys)]));
}
