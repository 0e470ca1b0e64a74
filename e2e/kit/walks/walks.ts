import { adminWalk } from "./admin.ts";
import { dashboardWalk } from "./dashboard.ts";
import { fairnessWalk } from "./fairness.ts";
import { liabilitiesWalk } from "./liabilities.ts";
import { limitsWalk } from "./limits.ts";
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
  "the fairness pages": fairnessWalk,
  "the proof of liabilities": liabilitiesWalk,
  "limits and breaks": limitsWalk,
  "the administration": adminWalk,
  "what operators have beside it": operatorsWalk,
  "its safeguards": safeguardsWalk,
};

/** With all that an installation may have: the chat link, pauses of withdrawals, deposits that take their time, safeguards. */
export const environment: Record<string, string> = {
  SUPPORT_CHAT_URL: "https://chat.example/veritick",
  HELP_LINKS: "0 800 123 456=https://help.example, help.example=https://help.example/2",
  WITHDRAWAL_HOLD_HOURS: "24",
  SANDBOX_CONFIRM_SECONDS: "120",
  STEP_UP_MINUTES: "60",
  FOUR_EYES_ABOVE: "5000",
};
