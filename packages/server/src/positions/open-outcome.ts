import { parseMinor } from "@veritick/domain/money.ts";
import { refusePassed, refusePaused } from "../limits/public.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

const MAINTENANCE_RETRY_SECONDS = 30;
const PRICE_RETRY_SECONDS = 2;

/** What the statement that opens positions answers, or what kept it from being sent. */
export type OpenOutcome =
  | "opened"
  | "no_user"
  | "maintenance"
  | "trading_locked"
  | "limits_changed"
  | "late"
  | "price_not_current"
  | "paused"
  | "balance_insufficient"
  | "stake_limit"
  | "loss_limit"
  | "house_limit"
  | "key_taken";

export type OpenRow = {
  outcome: OpenOutcome;
  balance: string | null;
  /** Until when they have paused, and what a limit of theirs leaves, where that is why it was refused. */
  paused_until: Date | null;
  left_today: string | null;
};

export const refusePrice = (): Refused =>
  refuse("price_not_current", { retryAfterSeconds: PRICE_RETRY_SECONDS });

export function refusalOf({ outcome, paused_until: pausedUntil, left_today: left }: OpenRow): Refused {
  if (outcome === "balance_insufficient") return refuse("balance_insufficient", { field: "amount" });
  if (outcome === "house_limit") return refuse("house_limit", { field: "amount" });
  if (outcome === "maintenance")
    return refuse("maintenance", { retryAfterSeconds: MAINTENANCE_RETRY_SECONDS });
  if (outcome === "trading_locked") return refuse("trading_locked");
  if (outcome === "paused") return refusePaused(pausedUntil!.toISOString());
  if (outcome === "stake_limit" || outcome === "loss_limit") return refusePassed(outcome, parseMinor(left!));
  if (outcome === "no_user") return refuse("not_signed_in");
  if (outcome === "late" || outcome === "price_not_current") return refusePrice();
  if (outcome === "limits_changed") return refuse("busy", { retryAfterSeconds: 1 });
  return refuse("idempotency_running", { retryAfterSeconds: 1 });
}
