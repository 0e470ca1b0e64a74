import { counted, plural } from "@veritick/contract/plural.ts";
import type { DeskMessages } from "../messages.ts";

const trade: DeskMessages["trade"] = {
  pair: "USDMS/USD",
  unit: "USDMS",
  side: { buy: "Acheter", sell: "Vendre" },
  badge: { buy: "ACHAT", sell: "VENTE" },
  desk: { label: "Compte utilisé", account: "Compte", practice: "Entraînement" },
  minutesShort: (count) => `${count} min`,
  amount: (money) => `${money} USDMS`,

  price: {
    now: "Prix actuel",
    change: "Variation depuis le dernier prix",
    gauge: "Prix sur l’échelle de 140 à 170",
    window: "Durée affichée",
    windowMinutes: (count) => (count < 60 ? `${count} min` : `${count / 60} h`),
    backToNow: "Revenir au présent",
    move: "Déplacer le graphique (flèches, + et −)",
    zoomIn: "Montrer moins de temps",
    zoomOut: "Montrer plus de temps",
    chart: "Graphique du prix",
    summary: (since, until, from, to, low, high) =>
      `Le prix est passé de ${from} (${since}) à ${to} (${until}). Plus bas : ${low}, plus haut : ${high}.`,
    summaryPositions: (count) =>
      count === 0
        ? "Vous n’avez aucune position ouverte."
        : plural.fr(
            count,
            "Votre position ouverte figure sur le graphique.",
            `Vos ${count} positions ouvertes figurent sur le graphique.`,
          ),
    noHistory: "Les prix passés ne sont pas encore disponibles.",
    read: "Lire les prix",
    readHint: "Appuyez sur la flèche gauche ou droite pour lire les prix",
    reading: (clock, price) => `${clock} : ${price}`,
    readNothing: (clock) => `${clock} : aucun prix`,
    readCandle: (since, until, open, high, low, close) =>
      `De ${since} à ${until} : ouverture ${open}, plus haut ${high}, plus bas ${low}, clôture ${close}`,
    candle: (open, high, low, close) => `O ${open} H ${high} B ${low} C ${close}`,
    showTable: "Afficher les prix en tableau",
    table: "Prix",
    columns: {
      time: "Heure",
      open: "Ouverture",
      high: "Plus haut",
      low: "Plus bas",
      close: "Clôture",
    },
  },

  live: {
    connecting: "Connexion",
    live: "En direct",
    held: "Prix indisponible",
    stale: "Prix non actualisé",
    reconnecting: "Reconnexion",
    lost: "Non connecté",
    staleText:
      "Aucun nouveau prix n’arrive. Vous pourrez ouvrir une position dès l’arrivée d’un nouveau prix.",
    reconnectingText:
      "Reconnexion en cours. Le prix n’est plus à jour : vous ne pouvez pas ouvrir de position.",
    lostText:
      "La connexion en direct est perdue. Le prix n’est plus à jour : vous ne pouvez pas ouvrir de position.",
    age: (seconds) =>
      `Dernier prix\u00a0: il y a ${seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}.`,
    tryAgain: "Réessayer",
  },

  ticket: {
    title: { buy: "Acheter USDMS/USD", sell: "Vendre USDMS/USD" },
    dock: "Nouvelle position",
    keep: "Épingler à droite",
    amount: "Montant",
    available: (money) => `Disponible : ${money} USDMS`,
    quick: { "10": "10", "50": "50", quarter: "25 %", max: "Max" },
    quickLabel: {
      "10": "10 USDMS",
      "50": "50 USDMS",
      quarter: "25 %, un quart du solde",
      max: "Max, tout le solde",
    },
    quickGroup: "Montants rapides",
    again: "Répéter",
    againLabel: (order, minutes) => `Répéter : reprendre le dernier ordre (${order}, ${minutes})`,
    keys: "Raccourcis clavier",
    duration: "Durée",
    condition: "Vous gagnez si",
    conditionAt: (clock) => `à ${clock}, le prix est de`,
    orAbove: "ou plus",
    orBelow: "ou moins",
    chance: "Probabilité de gain",
    inHundred: (count) => `${count} sur 100`,
    profit: "Profit potentiel",
    loss: "Sinon vous perdez",
    fixed: {
      before: "Le ",
      entry: "prix d’entrée",
      and: " et la ",
      barrier: "barrière",
      after: " seront fixés à ce moment.",
      second: "Exécution prévue à",
    },
    houseEdge: "Avantage de la maison",
    edgeMeans: (back) => `En moyenne, nous reversons ${back} USDMS pour 100 USDMS misés.`,
    checkIt: "Comment le vérifier",
    directionEdge: "Sur ce site, la barrière se trouve à 0,001 du prix d’entrée.",
    confirmPlain: { buy: "Acheter", sell: "Vendre" },
    confirm: {
      buy: (money) => `Acheter pour ${money} USDMS`,
      sell: (money) => `Vendre pour ${money} USDMS`,
    },
    confirming: "Ouverture…",
    confirmingLonger: "En attente du prix d’entrée…",
    confirmWaiting: "En attente d’un prix en direct",
    confirmHeld: "Prix momentanément indisponible",
    confirmOffline: "Vous êtes hors ligne",
    confirmMaintenance: "Maintenance : aucune nouvelle position",
    confirmAsked: "Vérification de cet ordre…",
    confirmLocked: "Trading bloqué",
    termsFailed: {
      title: "Les conditions n’ont pas pu être chargées",
      hint: "Il les faut pour ouvrir une position. Réessayez dans un instant.",
    },
    emptyBalance: "Votre solde est vide. Déposez des USDT, ou entraînez-vous d’abord.",
    practise: "S’entraîner",
    amountInvalid: "Veuillez saisir un montant valide",
    amountUnreadable: "Ce montant est illisible. Veuillez saisir un montant valide",
    amountDecimals: "Indiquez un montant de deux décimales au plus, par exemple 15,50",
    balanceInsufficientTitle: "Solde insuffisant",
    balanceInsufficient: "Vous n’avez pas assez de fonds",
    failed: "Impossible de créer la position",
    nothing: "Rien n’a été ouvert.",
    unanswered: {
      title: "Pas encore de réponse",
      open: (clock) =>
        `Votre ordre peut encore être exécuté jusqu’à ${clock}. Nous vérifierons ensuite s’il l’a été.`,
      over: "Votre ordre ne peut plus être exécuté. Nous vérifions s’il l’a été.",
      opened: "Votre position a bien été ouverte. Elle figure parmi vos positions.",
      notOpened: {
        title: (order) => `Non exécuté\u00a0: ${order}`,
        body: "Votre ordre est arrivé trop tard. Il n’a pas été exécuté et n’a rien coûté. Vous pouvez le renvoyer.",
      },
    },
    opened: {
      buy: "Position d’achat ouverte",
      sell: "Position de vente ouverte",
    },
    openedText: (entry, barrier, clock) => `Entrée ${entry}, barrière ${barrier}, échéance à ${clock}.`,
  },

  positions: {
    title: (count) => `Positions actives (${count})`,
    titleLoading: "Positions actives",
    loading: "Chargement de vos positions",
    failed: "Vos positions n’ont pas pu être chargées",
    empty: "Aucune position active",
    emptyHint:
      "Choisissez Acheter ou Vendre. Vos positions s’affichent ici jusqu’à leur règlement ou à leur revente.",
    staked: (money) => `Mises en cours ${money} USDMS`,
    best: (money) => `Au mieux ${money}`,
    worst: (money) => `Au pire ${money}`,
    entry: "Entrée",
    barrier: "Barrière",
    amount: "Mise",
    maxProfit: "Profit max.",
    chance: "Probabilité de gain",
    value: "Valeur actuelle",
    saleFee: "Frais de revente",
    timeLeft: "Temps restant",
    expired: "Échue, règlement…",
    awaited: "Échue, en attente du prix",
    winning: "Gagnerait maintenant",
    notYet: "Perdrait maintenant",
    details: (position) => `Détails de ${position}`,
    toGo: (price) => `encore ${price}`,
    beyond: (price) => `${price} au-delà`,
    short: (price) => `manqué de ${price}`,
    soldFor: (money) => `pour ${money}`,
    dismiss: "Masquer le résultat",
    receipt: "Reçu",
  },

  tone: "Son et vibration pour les résultats",

  result: {
    won: "Position gagnée",
    lost: "Position perdue",
    sold: "Position revendue",
    refunded: "Position clôturée avant l’échéance",
    several: (won, lost, sold, refunded) =>
      [
        won > 0 && counted.fr(won, "gagnée", "gagnées"),
        lost > 0 && counted.fr(lost, "perdue", "perdues"),
        sold > 0 && counted.fr(sold, "revendue", "revendues"),
        refunded > 0 && `${counted.fr(refunded, "clôturée", "clôturées")} avant l’échéance`,
      ]
        .filter(Boolean)
        .join(", "),
  },
};

const wallet: DeskMessages["wallet"] = {
  balance: "Solde",
  usd: (amount) => `≈ ${amount} $`,
  deposit: "Déposer",
  withdraw: "Retirer",
  depositStatus: {
    pending: "En attente",
    confirming: "En confirmation",
    confirmed: "Confirmé",
    failed: "Échoué",
  },
  withdrawalStatus: {
    pending: "En attente",
    processing: "En traitement",
    completed: "Terminé",
    failed: "Échoué",
  },
  cancelled: "Annulé",
  beingChecked: "En cours d’examen",
  partArrived: (came, asked) => `${came} sur ${asked} reçus`,
};

const history: DeskMessages["history"] = {
  title: "Historique",
  trades: "Positions",
  deposits: "Dépôts",
  withdrawals: "Retraits",
  buy: "ACHAT",
  sell: "VENTE",
  status: { won: "Gagnée", lost: "Perdue", sold: "Revendue", refunded: "Clôturée", active: "Active" },
  minutes: (count) => `${count}\u00a0min`,
  result: (entry, result) => `${entry} → ${result}`,
  barrier: (price) => `barrière ${price}`,
  stake: (amount) => `mise ${amount}`,
  more: "Afficher plus",
  moreFailed: "La suite n’a pas pu être chargée",
  statement: "Relevé",
  filter: "Filtrer",
  net: (amount) => `net ${amount} USDT`,
  noTrades: {
    title: "Aucune position terminée",
    hint: "Une position apparaît ici avec son résultat dès qu’elle est réglée ou revendue.",
  },
  noDeposits: {
    title: "Aucun dépôt",
    hint: "Utilisez Déposer dans la carte du solde pour alimenter le compte.",
  },
  noWithdrawals: {
    title: "Aucun retrait",
    hint: "Utilisez Retirer dans la carte du solde. Vos retraits seront listés ici avec leur statut.",
  },
  failed: "La liste n’a pas pu être chargée",
};

export const desk: DeskMessages = { trade, wallet, history };
