import type { AdminMessages } from "../messages.ts";
import { counted } from "@veritick/contract/plural.ts";

export const records: AdminMessages["records"] = {
  titles: { deposits: "Dépôts", withdrawals: "Retraits", positions: "Positions" },
  status: "Statut",
  every: "Tous les statuts",
  open: "En cours",
  side: "Sens",
  both: "Les deux",
  duration: "Durée",
  everyDuration: "Toutes les durées",
  person: "Utilisateur",
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
      hint: "Tous les dépôts figurent ici, quel que soit leur statut.",
    },
    withdrawals: {
      title: "Aucun retrait pour l’instant",
      hint: "Tous les retraits figurent ici, quel que soit leur statut.",
    },
    positions: {
      title: "Aucune position pour l’instant",
      hint: "Toutes les positions figurent ici dès leur ouverture.",
    },
  },
  searching: {
    title: "Aucun résultat jusqu’ici",
    hint: "Les données sont nombreuses. Poursuivez la recherche pour voir le reste.",
  },
  searchedTo: (moment) => `Recherche effectuée jusqu’au ${moment}.`,
  searchedToAmount: (amount) => `Recherche effectuée jusqu’à ${amount} USDMS.`,
  searchFurther: "Poursuivre la recherche",
  decided: "Traité par",
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
  reason: "Motif (visible par l’utilisateur)",
  reasonHint:
    "L’utilisateur le voit dans son historique et le reçoit par e-mail. Vous pouvez le laisser vide.",
  decidedAlone: (amount, limit) =>
    `Au cours des dernières 24 heures, vous avez traité ${amount} USDMS sur ${limit} sans double validation.`,
  twoPersons:
    "Les décisions au-delà de la limite de cette installation exigent une double validation. Les crédits et ajustements qu’une même personne effectue en 24 heures s’additionnent ; les versements, non. S’il y a au moins deux administrateurs, donner des droits et retirer un administrateur exigent toujours une double validation. Une proposition est valable 7 jours.",
};

export const exportFiles: AdminMessages["exportFiles"] = {
  title: "Exports",
  intro:
    "Fichiers CSV de toutes les données créées entre deux jours, ceux-ci compris. Sans dates, ils contiennent toutes les données.",
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
  begunBody: (what) => `${what} : votre navigateur enregistre le fichier à mesure que le serveur le produit.`,
  failed: "Le fichier n’a pas pu être créé",
  failedBody:
    "Un autre de vos exports est peut-être en cours, ou le serveur ne répond pas. Réessayez dans un instant.",
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
    "Chaque demande est approuvée séparément. Sont exclues les demandes marquées « À traiter », celles en attente de double validation et celles d’un utilisateur bloqué. Le sont aussi les premiers versements vers une adresse et les dépôts non reçus.",
  together: {
    label: "Sélection",
    hint: "Cochez-en plusieurs pour décider en une fois.",
    select: (what) => `Sélectionner : ${what}`,
    selected: (count) => counted.fr(count, "sélectionné", "sélectionnés"),
    clear: "Désélectionner",
    count: "Demandes",
    people: "Utilisateurs",
    sum: "Total",
    net: "Versé",
    rejectAll: (count) => `Rejeter ${counted.fr(count, "demande", "demandes")}`,
    rejectTitle: (count) => `Rejeter ${counted.fr(count, "demande", "demandes")} ?`,
    rejectDeposits: "Rien n’est crédité. Si de l’argent arrive encore, il figurera dans « À traiter ».",
    rejectWithdrawals:
      "Rien n’est versé. Chaque montant est aussitôt recrédité sur le solde de son utilisateur.",
    noteTitle: (count) => `Ajouter une note sur ${counted.fr(count, "utilisateur", "utilisateurs")}`,
    closeAll: (count) => `Clore ${counted.fr(count, "élément", "éléments")}`,
    closeTitle: (count) => `Clore ${counted.fr(count, "élément", "éléments")} ?`,
    closeText: "Rien n’est crédité, versé ni remboursé. Un élément ne revient que s’il y a du nouveau.",
    stop: "Arrêter",
    over: "Résultat",
    progress: (done, count) => `${done} sur ${count} traités.`,
    done: "Fait",
    proposed: "En attente de double validation",
    refused: "Non fait",
    failed: "L’opération n’a pas abouti.",
  },
};

export const search: AdminMessages["search"] = {
  button: "Rechercher",
  key: "Ctrl K",
  title: "Recherche",
  label: "E-mail, identifiant, adresse ou transaction",
  hint: "Saisissez une partie d’adresse e-mail, ou en entier un identifiant, une adresse, un hash de transaction, un identifiant de paiement ou de versement.",
  looking: "Recherche en cours…",
  nothing: "Aucun résultat. Saisissez une partie d’adresse e-mail, ou toute autre valeur en entier.",
  found: (count) => counted.fr(count, "résultat", "résultats"),
  first: (count) =>
    `Les ${count} premiers résultats. Il peut y en avoir d’autres : précisez votre recherche.`,
  failed: "La recherche a échoué. Réessayez.",
  results: "Résultats",
  nobody: "Utilisateur inconnu",
  sought: "Résultat de la recherche",
  closed: "Cet élément est déjà clos.",
  further: "Cet élément est en cours, mais ne figure pas encore dans la liste ci-dessous.",
  gone: "Cet élément n’existe plus.",
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
    decided: "Traité",
    agreed: "Validée",
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
  empty: { title: "Rien pour l’instant", hint: "Tous les événements de ce compte figurent ici." },
};

export const screening: AdminMessages["screening"] = {
  label: "Filtrage",
  states: {
    asking: "en cours",
    allow: "autorisé",
    hold: "en cours d’examen",
    refuse: "refusé",
    unreachable: "sans réponse",
    overridden: "autorisé par double validation",
  },
  reference: (reference) => `référence ${reference}`,
  askAgain: (moment) => `interroger de nouveau après le ${moment}`,
};

export const resetCode: AdminMessages["resetCode"] = {
  button: "Réinitialiser le code de retrait",
  title: (email) => `Réinitialiser le code de retrait de ${email} ?`,
  text: "Le code cesse aussitôt de fonctionner, les retraits sont temporairement suspendus et l’utilisateur reçoit un e-mail. Il peut ensuite créer un seul nouveau code dans son profil. Vérifiez d’abord que la demande vient bien de lui.",
  done: "Code de retrait réinitialisé",
  failed: "Le code de retrait n’a pas pu être réinitialisé",
};

export const notes: AdminMessages["notes"] = {
  label: "Nouvelle note",
  hint: "Toute l’équipe la voit.",
  reader: "Visible par",
  readers: {
    staff: "L’équipe seulement",
    person: "L’équipe et l’utilisateur : la note figure dans le téléchargement de ses données",
  },
  forPerson: "visible par l’utilisateur",
  add: "Ajouter la note",
  added: "Note ajoutée",
  failed: "La note n’a pas pu être ajoutée",
  missing: "Saisissez une note de 500 caractères au plus.",
  empty: { title: "Aucune note", hint: "Notez ici ce que l’équipe doit savoir de cet utilisateur." },
  formerAdministrator: "Un compte supprimé",
};
