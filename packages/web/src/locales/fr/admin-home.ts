import { counted } from "../plural.ts";
import type { AdminMessages } from "../messages.ts";

export const home: AdminMessages["home"] = {
  waiting: "En attente",
  waitingFailed: "Les éléments en attente n’ont pas pu être chargés.",
  queues: {
    withdrawals: "Retraits en attente",
    attention: "À traiter",
    proposals: "En attente d’un second administrateur",
    payouts: "Versements en cours",
    deposits: "Dépôts en cours",
  },
  oldest: "le plus ancien :",
  none: "Aucun",
  health: "État de l’installation",
  healthFailed: "L’état de l’installation n’a pas pu être chargé.",
  states: { good: "Bon", warn: "À vérifier", bad: "En panne", unknown: "Inconnu" },
  parts: {
    provider: "Prestataire de paiement",
    ledger: "Contrôle du grand livre",
    backup: "Sauvegarde",
    clock: "Horloge",
    beacon: "Balise",
    settlement: "Règlement",
    database: "Base de données",
    disk: "Disque",
  },
  details: {
    noFaults: "aucune erreur",
    faults: (count) => counted.fr(count, "erreur", "erreurs"),
    clock: (ms) => `${ms} ms d’écart`,
    onTime: "à jour",
    late: (seconds) => `${counted.fr(seconds, "seconde", "secondes")} de retard`,
    free: (share) => `${share} libres`,
    noBackup: "aucune pour l’instant",
  },
  house: "La maison, jour par jour",
  houseIntro:
    "Les jours commencent à minuit UTC. Le résultat est la somme des mises reçues, moins ce qui a été payé pour les positions ; les mises des positions ouvertes y sont comprises.",
  until: (moment) => `Compté jusqu’au ${moment}.`,
  houseFailed: "Les jours de la maison n’ont pas pu être chargés.",
  pictures: {
    result: "Résultat",
    volume: "Mises",
    feesEarned: "Frais perçus",
    feesPaid: "Frais payés au prestataire",
  },
  picture: (name, total) => `${name} par jour : ${total} USDMS en 30 jours`,
  figures: "Chiffres par jour",
  noDays: "Rien n’est compté pour l’instant. Chaque heure est comptée quelques minutes après sa fin.",
  columns: { day: "Jour", positions: "Positions", deposits: "Dépôts", withdrawals: "Retraits" },
};
