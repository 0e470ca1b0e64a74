import type { AdminMessages } from "../messages.ts";

export const exposure: AdminMessages["exposure"] = {
  title: "Exposition",
  failed: {
    title: "Les chiffres n’ont pas pu être chargés",
    hint: "Rien n’est perdu. Réessayez dans un instant.",
  },
  funds: "Fonds de la maison",
  fundsHint: "L’argent propre de la maison, sans les mises des positions ouvertes.",
  promised: "Promis au pire",
  promisedHint: "Ce que paieraient toutes les positions ouvertes si chacune gagnait.",
  free: "Encore disponible",
  freeHint: "Ce que de nouvelles positions peuvent encore promettre. Au-delà, elles sont refusées.",
  stakes: "Mises ouvertes",
  positions: (count) => `${count} en cours`,
  under: (percent: string) => `Moins de ${percent} des fonds de la maison sont promis`,
  share: (percent) => `${percent} des fonds de la maison sont promis`,
  buy: "Achat",
  sell: "Vente",
  expiry: {
    title: "Paiement au pire par échéance",
    intro: "Ce que paieraient les positions qui expirent à chaque minute si toutes gagnaient.",
    empty: {
      title: "Aucune position ouverte",
      hint: "Ce qu’elles peuvent coûter figure ici dès qu’il y en a.",
    },
    minute: "Échéance",
    payout: "Paiement au pire",
    table: "Paiement au pire par minute d’échéance, en USDMS",
  },
  durations: {
    title: "En cours par durée",
    duration: "Durée",
    positions: "Positions",
    stakes: "Mises",
    payout: "Paiement au pire",
    total: "Total",
  },
  results: {
    title: "Résultats face aux conditions",
    intro:
      "Toutes les positions réglées, face à ce que leurs conditions promettent en moyenne. La barre est la plage où se trouveraient 95 maisons sur 100 ayant les mêmes positions, si chacune avait son propre prix. Celles qui sont ouvertes en même temps en partagent un : les vrais résultats s’écartent davantage.",
    empty: {
      title: "Rien n’est encore réglé",
      hint: "Les résultats figurent ici dès la première position réglée.",
    },
    minutes: (count) => `${count} min`,
    total: "Toutes les durées",
    settled: (count) => (count === "1" ? "1 réglée" : `${count} réglées`),
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
