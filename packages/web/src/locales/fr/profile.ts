import type { Messages } from "../messages.ts";

export const profile: Messages["profile"] = {
  title: "Profil",
  back: "Retour au tableau de bord",
  account: {
    title: "Compte",
    email: "E-mail",
    balance: "Solde actuel",
  },
  password: {
    title: "Changer le mot de passe",
    current: "Mot de passe actuel",
    new: "Nouveau mot de passe",
    newHint: "Au moins 6 caractères. Les autres appareils seront déconnectés.",
    submit: "Changer le mot de passe",
    pending: "Modification…",
    changed: "Mot de passe modifié",
    changedBody: "Toutes les autres sessions ont été fermées.",
    failed: "Le mot de passe n’a pas pu être modifié",
    currentRequired: "Mot de passe actuel requis",
    tooShort: "Le nouveau mot de passe doit contenir au moins 6 caractères",
  },
  appearance: { title: "Langue et thème" },
};
