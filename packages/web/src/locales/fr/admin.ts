import type { AdminMessages } from "../messages.ts";
import { audit } from "./admin-audit.ts";
import { frame } from "./admin-frame.ts";
import { maintenance } from "./admin-maintenance.ts";
import { proposals } from "./admin-proposals.ts";
import { stepUp } from "./admin-step-up.ts";
import { attention } from "./admin-attention.ts";
import { exportFiles } from "./admin-exports.ts";
import { exposure } from "./admin-exposure.ts";
import { userPage } from "./admin-user.ts";

const times = (count: number, amount: string) => (count === 0 ? "0" : `${count} · ${amount} USDMS`);

export const admin: AdminMessages = {
  title: "Administration",
  back: "Retour au tableau de bord",
  fresh: (clock) => `État à ${clock}`,
  old: (clock) => `Non actualisé depuis ${clock}`,
  stats: {
    failed: "Les chiffres n’ont pas pu être chargés.",
    users: "Nombre d’utilisateurs",
    deposits: "Total des dépôts",
  },
  list: {
    failed: {
      title: "La liste n’a pas pu être chargée",
      hint: "Rien n’est perdu. Réessayez dans un instant.",
    },
    loading: "Chargement",
    rows: (title) => `${title} : la liste`,
    news: (count) => (count > 1 ? `+${count} nouveaux` : "+1 nouveau"),
    more: "Afficher plus",
    moreFailed: "La suite n’a pas pu être chargée",
    gone: "N’existe plus",
  },
  deposits: {
    title: "Dépôts en attente",
    empty: {
      title: "Aucun dépôt en attente",
      hint: "Un dépôt figure ici jusqu’à la confirmation de son paiement.",
    },
    payment: "Paiement",
    noPayment: "N/A",
    copyPayment: (id) => `Copier l’identifiant de paiement ${id}`,
    approve: "Approuver",
    approveOf: (amount, email) => `Approuver le dépôt de ${amount} USDMS de ${email}`,
    approved: "Dépôt approuvé",
    approvedBody: (amount, email) => `${amount} USDMS crédités à ${email}.`,
    approveFailed: "Le dépôt n’a pas pu être approuvé",
    reject: "Rejeter",
    rejectOf: (amount, email) => `Rejeter le dépôt de ${amount} USDMS de ${email}`,
    rejectTitle: "Rejeter ce dépôt ?",
    rejectText: (amount, email) =>
      `${amount} USDMS de ${email}. Rien n’est crédité ; l’argent qui arriverait encore devra être traité à la main.`,
    rejected: "Dépôt rejeté",
    rejectedBody: (amount, email) => `${amount} USDMS de ${email}. Rien n’a été crédité.`,
    rejectFailed: "Le dépôt n’a pas pu être rejeté",
  },
  withdrawals: {
    title: "Retraits en attente",
    empty: {
      title: "Aucun retrait en attente",
      hint: "Un retrait figure ici jusqu’à ce que quelqu’un le traite.",
    },
    fee: "Frais",
    net: "Net",
    address: "Adresse",
    copyAddress: (address) => `Copier l’adresse ${address}`,
    approve: "Approuver",
    approveOf: (net, email) => `Approuver : verser ${net} USDT à ${email}`,
    approved: "Retrait approuvé",
    approvedBody: (net, email) => `${net} USDT sont en cours de versement à ${email}.`,
    approveFailed: "Le retrait n’a pas pu être approuvé",
    reject: "Rejeter et rembourser",
    rejectOf: (amount, email) => `Rejeter et rembourser ${amount} USDMS à ${email}`,
    rejectTitle: "Rejeter et rembourser ce retrait ?",
    rejectText: (amount, email) =>
      `Rien n’est versé, et ${amount} USDMS reviennent aussitôt sur le solde de ${email}.`,
    rejected: "Retrait rejeté et remboursé",
    rejectedBody: (amount, email) => `${amount} USDMS sont de retour sur le solde de ${email}.`,
    rejectFailed: "Le retrait n’a pas pu être rejeté",
    attention: "À examiner",
    reasons: {
      payout_refused: "Le prestataire a refusé le versement.",
      payout_unknown: "Le prestataire n’a pas dit s’il a accepté le versement.",
      payout_unverified: "Le prestataire détient le versement et attend sa validation.",
      payout_failed: "Le prestataire déclare le versement échoué.",
      address_refused: "Le prestataire a refusé l’adresse.",
      paid_after_refund: "Il a été versé alors que le montant avait été remboursé.",
      paid_twice: "Il a été versé deux fois.",
    },
    otherReason: "Ce versement demande l’attention d’une personne.",
  },
  user: {
    show: (email) => `Historique de ${email}`,
    failed: "L’historique n’a pas pu être chargé.",
    gone: "Ce compte n’existe plus.",
    since: "Compte créé le",
    balance: "Solde",
    deposits: "Dépôts confirmés",
    withdrawals: "Retraits terminés",
    pending: "Retraits en attente",
    processing: "Versements en cours",
    positions: "Positions ouvertes",
    times,
    twoStep: "Connexion en deux étapes",
    on: "Activée",
    off: "Désactivée",
  },
  users: {
    title: "Utilisateurs",
    search: "Rechercher par e-mail",
    clear: "Effacer la recherche",
    empty: { title: "Aucun utilisateur", hint: "Toute personne inscrite figure ici." },
    noMatch: (search) => `Aucun résultat pour « ${search} »`,
    noMatchHint: "N’importe quelle partie d’une adresse e-mail permet de la trouver.",
    admin: "Admin",
    you: "Vous",
    adjust: "Ajuster",
    adjustOf: (email) => `Ajuster le solde de ${email}`,
    amount: "Montant à ajouter, ou à déduire avec un signe moins",
    newBalance: (balance) => `Nouveau solde : ${balance} USDMS`,
    invalid:
      "Saisissez un montant non nul avec au plus deux décimales, précédé d’un signe moins pour déduire.",
    ok: "OK",
    adjusted: "Solde ajusté",
    adjustedBody: (change, email) => `${change} USDMS pour ${email}.`,
    adjustFailed: "Le solde n’a pas pu être ajusté",
    grant: "Nommer admin",
    grantOf: (email) => `Nommer admin : ${email}`,
    revoke: "Retirer admin",
    revokeOf: (email) => `Retirer admin : ${email}`,
    delete: "Supprimer",
    deleteOf: (email) => `Supprimer ${email}`,
  },
  rights: {
    grantTitle: (email) => `Nommer ${email} administrateur ?`,
    grantText:
      "Cette personne verra tous les utilisateurs, traitera les dépôts et les retraits, ajustera les soldes et pourra supprimer des comptes.",
    revokeTitle: (email) => `Retirer l’administration à ${email} ?`,
    revokeText: "Cette personne perd aussitôt cette page et garde son compte.",
    ownTitle: "Renoncer à votre propre administration ?",
    ownText: "Vous perdez aussitôt cette page. Seul un autre administrateur pourra vous la rendre.",
    changed: "Statut d’administrateur mis à jour",
    granted: (email) => `${email} est désormais administrateur.`,
    revoked: (email) => `${email} n’est plus administrateur.`,
    failed: "Le statut d’administrateur n’a pas pu être modifié",
  },
  deletion: {
    title: (email) => `Supprimer ${email} ?`,
    text: "Le compte disparaît définitivement et il est déconnecté partout. Avec lui, ceci est abandonné :",
    ownText:
      "C’est votre propre compte. Il disparaît définitivement et vous êtes déconnecté partout. Avec lui, ceci est abandonné :",
    stuck:
      "Un versement est en cours. Le compte pourra être supprimé une fois ce versement terminé ou traité.",
    confirm: "Supprimer définitivement",
    done: "Utilisateur supprimé",
    failed: "L’utilisateur n’a pas pu être supprimé",
  },
  // Each area of its own in a file beside this one.
  frame,
  stepUp,
  proposals,
  maintenance,
  audit,
  userPage,
  attention,
  exposure,
  exportFiles,
};
