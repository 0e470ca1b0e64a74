import { limits } from "./fr/limits.ts";
import { maintenance } from "./fr/maintenance.ts";
import { payments } from "./fr/payments.ts";
import { profile } from "./fr/profile.ts";
import { receipt } from "./fr/receipt.ts";
import { security } from "./fr/security.ts";
import { statement } from "./fr/statement.ts";
import { terms } from "./fr/terms.ts";
import type { LaterMessages } from "./messages.ts";

export const laterFr: LaterMessages = {
  limits,
  maintenance,
  payments,
  profile,
  receipt,
  security,
  statement,
  terms,
};
