import { lazyPart } from "../../../lib/lazy-part.ts";
import { withLaterText } from "../../../locales/text.ts";

/** What few people see, each loaded when it is. */
export const PausedDialog = lazyPart(async () => ({
  default: (await withLaterText(import("./paused-dialog.tsx"))).PausedDialog,
}));
export const PauseBanner = lazyPart(async () => ({
  default: (await withLaterText(import("./paused-dialog.tsx"))).PauseBanner,
}));
export const LimitsLink = lazyPart(async () => ({
  default: (await withLaterText(import("./paused-dialog.tsx"))).LimitsLink,
}));
