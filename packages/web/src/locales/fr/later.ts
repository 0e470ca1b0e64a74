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
    password_reset: "Mot de passe réinitialisé par un lien reçu par e-mail",
    email_confirmed: "Adresse e-mail confirmée",
    email_change_requested: "Changement d’adresse e-mail demandé",
    email_changed: "Adresse e-mail changée",
    email_change_undone: "Changement d’adresse e-mail annulé",
    two_step_enabled: "Double authentification activée",
    two_step_disabled: "Double authentification désactivée",
    recovery_code_used: "Code de secours utilisé",
    recovery_codes_renewed: "Nouveaux codes de secours créés",
    withdrawal_code_created: "Code de retrait créé",
    withdrawal_code_reset: "Code de retrait réinitialisé par l’assistance",
    withdrawal_address_saved: "Adresse de retrait enregistrée",
    saved_addresses_only_enabled: "Retraits vers les adresses enregistrées uniquement : activé",
    saved_addresses_only_disabled: "Retraits vers les adresses enregistrées uniquement : désactivé",
    mail_phrase_changed: "Phrase anti-hameçonnage modifiée",
    withdrawal_code_locked: "Retraits bloqués : trop de codes incorrects",
    two_step_locked: "Double authentification bloquée : trop de codes incorrects",
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
  use: "Passer des ordres au clavier",
  enter: "Entrée",
  buy: "Choisir Acheter",
  sell: "Choisir Vendre",
  duration: "Durée de 1, 3, 5 ou 10 minutes",
  sale: "Revendre la position choisie, sinon la première",
  more: "Montant rapide supérieur",
  less: "Montant rapide inférieur",
  confirm: "Confirmer l’ordre dans le sens choisi",
  list: "Afficher cette liste",
  rest: "Les raccourcis sont inactifs pendant la saisie et quand une fenêtre est ouverte. Ce navigateur mémorise votre choix.",
  showsList: "Afficher cette liste avec\u00a0?",
};

const sale: LaterMessages["sale"] = {
  sell: "Revendre",
  sellFor: (money) => `Revendre pour ${money}`,
  confirm: (money) => `Revendre pour ${money}\u00a0?`,
  moved: "Le prix a changé.",
  newAmount: (money) => `${money}\u00a0?`,
  selling: (money) => `Revente pour ${money}…`,
  sold: "Revendue",
  late: "Trop tard pour revendre",
  held: "Prix indisponible",
  offline: "Vous êtes hors ligne",
  notLive: "En attente d’un prix",
  soldNow: (money) => `Valeur de revente ${money}`,
  said: {
    offered: (money) => `Appuyez de nouveau pour revendre à ${money} au minimum.`,
    moved: (money) =>
      `Le prix a changé. Rien n’a été revendu. Appuyez de nouveau pour revendre à ${money} au minimum.`,
  },
  failed: "La position n’a pas été revendue",
  unanswered: {
    title: "Pas encore de réponse",
    until: (clock) => `Possible jusqu’à ${clock}`,
    asking: "Vérification…",
    open: (clock) =>
      `Votre position peut encore être revendue jusqu’à ${clock}. Nous vérifierons ensuite si elle l’a été.`,
    notSold: "Votre ordre est arrivé trop tard\u00a0: la position est restée ouverte. Vous pouvez réessayer.",
  },
};

const stepUp: LaterMessages["stepUp"] = {
  title: "Confirmez que c’est bien vous",
  why: "Pour votre sécurité, nous le demandons avant toute opération qui touche à l’argent, aux droits ou à votre connexion. L’opération reprendra ensuite automatiquement.",
  password: "Votre mot de passe",
  passwordRequired: "Saisissez votre mot de passe.",
  submit: "Continuer",
  checking: "Vérification…",
  failed: "Nous n’avons pas pu confirmer que c’est bien vous. Réessayez.",
  cancelled: "Opération annulée",
  cancelledBody: "Vous n’avez pas confirmé que c’est bien vous : rien n’a été modifié.",
};

const maintenance: LaterMessages["maintenance"] = {
  label: "Avis de maintenance",
  title: "Une maintenance est en cours.",
  body: "Vous ne pouvez pas ouvrir de position pour l’instant. Les positions ouvertes sont réglées comme d’habitude.",
  withdrawalsStopped: "Les retraits sont suspendus. Votre solde reste inchangé.",
};

const lateAnswer: LaterMessages["lateAnswer"] = {
  told: {
    order:
      "La confirmation est arrivée trop tard selon l’horloge de cet appareil : nous ne pouvons pas prouver que le prix d’entrée a été fixé à temps.",
    sale: "La confirmation est arrivée trop tard selon l’horloge de cet appareil : nous ne pouvons pas prouver que le prix de revente a été fixé à temps.",
  },
  clockAhead: (time) =>
    `Cette horloge avance d’environ ${time} sur celle du serveur, ce qui peut en être la cause.`,
};

const setup: LaterMessages["setup"] = {
  title: "Mettre en service cette installation",
  intro: "Vous en devenez le premier administrateur. Cette page ne sert qu’une fois.",
  name: "Nom de l’installation (facultatif)",
  nameHint:
    "Par exemple « Essai ». Il figure dans les e-mails, les applications d’authentification et l’administration.",
  chat: "Adresse du groupe de discussion (facultatif)",
  chatHint:
    "Chaque page affiche un lien vers ce groupe. Vous pourrez le définir ou le modifier plus tard dans « Installation ».",
  submit: "Devenir administrateur",
  pending: "Mise en service…",
  failed: "L’installation n’a pas pu être mise en service",
  invalid:
    "Ce lien d’installation n’est plus valable. Le serveur en affiche un nouveau à chaque démarrage sans administrateur. S’il y en a déjà un, connectez-vous.",
};

const closing: LaterMessages["closing"] = {
  card: {
    title: "Fermer le compte",
    text: "Vous pouvez partir à tout moment. Nous vous montrons d’abord ce qui est en cours, votre solde et les données que nous conservons.",
    link: "Fermer mon compte",
  },
  title: "Fermer votre compte",
  back: "Retour au profil",
  intro:
    "La fermeture est définitive. Votre compte est supprimé, toutes vos sessions prennent fin, et vos clés d’accès et clés API ne fonctionnent plus. Votre adresse e-mail peut ensuite servir à un nouveau compte.",
  loadFailed: "Votre compte n’a pas pu être chargé",
  first: {
    title: "Avant de fermer le compte",
    text: "Attendez que tout ceci soit terminé, puis fermez le compte.",
    positions: (count) => counted.fr(count, "position ouverte", "positions ouvertes"),
    positionsHint: "Attendez l’échéance, ou revendez avant.",
    withdrawals: (count) => counted.fr(count, "retrait en cours", "retraits en cours"),
    withdrawalsHint: "Attendez le versement. Un retrait en attente peut encore être annulé.",
    deposits: (count) => counted.fr(count, "dépôt en confirmation", "dépôts en confirmation"),
    depositsHint: "Un dépôt en confirmation est en général crédité en quelques minutes.",
    payments: (count) => counted.fr(count, "paiement en cours d’examen", "paiements en cours d’examen"),
    paymentsHint: "Notre équipe en décidera. Pour toute question, contactez l’assistance.",
    toDashboard: "Retour au tableau de bord",
  },
  refused: {
    closing_locked:
      "Un administrateur a bloqué votre compte : vous ne pouvez pas le fermer. Contactez l’assistance.",
    closing_paused: (until) =>
      `Vous êtes en pause jusqu’au ${until}. Fermer le compte mettrait fin à la pause. Vous pouvez toujours retirer.`,
    closing_held: (until) =>
      `Les retraits sont temporairement suspendus jusqu’au ${until} après une modification de votre compte. D’ici là, vous ne pouvez pas renoncer à un solde.`,
    last_admin: "Vous êtes le seul administrateur. Nommez d’abord un autre administrateur.",
    closing_takes_two:
      "Ici, la fermeture d’un compte d’administrateur exige une double validation. Faites d’abord retirer vos droits.",
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
      "Quelqu’un a demandé de fermer votre compte et de renoncer à son solde. Si ce n’était pas vous, annulez la fermeture.",
    submit: "Annuler la fermeture",
    pending: "Annulation…",
    failed: "La fermeture n’a pas pu être annulée",
    done: "Fermeture annulée",
    doneBody:
      "Votre compte reste ouvert. Choisissez maintenant un nouveau mot de passe avec « Mot de passe oublié ? » et contactez l’assistance.",
    invalid: "Ce lien n’est plus valable : la fermeture est déjà annulée, ou le compte est fermé.",
    signIn: "Ouvrir la page de connexion",
  },
  balance: {
    title: "Votre solde",
    balance: "Solde",
    nothing: "Votre solde est nul : vous ne perdez rien en fermant le compte.",
    withdrawFirst:
      "Retirez votre solde avant de fermer le compte. Ensuite, nous ne pourrons plus vous le verser.",
    amount: "Vous pouvez retirer",
    fee: (percent) => `Frais (${percent} %)`,
    net: "Vous recevez",
    withdraw: "Retirer",
    tooSmall: "Le retrait minimum est de 15 USDMS : vous ne pouvez que renoncer à ce solde.",
    practice: "L’argent d’entraînement est fictif : il n’est jamais versé.",
  },
  data: {
    title: "Téléchargez d’abord vos données",
    text: "Ensuite, vous ne pourrez plus vous connecter pour les télécharger, et ce site n’affichera plus vos reçus. Les reçus que vous avez enregistrés restent vérifiables : les prix et les graines restent publics.",
  },
  stays: {
    title: "Ce qui est supprimé et ce qui reste",
    gone: "Supprimés aussitôt : profil, positions, dépôts, retraits, limites, notes, sessions, appareils et adresses enregistrées.",
    kept: "Conservés définitivement, sans votre adresse e-mail :",
    ledger: "Chaque mouvement de votre solde dans le grand livre, car il doit rester équilibré.",
    audit:
      "Les entrées du journal d’audit sur la fermeture : heure, adresse réseau, solde auquel vous avez renoncé et actions de l’équipe.",
    payments:
      "Les numéros, adresses et montants des paiements et versements, pour que nous reconnaissions l’argent qui arrive en retard.",
    backups:
      "Les sauvegardes et les archives d’anciens mois contiennent vos données jusqu’à ce que l’exploitant de ce site les supprime. Les messages aux systèmes de l’exploitant contiennent votre numéro de compte pendant 30 jours.",
  },
  form: {
    title: "Fermer le compte",
    expected: (count) =>
      plural.fr(
        count,
        "Un dépôt est encore en attente de paiement. Je confirme n’avoir rien envoyé.",
        `${count} dépôts sont encore en attente de paiement. Je confirme n’avoir rien envoyé.`,
      ),
    expectedHint: "L’argent qui arrive plus tard n’est pas crédité. Notre équipe en décidera.",
    expectedMissing: "Confirmez que vous n’avez rien envoyé, ou attendez le dépôt.",
    waive: "Solde auquel vous renoncez",
    waiveHint: (amount) =>
      `Saisissez ${amount} pour renoncer définitivement à tout votre solde. Il nous restera acquis.`,
    waiveWrong: (amount) => `Saisissez exactement ${amount}.`,
    password: "Votre mot de passe",
    passwordRequired: "Saisissez votre mot de passe.",
    withdrawalCode: "Votre code de retrait",
    later:
      "Pour protéger votre solde en cas de vol de votre mot de passe, le compte sera fermé après 72 heures, et vous pourrez annuler d’ici là. Il est fermé aussitôt si votre solde est nul, ou si vous avez un code de retrait, une application d’authentification ou une clé d’accès et utilisez cet appareil ici depuis un jour.",
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
