import type { Limits } from "@veritick/contract/schemas/limits.ts";
import type { LimitKind } from "@veritick/domain/limits.ts";
import { call } from "../../../api/client.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";

/** Puts the reply to a change into the cache, and cancels older requests. */
export async function rememberLimits(limits: Limits): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf("getLimits") });
  queryClient.setQueryData<Limits>(keyOf("getLimits"), limits);
}

/** Loads the limits again after a refusal that reveals a change made elsewhere. */
export function refreshLimits(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf("getLimits") });
}

/** Sends a limit as plain text; null for none. */
export async function setLimit(kind: LimitKind, amount: string | null): Promise<Limits> {
  const limits = await call("setLimit", { body: { kind, amount } });
  await rememberLimits(limits);
  dismissRefusal();
  return limits;
}

/** Returns the time zone of this device, by the browser's name for it. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export async function setTimeZone(timeZone: string): Promise<Limits> {
  const limits = await call("setTimeZone", { body: { timeZone } });
  await rememberLimits(limits);
  return limits;
}
