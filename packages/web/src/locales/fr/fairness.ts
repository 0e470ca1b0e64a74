import { counted } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";
import { alone, beacon, epochPage, honesty, promised, watch } from "./fairness-cards.ts";
import { liabilities } from "./liabilities.ts";
import { verify } from "./verify.ts";

export const pages: FairnessMessages["pages"] = {
  title: "Équité",
  back: {
    dashboard: "Retour au tableau de bord",
    start: "Retour à l’accueil",
    fairness: "Retour à la page Équité",
  },
  start: "Accueil",
  getStarted: "Commencer",
  question: "Pouvons-nous vous tromper, et comment le sauriez-vous ?",
  loading: "Chargement",
  verify: "Vérifier une position",
  epoch: (epoch) => `Heure ${epoch}`,
  copy: (what) => `Copier : ${what}`,

  answer: {
    locked: "Les conditions et le nombre secret de chaque heure sont scellés avant tout ordre.",
    beacon: {
      local:
        "Ce site utilise sa propre balise d’aléa : son exploitant peut connaître les prix d’avance et retarder un ordre.",
      quicknet:
        "Chaque prix dépend aussi d’une valeur publique imprévisible, sauf entente entre assez d’exploitants de la balise.",
      drand:
        "Chaque prix dépend aussi d’une balise. Cette page ne peut dire si la plateforme l’exploite et connaît les prix d’avance.",
    },
    checked:
      "Après l’heure, votre navigateur peut recalculer chaque prix et votre résultat : toute modification se voit.",
    trust:
      "Aucun contrôle ne prouve que la plateforme a l’argent, accepte chaque ordre et montre les mêmes données à tous.",
  },

  picture: {
    labels: { locked: "1 Scellé", beacon: "2 Balise", price: "3 Prix", checked: "4 Vérifié" },
    means:
      "D’abord, le nombre secret d’une heure est scellé, et son empreinte est publiée. Pendant l’heure, une balise ajoute des valeurs aléatoires, et chaque prix découle des deux. Après l’heure, le nombre est publié, et chacun peut vérifier qu’il a la même empreinte et donne les mêmes prix.",
    now: (epoch) =>
      `Heure ${epoch} : les barres sont sa vraie empreinte, la ligne est le prix de la dernière minute.`,
  },

  trust: {
    title: "Ce qu’un contrôle ne prouve pas",
    hint: "Les points sur lesquels vous devez nous faire confiance, et ce que vous pouvez y faire.",
    points: [
      "Que la plateforme a l’argent. Elle prouve combien elle doit, pas combien elle a.",
      "Qu’elle accepte chaque ordre et chaque revente sans délai.",
      "Qu’elle n’a pas retenu une réponse jusqu’à connaître le résultat. Une réponse arrivée après l’heure limite est considérée comme tardive.",
      "Que son horloge était à l’heure quand vous avez ouvert une position. Votre navigateur note quand la réponse est arrivée. Téléchargez le reçu pour conserver cette trace.",
      "Qu’elle montre les mêmes données à tous. Notez tôt une tête de la chaîne et la clé de signature, et comparez-les à ce que voient les autres.",
      "Qu’une série de prix continue. La plateforme peut l’interrompre, mais chaque série interrompue reste indiquée sur cette page.",
    ],
  },

  how: {
    title: "Comment le prix est calculé",
    hint: "Six étapes, du nombre scellé à votre propre contrôle.",
    lead: "Chaque heure a son propre nombre secret, la graine. La graine, le prix au début de l’heure et les valeurs d’une balise d’aléa déterminent tous les prix de cette heure. La graine est scellée avant l’heure et publiée après.",
    steps: {
      seed: {
        title: "Une graine par heure",
        body: "Un seul secret donne une graine différente pour chaque heure, aussi appelée époque.",
      },
      sealed: {
        title: "Scellée un jour à l’avance",
        body: "L’empreinte de la graine, son engagement, est publiée 24 heures à l’avance (le premier jour, dès l’ouverture de la série de prix). Il est impossible de trouver une autre graine ayant la même empreinte.",
      },
      price: {
        title: "Un prix par seconde",
        body: "La graine, l’horloge et la valeur de la balise donnent le prix suivant. Ni une position ni notre équipe ne peuvent l’influencer.",
      },
      beacon: {
        title: "Une valeur aléatoire d’une balise",
        body: {
          local: (seconds) =>
            `La balise de ce site ajoute une valeur toutes les ${seconds} secondes. Son exploitant peut la connaître à l’avance.`,
          drand: (seconds) =>
            `Une balise publique ajoute une valeur toutes les ${seconds} secondes. Personne ne peut la connaître à l’avance.`,
        },
      },
      opened: { title: "Publiée après l’heure", body: "Quand l’heure est terminée, sa graine est publiée." },
      checked: {
        title: "Chacun peut vérifier",
        body: "La graine doit correspondre à son empreinte, la balise doit avoir signé ses valeurs, et les deux doivent donner exactement les prix affichés.",
      },
    },
  },

  rule: {
    title: "Qui gagne",
    hint: "La barrière, votre probabilité de gain et le coût moyen de chaque durée.",
    sentence: {
      barrier:
        "Le prix à l’échéance décide : un achat gagne à sa barrière ou au-dessus, une vente à sa barrière ou en dessous. Vous voyez la barrière avant de confirmer. Elle suit le prix jusqu’à l’exécution de votre ordre, quelques secondes plus tard, puis ne bouge plus.",
      direction:
        "Le prix à l’échéance décide : sur ce site, un achat gagne à partir de 0,001 au-dessus de son prix d’entrée, une vente à partir de 0,001 en dessous.",
    },
    now: (price) => `Au prix actuel, ${price}`,
    nowOld: (price) => `Au dernier prix connu, ${price}`,
    table: "Conditions de chaque durée",
    minutes: (count) => `${count} min`,
    chance: "Probabilité de gain",
    buy: "L’achat gagne à",
    sell: "La vente gagne à",
    away: (distance) => `écart ${distance}`,
    expected: "Résultat moyen pour 10,00",
    examples: "Deux exemples",
    example: {
      buy: (minutes, entry) => `Vous achetez pour 10,00 USDMS, pendant ${minutes}, à ${entry}.`,
      sell: (minutes, entry) => `Vous vendez pour 10,00 USDMS, pendant ${minutes}, à ${entry}.`,
    },
    exampleWins: {
      buy: (barrier, gain, back) =>
        `Si le prix à l’échéance est de ${barrier} ou plus, vous gagnez ${gain} et recevez ${back}.`,
      sell: (barrier, gain, back) =>
        `Si le prix à l’échéance est de ${barrier} ou moins, vous gagnez ${gain} et recevez ${back}.`,
    },
    exampleLoses: (loss) => `Sinon vous perdez ${loss}.`,
    exampleSum: (chance, gain, rest, loss, sum) => `${chance} × ${gain} ${rest} × ${loss} = ${sum}`,
    exampleMeans: {
      loss: (money) =>
        `En moyenne, sur un grand nombre de telles positions, chacune vous coûte ${money}. C’est l’avantage de la maison.`,
      gain: (money) => `En moyenne, sur un grand nombre de telles positions, chacune vous rapporte ${money}.`,
    },
    sale: {
      title: "Revendre avant l’échéance",
      body: (fee, seconds) =>
        `Vous pouvez revendre une position ouverte jusqu’à ${seconds} secondes avant son échéance. Sa valeur est le montant versé si elle gagne, multiplié par sa probabilité de gain à ce moment. Vous recevez cette valeur moins des frais de revente de ${fee}, arrondie au centième inférieur.`,
      price:
        "La revente se fait au prix de la fin de la fenêtre d’exécution, quelques secondes plus tard, et non au prix que vous avez vu. Elle n’a pas lieu si elle rapporte moins que le montant que vous avez confirmé.",
      tables: "Tables de calcul de la probabilité de gain (JSON)",
    },
    minute: (count) => counted.fr(count, "minute", "minutes"),
  },

  promised,

  honesty,

  commitments: {
    title: "Scellé en ce moment",
    hint: "Les empreintes de cette heure et des suivantes, et leur chaîne.",
    lead: "Ces empreintes sont publiées avant le début de leur heure. Quand une heure est terminée, sa graine est publiée, et chacun peut vérifier que les deux concordent.",
    current: "En cours",
    next: "Ensuite",
    others: (count) => `Les ${count} heures suivantes`,
    opens: (moment) => `Publication de la graine le ${moment}`,
    begins: (moment) => `Commence le ${moment}`,
    commitment: "Engagement",
    chain: {
      title: "Chaînés entre eux : aucun ne peut être remplacé",
      lead: "Chaque engagement est lié au précédent. Ce seul code, la tête, représente toute la liste : si un seul engagement était modifié, toutes les têtes suivantes seraient différentes.",
      head: (epoch) => `Tête après l’heure ${epoch}`,
      seen: "Vu par ce navigateur",
      outcome: {
        first:
          "Ce navigateur voit la liste pour la première fois. Il en a noté la tête et y comparera les listes suivantes.",
        same: "La liste est toujours celle que ce navigateur a vue.",
        leadsOn: "La liste prolonge celle que ce navigateur a vue.",
        behind:
          "La liste est pour l’instant plus courte que celle que ce navigateur a vue. Cette page les comparera de nouveau quand la liste aura rattrapé son retard.",
        swapped: "La liste n’est pas celle que ce navigateur a vue.",
        restarted:
          "La série de prix a été redémarrée. La nouvelle liste prolonge celle que ce navigateur a vue.",
        unproven:
          "La série de prix a été redémarrée après des engagements que ce navigateur n’avait pas vus. Il ne peut pas déterminer si la liste prolonge l’ancienne.",
      },
      waiting: "Comparaison en cours",
      noted: (epoch) => `Noté : tête après l’heure ${epoch}`,
    },
  },

  closings: {
    title: "Séries de prix interrompues",
    hint: "Chaque série de prix interrompue, et le sort de ses positions.",
    lead: "Une série de prix est interrompue si son secret est perdu, ou si sa balise disparaît ou est remplacée. Les positions dont les prix peuvent encore être calculés sont réglées. Les autres sont clôturées avant l’échéance, à leur juste valeur. La promesse d’un résultat n’est alors pas tenue : chaque série interrompue reste donc indiquée ici.",
    none: {
      title: "Aucune série de prix interrompue",
      hint: "Toutes les positions ont été réglées au prix de leur échéance.",
    },
    reasons: { beacon: "Balise disparue ou remplacée", secret: "Secret perdu" },
    ended: (moment) => `Interrompue le ${moment}`,
    known: (moment) => `Dernier prix connu : ${moment}`,
    nobody: "Aucune position n’était ouverte.",
    closed: (count, value, stake) =>
      `${counted.fr(count, "position clôturée", "positions clôturées")} pour ${value} sur ${stake} USDMS misés.`,
  },

  past: {
    title: "Heures passées",
    hint: "Chaque heure avec sa graine, pour que vous puissiez la recalculer.",
    lead: "Toutes les heures de la série de prix actuelle, avec leur graine. Ouvrez-en une pour voir ses prix recalculés à partir de la graine et vérifiés.",
    hour: (day, from, to) => `${day}, de ${from} à ${to}`,
    seed: "Graine",
    none: {
      title: "Aucune heure n’est encore terminée",
      hint: "La première graine est publiée à la fin de la première heure.",
    },
    older: "Plus anciennes",
    newer: "Plus récentes",
    pages: "Pages des heures passées",
    goTo: "Numéro de l’heure",
    noNumber: "Saisissez un numéro d’heure.",
    go: "Ouvrir",
  },

  liabilities: {
    title: "Total dû aux utilisateurs",
    hint: "Le total signé chaque jour, et la preuve que votre solde y est compté.",
    lead: "Une fois par jour, la plateforme signe le total qu’elle doit à l’ensemble de ses utilisateurs. Chacun peut vérifier que son propre solde y est compté, et que rien n’en est déduit jusqu’au total.",
    link: "Preuve de passif",
  },

  keys: {
    title: "Clé de signature",
    hint: "La clé qui signe vos reçus. Notez-la.",
    lead: "Les reçus et les états du passif sont signés avec cette clé (Ed25519). Notez-la : elle vous permet de prouver plus tard ce qui vous a été promis, même si cette page affiche alors une autre clé.",
    newest: "Dernière",
    earlier: "Ancienne",
    since: (moment) => `Depuis le ${moment}`,
    name: (moment) => `Clé publique du ${moment}`,
  },

  alone,

  watch,

  epochPage,
};

/** The texts of the public pages that show how to check everything. */
const status: FairnessMessages["status"] = {
  title: "État",
  lead: "L’état actuel de chaque partie de la plateforme et ses pannes passées.",
  now: "En ce moment",
  asOf: "Au",
  allUp: "Tout fonctionne.",
  someDown: (count) => counted.fr(count, "élément ne fonctionne pas.", "éléments ne fonctionnent pas."),
  failed: "Le serveur ne répond pas",
  up: "Fonctionne",
  down: "Ne fonctionne pas",
  uptime: "disponible à",
  since: "Depuis le",
  recorded: (moment) =>
    `Nous vérifions toutes les minutes. La disponibilité est mesurée depuis le ${moment}.`,
  unread: "L’historique n’est pas disponible pour l’instant.",
  incidents: "Incidents des 90 derniers jours",
  noIncidents: "Aucun.",
  lasts: "en cours",
  over: "terminé",
  parts: {
    price: "Prix",
    beacon: "Balise",
    orders: "Ouverture de positions",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    all: "Tout",
  },
  reasons: {
    late: "En retard.",
    catch_up: "Elle était en retard et rattrape les valeurs manquantes.",
    maintenance: "Une maintenance est en cours. Les positions ouvertes sont réglées comme d’habitude.",
    price: "Le prix ou l’horloge du serveur n’est pas assez fiable pour ouvrir des positions.",
    database: "La base de données ne répond pas.",
    provider: "Le prestataire de paiement ne répond pas.",
    stopped: "Les retraits sont suspendus pendant la maintenance.",
    unrecorded: "Aucune donnée pour cette période : la plateforme était peut-être indisponible.",
  },
};

export const fairnessFr = { pages, beacon, liabilities, status, verify };
