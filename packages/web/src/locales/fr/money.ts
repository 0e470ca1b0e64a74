import type { LaterMessages } from "../messages.ts";
import { addresses } from "./addresses.ts";

type Payments = LaterMessages["payments"];

const deposit: Payments["deposit"] = {
  told: "Dépôt crédité",
  help: "Aide sur les dépôts",
  form: {
    title: "Dépôt",
    description: "Vous payez en USDT sur le réseau TRON (TRC20). Vous recevez 1 USDMS par USDT.",
    amount: "Montant",
    minimum: "Au moins 15 USDMS",
    submit: "Continuer",
    pending: "Demande d’une adresse…",
    invalid: "Montant invalide",
    minimumMissed: "Le montant minimum de dépôt est 15 USDMS",
    failed: "Impossible de créer le dépôt",
  },
  firstLimit: {
    label: "Limite de dépôts par semaine (facultative)",
    hint: "Elle s’applique aussitôt. Si vous l’augmentez plus tard, il faudra attendre 24 heures.",
    skip: "Ne pas fixer de limite",
    invalid: "Saisissez un montant d’au moins 0,01 avec au plus deux décimales, ou laissez vide",
  },
  awaiting: {
    title: "En attente du paiement",
    address: "Payer à cette adresse",
    payAmount: "Montant à payer",
    credited: "Crédité sur votre solde",
    rest: "Reste à payer",
    watched: "Adresse suivie jusqu’au",
    network: "N’envoyez que des USDT sur TRON (TRC20) : tout le reste serait perdu.",
    least: (amount) => `Moins de ${amount} USDT peut ne pas compter.`,
    qr: "QR code de l’adresse",
    qrHolds: "L’adresse seule : saisissez le montant",
    copyAddress: "Copier l’adresse",
    copyAmount: "Copier le montant",
    done: "Terminé",
  },
  live: {
    preparing: {
      title: "Préparation de votre adresse",
      body: "Le prestataire de paiement est très sollicité. L’adresse apparaîtra ici dès que nous l’aurons. Vous pouvez fermer cette fenêtre et rouvrir le dépôt depuis l’historique.",
    },
    pending: {
      title: "En attente de votre paiement",
      body: "La confirmation prend 3-5 minutes. Vous pouvez fermer cette fenêtre.",
    },
    confirming: {
      title: "Paiement détecté",
      body: "La confirmation prend 3-5 minutes. Vous pouvez fermer cette fenêtre.",
    },
    sandboxTime: "Un vrai paiement prend 3-5 minutes. Vous pouvez fermer cette fenêtre.",
    checking: {
      title: "En cours de vérification",
      body: "Votre paiement est arrivé. Nous le vérifions avant de le créditer. Vous n’avez rien à faire.",
    },
    confirmed: { title: "Confirmé", body: "Le montant est sur votre solde." },
    failed: { title: "Ce dépôt a échoué", body: "Rien n’a été crédité. Vous pouvez en créer un autre." },
  },
  failure: {
    no_address:
      "Le prestataire n’a pas fourni d’adresse : vous ne pouviez pas payer. Vous pouvez créer un autre dépôt.",
    provider: "Le prestataire de paiement n’a pas pu terminer le paiement. Rien n’a été crédité.",
    expired: "Aucun paiement n’est arrivé à temps. Si vous avez payé depuis, il sera retrouvé et crédité.",
    refunded: "Le paiement a été renvoyé à son expéditeur. Rien n’a été crédité.",
    rejected: "Un administrateur a rejeté ce dépôt. Rien n’a été crédité.",
  },
  part: {
    sendRest: (missing) => `Envoyez les ${missing} USDT manquants à la même adresse : ils seront crédités.`,
    tooLittle: (missing, least) =>
      `Il manque ${missing} USDT. Moins de ${least} USDT peut ne pas compter : créez plutôt un autre dépôt.`,
  },
  differs: "Le montant arrivé diffère du montant demandé. Le montant arrivé vous a été crédité.",
  asked: "Montant demandé",
  reason: "Motif",
  paidTo: "Adresse",
  created: "Créé le",
};

const withdrawal: Payments["withdrawal"] = {
  help: "Pourquoi un retrait attend-il ?",
  form: {
    title: "Retrait",
    description: "Vous recevez des USDT sur le réseau TRON (TRC20).",
    available: (amount) => `${amount} disponibles`,
    amount: "Montant",
    minimum: "Au moins 15 USDMS",
    address: "Votre adresse USDT (TRC20)",
    code: "Code de retrait",
    codeHint: "Les 5 chiffres que vous avez choisis",
    aboutNetwork: "À propos de TRC20",
    aboutCode: "À propos du code de retrait",
    showCode: "Afficher le code",
    hideCode: "Masquer le code",
    fee: (percent) => `Frais (${percent} %)`,
    net: "Vous recevez",
    verify:
      "Vérifiez chaque caractère de l’adresse. Elle doit être sur TRON (TRC20). Un envoi ne peut pas être annulé.",
    submit: (net) => `Retirer ${net} USDT`,
    pending: "Traitement…",
    failed: "Impossible de créer le retrait",
    created: "Retrait créé",
    createdBody: "Votre retrait est en cours de traitement.",
  },
  check: {
    amountTitle: "Montant invalide",
    amount: "Le montant minimum de retrait est 15 USDMS",
    balanceTitle: "Solde insuffisant",
    balance: "Vous n’avez pas assez de fonds",
    addressTitle: "Adresse invalide",
    address: "Veuillez saisir une adresse USDT valide",
    contractTitle: "Adresse invalide",
    contract:
      "C’est l’adresse d’un contrat, pas celle d’un portefeuille. Tout envoi vers elle est perdu. Saisissez une adresse de votre propre portefeuille.",
    codeTitle: "Code de retrait invalide",
    code: "Le code de retrait doit contenir 5 chiffres",
    twoStepTitle: "Code invalide",
    twoStep: "Saisissez les 6 chiffres de votre application d’authentification, ou un code de secours",
  },
  noCode: "Il vous faut d’abord un code de retrait.",
  byPasskey: "Votre clé d’accès confirme ce retrait.",
  stopped: "Les retraits sont suspendus pendant la maintenance. Votre solde reste inchangé.",
  unconfirmed: (email) =>
    `Confirmez votre adresse e-mail avant de retirer\u00a0: ouvrez le lien envoyé à ${email}.`,
  held: (moment) =>
    `Pour votre sécurité, les retraits sont suspendus après un changement de mot de passe, d’adresse e-mail, de clés d’accès, de connexion en deux étapes, de code de retrait ou d’adresses enregistrées. Ils rouvriront le ${moment}.`,
  details: {
    title: "Retrait",
    amount: "Montant",
    net: "Versé",
    address: "À cette adresse",
    copyAddress: "Copier l’adresse",
    hash: "Transaction",
    copyHash: "Copier l’identifiant de transaction",
    reason: "Motif",
    created: "Créé le",
    cancel: "Annuler ce retrait",
  },
  live: {
    pending: { title: "En attente d’approbation", body: "Nous l’examinons avant le paiement." },
    checking: {
      title: "En cours de vérification",
      body: "Nous le vérifions avant de le payer. Vous n’avez rien à faire.",
    },
    processing: { title: "En cours de paiement", body: "Le paiement est en route vers votre adresse." },
    completed: { title: "Terminé", body: "Le paiement a été envoyé." },
    failed: { title: "Non payé", body: "Le montant entier est de retour sur votre solde." },
  },
  failure: {
    rejected: "Un administrateur l’a rejeté. Le montant entier est de retour sur votre solde.",
    cancelled: "Vous l’avez annulé. Le montant entier est de retour sur votre solde.",
    payout_failed: "Le paiement n’a pas pu être fait. Le montant entier est de retour sur votre solde.",
    account_closed: "Le compte a été fermé avant le paiement.",
  },
  cancel: {
    title: "Annuler ce retrait ?",
    body: (amount) => `Rien ne sera versé et ${amount} USDMS reviennent aussitôt sur votre solde.`,
    keep: "Le garder",
    confirm: "L’annuler",
    done: "Retrait annulé",
    doneBody: (amount) => `${amount} USDMS sont de retour sur votre solde.`,
    failed: "Impossible d’annuler le retrait",
  },
};

const sandbox: Payments["sandbox"] = {
  title: "Ceci est un bac à sable. N’envoyez rien.",
  body: "Aucun argent réel ne circule ici : l’adresse est fictive et tout envoi serait perdu.",
  confirms: (seconds) =>
    seconds === null
      ? "Un administrateur confirme le dépôt."
      : `Le dépôt se confirme automatiquement en ${seconds} secondes environ.`,
  noPayout: "Ceci est un bac à sable : aucun argent réel n’est versé.",
};

export const payments: Payments = { deposit, withdrawal, sandbox, addresses };

export const statement: LaterMessages["statement"] = {
  title: "Relevé",
  intro: (zone) =>
    `Tous les mouvements de votre solde, du plus récent au plus ancien. Les heures sont celles du fuseau ${zone}.`,
  back: "Retour au tableau de bord",
  kinds: {
    position_opened: "Position ouverte",
    position_won: "Position gagnée",
    position_sold: "Position vendue",
    position_refunded: "Position clôturée avant l’échéance",
    positions_archived: "Positions archivées",
    deposit_credited: "Dépôt",
    withdrawal_held: "Retrait",
    withdrawal_returned: "Retrait restitué",
    balance_adjusted: "Ajustement",
  },
  columns: {
    kind: "Mouvement",
    reference: "Référence",
    time: "Date et heure",
    amount: "Montant",
    balance: "Solde après",
  },
  copyReference: "Copier la référence",
  noReference: "Aucune",
  groups: {
    label: "Types",
    trades: "Trades",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    adjustments: "Ajustements",
  },
  csv: "Télécharger en CSV",
  table: "Mouvements",
  loading: "Chargement de la suite…",
  end: "C’est tout.",
  empty: {
    title: "Aucun mouvement",
    hint: "Dépôts, positions et retraits apparaissent ici dès qu’ils changent votre solde.",
  },
  failed: "Le relevé n’a pas pu être chargé",
};

export const filters: LaterMessages["filters"] = {
  label: "Filtres",
  from: "Du",
  to: "Au",
  wrongWayRound: "Cette date précède la date de début.",
  min: "Au moins",
  max: "Au plus",
  amountInvalid: "Saisissez un montant tel que 10,50.",
  clear: "Effacer les filtres",
  noMatch: { title: "Rien ne correspond à ces filtres", hint: "Effacez-en un pour en voir plus." },
};

export const trades: LaterMessages["trades"] = {
  side: "Sens",
  sides: { buy: "Achat", sell: "Vente" },
  result: "Résultat",
  csv: "Télécharger en CSV",
  loading: "Recherche dans les trades plus anciens…",
};
