import { counted } from "../plural.ts";
import type { LaterMessages } from "../messages.ts";
import { profile } from "./account.ts";
import { beaconState } from "./beacon-state.ts";
import { closing } from "./closing.ts";
import { limits } from "./limits.ts";
import { payments, results, statement } from "./money.ts";
import { practice } from "./practice.ts";
import { receipt, terms } from "./receipt.ts";

export const security: LaterMessages["security"] = {
  device: (browser, system) => `${browser} sous ${system}`,
  unknownDevice: "Appareil inconnu",
  events: {
    signed_in: "Nouvelle connexion",
    session_ended: "Un appareil a été déconnecté",
    signed_out_everywhere: "Tous les appareils déconnectés",
    password_changed: "Mot de passe modifié",
    password_reset: "Mot de passe remplacé par un lien reçu par e-mail",
    two_step_enabled: "Connexion en deux étapes activée",
    two_step_disabled: "Connexion en deux étapes désactivée",
    recovery_code_used: "Code de secours utilisé",
    recovery_codes_renewed: "Nouveaux codes de secours créés",
    withdrawal_code_created: "Code de retrait créé",
    withdrawal_code_replaced: "Code de retrait modifié",
    withdrawal_address_saved: "Adresse de retrait enregistrée",
    withdrawal_code_locked: "Retraits bloqués : trop de codes incorrects",
    two_step_locked: "Connexion en deux étapes bloquée : trop de codes incorrects",
    passkey_added: "Clé d’accès ajoutée",
    passkey_renamed: "Clé d’accès renommée",
    passkey_removed: "Clé d’accès supprimée",
    data_exported: "Vos données téléchargées",
    api_key_created: "Clé API créée",
    api_key_revoked: "Clé API révoquée",
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

export const keys: LaterMessages["keys"] = {
  title: "Touches",
  use: "Trader au clavier",
  enter: "Entrée",
  buy: "Choisir Acheter",
  sell: "Choisir Vendre",
  duration: "Durée de 1, 3, 5 ou 10 minutes",
  sale: "Vendre la position ouverte choisie",
  more: "Montant rapide supérieur",
  less: "Montant rapide inférieur",
  confirm: "Ouvrir la position du côté choisi",
  list: "Afficher cette liste",
  rest: "Les touches ne font rien pendant que vous écrivez dans un champ ou qu’une fenêtre est ouverte. Ce navigateur retient votre choix.",
  showsList: "Afficher cette liste avec\u00a0?",
};

export const sale: LaterMessages["sale"] = {
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
  soldNow: (money) => `À la vente ${money}`,
  said: {
    offered: (money) => `Appuyez encore pour vendre pour au moins ${money}.`,
    moved: (money) =>
      `Le prix a changé et rien n’a été vendu. Appuyez encore pour vendre pour au moins ${money}.`,
  },
  failed: "La position n’a pas été vendue",
  unsure:
    "La plateforme n’a pas dit si la position a été vendue. Appuyez encore pour le savoir\u00a0: rien n’est vendu deux fois.",
};

export const stepUp: LaterMessages["stepUp"] = {
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

export const maintenance: LaterMessages["maintenance"] = {
  label: "Avis de maintenance",
  title: "Une maintenance est en cours.",
  body: "Aucune position ne peut être ouverte. Les positions ouvertes sont réglées comme toujours.",
  withdrawalsStopped: "Les retraits sont suspendus ; votre solde reste inchangé.",
};

export const lateAnswer: LaterMessages["lateAnswer"] = {
  told: {
    order:
      "Selon l’horloge de cet appareil, la réponse est arrivée en retard : impossible de dire si l’entrée a été fixée à temps.",
    sale: "Selon l’horloge de cet appareil, la réponse est arrivée en retard : impossible de dire si le prix de la vente a été fixé à temps.",
  },
  clockAhead: (time) =>
    `Cette horloge avance d’environ ${time} sur celle de la plateforme, ce qui peut en être la cause.`,
};

export const setup: LaterMessages["setup"] = {
  title: "Mettre en service cette installation",
  intro: "Vous en devenez le premier administrateur. Cette page ne sert qu’une fois.",
  name: "Nom de l’installation (facultatif)",
  nameHint:
    "Pour la distinguer de vos autres, par exemple « Essai ». Les applications d’authentification et l’administration l’affichent.",
  submit: "Devenir administrateur",
  pending: "Mise en service…",
  failed: "L’installation n’a pas pu être mise en service",
  invalid:
    "Cette adresse n’est plus valable. Le serveur en affiche une nouvelle à chaque démarrage sans administrateur : regardez là où vous l’avez démarré. S’il y a déjà un administrateur, connectez-vous.",
};

export const laterFr: LaterMessages = {
  beaconState,
  closing,
  lateAnswer,
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
  statement,
  stepUp,
  keys,
  terms,
};
