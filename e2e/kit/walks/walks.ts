import { adminWalk } from "./admin.ts";
import { dashboardWalk } from "./dashboard.ts";
import { depositWalk, withdrawalWalk } from "./money.ts";
import { profileWalk } from "./profile.ts";
import { receiptWalk } from "./receipt.ts";
import { visitorWalk } from "./visitor.ts";
import type { Walk } from "./walk.ts";

/** Together they stop at every screen and every dialog there is. */
export const walks: Readonly<Record<string, Walk>> = {
  "what a visitor sees": visitorWalk,
  "the dashboard and the ticket": dashboardWalk,
  "money in": depositWalk,
  "money out": withdrawalWalk,
  "the profile": profileWalk,
  "the receipt": receiptWalk,
  "the administration": adminWalk,
};

/** With all that an installation may have: the chat link, pauses of withdrawals, deposits that take their time. */
export const environment: Record<string, string> = {
  SUPPORT_CHAT_URL: "https://chat.example/veritick",
  WITHDRAWAL_HOLD_HOURS: "24",
  SANDBOX_CONFIRM_SECONDS: "120",
};
