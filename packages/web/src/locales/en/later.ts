import { limits, profile, security } from "./account.ts";
import { payments, statement } from "./money.ts";
import { receipt, terms } from "./receipt.ts";

/** What everybody who is signed in reads while it lasts. */
export const maintenance = {
  label: "Notice of maintenance",
  title: "Maintenance is under way.",
  body: "No position can be opened. Open positions are settled as usual.",
};

/** What only dialogs and pages say that are loaded when they are opened. */
export const laterEn = { limits, maintenance, payments, profile, receipt, security, statement, terms };
