import type { AdminMessages } from "../messages.ts";

export const frame: AdminMessages["frame"] = {
  pages: "Pages de l’administration",
  overview: "Aperçu",
  attention: "À traiter",
  exposure: "Exposition",
  audit: "Journal",
  discard: {
    title: "Abandonner votre saisie ?",
    body: "Il faudrait tout ressaisir.",
    keep: "Continuer la saisie",
    confirm: "Abandonner",
  },
  waiting: (count) => (count === 1 ? "1 en attente" : `${count} en attente`),
};
