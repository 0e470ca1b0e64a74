import type { AdminMessages } from "../messages.ts";

export const userPage: AdminMessages["userPage"] = {
  id: "Identifiant",
  invited: "par l’invitation",
  copyId: (id) => `Copier l’identifiant ${id}`,
  tradingLocked: "Ordres bloqués",
  withdrawalsLocked: "Retraits bloqués",
  paused: (moment) => `En pause jusqu’au ${moment}`,
  pausedHint:
    "L’utilisateur a choisi cette pause. Il ne peut ni ouvrir de position ni déposer, mais il peut retirer. La pause ne peut pas être écourtée.",
  closes: (moment) => `Fermeture le ${moment}`,
  terms: (version, moment) => `Conditions d’utilisation ${version} acceptées le ${moment}`,
  closesHint:
    "La fermeture a été demandée avec le mot de passe de l’utilisateur. D’ici là, l’utilisateur peut l’annuler.",
  unconfirmed: "E-mail non confirmé",
  unconfirmedHint:
    "Tant que l’utilisateur n’a pas confirmé l’adresse avec le lien de notre e-mail, elle ne reçoit que des liens de confirmation et de mot de passe.",
  confirmedOn: (moment) => `E-mail confirmé le ${moment}`,
  confirmEmail: {
    button: "Renvoyer la confirmation",
    title: (email) => `Renvoyer la confirmation à ${email}\u00a0?`,
    text: "L’utilisateur recevra un autre e-mail avec un lien qui confirme son adresse.",
    done: "E-mail envoyé",
    failed: "L’e-mail n’a pas pu être envoyé",
  },
  lockedSince: (what, moment) => `${what} depuis le ${moment}`,
  figures: "Chiffres",
  actions: "Actions",
  gone: {
    title: "Compte introuvable",
    hint: "Le compte a été supprimé, ou fermé par son titulaire, ou le lien est incomplet. Le grand livre et le journal d’audit gardent leurs écritures à son sujet.",
    toLog: "Voir le journal d’audit",
    toOverview: "Retour à la vue d’ensemble",
  },
  failed: "L’utilisateur n’a pas pu être chargé",
  lockTrading: "Bloquer les ordres",
  unlockTrading: "Débloquer les ordres",
  lockWithdrawals: "Bloquer les retraits",
  unlockWithdrawals: "Débloquer les retraits",
  reason: "Motif",
  reasonHint: "Interne : conservé dans le journal d’audit. L’utilisateur ne le voit jamais.",
  reasonMissing: "Indiquez le motif, en 500 caractères au plus.",
  locks: {
    lockTradingTitle: (email) => `Bloquer les ordres pour ${email} ?`,
    lockTradingText:
      "Cette personne ne pourra plus ouvrir de position jusqu’au déblocage. Les positions ouvertes sont réglées comme d’habitude.",
    unlockTradingTitle: (email) => `Débloquer les ordres pour ${email} ?`,
    unlockTradingText: "Cette personne pourra aussitôt ouvrir de nouveau des positions.",
    lockWithdrawalsTitle: (email) => `Bloquer les retraits pour ${email} ?`,
    lockWithdrawalsText:
      "Cette personne ne pourra plus demander de retrait jusqu’au déblocage. Les retraits en attente restent et sont traités comme d’habitude.",
    unlockWithdrawalsTitle: (email) => `Débloquer les retraits pour ${email} ?`,
    unlockWithdrawalsText: "Cette personne pourra aussitôt demander de nouveau des retraits.",
    tradingLocked: "Ordres bloqués",
    tradingUnlocked: "Ordres débloqués",
    withdrawalsLocked: "Retraits bloqués",
    withdrawalsUnlocked: "Retraits débloqués",
    failed: "Le blocage n’a pas pu être modifié",
  },
  signOut: {
    button: "Déconnecter partout",
    title: (email) => `Déconnecter ${email} partout ?`,
    ownTitle: "Vous déconnecter partout ?",
    ownText:
      "Toutes vos sessions prennent fin aussitôt, celle-ci comprise, et toutes vos clés API sont révoquées. Vous pourrez vous reconnecter avec votre mot de passe.",
    text: "Toutes ses sessions prennent fin aussitôt et toutes ses clés API sont révoquées. Cette personne pourra se reconnecter avec son mot de passe.",
    done: "Déconnexion effectuée partout",
    failed: "Les sessions n’ont pas pu être fermées",
  },
  tabs: {
    label: "Tout sur cet utilisateur",
    positions: "Positions",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    statement: "Relevé",
    sessions: "Sessions",
    notes: "Notes",
    audit: "Journal",
    timeline: "Chronologie",
  },
  list: {
    loadingMore: "Chargement de la suite…",
    end: "Fin de la liste",
  },
  positions: {
    empty: { title: "Aucune position", hint: "Les positions de cet utilisateur figurent ici." },
    expires: "échéance",
    stake: (amount) => `mise ${amount}`,
  },
  deposits: { empty: { title: "Aucun dépôt", hint: "Les dépôts de cet utilisateur figurent ici." } },
  withdrawals: {
    empty: { title: "Aucun retrait", hint: "Les retraits de cet utilisateur figurent ici." },
  },
  statement: {
    empty: { title: "Aucun mouvement", hint: "Chaque mouvement de ce solde figure ici." },
    csv: "Télécharger en CSV",
    balance: "solde",
  },
  sessions: {
    empty: {
      title: "Aucune connexion en cours",
      hint: "Chaque appareil où cet utilisateur est connecté figure ici.",
    },
    since: (moment) => `depuis le ${moment}`,
    lastUsed: "dernière utilisation",
  },
  audit: {
    empty: {
      title: "Rien dans le journal",
      hint: "Les actions de l’équipe qui concernent cet utilisateur figurent ici.",
    },
  },
  receipt: {
    back: "Retour à l’utilisateur",
    notThere: {
      title: "Position introuvable",
      hint: "Le lien est peut-être incomplet, ou le compte a été supprimé.",
    },
  },
};
