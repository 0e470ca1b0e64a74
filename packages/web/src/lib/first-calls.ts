import type * as auth from "@veritick/contract/auth.ts";
import type * as fairnessCalls from "@veritick/contract/fairness.ts";
import type * as installation from "@veritick/contract/settings.ts";
import { get } from "./define-call.ts";

/** The calls that the landing page makes, apart from the others so that it loads none that it does not make. */
export const me = get<typeof auth.me>("/api/auth/me");
export const prices = get<typeof fairnessCalls.prices>("/api/prices");
export const fairness = get<typeof fairnessCalls.fairness>("/api/fairness");
export const settings = get<typeof installation.settings>("/api/settings");
