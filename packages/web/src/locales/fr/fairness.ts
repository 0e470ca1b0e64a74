import { counted, plural } from "../plural.ts";
import type { FairnessMessages } from "../messages.ts";
import { alone, beacon, honesty, promised, watch } from "./fairness-cards.ts";
import { liabilities } from "./liabilities.ts";
import { verify } from "./verify.ts";

const hours = (count: number) => counted.fr(count, "heure", "heures");

export const pages: FairnessMessages["pages"] = {
  title: "Équité",
  back: {
    dashboard: "Retour au tableau de bord",
    start: "Retour à l’accueil",
    fairness: "Retour à l’équité",
  },
  start: "Accueil",
  getStarted: "Commencer",
  lead: "Nous publions tout ce dont les prix et les résultats proviennent. Cette page montre comment chacun peut le vérifier, et ce que prouve une vérification.",
  onThisPage: "Sur cette page",
  loading: "Chargement",
  verify: "Vérifier une position",
  epoch: (epoch) => `Heure ${epoch}`,
  copy: (what) => `Copier : ${what}`,

  how: {
    title: "Comment le prix est calculé",
    lead: "Chaque heure a son propre nombre secret, sa graine. Avec le prix auquel l’heure commence et les valeurs aléatoires d’une balise, elle décide de tous les prix de cette heure. Elle est scellée avant le début de l’heure, et ouverte quand l’heure est finie.",
    steps: {
      seed: {
        title: "Une graine par heure",
        body: "Un seul secret donne une graine différente pour chaque heure, ou époque.",
      },
      sealed: {
        title: "Scellée un jour avant",
        body: "Une empreinte de la graine, son engagement, est publiée 24 heures avant (le premier jour : au début du prix). Personne ne peut trouver une autre graine qui ait la même.",
      },
      price: {
        title: "Un prix par seconde",
        body: "La graine, l’horloge et la valeur de la balise donnent le prix suivant. Aucune position, et personne ici, n’y change rien.",
      },
      beacon: {
        title: "Une valeur aléatoire d’une balise",
        body: {
          local: (seconds) =>
            `La balise de cette installation en ajoute une toutes les ${seconds} secondes. Son exploitant peut la connaître à l’avance.`,
          drand: (seconds) =>
            `Une balise publique en ajoute une toutes les ${seconds} secondes. Personne ne l’a avant sa seconde.`,
        },
      },
      opened: { title: "Ouverte après l’heure", body: "Quand l’heure est finie, sa graine est publiée." },
      checked: {
        title: "Chacun vérifie",
        body: "La graine doit avoir cette empreinte, la balise doit avoir signé ses valeurs, et les deux doivent donner exactement les prix affichés.",
      },
    },
    fingerprint: (epoch) =>
      `Les barres sont la véritable empreinte de l’heure ${epoch}, la ligne est le prix de la dernière minute.`,
  },

  rule: {
    title: "Qui gagne",
    sentence: {
      barrier:
        "Le prix de la dernière seconde décide : un achat gagne à sa barrière ou au-dessus, une vente à sa barrière ou au-dessous. La barrière est affichée avant votre confirmation et ne bouge plus.",
      direction:
        "Le prix de la dernière seconde décide : dans cette installation, un achat gagne dès un pas de prix au-dessus de son entrée, une vente dès un pas au-dessous.",
    },
    now: (price) => `Au prix actuel, ${price}`,
    nowOld: (price) => `Au dernier prix connu, ${price}`,
    table: "Conditions de chaque durée",
    minutes: (count) => `${count} min`,
    chance: "Chance de gagner",
    buy: "L’achat gagne à",
    sell: "La vente gagne à",
    away: (distance) => `à ${distance} d’ici`,
    expected: "Résultat moyen, pour 10,00",
    examples: "Deux exemples",
    example: {
      buy: (minutes, entry) => `Vous achetez pour 10,00 USDMS, pendant ${minutes}, à ${entry}.`,
      sell: (minutes, entry) => `Vous vendez pour 10,00 USDMS, pendant ${minutes}, à ${entry}.`,
    },
    exampleWins: {
      buy: (barrier, gain, back) =>
        `Si le prix est alors de ${barrier} ou plus, vous gagnez ${gain} et recevez ${back}.`,
      sell: (barrier, gain, back) =>
        `Si le prix est alors de ${barrier} ou moins, vous gagnez ${gain} et recevez ${back}.`,
    },
    exampleLoses: (loss) => `Sinon vous perdez ${loss}.`,
    exampleSum: (chance, gain, rest, loss, sum) => `${chance} × ${gain} ${rest} × ${loss} = ${sum}`,
    exampleMeans: {
      loss: (money) =>
        `En moyenne, sur un grand nombre de telles positions, chacune coûte ${money}. C’est ce que garde la maison.`,
      gain: (money) => `En moyenne, sur un grand nombre de telles positions, chacune rapporte ${money}.`,
    },
    minute: (count) => counted.fr(count, "minute", "minutes"),
  },

  promised,

  honesty,

  commitments: {
    title: "Scellé en ce moment",
    lead: "Ces empreintes sont publiques avant le début de leur heure. Quand une heure est finie, sa graine est publiée, et chacun voit si les deux vont ensemble.",
    current: "En cours",
    next: "Ensuite",
    others: (count) => `Les ${count} heures suivantes`,
    opens: (moment) => `Graine publiée le ${moment}`,
    begins: (moment) => `Commence le ${moment}`,
    commitment: "Engagement",
    chain: {
      title: "Enchaînés : aucun ne peut être échangé",
      lead: "Chaque engagement est lié au précédent. Ce seul code, la tête, vaut pour toute la liste : si un seul engagement était modifié, toutes les têtes suivantes seraient différentes.",
      head: (epoch) => `Tête après l’heure ${epoch}`,
      seen: "Vu par ce navigateur",
      outcome: {
        first:
          "C’est la première liste que voit ce navigateur. Il en a noté la tête et comparera les suivantes.",
        same: "La liste est toujours celle que ce navigateur a vue.",
        leadsOn: "La liste prolonge celle que ce navigateur a vue.",
        behind:
          "La liste s’arrête pour l’instant plus tôt que celle que ce navigateur a vue. Cette page la comparera de nouveau quand elle l’aura rattrapée.",
        swapped: "La liste n’est pas celle que ce navigateur a vue.",
        restarted: "Le prix a recommencé ; la nouvelle liste prolonge celle que ce navigateur a vue.",
        unproven:
          "Le prix a recommencé, après d’autres engagements que ce navigateur n’avait pas vus. Ce navigateur ne peut pas dire si la liste prolonge l’ancienne.",
      },
      waiting: "Comparaison en cours",
      noted: (epoch) => `Noté : tête après l’heure ${epoch}`,
    },
  },

  closings: {
    title: "Prix qui ont pris fin",
    lead: "Un prix prend fin quand son secret est perdu, ou quand sa balise disparaît ou est remplacée. Ce qui peut encore être calculé est réglé ; les positions ouvertes sont ensuite clôturées à leur juste valeur. C’est une promesse de résultat rompue : chaque fin reste donc indiquée ici.",
    none: {
      title: "Aucun prix n’a pris fin",
      hint: "Chaque position a reçu le résultat de sa propre seconde.",
    },
    reasons: { beacon: "Balise disparue ou remplacée", secret: "Secret perdu" },
    ended: (moment) => `Fin le ${moment}`,
    known: (moment) => `Dernier prix connu : ${moment}`,
    nobody: "Aucune position n’était ouverte.",
    closed: (count, value, stake) =>
      `${counted.fr(count, "position clôturée", "positions clôturées")} pour ${value} sur ${stake} USDMS misés.`,
  },

  past: {
    title: "Heures passées",
    lead: "Toutes les heures depuis le dernier début du prix, avec leur graine. Ouvrez-en une pour voir ses prix recalculés à partir de la graine et vérifiés.",
    hour: (day, from, to) => `${day}, de ${from} à ${to}`,
    seed: "Graine",
    none: {
      title: "Aucune heure n’est encore finie",
      hint: "La première graine est publiée à la fin de la première heure.",
    },
    older: "Plus anciennes",
    newer: "Plus récentes",
    pages: "Pages des heures passées",
    goTo: "Numéro d’une heure",
    go: "Ouvrir",
  },

  liabilities: {
    title: "Total dû aux utilisateurs",
    body: "Une fois par jour, la plateforme signe le total qu’elle doit à l’ensemble de ses utilisateurs. Chacun peut vérifier que son propre solde y est compté, et que rien n’en est retranché jusqu’au total.",
    link: "Preuve des sommes dues",
  },

  keys: {
    title: "Clé de signature",
    body: "Les reçus et les preuves des sommes dues sont signés avec cette clé (Ed25519). Notez-la : elle vous permet de prouver plus tard ce qui vous a été promis, quoi que dise alors cette page.",
    newest: "Dernière",
    earlier: "Ancienne",
    since: (moment) => `Depuis le ${moment}`,
    name: (moment) => `Clé publique du ${moment}`,
  },

  alone,

  watch,

  epochPage: {
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
    outcomes: { right: "Juste", wrong: "Faux", later: "Plus tard", missing: "Non vérifié" },
    check: {
      commitment: {
        right: "La graine a l’empreinte publiée auparavant : SHA-256(graine) est l’engagement.",
        wrong:
          "La graine n’a pas l’empreinte publiée auparavant : l’engagement portait sur une autre graine.",
        later: "La graine pourra être comparée à son empreinte quand l’heure sera finie.",
        missing: "La graine ou l’engagement n’est pas arrivé : ils n’ont pas pu être comparés.",
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
        later: "La chaîne pourra être vérifiée quand cette heure sera engagée.",
        missing: "La chaîne n’a pas pu être suivie jusqu’ici.",
      },
    },
    expected: "Attendu",
    found: "Trouvé",
    nothing: "Rien",
    allRight: "Tout est juste",
    someWrong: "Quelque chose est faux. Gardez cette page et prévenez l’assistance.",
    someLater: "Juste jusqu’ici ; le reste pourra être vérifié quand l’heure sera finie",
    someMissing: "Rien n’est faux, mais tout n’a pas pu être vérifié",
    day: {
      title: "La journée entière",
      body: "Cette heure et les 23 précédentes sont vérifiées, ou autant qu’il y en a. Votre navigateur calcule et compare jusqu’à 86 400 prix.",
      takes: (signatures, megabytes, minutes) =>
        `Cela charge environ ${megabytes} Mo et vérifie ${signatures} signatures de la balise. Sur cet appareil, il y faut jusqu’à ${counted.fr(minutes, "minute", "minutes")}. Vous pouvez arrêter à tout moment.`,
      start: "Vérifier la journée entière",
      stop: "Arrêter",
      stopped:
        "Arrêté avant la fin. Les signatures déjà vérifiées n’ont pas à l’être de nouveau sur cette page.",
      progress: "Calcul des prix",
      running: (done, all) => `${done} heures sur ${all}`,
      right: (count, prices) => `${hours(count)} et ${prices} prix : tout est juste.`,
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
  },
};

/** What only the public pages say that show how everything can be checked. */
export const fairnessFr = { pages, beacon, liabilities, verify };
