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
    soldAt: "Vendue",
    expiry: "Échéance",
    sold: (proceeds, price) => `Vous avez vendu cette position pour ${proceeds}, au prix de ${price}.`,
    soldByUser: (proceeds, price) =>
      `L’utilisateur a vendu cette position pour ${proceeds}, au prix de ${price}.`,
    soldFrom: (value, chance, fee) =>
      `Elle avait ${chance} de chances de gagner, ce qui lui donnait une valeur de ${value} USDMS. Les frais étaient de ${fee} USDMS.`,
    refund: (amount) => `Votre montant de ${amount} USDMS vous a été rendu.`,
    refundToUser: (amount) => `Le montant de ${amount} USDMS a été rendu.`,
    closedAt: (price, moment, chance) =>
      `Le prix était de ${price} le ${moment}. De là, elle avait ${chance} de chances de gagner.`,
    closed: (value) => `Vous avez reçu ${value} USDMS : sa valeur au dernier prix connu.`,
    closedOfUser: (value) => `L’utilisateur a reçu ${value} USDMS : sa valeur au dernier prix connu.`,
    reasons: {
      beacon:
        "Le prix de cette position a pris fin parce que sa balise avait disparu ou a été remplacée. Aucun résultat ne pouvait être établi : la position a été clôturée avant l’échéance.",
      secret:
        "La plateforme a perdu le secret dont le prix provient : aucun résultat ne pouvait être établi, et une promesse n’a pas été tenue. La position a été clôturée avant l’échéance.",
    },
    wouldWin: (price) => `Gagnerait maintenant, à ${price}`,
    notYet: (price) => `Pas encore, à ${price}`,
  },

  chart: {
    title: "De l’entrée à l’échéance",
    titleSold: "De l’entrée à la vente",
    sale: "Vente",
    expiry: "Échéance",
    summary: (entry, expiry, first, last, low, high) =>
      `De ${entry} à ${expiry}, le prix est passé de ${first} à ${last}, entre ${low} et ${high}.`,
    summaryOpen: (entry, expiry, first, last, low, high) =>
      `Depuis ${entry}, le prix est passé de ${first} à ${last}, entre ${low} et ${high}. La position est réglée à ${expiry}.`,
    loading: "Chargement des prix",
    failed: {
      title: "Les prix n’ont pas pu être chargés",
      hint: "Les conditions et le résultat n’en dépendent pas.",
    },
    gone: {
      title: "Ces prix ne sont plus disponibles",
      hint: "Le prix a recommencé après cette position. Ses conditions et ses écritures restent consignées.",
    },
  },

  closeUp: {
    entry: "Autour de l’entrée",
    expiry: "Autour de l’échéance",
    sale: "Autour de la vente",
    before: (seconds) => `−${seconds} s`,
    after: (seconds) => `+${seconds} s`,
    later: (clock) => `Tracé quand la position sera réglée, à ${clock}.`,
    table: "Ces ticks en tableau",
    tick: "Tick",
    time: "Heure",
    price: "Prix",
    entryTick: "entrée",
    expiryTick: "échéance",
    saleTick: "vente",
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
    chance: "Chance de gagner",
    entryPrice: "Prix d’entrée",
    barrier: "Barrière",
    resultPrice: "Prix du résultat",
    soldPrice: "Prix de la vente",
    soldTick: "Tick de la vente",
    maxProfit: "Profit max.",
    entryTick: "Tick d’entrée",
    round: "Tour de la balise",
    expiryTick: "Tick d’échéance",
    open: "Pas encore connu",
    none: "Aucun",
  },

  barrier: {
    title: "Comment la barrière a été calculée",
    intro:
      "Des nombres entiers, par pas de 0,00000001 : chaque machine obtient les mêmes chiffres. Refaites le calcul :",
    direction: "Dans cette installation, la barrière est à un pas de prix de l’entrée.",
    entry: "Prix d’entrée P",
    mean: "Moyenne M",
    distance: "Distance D = P − M",
    pull: "Rappel",
    scale: "Échelle du rappel",
    pulled: "Ce qu’il en reste : D × rappel ÷ échelle",
    reach: "Portée",
    exact: { buy: "M + reste + portée", sell: "M + reste − portée" },
    rounded: {
      buy: (grid) => `Au multiple de ${grid} supérieur`,
      sell: (grid) => `Au multiple de ${grid} inférieur`,
    },
    result: (unit) => `Divisé par ${unit}`,
    same: "Votre navigateur vient de la recalculer : elle est identique à celle enregistrée avec la position.",
    different: (recomputed) =>
      `Votre navigateur a calculé ${recomputed}, ce qui n’est pas la valeur enregistrée. Veuillez prévenir l’assistance.`,
    unknown: "Cette page ne connaît pas la formule de cette barrière ; elle n’a donc pas pu la vérifier.",
  },

  commitments: {
    title: "Engagements",
    intro:
      "Chaque heure de prix provient d’une graine secrète et des tours de la balise. L’engagement sur la graine était public avant l’ouverture de la position : ni l’un ni l’autre ne peut être modifié.",
    epoch: (epoch) => `Heure ${epoch}`,
    copy: (epoch) => `Copier l’engagement de l’heure ${epoch}`,
    reveals: (moment) => `La graine est révélée à la fin de l’heure, le ${moment}.`,
    revealed: (moment) => `La graine est publique depuis le ${moment}.`,
    raw: "Données brutes",
    epochs: "Graines et engagements (JSON)",
    prices: "Prix de cette position (JSON)",
    gone: "Le prix a recommencé après cette position : ses données brutes ne sont plus disponibles.",
  },

  promise: {
    title: "Promesse signée",
    intro:
      "Signée à l’ouverture de la position. Avec ce qui figure ici, vous pouvez prouver à quiconque ce qui vous a été promis, quoi qu’on en dise plus tard.",
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
        `Le ${moment} selon l’horloge de cet appareil, avant que le tour suivant de la balise soit dû : rien n’a donc été antidaté.`,
      late: (moment) =>
        `Le ${moment} selon l’horloge de cet appareil, alors que le tour suivant de la balise était déjà dû. C’est trop tard pour juger si quelque chose a été antidaté. Un réseau lent ou une horloge fausse peut en être la cause.`,
      "clock-behind": (moment) =>
        `Le ${moment} selon l’horloge de cet appareil, avant que son tour de la balise soit dû. Cette horloge retardait : personne ne peut dire si quelque chose a été antidaté.`,
      other:
        "La signature de la réponse n’est pas celle de ce reçu. Vérifiez cette position, gardez les deux et prévenez l’assistance.",
      none: "Non enregistré : ce navigateur n’a aucune trace de la réponse. Il ne garde ces traces que jusqu’à votre déconnexion.",
      kept: "Ce navigateur garde cette trace jusqu’à votre déconnexion. Le reçu téléchargé la conserve.",
    },
  },

  sale: {
    title: "Vente signée",
    intro:
      "Signée à la vente de la position. Avec ce texte et sa signature, vous pouvez prouver à quiconque à quel prix et pour quel montant vous avez vendu, quoi qu’on en dise plus tard.",
  },

  entries: {
    title: "Écritures comptables",
    intro: "Chaque transaction est de somme nulle : ce qui quitte un compte arrive dans un autre.",
    lost: "Une position perdue ne déplace plus rien : le montant a quitté votre solde à l’ouverture.",
    lostByUser:
      "Une position perdue ne déplace plus rien : le montant a quitté le solde de l’utilisateur à l’ouverture.",
    kind: "Mouvement",
    account: "Compte",
    amount: "Montant",
    balance: "Solde après",
    time: "Heure",
    transaction: "Transaction",
    accounts: { yours: "Votre solde", theirs: "Solde de l’utilisateur", "house:trading": "Maison, trading" },
    kinds: {
      position_opened: "Position ouverte",
      position_won: "Position gagnée",
      position_sold: "Position vendue",
      position_refunded: "Position clôturée avant l’échéance",
    },
    noBalance: "Sans solde courant",
  },

  notThere: {
    title: "Position introuvable",
    hint: "L’adresse est peut-être incomplète, ou la position appartient à un autre compte.",
    toDashboard: "Vers le tableau de bord",
  },
  archived: {
    title: "Ce mois est archivé",
    hint: "Votre solde et votre relevé tiennent toujours compte de ses positions. Un reçu enregistré peut toujours être vérifié.",
  },
  failed: "Le reçu n’a pas pu être chargé",
};

export const terms: LaterMessages["terms"] = {
  value:
    "Le montant versé si la position gagne, mise comprise, multiplié par sa chance de gagner au prix affiché. Une vente paie ce montant, moins les frais, au prix de la dernière seconde du bloc où vous vendez.",
  barrier: "Le prix à atteindre ou à dépasser à la dernière seconde pour que la position gagne.",
  chance: "La fréquence à laquelle une telle position gagne, calculée d’après le mouvement du prix.",
  houseEdge: "La part de chaque mise que la plateforme garde en moyenne, sur un grand nombre de positions.",
  multiplier: "Un gain rapporte le montant multiplié par ce chiffre, et le montant vous est rendu.",
  entry: "Le prix à la fin du bloc de quelques secondes où la position a été ouverte.",
  exit: "Le prix de la seconde où la position a été réglée.",
  maxProfit: "Le montant qu’un gain ajoute à votre solde, en plus du montant engagé.",
  commitment:
    "L’empreinte de la graine d’une heure, publiée avant ses prix : ils ne peuvent plus être modifiés.",
  seed: "Le nombre secret qui, avec les tours de la balise, donne tous les prix de cette heure.",
  termsHash: "L’empreinte des conditions des positions de cette heure, fixées un jour à l’avance.",
  head: "Un seul code pour toute la liste des engagements et des conditions jusqu’à cette heure.",
  startState: "Le prix juste avant cette heure, par pas de 0,00000001.",
  firstTick: "La première seconde de cette heure, comptée depuis 1970.",
  usdms: "L’unité de votre solde : 1 USDMS vaut 1 dollar américain.",
  trc20: "L’USDT qui circule sur le réseau TRON ; ses adresses commencent par T.",
  fee: "La part d’un retrait que garde la plateforme.",
  net: "Le montant qui arrive à votre adresse, une fois les frais déduits.",
  withdrawalCode:
    "5 chiffres que vous choisissez une seule fois et que vous seul connaissez. Si vous les avez oubliés, contactez l’assistance.",
  pending: "L’opération est créée et attend la suite.",
  confirming: "Le paiement a été détecté, le réseau est en train de le confirmer.",
  confirmed: "Le paiement est arrivé, le montant est sur votre solde.",
  processing: "Le retrait est approuvé, le paiement est en route.",
  completed: "Le paiement a été envoyé.",
  failed: "L’opération n’a pas abouti, votre solde est comme avant.",
};
