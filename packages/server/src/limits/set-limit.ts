import type { LimitKind, Limits } from "@veritick/contract/schemas/limits.ts";
import { changeLimit } from "@veritick/domain/limits.ts";
import type { Cap } from "@veritick/domain/limits.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeLimits } from "./change-limits.ts";
import type { LimitContext } from "./routes.ts";

/** Sets a limit: a tighter one holds at once, a looser one later. */
export function setLimit(
  context: LimitContext,
  userId: string,
  kind: LimitKind,
  wanted: Cap,
): Promise<Limits | Refused> {
  return changeLimits(context, userId, (own, now) => ({
    ...own,
    limits: { ...own.limits, [kind]: changeLimit(own.limits[kind], wanted, now.getTime()) },
  }));
}
