import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { dateOf } from "../platform/clock.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findOwnLimits, toLimits } from "./own-limits.ts";
import type { LimitContext } from "./routes.ts";

export async function getLimits(
  { database, clock }: LimitContext,
  userId: string,
): Promise<Limits | Refused> {
  const now = dateOf(clock);
  const own = await findOwnLimits(database, userId, now);
  return own === undefined ? refuse("not_signed_in") : toLimits(own, now);
}
