import type { Limits } from "@veritick/contract/limits.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeLimits } from "./change-limits.ts";
import type { LimitContext } from "./routes.ts";

/** After how many minutes somebody is reminded of the time; null for never. */
export function setReminder(
  context: LimitContext,
  userId: string,
  minutes: number | null,
): Promise<Limits | Refused> {
  return changeLimits(context, userId, (own) => ({ ...own, reminderMinutes: minutes }));
}
