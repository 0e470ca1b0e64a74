import type { Messages } from "../messages.ts";

export const wallet: Messages["wallet"] = {
  balance: "Solde",
  usd: (amount) => `≈ ${amount} $`,
  deposit: "Déposer",
  withdraw: "Retirer",
  depositStatus: {
    pending: "En attente",
    confirming: "En confirmation",
    confirmed: "Confirmé",
    failed: "Échoué",
  },
  withdrawalStatus: {
    pending: "En attente",
    processing: "En traitement",
    completed: "Terminé",
    failed: "Échoué",
  },
  cancelled: "Annulé",
};
