import type { AdminMessages } from "../messages.ts";
import { counted } from "@veritick/contract/plural.ts";

export const records: AdminMessages["records"] = {
  titles: { deposits: "Dépôts", withdrawals: "Retraits", positions: "Positions" },
  status: "État",
  every: "Tous les états",
  open: "En cours",
  side: "Sens",
  both: "Les deux",
  duration: "Durée",
  everyDuration: "Toutes les durées",
  person: "Personne",
  sort: "Ordre",
  sorts: {
    newest: "Plus récents d’abord",
    oldest: "Plus anciens d’abord",
    largest: "Plus grands d’abord",
    smallest: "Plus petits d’abord",
  },
  download: "Télécharger en CSV",
  empty: {
    deposits: {
      title: "Aucun dépôt pour l’instant",
      hint: "Chaque dépôt reste ici, quel que soit son sort.",
    },
    withdrawals: {
      title: "Aucun retrait pour l’instant",
      hint: "Chaque retrait reste ici, quel que soit son sort.",
    },
    positions: {
      title: "Aucune position pour l’instant",
      hint: "Chaque position apparaît ici dès son ouverture.",
    },
  },
  searching: {
    title: "Rien trouvé jusqu’ici",
    hint: "Les données sont nombreuses. Poursuivez la recherche pour voir le reste.",
  },
  searchedTo: (moment) => `Recherche effectuée jusqu’au ${moment}.`,
  searchedToAmount: (amount) => `Recherche effectuée jusqu’à ${amount} USDMS.`,
  searchFurther: "Poursuivre la recherche",
  decided: "Décidé par",
  reason: "Motif",
  credited: "Crédité",
  id: "Identifiant",
  payAddress: "Payé à",
  payout: "Versement",
  transaction: "Transaction",
  copy: (name, value) => `Copier : ${name} ${value}`,
};

/** The questions asked when a deposit or withdrawal is decided. */
export const requests: AdminMessages["requests"] = {
  reason: "Motif (lu par la personne)",
  reasonHint: "Affiché dans son historique et envoyé par e-mail. Laissez vide pour n’en donner aucun.",
  decidedAlone: (amount, limit) =>
    `En 24 heures, vous avez décidé de ${amount} USDMS sur ${limit} sans second administrateur.`,
  twoPersons:
    "Au-delà de la limite de cette installation, un second administrateur doit donner son accord. Ce qu’un administrateur crédite ou ajuste seul en 24 heures s’additionne ; les versements, non. Dès qu’il y a un second administrateur, tout changement de droits en demande deux. Une proposition reste valable 7 jours.",
};

export const exportFiles: AdminMessages["exportFiles"] = {
  title: "Exports",
  intro: "Fichiers CSV de tout ce qui a été créé entre deux jours, inclus. Sans dates, ils contiennent tout.",
  files: "Fichiers",
  kinds: {
    users: "Utilisateurs",
    positions: "Positions",
    deposits: "Dépôts",
    withdrawals: "Retraits",
    ledger: "Écritures du grand livre",
    audit: "Journal d’audit",
  },
  download: (what) => `Télécharger en CSV : ${what}`,
  begun: "Téléchargement commencé",
  begunBody: (what) => `${what} : votre navigateur enregistre le fichier à mesure qu’il est produit.`,
  failed: "Le fichier n’a pas pu être créé",
  failedBody:
    "Un autre de vos exports est peut-être en cours, ou la plateforme ne répond pas. Réessayez dans un instant.",
};

export const queue: AdminMessages["queue"] = {
  label: "Décider",
  keys: "Touches : j suivant, k précédent, x sélectionner, a approuver, r rejeter",
  limit: "Tout approuver jusqu’à",
  limitInvalid: "Saisissez un montant de deux décimales au plus.",
  approveAll: (count) => `Approuver ${counted.fr(count, "demande", "demandes")}`,
  leftOut: (count) =>
    `${counted.fr(count, "demande est", "demandes sont")} à examiner à part, par exemple un premier versement vers une adresse.`,
  askTitle: (count) => `Approuver ${counted.fr(count, "demande", "demandes")} ?`,
  askText:
    "Chacune est approuvée comme par son propre bouton. Sont exclues les demandes marquées « À examiner », celles en attente d’un second administrateur, celles d’un utilisateur bloqué, les premiers versements vers une adresse et les dépôts qui ne sont pas arrivés.",
  together: {
    label: "Sélection",
    hint: "Cochez-en plusieurs pour décider en une fois.",
    select: (what) => `Sélectionner : ${what}`,
    selected: (count) => counted.fr(count, "sélectionné", "sélectionnés"),
    clear: "Désélectionner",
    count: "Demandes",
    people: "Personnes",
    sum: "Somme",
    net: "Versé",
    rejectAll: (count) => `Rejeter ${counted.fr(count, "demande", "demandes")}`,
    rejectTitle: (count) => `Rejeter ${counted.fr(count, "demande", "demandes")} ?`,
    rejectDeposits: "Rien n’est crédité. Si de l’argent arrive encore, un administrateur devra décider.",
    rejectWithdrawals: "Rien n’est versé. Chaque montant revient aussitôt sur le solde de son utilisateur.",
    noteTitle: (count) => `Ajouter une note sur ${counted.fr(count, "personne", "personnes")}`,
    closeAll: (count) => `Clore ${counted.fr(count, "élément", "éléments")}`,
    closeTitle: (count) => `Clore ${counted.fr(count, "élément", "éléments")} ?`,
    closeText: "Aucun argent n’est déplacé. Un élément ne revient que s’il y a du nouveau.",
    stop: "Arrêter",
    over: "Résultat",
    progress: (done, count) => `${done} sur ${count} traités.`,
    done: "Fait",
    proposed: "En attente d’un second administrateur",
    refused: "Non fait",
    failed: "L’opération n’a pas abouti.",
  },
};

export const search: AdminMessages["search"] = {
  button: "Rechercher",
  key: "Ctrl K",
  title: "Recherche",
  label: "E-mail, identifiant, adresse ou transaction",
  hint: "Une partie d’adresse e-mail, ou un identifiant, une adresse, un hash de transaction, un identifiant de paiement ou de versement en entier.",
  looking: "Recherche en cours…",
  nothing: "Rien trouvé. Une partie d’e-mail suffit ; tout le reste doit être entier.",
  found: (count) => counted.fr(count, "résultat", "résultats"),
  first: (count) => `Les ${count} premiers résultats. Il peut y en avoir d’autres : précisez la recherche.`,
  failed: "La recherche a échoué. Réessayez.",
  results: "Résultats",
  nobody: "Utilisateur inconnu",
  sought: "Ce que vous avez cherché",
  closed: "C’est déjà clos.",
  further: "C’est encore ouvert. La liste ci-dessous ne l’affiche pas encore.",
  gone: "Plus rien ne porte cet identifiant.",
  kinds: {
    user: "Utilisateur",
    deposit: "Dépôt",
    withdrawal: "Retrait",
    position: "Position",
    attention: "À traiter",
    proposal: "Proposition",
  },
  statuses: {
    open: "En cours",
    decided: "Décidé",
    agreed: "Acceptée",
    declined: "Refusée",
    lapsed: "Caduque",
  },
};

export const timeline: AdminMessages["timeline"] = {
  label: "Chronologie",
  kinds: {
    position: "Position",
    deposit: "Dépôt",
    withdrawal: "Retrait",
    security: "Compte",
    note: "Note",
    audit: "Administration",
  },
  from: (address) => `depuis ${address}`,
  by: (email) => `par ${email}`,
  credited: (amount) => `${amount} USDMS crédités`,
  net: (amount) => `${amount} USDT nets`,
  empty: { title: "Rien pour l’instant", hint: "Tout ce qui arrive à ce compte apparaît ici." },
};

export const screening: AdminMessages["screening"] = {
  label: "Contrôle",
  states: {
    asking: "en cours",
    allow: "autorisé",
    hold: "retenu",
    refuse: "refusé",
    unreachable: "sans réponse",
    overridden: "autorisé par deux administrateurs",
  },
  reference: (reference) => `référence ${reference}`,
  askAgain: (moment) => `nouvelle demande à partir du ${moment}`,
};

export const resetCode: AdminMessages["resetCode"] = {
  button: "Réinitialiser le code de retrait",
  title: (email) => `Réinitialiser le code de retrait de ${email} ?`,
  text: "Le code cesse aussitôt de fonctionner, les retraits sont suspendus et l’utilisateur reçoit un e-mail. Il peut ensuite créer un seul nouveau code dans son profil. Assurez-vous d’abord que la demande vient bien de lui.",
  done: "Code de retrait réinitialisé",
  failed: "Le code de retrait n’a pas pu être réinitialisé",
};

export const notes: AdminMessages["notes"] = {
  label: "Nouvelle note",
  hint: "Toute l’équipe la voit.",
  reader: "Pour qui",
  readers: {
    staff: "Interne : pour l’équipe",
    person: "Pour la personne : elle figure dans le téléchargement de ses données",
  },
  forPerson: "pour la personne",
  add: "Ajouter la note",
  added: "Note ajoutée",
  failed: "La note n’a pas pu être ajoutée",
  missing: "Saisissez une note de 500 caractères au plus.",
  empty: {
    title: "Aucune note",
    hint: "Notez ici ce que les administrateurs doivent savoir de cet utilisateur.",
  },
  formerAdministrator: "Un compte supprimé",
};
