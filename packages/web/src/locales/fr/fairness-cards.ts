import { counted, plural } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";
import { beaconState } from "./beacon-state.ts";

/** Cards of the fairness page, and its warning about commitments. */
export const honesty: FairnessMessages["pages"]["honesty"] = {
  title: "Probabilité annoncée et résultats",
  hint: "La part des positions gagnées, comparée à leur probabilité de gain à l’ouverture.",
  lead: "La part des positions gagnées, parmi toutes celles réglées, est comparée à leur probabilité de gain à l’ouverture. Ces chiffres sont ceux de la plateforme : personne d’autre ne peut les vérifier.",
  shared:
    "Des positions ouvertes en même temps partagent un même prix : elles gagnent ou perdent souvent ensemble. La zone grise compte donc chaque heure comme une seule observation, et elle est plus large que pour des positions indépendantes.",
  settled: (positions, won, counts) =>
    `${positions} ${plural.fr(counts.positions, "réglée", "réglées")}, ${won} ${plural.fr(counts.won, "gagnée", "gagnées")}`,
  none: "Aucune réglée pour le moment",
  sold: (positions, entry, sale, count) =>
    `Dans les heures passées, ${positions} ${plural.fr(count, "autre position a été revendue", "autres positions ont été revendues")} avant l’échéance et ne ${plural.fr(count, "compte", "comptent")} pas. ${plural.fr(count, "Sa probabilité de gain était de", "Leur probabilité de gain était en moyenne de")} ${entry} à l’entrée et de ${sale} à la revente.`,
  promised: "Annoncée",
  realised: "Réelle",
  band: (from, to) => `Dans 99 cas sur 100, le hasard seul la maintient entre ${from} et ${to}.`,
  within: "Dans cette zone",
  outside: "Hors de cette zone",
  tooFew: (hours) => `Encore trop peu d’heures (${hours}) pour dire jusqu’où le hasard seul peut l’écarter.`,
  plot: (promised, realised) => `Annoncée ${promised}, réelle ${realised}`,
  asOf: (clock) => `État à ${clock}`,
};

export const promised: FairnessMessages["pages"]["promised"] = {
  title: "Les conditions, promises à l’avance",
  hint: "Avantage de la maison, multiplicateurs et frais, fixés un jour avant leur entrée en vigueur.",
  lead: "L’avantage de la maison, la règle, les multiplicateurs et les frais de revente de chaque heure sont fixés un jour à l’avance et chaînés avec les engagements. Une position ouverte à d’autres conditions ne passe pas la vérification.",
  unchanged: (moment) => `Les conditions ne changeront pas avant le ${moment}.`,
  state: { promised: "Promises", now: "En vigueur", earlier: "Antérieures" },
  from: (moment) => `À partir du ${moment}`,
  since: (moment) => `Depuis le ${moment}`,
  houseEdge: "Avantage de la maison",
  playMoney: "Aucun : argent fictif",
  sellFee: "Frais de revente",
  multipliers: "Multiplicateurs",
  text: "Texte complet des conditions (celui dont l’empreinte est calculée)",
  hash: "Empreinte des conditions",
};

export const alone: FairnessMessages["pages"]["alone"] = {
  title: "Vérifier sans nous",
  hint: "Un programme qui se passe de ces pages, et toutes les données brutes.",
  lead: "Ces pages calculent tout dans votre navigateur, mais elles viennent de nous. Ce programme fait de même sans elles. C’est un seul fichier, que vous pouvez lire d’un bout à l’autre et qui n’a besoin que de Node.js. Il n’a aucun code en commun avec ce site, hormis une bibliothèque publique, à la fin, pour les signatures de la balise.",
  download: "Télécharger le programme",
  commands: "Puis lancez, dans le dossier où il est enregistré :",
  of: {
    epoch: "La dernière heure terminée : graine, prix, lien avec la suivante",
    chain: "Tous les engagements, du premier jusqu’à la tête",
    position: "Un reçu que vous avez téléchargé, même hors ligne",
    liabilities: "Une preuve de votre solde que vous avez téléchargée, avec votre e-mail",
  },
  copyCommand: "Copier cette commande",
  raw: "Les données brutes",
  rawLinks: {
    fairness: "Règles et engagements (JSON)",
    epochs: "Graines du dernier jour (JSON)",
    prices: "Prix des dix dernières minutes (JSON)",
    rounds: "Derniers tirages de la balise (JSON)",
    sale: "Tables pour la revente (JSON)",
    statistics: "Statistiques des résultats (JSON)",
  },
};

export const watch: FairnessMessages["pages"]["watch"] = {
  label: "Engagements",
  swapped: "Les engagements publiés ne sont plus ceux que ce navigateur a vus.",
  swappedHint:
    "Les engagements promis ont été modifiés, ou ce site n’est plus le même. N’ouvrez aucune position tant que l’anomalie n’est pas expliquée. Gardez les deux codes : ce sont des preuves.",
  restarted: "La série de prix a été redémarrée.",
  restartedHint:
    "L’ancienne série a été interrompue : son secret a été perdu, ou sa balise a disparu ou a été remplacée. Les positions ouvertes ont été réglées, ou clôturées avant l’échéance à leur valeur. La nouvelle liste d’engagements prolonge celle que ce navigateur a vue.",
  unproven:
    "La série de prix a été redémarrée, et ce navigateur ne peut pas déterminer si les nouveaux engagements prolongent ceux qu’il a vus.",
  unprovenHint:
    "Des heures ont été ajoutées après votre dernière visite. Comparez l’ancien code avec celui de quelqu’un venu plus tard, ou contactez l’assistance.",
  behind: "Les engagements publiés s’arrêtent plus tôt que ceux que ce navigateur a vus.",
  behindHint:
    "Un engagement promis n’est plus affiché, ou ce serveur montre un état ancien. N’ouvrez aucune position tant que l’anomalie n’est pas expliquée. Gardez les deux codes : ce sont des preuves.",
  stalled:
    "Depuis plus d’une heure, les engagements publiés n’ont pas pu être comparés à ceux que ce navigateur a vus.",
  stalledHint:
    "Les engagements entre les deux n’étaient pas disponibles. Contactez l’assistance, et comparez l’ancien code avec celui de quelqu’un venu entre-temps.",
  seen: (epoch) => `Vu auparavant, après l’heure ${epoch}`,
  now: (epoch) => `Publié maintenant, après l’heure ${epoch}`,
  acknowledge: "J’en ai pris note",
  details: "Comment le vérifier",
};

const seconds = (count: number) => counted.fr(count, "seconde", "secondes");

export const beacon: FairnessMessages["beacon"] = {
  title: "La balise",
  lead: (count) =>
    `Toutes les ${seconds(count)}, une balise d’aléa publie une valeur aléatoire, appelée tirage. Les prix des ${seconds(count)} suivantes sont calculés à partir d’elle et de la graine de l’heure.`,
  link: "La balise, en direct",

  note: {
    local: "Ce site utilise sa propre balise d’aléa : son exploitant peut connaître les prix à l’avance.",
    quicknet:
      "Les prix dépendent aussi d’une valeur aléatoire publique. Personne ne la connaît avant l’heure prévue, sauf entente entre un nombre suffisant d’exploitants de la balise. Elle vient de quicknet, une balise drand exploitée par une vingtaine d’organisations indépendantes, la League of Entropy.",
    drand: (hash) =>
      `Les prix dépendent aussi d’une valeur aléatoire publique. Personne ne la connaît avant l’heure prévue, sauf entente entre un nombre suffisant d’exploitants de la balise. Elle vient de la balise dont l’empreinte de chaîne commence par ${hash}. Cette page ne peut pas déterminer qui l’exploite.`,
  },

  late: beaconState,
  newest: "Dernier tirage",
  another: {
    title: "Afficher un autre tirage",
    number: "Numéro du tirage",
    open: "Afficher",
    invalid: (first, last) => `Saisissez un numéro de ${first} à ${last}.`,
  },
  round: "Tirage",
  due: "Attendu le",
  next: "Prochain tirage dans",
  seconds: (count) => `${count} s`,
  signature: "Signature",
  waiting: "Ce tirage n’est pas encore publié. Cette page réessaie automatiquement.",
  checks: "Vérifié dans votre navigateur",
  signed: {
    right: (round) => `Tirage ${round} : la signature est celle de la balise.`,
    wrong: (round) => `Tirage ${round} : la signature n’est pas celle de la balise.`,
    later: (round) => `Tirage ${round} : la signature est en cours de vérification.`,
    missing: (round) =>
      `Tirage ${round} : votre navigateur n’a pas pu vérifier la signature. Rechargez la page, ou utilisez un autre navigateur.`,
  },
  relay: {
    right: (round, relay) => `Tirage ${round} : ${relay} et ce site donnent la même signature.`,
    wrong: (round, relay) =>
      `Tirage ${round} : ${relay} et ce site donnent des signatures différentes. L’une des deux est fausse. Faites une capture d’écran et contactez l’assistance.`,
    missing: (relay) => `Votre navigateur n’a pas joint ${relay} : rien n’a été comparé avec ce relais.`,
    later: "Interrogation d’un relais de la balise.",
  },
  ticks: {
    title: "Prix issus de ce tirage",
    second: "Seconde",
    noise: "Bruit",
    sealed: (moment) =>
      `Le bruit de ces secondes pourra être calculé une fois la graine de leur heure publiée, le ${moment}.`,
    open: "Le bruit est le montant que chaque seconde ajoute au prix, avant mise à l’échelle. Votre navigateur l’a calculé à partir de la graine de l’heure et de ce tirage.",
    before: "Aucun prix n’a été calculé avec ce tirage : la série de prix a commencé plus tard.",
    failed: "La graine de l’heure n’a pas pu être chargée. Réessayez dans un instant.",
  },

  facts: {
    title: "À propos de cette balise",
    who: "Exploitée par",
    by: {
      local: "L’exploitant de ce site",
      quicknet: "La League of Entropy de drand, une vingtaine d’organisations indépendantes",
      drand: "Les exploitants de cette chaîne",
    },
    chainHash: "Empreinte de la chaîne",
    publicKey: "Clé publique",
    genesis: "Premier tirage",
    period: "Un tirage toutes les",
    scheme: "Procédé",
    relays: "Relais",
    delay: "Affichage des prix",
    delayed: (count) => `${count} s après leur seconde, le temps que les tirages arrivent`,
    atOnce: "dans leur seconde",
    info: "Règles, engagements et balise (JSON)",
  },
};

const hours = (count: number) => counted.fr(count, "heure", "heures");

/** The page of one hour. */
export const epochPage: FairnessMessages["pages"]["epochPage"] = {
  back: "Retour à la page Équité",
  previous: "Heure précédente",
  next: "Heure suivante",
  around: "Autres heures",
  state: { over: "Terminée", running: "En cours", upcoming: "À venir" },
  facts: "Données publiées",
  seed: "Graine",
  commitment: "Engagement",
  termsHash: "Conditions",
  head: "Tête de la chaîne",
  startState: "État de départ",
  startTick: "Première seconde",
  notYet: "Pas encore",
  opensIn: (left, moment) => `La graine sera publiée dans ${left}, le ${moment}.`,
  beginsIn: (left, moment) => `L’heure commence dans ${left}, le ${moment}.`,
  chart: {
    made: "Prix recalculés à partir de la graine et de la balise",
    published: "Prix tels que publiés",
  },
  chartNote: {
    made: "Tracés par votre navigateur à partir de la graine, de l’état de départ et des tirages de la balise uniquement.",
    published:
      "Tels que publiés chaque seconde. Quand l’heure sera terminée, votre navigateur pourra les recalculer à partir de la graine et de la balise, et comparer.",
    instead:
      "Voici les prix publiés. Cette page ne calcule rien à partir d’une graine qui ne correspond pas à son engagement.",
  },
  summary: (from, to, first, last, low, high) =>
    `De ${from} à ${to}, le prix est passé de ${first} à ${last} (minimum ${low}, maximum ${high}).`,
  read: "Lire un prix : survolez le graphique ou utilisez les flèches",
  upcomingChart: {
    title: "Pas encore de prix",
    hint: {
      local:
        "Ces prix ne sont pas encore publics. L’exploitant de ce site pourrait les calculer à l’avance, car ce site utilise sa propre balise. La graine, elle, ne peut plus être modifiée.",
      drand:
        "Personne ne peut encore calculer ces prix : ils dépendent de valeurs aléatoires que la balise publique n’a pas publiées. La graine, elle, ne peut plus être modifiée.",
    },
  },
  checks: "Vérifié dans votre navigateur",
  checking: "Vérification en cours",
  notComputed:
    "Votre navigateur n’a pas pu faire ce calcul. Rechargez la page, ou utilisez le programme, qui se passe de navigateur.",
  outcomes: {
    right: "Conforme",
    wrong: "Non conforme",
    later: "Plus tard",
    missing: "Non vérifié",
    note: "Non établi",
  },
  check: {
    commitment: {
      right: "La graine correspond à l’empreinte publiée à l’avance : SHA-256(graine) est l’engagement.",
      wrong:
        "La graine ne correspond pas à l’empreinte publiée à l’avance : l’engagement portait sur une autre graine.",
      later: "La graine pourra être comparée à son empreinte quand l’heure sera terminée.",
      missing: "La graine ou l’engagement manque : ils n’ont pas pu être comparés.",
      withheld: "L’heure est terminée, mais sa graine n’est pas publiée.",
    },
    start: {
      right: "L’heure commence exactement là où la précédente s’est terminée.",
      wrong: "L’heure ne commence pas là où la précédente s’est terminée.",
      later: "Le début pourra être vérifié quand l’heure précédente sera terminée.",
      missing: "La fin de l’heure précédente n’est pas connue.",
      doubtful:
        "La graine de l’heure précédente ne correspond pas à son engagement : le début de cette heure est donc incertain.",
    },
    rounds: {
      right: "La balise a signé tous les tirages de l’heure.",
      wrong: "Un tirage de l’heure n’est pas signé par la balise, ou existe en deux versions.",
      later: "Les tirages de la balise pourront être vérifiés quand l’heure sera terminée.",
      missing: "Un tirage de la balise manque.",
    },
    prices: {
      right: "Chaque prix publié découle de la graine et des tirages.",
      wrong: "Un prix publié ne découle pas de la graine et des tirages.",
      later: "Les prix publiés pourront être recalculés quand l’heure sera terminée.",
      missing: "Les prix publiés n’ont pas pu être comparés.",
    },
    end: {
      right: "L’heure se termine exactement là où commence la suivante.",
      wrong: "L’heure ne se termine pas là où commence la suivante.",
      later: "La fin pourra être vérifiée quand l’heure sera terminée.",
      missing: "La fin n’a pas pu être comparée au début de l’heure suivante.",
    },
    chain: {
      right: "L’engagement est lié au précédent : la chaîne mène à la tête publiée.",
      wrong: "La chaîne ne mène pas à la tête publiée.",
      later: "La chaîne pourra être vérifiée quand l’engagement de cette heure sera publié.",
      missing: "La chaîne n’a pas pu être suivie jusqu’à cette heure.",
    },
  },
  expected: "Attendu",
  found: "Trouvé",
  nothing: "Rien",
  undated:
    "Rien ici ne montre que l’heure n’a pas été antidatée, sauf si vous avez noté une tête de la chaîne avant son début.",
  allRight: "Tout concorde",
  someWrong: "Anomalie détectée. Faites une capture d’écran de cette page et contactez l’assistance.",
  someLater: "Conforme jusqu’ici ; le reste pourra être vérifié quand l’heure sera terminée",
  someMissing: "Aucune anomalie, mais tout n’a pas pu être vérifié",
  day: {
    title: "La journée entière",
    body: "Cette heure et les 23 précédentes au plus sont vérifiées. Votre navigateur calcule et compare jusqu’à 86\u202f400 prix.",
    takes: (signatures, megabytes, minutes) =>
      `Cela charge environ ${megabytes} Mo et vérifie ${signatures} signatures de la balise. Sur cet appareil, cela prend jusqu’à ${counted.fr(minutes, "minute", "minutes")}. Vous pouvez arrêter à tout moment.`,
    start: "Vérifier la journée entière",
    stop: "Arrêter",
    stopped: "Arrêté avant la fin. Les signatures déjà vérifiées ne le seront pas de nouveau sur cette page.",
    progress: "Calcul des prix",
    running: (done, all) => `Heures vérifiées\u00a0: ${done} sur ${all}`,
    right: (count, prices) => `${hours(count)} et ${prices} prix : tout concorde.`,
    some: (count, prices) =>
      `${hours(count)} ${plural.fr(count, "conforme", "conformes")}, ${prices} prix recalculés.`,
    wrong: "Non conformes :",
    open: "Pas entièrement vérifiées :",
    took: (seconds) => `Cela a pris ${seconds} s.`,
    failed: "La vérification n’a pas pu être terminée. Réessayez dans un instant.",
  },
  none: {
    title: "Heure introuvable",
    hint: (first, last) => `Choisissez une heure de ${first} à ${last}.`,
  },
  invalid: "Saisissez un nombre entier : les heures sont comptées depuis 1970.",
  toFairness: "Voir la page Équité",
  rawPrices: "Prix publiés (JSON)",
  rawEpoch: "Graine et engagement (JSON)",
  rawRounds: "Tirages de la balise (JSON)",
};
