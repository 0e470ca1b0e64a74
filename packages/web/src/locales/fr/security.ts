import type { LaterMessages } from "../messages.ts";

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
    withdrawal_code_locked: "Retraits bloqués : trop de codes incorrects",
    two_step_locked: "Connexion en deux étapes bloquée : trop de codes incorrects",
  },
  notice: (place) => `${place}. Si ce n’était pas vous, changez votre mot de passe.`,
  banner: {
    label: "Avis de sécurité",
    what: (event, ago, others) =>
      others === 0
        ? `${event}, ${ago}.`
        : `${event}, ${ago}, et ${others} ${others === 1 ? "autre événement" : "autres événements"}.`,
    question: "Était-ce vous ?",
    look: "Vérifier",
    dismiss: "C’était moi",
    failed: "L’avis n’a pas pu être enregistré comme vu",
  },
};
