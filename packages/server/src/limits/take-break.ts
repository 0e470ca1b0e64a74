import type { Limits, Pause } from "@veritick/contract/schemas/limits.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeLimits } from "./change-limits.ts";
import { pauseEnd } from "./pause.ts";
import type { LimitContext } from "./routes.ts";

/**
 * Pauses from now on. Each of the two kinds only ever becomes longer: a pause that would end before the one that runs
 * changes nothing, and the answer says what holds.
 *
 * @param length days of a time-out, months of a self-exclusion
 */
export function takeBreak(
  context: LimitContext,
  userId: string,
  kind: Pause["kind"],
  length: number,
): Promise<Limits | Refused> {
  const field = kind === "time_out" ? "timeOut" : "selfExclusion";
  return changeLimits(context, userId, (own, now) => {
    const end = pauseEnd(kind, length, now);
    const running = own.pauses[field];
    if (running !== null && running >= end) return own;
    return { ...own, pauses: { ...own.pauses, [field]: end } };
  });
}
