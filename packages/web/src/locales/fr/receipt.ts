import type { LaterMessages } from "../messages.ts";

export const receipt: LaterMessages["receipt"] = {
  title: "Reçu",
  back: "Retour au tableau de bord",
  loading: "Chargement du reçu",
  id: "Position",
  copyId: "Copier l’identifiant de la position",
  verify: "Vérifier cette position",
  download: "Télécharger le reçu",
  downloadFailed: { title: "Le reçu n’a pas pu être créé", hint: "Réessayez dans un instant." },

  head: {
    result: "Résultat",
    ifWon: "Si elle gagne",
    otherwise: "Sinon",
    opened: "Ouverte",
    soldAt: "Revendue",
    expiry: "Échéance",
    sold: (proceeds, price) => `Vous avez revendu cette position pour ${proceeds}, au prix de ${price}.`,
    soldByUser: (proceeds, price) =>
      `L’utilisateur a revendu cette position pour ${proceeds}, au prix de ${price}.`,
    soldFrom: (value, chance, fee) =>
      `Sa probabilité de gain était de ${chance} : elle valait donc ${value} USDMS. Les frais de revente étaient de ${fee} USDMS.`,
    refund: (amount) => `Votre mise de ${amount} USDMS vous a été remboursée.`,
    refundToUser: (amount) => `La mise de ${amount} USDMS a été remboursée.`,
    closedAt: (price, moment, chance) =>
      `Le prix était de ${price} le ${moment}. À ce moment, la probabilité de gain était de ${chance}.`,
    closed: (value) => `Vous avez reçu ${value} USDMS : la valeur de la position au dernier prix connu.`,
    closedOfUser: (value) =>
      `L’utilisateur a reçu ${value} USDMS : la valeur de la position au dernier prix connu.`,
    reasons: {
      beacon:
        "La série de prix a été interrompue parce que sa balise avait disparu ou a été remplacée. Aucun résultat ne pouvait être calculé : la position a été clôturée avant l’échéance.",
      secret:
        "La plateforme a perdu le secret de la série de prix. Aucun résultat ne pouvait être calculé : la position a été clôturée avant l’échéance, et une promesse n’a pas été tenue.",
    },
    wouldWin: (price) => `Gagnerait maintenant, à ${price}`,
    notYet: (price) => `Perdrait maintenant, à ${price}`,
  },

  chart: {
    title: "De l’entrée à l’échéance",
    titleSold: "De l’entrée à la revente",
    sale: "Revente",
    expiry: "Échéance",
    summary: (entry, expiry, first, last, low, high) =>
      `De ${entry} à ${expiry}, le prix est passé de ${first} à ${last} (minimum ${low}, maximum ${high}).`,
    summaryOpen: (entry, expiry, first, last, low, high) =>
      `Depuis ${entry}, le prix est passé de ${first} à ${last} (minimum ${low}, maximum ${high}). La position est réglée à ${expiry}.`,
    loading: "Chargement des prix",
    failed: {
      title: "Les prix n’ont pas pu être chargés",
      hint: "Les conditions et le résultat n’en dépendent pas.",
    },
    gone: {
      title: "Ces prix ne sont plus disponibles",
      hint: "La série de prix a été redémarrée après cette position. Ses conditions et ses écritures comptables restent enregistrées.",
    },
  },

  closeUp: {
    entry: "Autour de l’entrée",
    expiry: "Autour de l’échéance",
    sale: "Autour de la revente",
    before: (seconds) => `−${seconds} s`,
    after: (seconds) => `+${seconds} s`,
    later: (clock) => `Tracé quand la position sera réglée, à ${clock}.`,
    table: "Ces secondes en tableau",
    tick: "Seconde",
    time: "Heure",
    price: "Prix",
    entryTick: "entrée",
    expiryTick: "échéance",
    saleTick: "revente",
  },

  terms: {
    title: "Conditions",
    rule: {
      buy: (barrier) => `Un achat gagne à ${barrier} ou plus.`,
      sell: (barrier) => `Une vente gagne à ${barrier} ou moins.`,
    },
    reason: {
      above: (clock, result, distance) =>
        `À ${clock}, le prix était de ${result} : ${distance} au-dessus de la barrière.`,
      below: (clock, result, distance) =>
        `À ${clock}, le prix était de ${result} : ${distance} au-dessous de la barrière.`,
      at: (clock, result) =>
        `À ${clock}, le prix était de ${result} : exactement la barrière, ce qui suffit pour gagner.`,
    },
    decidedAt: (clock) => `Le prix à ${clock} décide.`,
    amount: "Mise",
    multiplier: "Multiplicateur",
    chance: "Probabilité de gain",
    entryPrice: "Prix d’entrée",
    barrier: "Barrière",
    resultPrice: "Prix du résultat",
    soldPrice: "Prix de revente",
    soldTick: "Seconde de revente",
    maxProfit: "Profit max.",
    entryTick: "Seconde d’entrée",
    round: "Tirage de la balise",
    expiryTick: "Seconde d’échéance",
    open: "Pas encore connu",
    none: "Aucun",
  },

  barrier: {
    title: "Comment la barrière a été calculée",
    intro:
      "Tous les nombres sont des multiples entiers de 0,00000001 : chaque machine obtient les mêmes chiffres. Refaites le calcul :",
    direction: "Sur ce site, la barrière se trouve à 0,001 du prix d’entrée.",
    entry: "Prix d’entrée P",
    mean: "Moyenne M",
    distance: "Distance D = P − M",
    pull: "Rappel",
    scale: "Échelle du rappel",
    pulled: "Après retour à la moyenne E = D × rappel ÷ échelle",
    reach: "Portée",
    exact: { buy: "M + E + portée", sell: "M + E − portée" },
    rounded: {
      buy: (grid) => `Au multiple de ${grid} supérieur`,
      sell: (grid) => `Au multiple de ${grid} inférieur`,
    },
    result: (unit) => `Divisé par ${unit}`,
    same: "Votre navigateur vient de la recalculer : elle est identique à celle enregistrée avec la position.",
    different: (recomputed) =>
      `Votre navigateur a calculé ${recomputed}, ce qui n’est pas la valeur enregistrée. Contactez l’assistance.`,
    unknown: "Cette page ne connaît pas la formule de cette barrière : elle n’a pas pu la vérifier.",
  },

  commitments: {
    title: "Engagements",
    intro:
      "Les prix de chaque heure découlent d’une graine secrète et des tirages de la balise. L’engagement sur la graine a été publié avant l’ouverture de la position : la graine ne peut donc pas être modifiée.",
    epoch: (epoch) => `Heure ${epoch}`,
    copy: (epoch) => `Copier l’engagement de l’heure ${epoch}`,
    reveals: (moment) => `La graine sera publiée à la fin de l’heure, le ${moment}.`,
    revealed: (moment) => `La graine est publique depuis le ${moment}.`,
    raw: "Données brutes",
    epochs: "Graines et engagements (JSON)",
    prices: "Prix de cette position (JSON)",
    gone: "La série de prix a été redémarrée après cette position : ses données brutes ne sont plus disponibles.",
  },

  promise: {
    title: "Promesse signée",
    intro:
      "Signée à l’ouverture de la position. Avec les données ci-dessous, vous pouvez prouver à quiconque ce qui vous a été promis.",
    text: "Texte signé",
    copyText: "Copier le texte signé",
    signature: "Signature (Ed25519)",
    copySignature: "Copier la signature",
    path: "Chemin vers la racine signée",
    pathIntro:
      "Une seule signature couvre toutes les promesses faites au même instant. Ces empreintes mènent de ce texte à la racine signée.",
    pathEmpty:
      "Aucune autre promesse n’a été faite au même instant : la racine signée est l’empreinte de ce texte.",
    copyPath: "Copier le chemin",
    key: "Clé publique",
    copyKey: "Copier la clé publique",
    compareKey: "Comparez-la à la clé de la page Équité",
    received: {
      title: "Quand la réponse est arrivée",
      right: (moment) =>
        `Le ${moment} selon l’horloge de cet appareil, avant l’heure prévue du tirage suivant de la balise : rien n’a donc été antidaté.`,
      late: (moment) =>
        `Le ${moment} selon l’horloge de cet appareil, après l’heure prévue du tirage suivant de la balise. C’est trop tard pour juger si quelque chose a été antidaté. Un réseau lent ou une horloge fausse peut en être la cause.`,
      "clock-behind": (moment) =>
        `Le ${moment} selon l’horloge de cet appareil, avant l’heure prévue de son tirage de la balise. Cette horloge retardait : elle ne montre pas si quelque chose a été antidaté.`,
      other:
        "La signature de la réponse n’est pas celle de ce reçu. Vérifiez cette position, gardez le reçu et contactez l’assistance.",
      none: "Non enregistré : ce navigateur n’a aucune trace de la réponse. Il ne garde ces traces que jusqu’à votre déconnexion.",
      kept: "Ce navigateur garde cette trace jusqu’à votre déconnexion. Un reçu téléchargé la conserve définitivement.",
    },
  },

  sale: {
    title: "Revente signée",
    intro:
      "Signée à la revente de la position. Avec ce texte et sa signature, vous pouvez prouver à quiconque à quel prix et pour quel montant vous l’avez revendue.",
  },

  entries: {
    title: "Écritures comptables",
    intro: "Chaque transaction est de somme nulle : ce qui quitte un compte arrive dans un autre.",
    lost: "Position perdue : rien n’est reversé. Votre mise a été débitée à l’ouverture.",
    lostByUser: "Position perdue : rien n’est reversé. La mise de l’utilisateur a été débitée à l’ouverture.",
    kind: "Mouvement",
    account: "Compte",
    amount: "Montant",
    balance: "Solde après",
    time: "Heure",
    transaction: "Transaction",
    accounts: {
      yours: "Votre solde",
      theirs: "Solde de l’utilisateur",
      "house:trading": "Compte de la plateforme",
    },
    kinds: {
      position_opened: "Position ouverte",
      position_won: "Position gagnée",
      position_sold: "Position revendue",
      position_refunded: "Position clôturée avant l’échéance",
    },
    noBalance: "Sans solde courant",
  },

  notThere: {
    title: "Position introuvable",
    hint: "L’adresse est peut-être incomplète, ou la position appartient à un autre compte.",
    toDashboard: "Voir le tableau de bord",
  },
  archived: {
    title: "Ce mois est archivé",
    hint: "Votre solde et votre relevé de compte tiennent toujours compte de ses positions, et vous pouvez toujours vérifier un reçu enregistré.",
  },
  failed: "Le reçu n’a pas pu être chargé",
};

export const terms: LaterMessages["terms"] = {
  value:
    "Le montant versé si la position gagne, mise comprise, multiplié par sa probabilité de gain au prix affiché. En cas de revente, vous recevez cette valeur moins les frais, au prix de la fin de la fenêtre d’exécution.",
  barrier: "Le prix à atteindre ou à dépasser à l’échéance pour que la position gagne.",
  chance: "La part de ces positions qui gagnent à la longue, calculée d’après le mouvement du prix.",
  houseEdge: "La part de chaque mise que la plateforme garde en moyenne, sur un grand nombre de positions.",
  multiplier: "Le profit d’un gain est la mise multipliée par ce chiffre. La mise vous est aussi rendue.",
  entry: "Le prix auquel votre ordre a été exécuté, à la fin de sa fenêtre d’exécution de quelques secondes.",
  exit: "Le prix à l’échéance, qui a décidé de la position.",
  maxProfit: "Le montant qu’un gain ajoute à votre solde, en plus de votre mise.",
  commitment:
    "L’empreinte de la graine d’une heure, publiée avant les prix : ils ne peuvent donc pas être modifiés.",
  seed: "Le nombre secret qui, avec les tirages de la balise, donne tous les prix de cette heure.",
  termsHash: "L’empreinte des conditions des positions de cette heure, fixées un jour à l’avance.",
  head: "Un seul code pour toute la liste des engagements et des conditions jusqu’à cette heure.",
  startState: "Le prix juste avant cette heure, par pas de 0,00000001.",
  firstTick: "La première seconde de cette heure, comptée depuis 1970.",
  usdms: "L’unité de votre solde : 1 USDMS vaut 1 dollar américain.",
  trc20: "L’USDT qui circule sur le réseau TRON ; ses adresses commencent par T.",
  fee: "La part d’un retrait que garde la plateforme.",
  net: "Le montant qui arrive à votre adresse, une fois les frais déduits.",
  withdrawalCode:
    "5 chiffres que vous choisissez une seule fois et que personne d’autre ne connaît. Si vous les avez oubliés, contactez l’assistance.",
  pending: "Opération enregistrée, en attente de traitement.",
  confirming: "Le paiement a été détecté, et le réseau le confirme.",
  confirmed: "Le paiement est arrivé, et le montant a été crédité sur votre solde.",
  processing: "Retrait approuvé, versement en cours.",
  completed: "Le versement a été envoyé.",
  failed: "L’opération n’a pas abouti, et votre solde est le même qu’avant.",
};
