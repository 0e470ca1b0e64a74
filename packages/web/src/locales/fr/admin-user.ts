import type { AdminMessages } from "../messages.ts";

export const userPage: AdminMessages["userPage"] = {
  id: "Identifiant",
  copyId: (id) => `Copier l’identifiant ${id}`,
  tradingLocked: "Trading bloqué",
  withdrawalsLocked: "Retraits bloqués",
  paused: (moment) => `En pause jusqu’au ${moment}`,
  pausedHint:
    "Décidé par la personne elle-même : ni ordres ni dépôts. Personne ne peut y mettre fin plus tôt ; elle peut retirer.",
  lockedSince: (what, moment) => `${what} depuis le ${moment}`,
  figures: "Chiffres",
  actions: "Actions",
  gone: {
    title: "Ce compte n’existe plus",
    hint: "Il a été supprimé, ou l’adresse est incomplète. Ce qu’en disent le grand livre et le journal d’audit demeure.",
    toOverview: "Vers la vue d’ensemble",
  },
  failed: {
    title: "L’utilisateur n’a pas pu être chargé",
    hint: "Rien n’est perdu. Réessayez dans un instant.",
  },
  lockTrading: "Bloquer le trading",
  unlockTrading: "Débloquer le trading",
  lockWithdrawals: "Bloquer les retraits",
  unlockWithdrawals: "Débloquer les retraits",
  reason: "Motif",
  reasonHint: "Conservé dans le journal d’audit ; l’utilisateur ne le voit pas.",
  reasonMissing: "Indiquez le motif, en 500 caractères au plus.",
  locks: {
    lockTradingTitle: (email) => `Bloquer le trading pour ${email} ?`,
    lockTradingText:
      "Cette personne ne pourra plus ouvrir de position jusqu’au déblocage. Les positions ouvertes sont réglées comme toujours.",
    unlockTradingTitle: (email) => `Débloquer le trading pour ${email} ?`,
    unlockTradingText: "Cette personne pourra aussitôt ouvrir à nouveau des positions.",
    lockWithdrawalsTitle: (email) => `Bloquer les retraits pour ${email} ?`,
    lockWithdrawalsText:
      "Cette personne ne pourra plus demander de retrait jusqu’au déblocage. Les retraits en attente restent et sont traités comme toujours.",
    unlockWithdrawalsTitle: (email) => `Débloquer les retraits pour ${email} ?`,
    unlockWithdrawalsText: "Cette personne pourra aussitôt demander à nouveau des retraits.",
    tradingLocked: "Trading bloqué",
    tradingUnlocked: "Trading débloqué",
    withdrawalsLocked: "Retraits bloqués",
    withdrawalsUnlocked: "Retraits débloqués",
    failed: "Le blocage n’a pas pu être modifié",
  },
  signOut: {
    button: "Déconnecter partout",
    title: (email) => `Déconnecter ${email} partout ?`,
    ownTitle: "Vous déconnecter partout ?",
    ownText:
      "Toutes vos sessions prennent fin aussitôt, celle-ci comprise. Vous pourrez vous reconnecter avec votre mot de passe.",
    text: "Toutes les sessions prennent fin aussitôt. Cette personne pourra se reconnecter avec son mot de passe.",
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
  },
  list: {
    loadingMore: "Chargement de la suite…",
    end: "Vous avez tout vu.",
    failedMore: "La suite n’a pas pu être chargée.",
  },
  positions: {
    empty: { title: "Aucune position", hint: "Ce que cet utilisateur ouvre figure ici." },
    expires: "expire",
    stake: (amount) => `mise ${amount}`,
  },
  deposits: { empty: { title: "Aucun dépôt", hint: "Ce que cet utilisateur verse figure ici." } },
  withdrawals: {
    empty: { title: "Aucun retrait", hint: "Ce que cet utilisateur demande à retirer figure ici." },
  },
  statement: {
    empty: { title: "Aucun mouvement", hint: "Tout ce qui modifie ce solde figure ici." },
    csv: "Télécharger en CSV",
    balance: "solde",
  },
  sessions: {
    empty: {
      title: "Aucune connexion en cours",
      hint: "Chaque endroit où cet utilisateur est connecté figure ici.",
    },
    since: (moment) => `depuis le ${moment}`,
    lastUsed: "dernière utilisation",
  },
  notes: {
    label: "Nouvelle note",
    hint: "Les administrateurs la voient, l’utilisateur non.",
    add: "Ajouter la note",
    added: "Note ajoutée",
    failed: "La note n’a pas pu être ajoutée",
    missing: "Écrivez quelque chose, en 500 caractères au plus.",
    empty: {
      title: "Aucune note",
      hint: "Ce que les administrateurs doivent savoir de cet utilisateur peut être noté ici.",
    },
    formerAdministrator: "Un compte supprimé",
  },
  audit: {
    empty: {
      title: "Rien dans le journal",
      hint: "Ce que les administrateurs font au sujet de cet utilisateur figure ici.",
    },
  },
  receipt: {
    back: "Vers l’utilisateur",
    notThere: {
      title: "Cette position n’existe pas",
      hint: "L’adresse est peut-être incomplète, ou le compte a été supprimé.",
    },
  },
};
