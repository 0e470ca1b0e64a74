import type { legal as english } from "../en/legal.ts";

export const legal: typeof english = {
  terms: {
    first: "Acceptez nos conditions d’utilisation",
    again: "Nos conditions d’utilisation ont changé",
    until:
      "Tant que vous n’acceptez pas, vous ne pouvez ni ouvrir de position ni déposer. Vous pouvez toujours revendre, retirer et fermer votre compte.",
    accept: "Accepter",
    later: "Plus tard",
    failed: "Votre accord n’a pas pu être enregistré",
  },
  blocked: { rest: "Vous pouvez toujours revendre, retirer et fermer votre compte." },
};
