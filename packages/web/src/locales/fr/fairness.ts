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
    fairness: "Retour à l’équité",
  },
  start: "Accueil",
  getStarted: "Commencer",
  question: "Peut-on vous tromper ici, et comment le sauriez-vous ?",
  loading: "Chargement",
  verify: "Vérifier une position",
  epoch: (epoch) => `Heure ${epoch}`,
  copy: (what) => `Copier : ${what}`,

  answer: {
    locked: "Les conditions et un nombre secret de chaque heure sont scellés avant tout ordre.",
    beacon: {
      local:
        "Ce site a sa propre balise : son exploitant peut connaître les prix d’avance et choisir quand un ordre est exécuté.",
      quicknet:
        "Chaque prix dépend aussi d’une valeur publique imprévisible, sauf entente entre assez d’exploitants de la balise.",
      drand:
        "Chaque prix dépend aussi d’une balise. Cette page ignore si la plateforme l’exploite et connaît les prix d’avance.",
    },
    checked:
      "Après l’heure, votre navigateur peut recalculer chaque prix et votre résultat : un changement se voit.",
    trust:
      "Aucun contrôle ne montre que la plateforme a l’argent, accepte chaque ordre et dit la même chose à tous.",
  },

  picture: {
    labels: { locked: "1 Scellé", beacon: "2 Balise", price: "3 Prix", checked: "4 Vérifié" },
    means:
      "D’abord, le nombre secret d’une heure est scellé, et son empreinte est publique. Puis l’heure s’écoule : une balise ajoute des valeurs aléatoires, et chaque prix découle des deux. Après l’heure, le nombre est public, et chacun peut vérifier qu’il a la même empreinte et donne les mêmes prix.",
    now: (epoch) =>
      `Heure ${epoch} : les barres sont sa véritable empreinte, la ligne est le prix de la dernière minute.`,
  },

  trust: {
    title: "Ce qu’aucun contrôle ne montre",
    hint: "Ce qu’il vous reste à croire, et ce que vous pouvez y faire.",
    points: [
      "Que l’argent est là. La plateforme prouve combien elle doit, pas combien elle a.",
      "Qu’elle accepte chaque ordre et chaque revente, et sans attendre.",
      "Qu’elle n’a pas retenu une réponse jusqu’à en connaître le résultat. Une réponse arrivée après sa dernière seconde compte comme tardive.",
      "Que son horloge était juste à l’ouverture d’une position. Votre navigateur note quand la réponse est arrivée. Téléchargez le reçu pour garder cette note.",
      "Qu’elle montre la même chose à tous. Notez tôt une tête de la chaîne et la clé de signature, et comparez-les avec ce que voient les autres.",
      "Qu’une série de prix continue. La plateforme peut l’interrompre, mais chaque interruption reste indiquée sur cette page.",
    ],
  },

  how: {
    title: "Comment le prix est calculé",
    hint: "Six étapes, du nombre scellé à votre propre contrôle.",
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
        body: "La graine, l’horloge et la valeur de la balise donnent le prix suivant. Aucune position, et personne ici, ne peut l’influencer.",
      },
      beacon: {
        title: "Une valeur aléatoire d’une balise",
        body: {
          local: (seconds) =>
            `La balise de cette installation en ajoute une toutes les ${seconds} secondes. Son exploitant peut la connaître à l’avance.`,
          drand: (seconds) =>
            `Une balise publique en ajoute une toutes les ${seconds} secondes. Personne ne peut la connaître à l’avance.`,
        },
      },
      opened: { title: "Ouverte après l’heure", body: "Quand l’heure est finie, sa graine est publiée." },
      checked: {
        title: "Chacun vérifie",
        body: "La graine doit avoir cette empreinte, la balise doit avoir signé ses valeurs, et les deux doivent donner exactement les prix affichés.",
      },
    },
  },

  rule: {
    title: "Qui gagne",
    hint: "La barrière, votre chance et le coût moyen de chaque durée.",
    sentence: {
      barrier:
        "Le prix de la dernière seconde décide : un achat gagne à sa barrière ou au-dessus, une vente à sa barrière ou au-dessous. Vous voyez la barrière avant de confirmer. Elle suit le prix jusqu’à la fin du bloc de quelques secondes de votre ordre, puis ne bouge plus.",
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
    sale: {
      title: "Vendre avant l’échéance",
      body: (fee, seconds) =>
        `Une position ouverte peut être vendue jusqu’à ${seconds} secondes avant sa dernière seconde. Sa valeur est ce qu’elle rapporte si elle gagne, multiplié par la chance qu’elle gagne encore. Une vente paie cette valeur moins des frais de ${fee}, arrondie au centième inférieur.`,
      price:
        "La vente se fait au prix de la fin du bloc de quelques secondes dans lequel vous vendez, et non au prix que vous avez vu. Elle n’a lieu que si elle rapporte au moins le montant que vous avez confirmé.",
      tables: "Les tables dont chaque chance est calculée (JSON)",
    },
    minute: (count) => counted.fr(count, "minute", "minutes"),
  },

  promised,

  honesty,

  commitments: {
    title: "Scellé en ce moment",
    hint: "Les empreintes de cette heure et des suivantes, et leur chaîne.",
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
    hint: "Chaque prix interrompu, et ce que ses positions sont devenues.",
    lead: "Un prix prend fin quand son secret est perdu, ou quand sa balise disparaît ou est remplacée. Les positions dont les prix peuvent encore être calculés sont réglées ; les autres sont clôturées à leur juste valeur. C’est une promesse de résultat rompue : chaque fin reste donc indiquée ici.",
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
    hint: "Chaque heure avec sa graine, que vous pouvez recalculer.",
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
    noNumber: "Saisissez le numéro d’une heure.",
    go: "Ouvrir",
  },

  liabilities: {
    title: "Total dû aux utilisateurs",
    hint: "Le total signé chaque jour, et la preuve que votre solde y est compté.",
    lead: "Une fois par jour, la plateforme signe le total qu’elle doit à l’ensemble de ses utilisateurs. Chacun peut vérifier que son propre solde y est compté, et que rien n’en est retranché jusqu’au total.",
    link: "Preuve des sommes dues",
  },

  keys: {
    title: "Clé de signature",
    hint: "La clé qui signe vos reçus. Notez-la.",
    lead: "Les reçus et les preuves des sommes dues sont signés avec cette clé (Ed25519). Notez-la : elle vous permet de prouver plus tard ce qui vous a été promis, quoi que dise alors cette page.",
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
  failed: "La plateforme ne répond pas",
  up: "Fonctionne",
  down: "Ne fonctionne pas",
  uptime: "disponible à",
  since: "Depuis le",
  recorded: (moment) =>
    `Nous vérifions toutes les minutes. La disponibilité est mesurée depuis le ${moment}.`,
  unread: "L’historique ne peut pas être lu en ce moment.",
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
    catch_up: "Elle était en retard, et ses valeurs manquantes arrivent.",
    maintenance:
      "Un administrateur a lancé une maintenance. Les positions ouvertes sont réglées malgré tout.",
    price: "Le prix ou l’horloge n’est pas assez sûr pour ouvrir des positions.",
    database: "La base de données ne répond pas.",
    provider: "Le prestataire de paiement ne répond pas.",
    stopped: "Un administrateur les a suspendus.",
    unrecorded: "Rien n’a été enregistré : il se peut qu’aucune partie de la plateforme n’ait fonctionné.",
  },
};

export const fairnessFr = { pages, beacon, liabilities, status, verify };
