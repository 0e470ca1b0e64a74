import type { AdminMessages } from "../messages.ts";

export const stepUp: AdminMessages["stepUp"] = {
  title: "Prouvez que c’est bien vous",
  why: "Ce que vous allez faire déplace de l’argent ou donne des droits, et votre dernière preuve est trop ancienne. L’opération reprend ensuite d’elle-même.",
  password: "Votre mot de passe",
  passwordRequired: "Saisissez votre mot de passe.",
  submit: "Continuer",
  checking: "Vérification…",
  failed: "La vérification n’a pas abouti.",
  cancelled: "Rien n’a été fait",
  cancelledBody: "Vous n’avez pas prouvé votre identité : tout est resté comme avant.",
};
