import { plural } from "../plural.ts";
import type { AdminMessages } from "../messages.ts";

export const exposure: AdminMessages["exposure"] = {
  title: "Exposition",
  failed: "Les chiffres n’ont pas pu être chargés",
  funds: "Fonds de la maison",
  fundsHint: "L’argent propre de la maison, sans les mises des positions ouvertes.",
  promised: "Paiement maximal",
  promisedHint: "Toutes les positions ouvertes paieraient ce montant si chacune gagnait.",
  free: "Encore disponible",
  freeHint: "De nouvelles positions peuvent promettre jusqu’à ce montant. Au-delà, elles sont refusées.",
  stakes: "Mises ouvertes",
  positions: (count) => `${count} en cours`,
  under: (percent: string) => `Moins de ${percent} des fonds de la maison sont promis`,
  share: (percent) => `${percent} des fonds de la maison sont promis`,
  buy: "Achat",
  sell: "Vente",
  expiry: {
    title: "Paiement maximal par échéance",
    intro: "Le paiement de chaque minute si toutes les positions qui y expirent gagnaient.",
    empty: {
      title: "Aucune position ouverte",
      hint: "Leur paiement maximal figure ici.",
    },
    minute: "Échéance",
    payout: "Paiement maximal",
    table: "Paiement maximal par minute d’échéance, en USDMS",
  },
  durations: {
    title: "En cours par durée",
    duration: "Durée",
    positions: "Positions",
    stakes: "Mises",
    payout: "Paiement maximal",
    total: "Total",
  },
  results: {
    title: "Résultats face aux conditions",
    intro:
      "Toutes les positions réglées sont comparées à la moyenne que promettent leurs conditions. Les positions ouvertes en même temps partagent un même prix : elles gagnent ou perdent ensemble. La barre, la plage où se trouveraient 95 maisons sur 100, compte donc chaque heure comme une seule observation.",
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
    result: "Résultat de la maison",
    expected: "Attendu",
    range: "Plage",
    between: (low, high) => `${low} à ${high}`,
    within: "Dans la plage que le hasard explique",
    outside: "Hors de la plage, comme 1 fois sur 20 même si tout est juste",
    farOutside: "Très en dehors : à examiner",
    plot: (actual, expected, low, high) =>
      `${actual}, attendu ${expected}, 95 fois sur 100 entre ${low} et ${high}`,
  },
};
