import { adminWalk } from "./admin.ts";
import { dashboardWalk } from "./dashboard.ts";
import { depositWalk, withdrawalWalk } from "./money.ts";
import { operatorsWalk } from "./operators.ts";
import { profileWalk } from "./profile.ts";
import { receiptWalk } from "./receipt.ts";
import { safeguardsWalk } from "./safeguards.ts";
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
  "what operators have beside it": operatorsWalk,
  "its safeguards": safeguardsWalk,
};

/** With all that an installation may have: the chat link, pauses of withdrawals, deposits that take their time, safeguards. */
export const environment: Record<string, string> = {
  SUPPORT_CHAT_URL: "https://chat.example/veritick",
  WITHDRAWAL_HOLD_HOURS: "24",
  SANDBOX_CONFIRM_SECONDS: "120",
  STEP_UP_MINUTES: "60",
  FOUR_EYES_ABOVE: "5000",
};
