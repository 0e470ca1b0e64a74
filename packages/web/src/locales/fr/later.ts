import type { LaterMessages } from "../messages.ts";
import { limits, profile, security } from "./account.ts";
import { payments, statement } from "./money.ts";
import { receipt, terms } from "./receipt.ts";

export const maintenance: LaterMessages["maintenance"] = {
  label: "Avis de maintenance",
  title: "Une maintenance est en cours.",
  body: "Aucune position ne peut être ouverte. Les positions ouvertes sont réglées comme toujours.",
};

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
