import type { AdminMessages } from "../messages.ts";
import { counted, plural } from "@veritick/contract/plural.ts";

export const home: AdminMessages["home"] = {
  waiting: "En attente",
  waitingFailed: "Les éléments en attente n’ont pas pu être chargés.",
  queues: {
    withdrawals: "Retraits en attente",
    attention: "À traiter",
    proposals: "En attente de double validation",
    payouts: "Versements en cours",
    deposits: "Dépôts en cours",
  },
  oldest: "le plus ancien :",
  none: "Aucun",
  health: "État de l’installation",
  healthFailed: "L’état de l’installation n’a pas pu être chargé.",
  states: { good: "Bon", warn: "À vérifier", bad: "En panne", unknown: "Inconnu" },
  allWell: "Aucun problème",
  showParts: "Afficher les détails",
  hideParts: "Masquer les détails",
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
    noBackup: "aucune sauvegarde",
  },
  house: "Résultats par jour",
  houseIntro:
    "Les jours commencent à minuit UTC. Le résultat correspond aux mises reçues, moins les montants versés pour les positions. Il comprend les mises des positions ouvertes.",
  until: (moment) => `Compté jusqu’au ${moment}.`,
  houseFailed: "Les résultats par jour n’ont pas pu être chargés.",
  pictures: {
    result: "Résultat",
    volume: "Mises",
    feesEarned: "Frais perçus",
    feesPaid: "Frais payés au prestataire",
  },
  picture: (name, total) => `${name} par jour : ${total} USDMS en 30 jours`,
  figures: "Chiffres par jour",
  noDays: "Aucune donnée pour l’instant. Chaque heure est comptée quelques minutes après sa fin.",
  columns: { day: "Jour", positions: "Positions", deposits: "Dépôts", withdrawals: "Retraits" },
};

export const exposure: AdminMessages["exposure"] = {
  title: "Exposition",
  failed: "Les chiffres n’ont pas pu être chargés",
  funds: "Fonds propres",
  fundsHint: "L’argent de la plateforme, sans les mises des positions ouvertes.",
  promised: "Versement maximal",
  promisedHint: "Montant à verser si toutes les positions ouvertes gagnent.",
  free: "Encore disponible",
  freeHint: "Une nouvelle position est refusée si son gain dépasse ce montant.",
  stakes: "Mises ouvertes",
  positions: (count) => `${count} en cours`,
  under: (percent: string) => `Moins de ${percent} des fonds propres sont réservés`,
  share: (percent) => `${percent} des fonds propres sont réservés`,
  buy: "Achat",
  sell: "Vente",
  expiry: {
    title: "Versement maximal par échéance",
    intro:
      "Pour chaque minute : le montant à verser si toutes les positions qui arrivent à échéance gagnent.",
    empty: { title: "Aucune position ouverte", hint: "Leur versement maximal figure ici." },
    minute: "Échéance",
    payout: "Versement maximal",
    table: "Versement maximal par minute d’échéance, en USDMS",
  },
  durations: {
    title: "En cours par durée",
    duration: "Durée",
    positions: "Positions",
    stakes: "Mises",
    payout: "Versement maximal",
    total: "Total",
  },
  results: {
    title: "Résultats et moyenne attendue",
    intro:
      "Toutes les positions réglées sont comparées à la moyenne qui découle de leurs conditions. Les positions ouvertes en même temps partagent un même prix : elles gagnent ou perdent ensemble. La barre est la plage où le résultat tombe 95 fois sur 100 par le seul hasard. Elle compte chaque heure comme une seule observation.",
    fewHours: "La plage s’affiche dès que 24 heures ont des résultats.",
    empty: {
      title: "Aucune position réglée",
      hint: "Les résultats figurent ici après la première position réglée.",
    },
    minutes: (count) => `${count} min`,
    total: "Toutes les durées",
    settled: (shown, count) => `${shown} ${plural.fr(count, "réglée", "réglées")}`,
    none: "Aucune réglée",
    won: "Positions gagnées",
    result: "Résultat de la plateforme",
    expected: "Attendu",
    range: "Plage",
    between: (low, high) => `${low} à ${high}`,
    within: "Dans la plage que le hasard explique",
    outside: "Hors de la plage : le hasard seul y mène 1 fois sur 20",
    farOutside: "Très en dehors : à examiner",
    plot: (actual, expected, low, high) =>
      `${actual}, attendu ${expected}, 95 fois sur 100 entre ${low} et ${high}`,
  },
};

export const secondFactor: AdminMessages["secondFactor"] = {
  why: "L’équipe doit utiliser la double authentification. Configurez une clé d’accès ou une application d’authentification dans votre profil.",
  link: "Ouvrir votre profil",
};
