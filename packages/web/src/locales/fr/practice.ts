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
    body: "Même prix, mêmes barrières, mêmes résultats. Ici, vous ne pouvez ni déposer, ni retirer, ni perdre d’argent réel.",
  },
  restart: "Recommencer",
  emptyBalance: "Votre solde fictif est vide.",
  restartAsk: "Vos positions d’entraînement seront effacées et le solde reviendra à 10\u202f000,00.",
  keep: "Continuer",
  entering: (clock) => `Exécution à ${clock}`,
  ordered: {
    title: { buy: "Ordre d’achat fictif passé", sell: "Ordre de vente fictif passé" },
    body: (clock) => `Il sera exécuté au prix de ${clock}.`,
  },
  result: {
    won: "Position d’entraînement gagnée",
    lost: "Position d’entraînement perdue",
    sold: "Position d’entraînement revendue",
    refunded: "Position d’entraînement clôturée avant l’échéance",
    several: (won, lost, sold, refunded) =>
      `Entraînement\u00a0: ${desk.trade.result.several(won, lost, sold, refunded)}`,
    amount: (money) => `${money} USDMS fictifs`,
  },
  refusals: {
    balance_insufficient: "Votre solde fictif ne suffit pas pour cet ordre. Saisissez un montant plus petit.",
    practice_full:
      "Vous pouvez avoir au plus 50 positions d’entraînement ouvertes. Attendez que l’une d’elles soit réglée, ou revendez-en une.",
    position_not_open: "Cette position d’entraînement n’est plus ouverte. Rien n’a été revendu.",
    position_too_late: "Cette position d’entraînement arrive à échéance et ne peut plus être revendue.",
    price_moved: "Le prix a changé. Rien n’a été revendu.",
    price_not_current: "Le prix n’est pas à jour. Réessayez dans un instant.",
  },
  receipt: {
    title: "Reçu d’entraînement",
    intro:
      "C’était une position d’entraînement. Elle a utilisé le vrai prix\u00a0: vous pouvez la vérifier comme toute autre. Aucun argent n’était en jeu\u00a0: il n’y a donc ni signature ni écriture comptable.",
    missing: {
      title: "Position d’entraînement introuvable",
      hint: "Ce navigateur conserve ses positions d’entraînement ouvertes et les cent derniers résultats. Cette position se trouve peut-être dans un autre navigateur, ou a été effacée.",
    },
    back: "Revenir à l’entraînement",
  },
};
