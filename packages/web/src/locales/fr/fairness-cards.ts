import { plural } from "../plural.ts";
import type { FairnessMessages } from "../messages.ts";

/** Cards of the fairness page, and its warning about commitments. */
export const honesty: FairnessMessages["pages"]["honesty"] = {
  title: "Promesse et réalité",
  lead: "Voici à quelle fréquence les positions ont réellement gagné, sur toutes celles réglées ici, et avec quelle chance elles ont été vendues.",
  shared:
    "Des positions ouvertes en même temps partagent un même prix : elles gagnent ou perdent ensemble. La zone grise compte donc des heures entières, et elle est plus large que si chacune était seule.",
  settled: (positions, won, counts) =>
    `${positions} ${plural.fr(counts.positions, "réglée", "réglées")}, ${won} ${plural.fr(counts.won, "gagnée", "gagnées")}`,
  none: "Aucune réglée pour le moment",
  promised: "Promis",
  realised: "Réel",
  band: (from, to) => `Dans 99 cas sur 100, le hasard seul la laisse entre ${from} et ${to}.`,
  within: "Dans cette zone",
  outside: "Hors de cette zone",
  tooFew: (hours) => `Encore trop peu d’heures (${hours}) pour dire jusqu’où le hasard seul peut l’écarter.`,
  plot: (promised, realised) => `Promis ${promised}, réel ${realised}`,
  asOf: (clock) => `État à ${clock}`,
};

export const promised: FairnessMessages["pages"]["promised"] = {
  title: "Les conditions, promises à l’avance",
  lead: "L’avantage de la maison, la règle et les multiplicateurs de chaque heure sont fixés un jour avant, et enchaînés avec les engagements. Une position vendue à d’autres conditions échoue à toute vérification.",
  unchanged: (moment) => `Aucun changement n’est promis avant le ${moment}.`,
  state: { promised: "Promises", now: "En vigueur", earlier: "Antérieures" },
  from: (moment) => `À partir du ${moment}`,
  since: (moment) => `Depuis le ${moment}`,
  houseEdge: "Avantage de la maison",
  playMoney: "Aucun : argent fictif",
  multipliers: "Multiplicateurs",
  text: "Toutes les conditions, telles qu’elles sont hachées",
  hash: "Empreinte des conditions",
};

export const alone: FairnessMessages["pages"]["alone"] = {
  title: "Vérifier sans nous",
  body: "Ces pages calculent tout dans votre navigateur, mais elles viennent de nous. Ce fichier unique s’en passe et n’a besoin que de Node.js. Il ne partage aucune ligne avec la plateforme, hormis une bibliothèque publique, à la fin, pour les signatures de la balise. Vous pouvez le lire d’un bout à l’autre.",
  download: "Télécharger le programme",
  commands: "Puis lancez, dans le dossier où il est enregistré :",
  of: {
    epoch: "La dernière heure finie : graine, prix, suite",
    chain: "Tous les engagements depuis le début, jusqu’à la tête",
    position: "Un reçu que vous avez téléchargé, même hors ligne",
    liabilities: "Une preuve de votre solde que vous avez téléchargée, avec votre e-mail",
  },
  copyCommand: "Copier cette commande",
  raw: "Les données brutes",
  rawLinks: {
    fairness: "Règles et engagements (JSON)",
    epochs: "Graines du dernier jour (JSON)",
    prices: "Prix des dix dernières minutes (JSON)",
    rounds: "Derniers tours de la balise (JSON)",
    statistics: "Statistiques d’honnêteté (JSON)",
  },
};

export const watch: FairnessMessages["pages"]["watch"] = {
  label: "Engagements",
  swapped: "Les engagements publiés ne sont plus ceux que ce navigateur a vus.",
  swappedHint:
    "Quelqu’un a modifié ce qui était promis, ou ce site n’est plus le même. N’ouvrez aucune position avant une explication. Gardez les deux codes : ce sont des preuves.",
  restarted: "Le prix a recommencé.",
  restartedHint:
    "Il a dû prendre fin : son secret a été perdu, ou sa balise a disparu ou a été remplacée. Les positions ouvertes ont été réglées ou clôturées à leur valeur. La nouvelle liste d’engagements prolonge celle que ce navigateur a vue.",
  unproven:
    "Le prix a recommencé, et ce navigateur ne peut pas dire si les nouveaux engagements prolongent ceux qu’il a vus.",
  unprovenHint:
    "Cela arrive quand d’autres engagements ont suivi votre dernière visite. Comparez l’ancien code avec celui de quelqu’un venu plus tard, ou demandez à l’assistance.",
  behind: "Les engagements publiés s’arrêtent plus tôt que ceux que ce navigateur a vus.",
  behindHint:
    "Une promesse n’est plus affichée, ou ce serveur montre un état ancien. N’ouvrez aucune position avant une explication. Gardez les deux codes : ce sont des preuves.",
  stalled:
    "Depuis plus d’une heure, les engagements publiés n’ont pas pu être comparés à ceux que ce navigateur a vus.",
  stalledHint:
    "Les engagements entre les deux n’étaient pas disponibles. Demandez à l’assistance, et comparez l’ancien code avec celui de quelqu’un venu entre-temps.",
  seen: (epoch) => `Vu auparavant, après l’heure ${epoch}`,
  now: (epoch) => `Publié maintenant, après l’heure ${epoch}`,
  acknowledge: "J’en ai pris note",
  details: "Comment le vérifier",
};
