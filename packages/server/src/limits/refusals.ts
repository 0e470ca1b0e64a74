import { formatFixed, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

/** @param until an ISO instant */
export const refusePaused = (until: string): Refused => refuse("paused", { values: { until } });

/** Says what a form could still ask for today: a limit that was tightened below what the day has taken leaves nothing. */
export const refusePassed = (code: "deposit_limit" | "stake_limit" | "loss_limit", left: Minor): Refused =>
  refuse(code, { field: "amount", values: { amount: formatFixed(left > 0n ? left : ZERO, 2) } });
