import { counted } from "../plural.ts";
import type { LaterMessages } from "../messages.ts";

export const closing: LaterMessages["closing"] = {
  card: {
    title: "Fermer le compte",
    text: "Vous pouvez partir à tout moment. Vous voyez d’abord ce qui doit se terminer, ce qui vous est dû et ce qui reste enregistré.",
    link: "Fermer mon compte",
  },
  title: "Fermer votre compte",
  back: "Retour au profil",
  intro:
    "La fermeture est définitive. Votre compte est supprimé, toutes vos sessions prennent fin, et vos clés d’accès et clés API ne fonctionnent plus. Votre adresse e-mail peut ensuite servir à un nouveau compte.",
  loadFailed: "Impossible de charger les opérations en cours sur votre compte",
  first: {
    title: "Ce qui doit d’abord se terminer",
    text: "Vous pourrez fermer le compte quand il ne restera rien de tout cela.",
    positions: (count) => counted.fr(count, "position ouverte", "positions ouvertes"),
    positionsHint: "Elle se termine à son échéance, ou vous la vendez avant.",
    withdrawals: (count) => counted.fr(count, "retrait en cours", "retraits en cours"),
    withdrawalsHint: "Attendez qu’il soit payé, ou annulez-le tant qu’il est en attente.",
    deposits: (count) => counted.fr(count, "dépôt en confirmation", "dépôts en confirmation"),
    depositsHint: "Il est en route et sera en général crédité en quelques minutes.",
    payments: (count) => counted.fr(count, "paiement en examen", "paiements en examen"),
    paymentsHint: "Un administrateur en décide. Pour toute question, écrivez à l’assistance.",
    toDashboard: "Vers le tableau de bord",
  },
  refused: {
    closing_locked:
      "Un administrateur a bloqué votre compte : vous ne pouvez pas le fermer. Écrivez à l’assistance.",
    closing_paused: (until) =>
      `Vous êtes en pause jusqu’au ${until}. Fermer le compte mettrait fin à la pause. Vous pouvez toujours retirer.`,
    closing_held: (until) =>
      `Les retraits sont suspendus jusqu’au ${until} après une modification de votre compte. D’ici là, vous ne pouvez pas renoncer à un solde.`,
    last_admin: "Vous êtes le seul administrateur. Nommez d’abord un autre administrateur.",
    closing_takes_two:
      "Ici, la décision sur le compte d’un administrateur se prend à deux. Faites d’abord retirer vos droits, puis fermez le compte.",
  },
  balance: {
    title: "Ce qui vous est dû",
    balance: "Solde",
    nothing: "Rien ne vous est dû : vous ne renoncez à rien.",
    withdrawFirst:
      "Retirez votre solde avant de fermer le compte. Ensuite, personne ne pourra plus vous le verser.",
    amount: "Vous pouvez retirer",
    fee: (percent) => `Frais (${percent} %)`,
    net: "Vous recevez",
    withdraw: "Retirer",
    tooSmall: "Le retrait minimum est de 15 USDMS : vous ne pouvez que renoncer à ce solde.",
    practice: "L’argent d’entraînement est fictif. Personne ne vous le doit.",
  },
  data: {
    title: "Emportez vos données",
    text: "Ensuite, vous ne pourrez plus vous connecter pour les télécharger, et ce site n’affichera plus vos reçus. Les reçus que vous avez enregistrés restent vérifiables : les prix et les graines restent publics.",
  },
  stays: {
    title: "Ce qui est supprimé et ce qui reste",
    gone: "Supprimés aussitôt : profil, positions, dépôts, retraits, limites, notes, sessions, appareils et adresses enregistrées.",
    kept: "Conservés pour toujours, sans votre adresse e-mail :",
    ledger: "Chaque mouvement de votre solde dans le grand livre, car les comptes doivent rester justes.",
    audit:
      "Dans le journal d’audit : quand et depuis quelle adresse réseau vous avez fermé le compte, ce à quoi vous avez renoncé, et ce que les administrateurs ont fait à son sujet.",
    payments:
      "Les numéros, adresses et montants des paiements et versements, pour qu’un paiement tardif soit reconnu et soumis à un administrateur.",
    backups:
      "Les sauvegardes et les archives d’anciens mois contiennent vos données jusqu’à ce que l’exploitant de ce site les supprime. Les messages aux systèmes de l’exploitant contiennent votre numéro de compte pendant 30 jours.",
  },
  form: {
    title: "Fermer le compte",
    expected: (count) =>
      count < 2
        ? "Un dépôt est encore attendu. Je n’ai rien envoyé pour lui."
        : `${count} dépôts sont encore attendus. Je n’ai rien envoyé pour eux.`,
    expectedHint: "L’argent qui arrive plus tard n’est pas crédité. Un administrateur en décide.",
    expectedMissing: "Confirmez que vous n’avez rien envoyé, ou attendez le dépôt.",
    waive: "Solde auquel vous renoncez",
    waiveHint: (amount) =>
      `Saisissez ${amount} pour renoncer définitivement à tout votre solde. La maison le garde.`,
    waiveWrong: (amount) => `Saisissez exactement ${amount}.`,
    password: "Votre mot de passe",
    passwordRequired: "Saisissez votre mot de passe.",
    submit: "Fermer définitivement mon compte",
    pending: "Fermeture…",
    failed: "Le compte n’a pas pu être fermé",
    done: "Votre compte est fermé",
    doneBody: "Toutes vos sessions ont pris fin.",
  },
};
