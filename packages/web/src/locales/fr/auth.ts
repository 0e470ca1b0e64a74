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
};
