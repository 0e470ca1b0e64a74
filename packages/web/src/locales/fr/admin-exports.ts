import type { AdminMessages } from "../messages.ts";

export const exportFiles: AdminMessages["exportFiles"] = {
  title: "Exports",
  intro: "Fichiers CSV de tout ce qui a été créé entre deux jours, inclus ; sans dates, de tout.",
  from: "Du",
  to: "Au",
  wrongWayRound: "Cette date précède la première.",
  files: "Fichiers",
  kinds: {
    users: "Utilisateurs",
    positions: "Positions",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    ledger: "Écritures du grand livre",
    audit: "Journal d’audit",
  },
  download: (what) => `Télécharger en CSV : ${what}`,
  begun: "Le téléchargement commence",
  begunBody: (what) => `${what} : votre navigateur enregistre le fichier à mesure qu’il est produit.`,
  failed: "Le fichier n’a pas été produit",
  failedBody:
    "Un autre de vos exports est peut-être en cours, ou la plateforme ne répond pas. Réessayez dans un instant.",
};
