import { counted, plural } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";
import { beaconState } from "./beacon-state.ts";

/** Cards of the fairness page, and its warning about commitments. */
export const honesty: FairnessMessages["pages"]["honesty"] = {
  title: "Promesse et réalité",
  hint: "La part des positions gagnées, à côté de la chance promise à l’ouverture.",
  lead: "La part des positions gagnées, parmi toutes celles réglées ici, est comparée à la chance avec laquelle elles ont été ouvertes. Ces chiffres sont ceux de la plateforme : personne d’autre ne peut les vérifier.",
  shared:
    "Des positions ouvertes en même temps partagent un même prix : elles gagnent ou perdent ensemble. La zone grise compte donc des heures entières, et elle est plus large que si chacune était seule.",
  settled: (positions, won, counts) =>
    `${positions} ${plural.fr(counts.positions, "réglée", "réglées")}, ${won} ${plural.fr(counts.won, "gagnée", "gagnées")}`,
  none: "Aucune réglée pour le moment",
  sold: (positions, entry, sale, count) =>
    `Dans les heures terminées, ${positions} ${plural.fr(count, "autre a été vendue", "autres ont été vendues")} avant l’échéance et ne ${plural.fr(count, "compte", "comptent")} dans aucun des deux chiffres. ${plural.fr(count, "Sa chance était de", "Leur chance était en moyenne de")} ${entry} à l’entrée et de ${sale} à la vente.`,
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
  hint: "Avantage de la maison, multiplicateurs et frais, fixés un jour avant.",
  lead: "L’avantage de la maison, la règle, les multiplicateurs et les frais de vente de chaque heure sont fixés un jour avant, et enchaînés avec les engagements. Une position ouverte à d’autres conditions échoue à toute vérification.",
  unchanged: (moment) => `Aucun changement n’est promis avant le ${moment}.`,
  state: { promised: "Promises", now: "En vigueur", earlier: "Antérieures" },
  from: (moment) => `À partir du ${moment}`,
  since: (moment) => `Depuis le ${moment}`,
  houseEdge: "Avantage de la maison",
  playMoney: "Aucun : argent fictif",
  sellFee: "Frais de vente",
  multipliers: "Multiplicateurs",
  text: "Toutes les conditions, telles qu’elles sont hachées",
  hash: "Empreinte des conditions",
};

export const alone: FairnessMessages["pages"]["alone"] = {
  title: "Vérifier sans nous",
  hint: "Un programme qui se passe de ces pages, et toutes les données brutes.",
  lead: "Ces pages calculent tout dans votre navigateur, mais elles viennent de nous. Ce fichier unique s’en passe et n’a besoin que de Node.js. Il ne partage aucune ligne avec la plateforme, hormis une bibliothèque publique, à la fin, pour les signatures de la balise. Vous pouvez le lire d’un bout à l’autre.",
  download: "Télécharger le programme",
  commands: "Puis lancez, dans le dossier où il est enregistré :",
  of: {
    epoch: "La dernière heure finie : graine, prix, lien avec la suivante",
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
    sale: "Tables pour la vente (JSON)",
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
    "Des heures ont été ajoutées après votre dernière visite. Comparez l’ancien code avec celui de quelqu’un venu plus tard, ou demandez à l’assistance.",
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

const seconds = (count: number) => counted.fr(count, "seconde", "secondes");

export const beacon: FairnessMessages["beacon"] = {
  title: "La balise",
  lead: (count) =>
    `Toutes les ${seconds(count)}, la balise publie une valeur aléatoire, appelée tour. Les prix des ${seconds(count)} suivantes sont calculés avec elle et avec la graine de l’heure.`,
  link: "La balise, en direct",

  note: {
    local:
      "Cette installation fait tourner sa propre balise : son exploitant peut connaître les prix à l’avance.",
    quicknet:
      "Les prix ont aussi besoin d’une valeur aléatoire publique. Personne ne la connaît avant l’instant prévu, à moins qu’assez d’exploitants de la balise ne s’entendent. Elle vient de quicknet, une balise drand qu’une vingtaine d’organisations indépendantes, la League of Entropy, font tourner ensemble.",
    drand: (hash) =>
      `Les prix ont aussi besoin d’une valeur aléatoire publique. Personne ne la connaît avant l’instant prévu, à moins qu’assez d’exploitants de la balise ne s’entendent. Elle vient de la balise dont l’empreinte de chaîne commence par ${hash}. Cette page ne peut pas dire qui l’exploite.`,
  },

  late: beaconState,
  newest: "Dernier tour",
  another: {
    title: "Afficher un autre tour",
    number: "Numéro d’un tour",
    open: "Afficher",
    invalid: (first, last) => `Saisissez un numéro de ${first} à ${last}.`,
  },
  round: "Tour",
  due: "Attendu le",
  next: "Prochain tour dans",
  seconds: (count) => `${count} s`,
  signature: "Signature",
  waiting: "La plateforme ne publie pas encore ce tour. Cette page l’interroge de nouveau.",
  checks: "Vérifié dans votre navigateur",
  signed: {
    right: (round) => `Tour ${round} : la signature est celle de la balise.`,
    wrong: (round) => `Tour ${round} : la signature n’est pas celle de la balise.`,
    later: (round) => `Tour ${round} : la signature est en cours de vérification.`,
    missing: (round) =>
      `Tour ${round} : votre navigateur n’a pas pu vérifier la signature. Rechargez la page, ou utilisez un autre navigateur.`,
  },
  relay: {
    right: (round, relay) => `Tour ${round} : ${relay} et la plateforme donnent la même signature.`,
    wrong: (round, relay) =>
      `Tour ${round} : ${relay} donne une autre signature que la plateforme. L’une des deux est fausse. Gardez une capture d’écran et prévenez l’assistance.`,
    missing: (relay) => `Votre navigateur n’a pas joint ${relay} : rien n’a été comparé avec ce relais.`,
    later: "Un relais de la balise est interrogé.",
  },
  ticks: {
    title: "Prix calculés avec lui",
    second: "Seconde",
    noise: "Bruit",
    sealed: (moment) =>
      `Le bruit de ces secondes pourra être calculé à partir du ${moment}, quand la graine de leur heure sera publiée.`,
    open: "Le bruit est ce qu’une seconde ajoute au prix, avant mise à l’échelle. Votre navigateur l’a calculé à partir de la graine de l’heure et de ce tour.",
    before: "Aucun prix n’a été calculé avec ce tour : le prix a commencé plus tard.",
    failed: "La graine de l’heure n’a pas pu être chargée. Réessayez dans un instant.",
  },

  facts: {
    title: "De quelle balise il s’agit",
    who: "Exploitée par",
    by: {
      local: "L’exploitant de cette installation",
      quicknet: "La League of Entropy de drand, une vingtaine d’organisations indépendantes",
      drand: "Les exploitants de cette chaîne",
    },
    chainHash: "Empreinte de la chaîne",
    publicKey: "Clé publique",
    genesis: "Premier tour",
    period: "Un tour toutes les",
    scheme: "Procédé",
    relays: "Relais",
    delay: "Affichage des prix",
    delayed: (count) => `${count} s après leur seconde, le temps que les tours arrivent`,
    atOnce: "dans leur seconde",
    info: "Règles, engagements et balise (JSON)",
  },
};

const hours = (count: number) => counted.fr(count, "heure", "heures");

/** The page of one hour. */
export const epochPage: FairnessMessages["pages"]["epochPage"] = {
  back: "Retour à l’équité",
  previous: "Heure précédente",
  next: "Heure suivante",
  around: "Autres heures",
  state: { over: "Finie", running: "En cours", upcoming: "Pas commencée" },
  facts: "Ce qui est publié",
  seed: "Graine",
  commitment: "Engagement",
  termsHash: "Conditions",
  head: "Tête de la chaîne",
  startState: "État de départ",
  startTick: "Premier tick",
  notYet: "Pas encore",
  opensIn: (left, moment) => `La graine sera publiée dans ${left}, le ${moment}.`,
  beginsIn: (left, moment) => `Elle commence dans ${left}, le ${moment}.`,
  chart: {
    made: "Prix recalculés à partir de la graine et de la balise",
    published: "Prix tels que publiés",
  },
  chartNote: {
    made: "Tracés par votre navigateur à partir de la graine, de l’état de départ et des tours de la balise, sans rien d’autre.",
    published:
      "Tels que publiés chaque seconde. Quand l’heure sera finie, votre navigateur pourra les recalculer à partir de la graine et de la balise, et comparer.",
    instead:
      "Voici les prix publiés : cette page ne calcule rien à partir d’une graine sur laquelle ne portait aucun engagement.",
  },
  summary: (from, to, first, last, low, high) =>
    `De ${from} à ${to}, le prix est passé de ${first} à ${last}, entre ${low} et ${high}.`,
  read: "Lire un prix : survolez le graphique ou utilisez les flèches",
  upcomingChart: {
    title: "Il n’y a pas encore de prix",
    hint: {
      local:
        "Personne d’extérieur ne peut le tracer avant son heure. L’exploitant du serveur le pourrait, car le secret et la balise s’y trouvent ; mais plus personne ne peut changer la graine.",
      drand:
        "Personne ne peut le tracer avant son heure : il y faut des valeurs aléatoires que la balise publique n’a pas encore publiées. Plus personne ne peut changer la graine.",
    },
  },
  checks: "Vérifié dans votre navigateur",
  checking: "Vérification en cours",
  notComputed:
    "Votre navigateur n’a pas pu faire ce calcul. Rechargez la page, ou servez-vous du programme, qui se passe de navigateur.",
  outcomes: {
    right: "Juste",
    wrong: "Faux",
    later: "Plus tard",
    missing: "Non vérifié",
    note: "Non établi",
  },
  check: {
    commitment: {
      right: "La graine a l’empreinte publiée auparavant : SHA-256(graine) est l’engagement.",
      wrong: "La graine n’a pas l’empreinte publiée auparavant : l’engagement portait sur une autre graine.",
      later: "La graine pourra être comparée à son empreinte quand l’heure sera finie.",
      missing: "La graine ou l’engagement n’est pas arrivé : ils n’ont pas pu être comparés.",
      withheld: "L’heure est passée, mais sa graine n’est pas publiée.",
    },
    start: {
      right: "Elle commence exactement là où l’heure précédente a fini.",
      wrong: "Elle ne commence pas là où l’heure précédente a fini.",
      later: "Son début pourra être vérifié quand l’heure précédente sera finie.",
      missing: "La fin de l’heure précédente n’est pas connue.",
      doubtful:
        "La graine de l’heure précédente n’est pas celle de l’engagement : le début de celle-ci est donc incertain.",
    },
    rounds: {
      right: "La balise a signé tous les tours de l’heure.",
      wrong: "La balise n’a pas signé un tour de l’heure, ou il y en a deux différents.",
      later: "Les tours de la balise pourront être vérifiés quand l’heure sera finie.",
      missing: "Un tour de la balise n’est pas arrivé.",
    },
    prices: {
      right: "Chaque prix publié est celui que donnent la graine et les tours.",
      wrong: "Un prix publié n’est pas celui que donnent la graine et les tours.",
      later: "Les prix publiés pourront être recalculés quand l’heure sera finie.",
      missing: "Les prix publiés n’ont pas pu être comparés.",
    },
    end: {
      right: "Elle finit exactement là où commence l’heure suivante.",
      wrong: "Elle ne finit pas là où commence l’heure suivante.",
      later: "Sa fin pourra être vérifiée quand l’heure sera finie.",
      missing: "Sa fin n’a pas pu être comparée au début de l’heure suivante.",
    },
    chain: {
      right: "Son engagement est lié au précédent : la chaîne mène à la tête publiée.",
      wrong: "La chaîne ne mène pas à la tête publiée.",
      later: "La chaîne pourra être vérifiée quand l’engagement sur cette heure sera publié.",
      missing: "La chaîne n’a pas pu être suivie jusqu’ici.",
    },
  },
  expected: "Attendu",
  found: "Trouvé",
  nothing: "Rien",
  undated:
    "Rien ici ne montre que l’heure n’a pas été antidatée, sauf si vous avez noté une tête de la chaîne avant son début.",
  allRight: "Tout concorde",
  someWrong: "Quelque chose est faux. Gardez cette page et prévenez l’assistance.",
  someLater: "Juste jusqu’ici ; le reste pourra être vérifié quand l’heure sera finie",
  someMissing: "Rien n’est faux, mais tout n’a pas pu être vérifié",
  day: {
    title: "La journée entière",
    body: "Cette heure et les 23 précédentes sont vérifiées, ou autant qu’il y en a. Votre navigateur calcule et compare jusqu’à 86 400 prix.",
    takes: (signatures, megabytes, minutes) =>
      `Cela charge environ ${megabytes} Mo et vérifie ${signatures} signatures de la balise. Sur cet appareil, cela prend jusqu’à ${counted.fr(minutes, "minute", "minutes")}. Vous pouvez arrêter à tout moment.`,
    start: "Vérifier la journée entière",
    stop: "Arrêter",
    stopped:
      "Arrêté avant la fin. Les signatures déjà vérifiées n’ont pas à l’être de nouveau sur cette page.",
    progress: "Calcul des prix",
    running: (done, all) => `Heures vérifiées\u00a0: ${done} sur ${all}`,
    right: (count, prices) => `${hours(count)} et ${prices} prix : tout concorde.`,
    some: (count, prices) =>
      `${hours(count)} ${plural.fr(count, "juste", "justes")}, ${prices} prix recalculés.`,
    wrong: "Faux :",
    open: "Pas entièrement vérifiées :",
    took: (seconds) => `Cela a pris ${seconds} s.`,
    failed: "La vérification n’a pas pu être faite. Réessayez dans un instant.",
  },
  none: {
    title: "Heure introuvable",
    hint: (first, last) => `Les heures ${first} à ${last} sont connues à ce jour.`,
  },
  invalid: "Le numéro d’une heure est un nombre entier : il compte les heures depuis 1970.",
  toFairness: "Vers l’équité",
  rawPrices: "Prix publiés (JSON)",
  rawEpoch: "Graine et engagement (JSON)",
  rawRounds: "Tours de la balise (JSON)",
};
