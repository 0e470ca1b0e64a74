import type { LaterMessages } from "../messages.ts";
import { counted, plural } from "@veritick/contract/plural.ts";
import { profile } from "./account.ts";
import { beaconState } from "./beacon-state.ts";
import { email } from "./email.ts";
import { legal } from "./legal.ts";
import { limits } from "./limits.ts";
import { filters, payments, statement, trades } from "./money.ts";
import { practice } from "./practice.ts";
import { receipt, terms } from "./receipt.ts";
import { results, year } from "./results.ts";

const security: LaterMessages["security"] = {
  device: (browser, system) => `${browser} sous ${system}`,
  unknownDevice: "Appareil inconnu",
  events: {
    signed_in: "Nouvelle connexion",
    session_ended: "Un appareil a été déconnecté",
    signed_out_everywhere: "Tous les appareils déconnectés",
    password_changed: "Mot de passe modifié",
    password_reset: "Mot de passe remplacé par un lien reçu par e-mail",
    email_confirmed: "Adresse e-mail confirmée",
    email_change_requested: "Changement d’adresse e-mail demandé",
    email_changed: "Adresse e-mail changée",
    email_change_undone: "Changement d’adresse e-mail annulé",
    two_step_enabled: "Connexion en deux étapes activée",
    two_step_disabled: "Connexion en deux étapes désactivée",
    recovery_code_used: "Code de secours utilisé",
    recovery_codes_renewed: "Nouveaux codes de secours créés",
    withdrawal_code_created: "Code de retrait créé",
    withdrawal_code_reset: "Code de retrait réinitialisé par l’assistance",
    withdrawal_address_saved: "Adresse de retrait enregistrée",
    saved_addresses_only_enabled: "Retraits vers les adresses enregistrées uniquement : activé",
    saved_addresses_only_disabled: "Retraits vers les adresses enregistrées uniquement : désactivé",
    mail_phrase_changed: "Phrase anti-hameçonnage modifiée",
    withdrawal_code_locked: "Retraits bloqués : trop de codes incorrects",
    two_step_locked: "Connexion en deux étapes bloquée : trop de codes incorrects",
    passkey_added: "Clé d’accès ajoutée",
    passkey_renamed: "Clé d’accès renommée",
    passkey_removed: "Clé d’accès supprimée",
    data_exported: "Vos données téléchargées",
    api_key_created: "Clé API créée",
    api_key_revoked: "Clé API révoquée",
    closing_scheduled: "Fermeture du compte programmée",
    closing_stopped: "Fermeture du compte annulée",
  },
  notice: (place) => `${place}. Si ce n’était pas vous, changez votre mot de passe.`,
  banner: {
    label: "Avis de sécurité",
    what: (event, ago, others) =>
      others === 0
        ? `${event}, ${ago}.`
        : `${event}, ${ago}, et ${counted.fr(others, "autre événement", "autres événements")}.`,
    question: "Était-ce vous ?",
    look: "Vérifier",
    dismiss: "C’était moi",
    failed: "Votre réponse n’a pas pu être enregistrée",
  },
};

const keys: LaterMessages["keys"] = {
  title: "Raccourcis clavier",
  use: "Trader au clavier",
  enter: "Entrée",
  buy: "Choisir Acheter",
  sell: "Choisir Vendre",
  duration: "Durée de 1, 3, 5 ou 10 minutes",
  sale: "Revendre la position choisie, sinon la première",
  more: "Montant rapide supérieur",
  less: "Montant rapide inférieur",
  confirm: "Ouvrir la position du côté choisi",
  list: "Afficher cette liste",
  rest: "Les touches ne font rien pendant que vous écrivez dans un champ ou qu’une fenêtre est ouverte. Ce navigateur retient votre choix.",
  showsList: "Afficher cette liste avec\u00a0?",
};

const sale: LaterMessages["sale"] = {
  sell: "Vendre",
  sellFor: (money) => `Vendre pour ${money}`,
  confirm: (money) => `Vendre pour ${money}\u00a0?`,
  moved: "Le prix a changé.",
  selling: (money) => `Vente pour ${money}…`,
  sold: "Vendue",
  late: "Trop tard pour vendre",
  held: "La balise est en retard",
  offline: "Vous êtes hors ligne",
  notLive: "En attente d’un prix",
  soldNow: (money) => `Valeur de vente ${money}`,
  said: {
    offered: (money) => `Appuyez encore pour vendre pour au moins ${money}.`,
    moved: (money) =>
      `Le prix a changé et rien n’a été vendu. Appuyez encore pour vendre pour au moins ${money}.`,
  },
  failed: "La position n’a pas été vendue",
  unanswered: {
    title: "Pas encore de réponse",
    until: (clock) => `Possible jusqu’à ${clock}`,
    asking: "Vérification…",
    open: (clock) =>
      `La position peut encore être vendue jusqu’à ${clock}. La page vérifie ensuite si elle l’a été.`,
    notSold: "La vente est arrivée trop tard\u00a0: la position est restée ouverte. Vous pouvez réessayer.",
  },
};

const stepUp: LaterMessages["stepUp"] = {
  title: "Confirmez votre identité",
  why: "Cette action touche à l’argent, aux droits ou à votre connexion : elle demande une confirmation récente. Elle reprend ensuite automatiquement.",
  password: "Votre mot de passe",
  passwordRequired: "Saisissez votre mot de passe.",
  submit: "Continuer",
  checking: "Vérification…",
  failed: "Votre identité n’a pas pu être vérifiée. Réessayez.",
  cancelled: "Rien n’a été fait",
  cancelledBody: "Vous n’avez pas confirmé votre identité : tout est resté comme avant.",
};

const maintenance: LaterMessages["maintenance"] = {
  label: "Avis de maintenance",
  title: "Une maintenance est en cours.",
  body: "Aucune position ne peut être ouverte. Les positions ouvertes sont réglées comme d’habitude.",
  withdrawalsStopped: "Les retraits sont suspendus ; votre solde reste inchangé.",
};

const lateAnswer: LaterMessages["lateAnswer"] = {
  told: {
    order:
      "Selon l’horloge de cet appareil, la réponse est arrivée en retard : personne ne peut dire si l’entrée a été fixée à temps.",
    sale: "Selon l’horloge de cet appareil, la réponse est arrivée en retard : personne ne peut dire si le prix de la vente a été fixé à temps.",
  },
  clockAhead: (time) =>
    `Cette horloge avance d’environ ${time} sur celle de la plateforme, ce qui peut en être la cause.`,
};

const setup: LaterMessages["setup"] = {
  title: "Mettre en service cette installation",
  intro: "Vous en devenez le premier administrateur. Cette page ne sert qu’une fois.",
  name: "Nom de l’installation (facultatif)",
  nameHint:
    "Pour la distinguer des autres, par exemple « Essai ». Les applications d’authentification et l’administration l’affichent.",
  chat: "Adresse du groupe de discussion (facultatif)",
  chatHint: "Un lien vers ce groupe flotte sur chaque page. Vous pourrez le modifier dans « Installation ».",
  submit: "Devenir administrateur",
  pending: "Mise en service…",
  failed: "L’installation n’a pas pu être mise en service",
  invalid:
    "Cette adresse n’est plus valable. Le serveur en affiche une nouvelle à chaque démarrage sans administrateur : consultez ce qu’il affiche. S’il y a déjà un administrateur, connectez-vous.",
};

const closing: LaterMessages["closing"] = {
  card: {
    title: "Fermer le compte",
    text: "Vous pouvez partir à tout moment. Vous voyez d’abord ce qui est en cours, ce que nous vous devons et ce que nous conservons.",
    link: "Fermer mon compte",
  },
  title: "Fermer votre compte",
  back: "Retour au profil",
  intro:
    "La fermeture est définitive. Votre compte est supprimé, toutes vos sessions prennent fin, et vos clés d’accès et clés API ne fonctionnent plus. Votre adresse e-mail peut ensuite servir à un nouveau compte.",
  loadFailed: "Impossible de charger les opérations en cours sur votre compte",
  first: {
    title: "Avant de pouvoir fermer",
    text: "Vous pourrez fermer le compte quand tout cela sera terminé.",
    positions: (count) => counted.fr(count, "position ouverte", "positions ouvertes"),
    positionsHint: "Attendez l’échéance, ou vendez avant.",
    withdrawals: (count) => counted.fr(count, "retrait en cours", "retraits en cours"),
    withdrawalsHint: "Attendez le versement. Un retrait en attente peut encore être annulé.",
    deposits: (count) => counted.fr(count, "dépôt en confirmation", "dépôts en confirmation"),
    depositsHint: "Un dépôt en route est en général crédité en quelques minutes.",
    payments: (count) => counted.fr(count, "paiement en examen", "paiements en examen"),
    paymentsHint: "Un administrateur en décidera. Pour toute question, contactez l’assistance.",
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
  scheduled: {
    until: (moment, amount) =>
      `Votre compte sera fermé le ${moment}, et vous renoncerez alors à ${amount} USDMS. Il reste ouvert si votre solde change d’ici là. Si vous ne l’avez pas demandé, annulez la fermeture et changez votre mot de passe.`,
    stop: "Annuler la fermeture",
    stopped: "Fermeture annulée",
    stoppedBody: "Votre compte reste ouvert.",
    failed: "La fermeture n’a pas pu être annulée",
    done: "La fermeture de votre compte est programmée",
    doneBody: (moment) =>
      `Il sera fermé le ${moment}. D’ici là, vous pouvez annuler la fermeture ici ou par le lien reçu par e-mail.`,
  },
  stop: {
    title: "Annuler la fermeture de votre compte",
    intro:
      "Quelqu’un a demandé de fermer votre compte et de renoncer à son solde. Annulez la fermeture si ce n’était pas vous.",
    submit: "Annuler la fermeture",
    pending: "Annulation…",
    failed: "La fermeture n’a pas pu être annulée",
    done: "Fermeture annulée",
    doneBody:
      "Votre compte reste ouvert. Choisissez maintenant un nouveau mot de passe avec « Mot de passe oublié ? » et contactez l’assistance.",
    invalid: "Ce lien n’est plus valable : la fermeture est déjà annulée, ou le compte est fermé.",
    signIn: "Aller à la page de connexion",
  },
  balance: {
    title: "Somme qui vous est due",
    balance: "Solde",
    nothing: "Nous ne vous devons rien : vous ne renoncez à rien.",
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
      plural.fr(
        count,
        "Un dépôt est encore attendu. Je n’ai rien envoyé pour lui.",
        `${count} dépôts sont encore attendus. Je n’ai rien envoyé pour eux.`,
      ),
    expectedHint: "L’argent qui arrive plus tard n’est pas crédité. Un administrateur en décidera.",
    expectedMissing: "Confirmez que vous n’avez rien envoyé, ou attendez le dépôt.",
    waive: "Solde auquel vous renoncez",
    waiveHint: (amount) =>
      `Saisissez ${amount} pour renoncer définitivement à tout votre solde. La maison le garde.`,
    waiveWrong: (amount) => `Saisissez exactement ${amount}.`,
    password: "Votre mot de passe",
    passwordRequired: "Saisissez votre mot de passe.",
    withdrawalCode: "Votre code de retrait",
    later:
      "Un mot de passe volé ne doit pas détruire un solde. Le compte sera donc fermé après 72 heures, et vous pourrez annuler d’ici là. Il est fermé aussitôt si le solde est nul, ou si vous avez un code de retrait, une application d’authentification ou une clé d’accès et utilisez cet appareil ici depuis un jour.",
    schedule: "Fermer mon compte dans 72 heures",
    submit: "Fermer définitivement mon compte",
    pending: "Fermeture…",
    failed: "Le compte n’a pas pu être fermé",
    done: "Votre compte est fermé",
    doneBody: "Toutes vos sessions ont pris fin.",
  },
};

export const laterFr: LaterMessages = {
  beaconState,
  closing,
  email,
  lateAnswer,
  legal,
  limits,
  maintenance,
  payments,
  practice,
  profile,
  receipt,
  results,
  sale,
  security,
  setup,
  filters,
  trades,
  year,
  statement,
  stepUp,
  keys,
  terms,
};
