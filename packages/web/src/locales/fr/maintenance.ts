import type { LaterMessages } from "../messages.ts";

export const maintenance: LaterMessages["maintenance"] = {
  label: "Avis de maintenance",
  title: "Une maintenance est en cours.",
  body: "Aucune position ne peut être ouverte. Les positions ouvertes sont réglées comme toujours.",
};
