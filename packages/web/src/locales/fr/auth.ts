import type { AuthMessages } from "../messages.ts";

export const auth: AuthMessages = {
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
  terms: {
    statement: "J’ai l’âge requis là où je vis et j’accepte :",
    withoutLinks: "J’ai l’âge requis là où je vis et j’accepte les conditions d’utilisation.",
    required: "Cochez la case pour créer un compte",
  },
  email: "E-mail",
  password: "Mot de passe",
  passwordHint: "Au moins 6 caractères",
  strength: [
    "Très facile à deviner",
    "Facile à deviner",
    "Encore assez facile à deviner",
    "Difficile à deviner",
    "Très difficile à deviner",
  ],
  confirm: "Confirmer le mot de passe",
  emailInvalid: "Email invalide",
  emailLocalPart: "Avant le @, utilisez seulement des lettres sans accent, des chiffres et des signes",
  passwordTooShort: "Le mot de passe doit contenir au moins 6 caractères",
  mismatch: "Les mots de passe ne correspondent pas",
  invitation: {
    label: "Code d’invitation",
    hint: "L’inscription se fait sur invitation. Le code figure dans votre invitation.",
    missing: "Saisissez votre code d’invitation",
  },
  closed: {
    note: "Les inscriptions sont fermées pour le moment.",
    title: "Inscriptions fermées",
    text: "Vous ne pouvez pas créer de compte pour le moment.",
  },
  backToLogin: "Retour à la connexion",
  secondStep: {
    title: "Double authentification",
    intro: (email) => `Votre mot de passe est correct. Confirmez que c’est bien vous, ${email}.`,
  },
  forgot: {
    link: "Mot de passe oublié ?",
    title: "Mot de passe oublié",
    intro: "Saisissez votre e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
    submit: "Envoyer le lien",
    pending: "Envoi…",
    failed: "Le lien n’a pas pu être envoyé",
    sent: (email) =>
      `Si un compte existe pour ${email}, nous lui avons envoyé un lien pour choisir un nouveau mot de passe.`,
    sentHint:
      "Le lien ne fonctionne qu’une fois et expire vite. Si rien n’arrive d’ici quelques minutes, regardez dans le courrier indésirable ou demandez un nouveau lien.",
  },
  reset: {
    title: "Choisir un nouveau mot de passe",
    password: "Nouveau mot de passe",
    tooShort: "Le nouveau mot de passe doit contenir au moins 6 caractères",
    submit: "Enregistrer",
    pending: "Enregistrement…",
    failed: "Le nouveau mot de passe n’a pas pu être enregistré",
    done: "Nouveau mot de passe enregistré",
    doneBody: "Tous les appareils ont été déconnectés. Connectez-vous avec le nouveau mot de passe.",
    invalid: "Ce lien n’est plus valable. Chaque lien ne fonctionne qu’une fois et expire vite.",
    askAgain: "Demander un nouveau lien",
  },
};
