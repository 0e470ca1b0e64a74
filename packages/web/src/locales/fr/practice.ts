import type { LaterMessages } from "../messages.ts";
import { desk } from "./desk.ts";

export const practice: LaterMessages["practice"] = {
  title: "Entraînement",
  unit: "USDMS fictifs",
  shortUnit: "fictifs",
  ticketTitle: { buy: "Entraînement\u00a0: acheter USDMS/USD", sell: "Entraînement\u00a0: vendre USDMS/USD" },
  side: { buy: "Achat fictif", sell: "Vente fictive" },
  dock: "Nouvelle position fictive",
  createAccount: "S’inscrire",
  toAccount: "Revenir au compte",
  balance: "Solde fictif",
  history: "Historique d’entraînement",
  results: {
    title: "Résultats d’entraînement",
    intro: "Les cent derniers résultats d’entraînement, dans votre fuseau horaire.",
    link: "Résultats",
    back: "Revenir à l’entraînement",
  },
  band: {
    title: "Entraînement\u00a0: argent fictif, enregistré dans ce navigateur.",
    body: "Même prix, mêmes barrières, mêmes résultats. Rien ici ne peut être déposé, retiré ni perdu.",
  },
  restart: "Recommencer",
  emptyBalance: "Votre solde fictif est vide.",
  restartAsk: "Vos positions d’entraînement seront effacées et le solde reviendra à 10\u202f000,00.",
  keep: "Continuer",
  entering: (clock) => `Entrée à ${clock}`,
  ordered: {
    title: { buy: "Ordre d’achat fictif passé", sell: "Ordre de vente fictif passé" },
    body: (clock) => `Il entre au prix de l’instant ${clock}.`,
  },
  result: {
    won: "Position d’entraînement gagnée",
    lost: "Position d’entraînement perdue",
    sold: "Position d’entraînement vendue",
    refunded: "Position d’entraînement remboursée",
    several: (won, lost, sold, refunded) =>
      `Entraînement\u00a0: ${desk.trade.result.several(won, lost, sold, refunded)}`,
    amount: (money) => `${money} USDMS fictifs`,
  },
  refusals: {
    balance_insufficient: "Votre solde fictif ne suffit pas.",
    practice_full:
      "Vous pouvez avoir au plus 50 positions d’entraînement ouvertes. Attendez que l’une d’elles soit réglée.",
    position_not_open: "Cette position d’entraînement n’est plus ouverte. Rien n’a été vendu.",
    position_too_late: "Cette position d’entraînement arrive à échéance et ne peut plus être vendue.",
    price_moved: "Le prix a changé. Rien n’a été vendu.",
    price_not_current: "Il n’y a pas de prix actuel. Réessayez dans un instant.",
  },
  receipt: {
    title: "Reçu d’entraînement",
    intro:
      "C’était une position d’entraînement. Son prix est le vrai, et vous pouvez le vérifier comme tout autre. Aucun argent n’a circulé\u00a0: rien n’a été signé et il n’y a aucune écriture comptable.",
    missing: {
      title: "Cette position d’entraînement n’existe pas",
      hint: "L’entraînement est enregistré dans un seul navigateur, avec les cent derniers résultats. Cette position se trouve peut-être dans un autre navigateur, ou a été effacée.",
    },
    back: "Revenir à l’entraînement",
  },
};
