import { counted } from "@veritick/contract/plural.ts";
import type { LaterMessages } from "../messages.ts";

export const results: LaterMessages["results"] = {
  title: "Mes résultats",
  back: "Retour au tableau de bord",
  intro: (zone) =>
    `Les résultats de vos positions. Chacune compte pour le jour de son échéance, dans le fuseau ${zone}.`,
  period: "Période",
  days: (count) => counted.fr(count, "jour", "jours"),
  csv: "Télécharger en CSV",
  positionsCsv: "Positions en CSV",
  unit: "USDMS",
  amountsIn: (unit) => `en ${unit}`,
  amount: (money) => `${money} USDMS`,
  perDay: "Résultat par jour",
  picture: (from, to) => `Résultat de chaque jour, du ${from} au ${to}`,
  columns: {
    day: "Jour",
    positions: "Positions",
    won: "Gagnées",
    staked: "Misé",
    returned: "Récupéré",
    result: "Résultat",
    fees: "Frais de retrait",
  },
  chances: "Probabilité annoncée et résultats",
  chancesLead:
    "Votre part de positions gagnées est comparée à la probabilité de gain qui vous était annoncée.",
  plot: (promised, real) => `Annoncée ${promised}, réelle ${real}`,
  within: "Dans la marge du hasard.",
  outside: "En dehors de la marge du hasard.",
  range: (won, decided, expected, low, high) =>
    `${counted.fr(won, "gagnée", "gagnées")} sur ${decided}, pour ${expected} attendues. Dans 95 cas sur 100, le hasard seul laisse ce nombre entre ${low} et ${high}.`,
  shared:
    "Des positions ouvertes en même temps partagent un même prix\u00a0: leur marge grise est plus large.",
  soldApart: (count) =>
    `${counted.fr(count, "position revendue ne compte", "positions revendues ne comptent")} que dans les montants.`,
  refundedApart: (count) =>
    `${counted.fr(count, "position clôturée avant l’échéance ne compte", "positions clôturées avant l’échéance ne comptent")} que dans les montants.`,
  minutes: (count) => `${count}\u00a0min`,
  dayByDay: "Jour par jour",
  week: "7 derniers jours",
  decided: (positions, won) =>
    `${counted.fr(positions, "position", "positions")}, ${counted.fr(won, "gagnée", "gagnées")}`,
  empty: {
    title: "Aucun résultat sur cette période",
    hint: "Un jour apparaît ici dès qu’une position s’est terminée ce jour-là.",
  },
  failed: "Vos résultats n’ont pas pu être chargés",
};

export const year: LaterMessages["year"] = {
  title: (year) => `Récapitulatif ${year}`,
  link: "Récapitulatif de l’année",
  intro:
    "Tous les mouvements de votre solde, additionnés par mois dans votre fuseau horaire. Les montants sont en USDMS.",
  choose: "Année",
  csv: "Télécharger en CSV",
  print: "Imprimer",
  site: "Établi par",
  account: "Compte",
  period: "Période",
  zone: "Fuseau horaire",
  made: "Établi le",
  table: "Mouvements par mois",
  columns: {
    month: "Mois",
    opening: "Solde initial",
    positions: "Positions ouvertes",
    stakes: "Mises",
    paid: "Récupéré",
    result: "Résultat",
    sellingFees: "Frais de revente",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    withdrawalFees: "Frais de retrait",
    adjustments: "Ajustements",
    closing: "Solde final",
  },
  total: "Année",
  moved:
    "Un montant compte pour le mois où il a été débité ou crédité. Une position en cours à la fin d’un mois a donc sa mise dans ce mois et son gain dans le suivant. Le solde initial, augmenté du résultat, des dépôts et des ajustements et diminué des retraits, donne le solde final.",
  fees: "Les frais de revente sont déjà déduits des montants récupérés, et les frais de retrait sont compris dans les retraits.",
  archived: (months) =>
    `Les positions de ${months} sont archivées. Elles sont comptées ici, mais ne figurent plus dans les fichiers de positions.`,
  noAdvice:
    "Ce récapitulatif reprend ce que ce site a enregistré pour le compte. Ce n’est ni un document fiscal ni un conseil fiscal.",
  failed: "Le récapitulatif n’a pas pu être chargé",
};
