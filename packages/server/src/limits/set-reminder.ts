import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { dateOf } from "../platform/clock.ts";
import { violatedConstraint } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findOwnLimits, toLimits } from "./own-limits.ts";
import type { LimitContext } from "./routes.ts";

/**
 * After how many minutes somebody is reminded of the time; null for never. It stands beside the limits but is none: no order
 * has to wait for it or look again.
 */
export function setReminder(
  { database, clock, userQueue }: LimitContext,
  userId: string,
  minutes: number | null,
): Promise<Limits | Refused> {
  return userQueue.run(userId, async () => {
    const now = dateOf(clock);
    const own = await findOwnLimits(database, userId, now);
    if (own === undefined) return refuse("not_signed_in");
    if (own.reminderMinutes !== minutes) {
      try {
        await database.query({ name: "write_reminder", text: WRITE, values: [userId, minutes] });
      } catch (error) {
        // Deleted at this moment.
        if (violatedConstraint(error) !== "user_limits_user_id_fkey") throw error;
        return refuse("not_signed_in");
      }
    }
    return toLimits({ ...own, reminderMinutes: minutes }, now);
  });
}

/** Where there is no row yet no limit was set either, or it is being set now: then that one writes the count after this. */
const WRITE = `
insert into user_limits (user_id, limits_set, reminder_minutes)
select id, limits_set, $2 from users where id = $1
on conflict (user_id) do update set reminder_minutes = excluded.reminder_minutes`;
