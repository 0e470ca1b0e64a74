import type * as limits from "@veritick/contract/limits.ts";
import { get, post } from "./define-call.ts";

/** The calls about limits that people set on themselves. They are apart, as no visitor's page makes one. */
export const getLimits = get<typeof limits.getLimits>("/api/limits");
export const setLimit = post<typeof limits.setLimit>("/api/limits");
export const takeBreak = post<typeof limits.takeBreak>("/api/limits/pause");
export const setReminder = post<typeof limits.setReminder>("/api/limits/reminder");
export const tradingSummary = get<typeof limits.tradingSummary>("/api/trading/summary");
