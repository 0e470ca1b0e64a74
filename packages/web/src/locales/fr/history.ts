import type { Messages } from "../messages.ts";

export const history: Messages["history"] = {
  title: "Historique",
  trades: "Trades",
  deposits: "Dépôts",
  withdrawals: "Retraits",
  buy: "ACHAT",
  sell: "VENTE",
  status: { won: "Gagné", lost: "Perdu", refunded: "Remboursé", active: "Actif" },
  minutes: (count) => `${count}\u00a0min`,
  result: (entry, result) => `${entry} → ${result}`,
  barrier: (price) => `barrière ${price}`,
  stake: (amount) => `mise ${amount}`,
  more: "Afficher plus",
  moreFailed: "La suite n’a pas pu être chargée",
  statement: "Relevé",
  net: (amount) => `net ${amount} USDT`,
  noTrades: {
    title: "Aucun trade terminé",
    hint: "Une position apparaît ici à son échéance, avec son résultat.",
  },
  noDeposits: {
    title: "Aucun dépôt",
    hint: "Utilisez Déposer dans la carte du solde pour alimenter le compte.",
  },
  noWithdrawals: {
    title: "Aucun retrait",
    hint: "Utilisez Retirer dans la carte du solde. Vos retraits seront listés ici avec leur état.",
  },
  failed: { title: "La liste n’a pas pu être chargée", hint: "Rien n’est perdu. Réessayez dans un instant." },
};
