import { payments } from "./fr/payments.ts";
import { profile } from "./fr/profile.ts";
import { security } from "./fr/security.ts";
import { statement } from "./fr/statement.ts";
import type { LaterMessages } from "./messages.ts";

export const laterFr: LaterMessages = { payments, profile, security, statement };
