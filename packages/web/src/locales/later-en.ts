import { limits } from "./en/limits.ts";
import { maintenance } from "./en/maintenance.ts";
import { payments } from "./en/payments.ts";
import { profile } from "./en/profile.ts";
import { receipt } from "./en/receipt.ts";
import { security } from "./en/security.ts";
import { statement } from "./en/statement.ts";
import { terms } from "./en/terms.ts";

/** What only dialogs and pages say that are loaded when they are opened. */
export const laterEn = { limits, maintenance, payments, profile, receipt, security, statement, terms };
