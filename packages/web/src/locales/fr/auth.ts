import type { Messages } from "../messages.ts";

export const auth: Messages["auth"] = {
  login: {
    title: "Connexion",
    submit: "Se connecter",
    pending: "Connexion…",
    failed: "Échec de la connexion",
    other: "Pas encore de compte ?",
    switch: "Créer un compte",
  },
  register: {
    title: "Créer un compte",
    submit: "Créer le compte",
    pending: "Création du compte…",
    failed: "Échec de l'inscription",
    other: "Déjà un compte ?",
    switch: "Se connecter",
  },
  email: "E-mail",
  password: "Mot de passe",
  passwordHint: "Au moins 6 caractères",
  confirm: "Confirmer le mot de passe",
  emailInvalid: "Email invalide",
  passwordTooShort: "Le mot de passe doit contenir au moins 6 caractères",
  mismatch: "Les mots de passe ne correspondent pas",
  backToLogin: "Retour à la connexion",
  signedOut: { title: "Vous avez été déconnecté.", body: "Reconnectez-vous pour continuer." },
  secondStep: {
    title: "Connexion en deux étapes",
    intro: (email) => `Le mot de passe est correct. Confirmez que c’est bien vous, ${email}.`,
  },
  forgot: {
    link: "Mot de passe oublié ?",
    title: "Mot de passe oublié",
    intro: "Saisissez votre e-mail : nous vous envoyons un lien pour choisir un nouveau mot de passe.",
    submit: "Envoyer le lien",
    pending: "Envoi…",
    failed: "Le lien n’a pas pu être demandé",
    sent: (email) =>
      `S’il existe un compte pour ${email}, un lien pour choisir un nouveau mot de passe est en route.`,
    sentHint:
      "Il fonctionne une seule fois et peu de temps. Si rien n’arrive d’ici quelques minutes, regardez parmi les indésirables ou refaites la demande.",
  },
  reset: {
    title: "Choisir un nouveau mot de passe",
    password: "Nouveau mot de passe",
    tooShort: "Le nouveau mot de passe doit contenir au moins 6 caractères",
    submit: "Enregistrer",
    pending: "Enregistrement…",
    failed: "Le nouveau mot de passe n’a pas pu être enregistré",
    done: "Nouveau mot de passe enregistré",
    doneBody: "Toutes les sessions du compte ont été fermées. Connectez-vous avec le nouveau mot de passe.",
    invalid: "Ce lien n’est plus valable. Il fonctionne une seule fois et peu de temps.",
    askAgain: "Demander un nouveau lien",
  },
};
