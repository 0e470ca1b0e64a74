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
    least: (amount) => `Moins de ${amount} USDT peut ne pas être crédité.`,
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
      title: "En cours d’examen",
      body: "Votre paiement est arrivé. Nous l’examinons avant de le créditer. Vous n’avez rien à faire.",
    },
    confirmed: { title: "Confirmé", body: "Le montant a été crédité sur votre solde." },
    failed: { title: "Ce dépôt a échoué", body: "Rien n’a été crédité. Vous pouvez en créer un nouveau." },
  },
  failure: {
    no_address: "Le prestataire de paiement n’a pas fourni d’adresse. Créez un nouveau dépôt.",
    provider: "Le prestataire de paiement n’a pas pu terminer le paiement. Rien n’a été crédité.",
    expired:
      "Aucun paiement n’est arrivé à temps. Si vous avez payé depuis, nous retrouverons et créditerons votre paiement.",
    refunded: "Le paiement a été renvoyé à son expéditeur. Rien n’a été crédité.",
    rejected: "Nous avons rejeté ce dépôt. Rien n’a été crédité.",
  },
  part: {
    sendRest: (missing) => `Envoyez les ${missing} USDT manquants à la même adresse : ils seront crédités.`,
    tooLittle: (missing, least) =>
      `Il manque ${missing} USDT. Un paiement inférieur à ${least} USDT peut ne pas être crédité : créez plutôt un nouveau dépôt.`,
  },
  differs: "Le montant reçu diffère du montant demandé. Nous avons crédité le montant reçu.",
  asked: "Montant demandé",
  reason: "Motif",
  paidTo: "Adresse",
  created: "Créé le",
};

const withdrawal: Payments["withdrawal"] = {
  help: "Pourquoi mon retrait est-il en attente ?",
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
      "Vérifiez chaque caractère de l’adresse. Elle doit être sur TRON (TRC20). Un versement ne peut pas être annulé.",
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
    `Pour votre sécurité, les retraits sont temporairement suspendus après un changement de mot de passe, d’adresse e-mail, de clés d’accès, de double authentification, de code de retrait ou d’adresses enregistrées. Ils rouvriront le ${moment}.`,
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
    pending: { title: "En attente d’approbation", body: "Nous l’examinons avant de le verser." },
    checking: {
      title: "En cours d’examen",
      body: "Nous l’examinons avant de le verser. Vous n’avez rien à faire.",
    },
    processing: { title: "Versement en cours", body: "Nous envoyons le versement à votre adresse." },
    completed: { title: "Terminé", body: "Le versement a été envoyé." },
    failed: { title: "Non versé", body: "Le montant total a été recrédité sur votre solde." },
  },
  failure: {
    rejected: "Nous l’avons rejeté. Le montant total a été recrédité sur votre solde.",
    cancelled: "Vous l’avez annulé. Le montant total a été recrédité sur votre solde.",
    payout_failed: "Le versement n’a pas abouti. Le montant total a été recrédité sur votre solde.",
    account_closed: "Le compte a été fermé avant le versement.",
  },
  cancel: {
    title: "Annuler ce retrait ?",
    body: (amount) => `Rien ne sera versé. Nous recréditerons aussitôt ${amount} USDMS sur votre solde.`,
    keep: "Conserver le retrait",
    confirm: "Annuler le retrait",
    done: "Retrait annulé",
    doneBody: (amount) => `${amount} USDMS ont été recrédités sur votre solde.`,
    failed: "Impossible d’annuler le retrait",
  },
};

const sandbox: Payments["sandbox"] = {
  title: "Mode test : n’envoyez rien.",
  body: "Aucun argent réel n’est utilisé ici. L’adresse est fictive, et tout envoi est perdu.",
  confirms: (seconds) =>
    seconds === null
      ? "Notre équipe confirme le dépôt."
      : `Le dépôt est confirmé automatiquement en ${seconds} secondes environ.`,
  noPayout: "Mode test : aucun argent réel n’est versé.",
};

export const payments: Payments = { deposit, withdrawal, sandbox, addresses };

export const statement: LaterMessages["statement"] = {
  title: "Relevé de compte",
  intro: (zone) =>
    `Tous les mouvements de votre solde, du plus récent au plus ancien. Les heures sont celles du fuseau ${zone}.`,
  back: "Retour au tableau de bord",
  kinds: {
    position_opened: "Position ouverte",
    position_won: "Position gagnée",
    position_sold: "Position revendue",
    position_refunded: "Position clôturée avant l’échéance",
    positions_archived: "Positions archivées",
    deposit_credited: "Dépôt",
    withdrawal_held: "Retrait",
    withdrawal_returned: "Retrait recrédité",
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
    trades: "Positions",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    adjustments: "Ajustements",
  },
  csv: "Télécharger en CSV",
  table: "Mouvements",
  loading: "Chargement de la suite…",
  end: "Fin de la liste",
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
  loading: "Recherche dans les positions plus anciennes…",
};
