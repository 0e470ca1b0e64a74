import { counted } from "@veritick/contract/plural.ts";
import type { AdminMessages } from "../messages.ts";

export const invitations: AdminMessages["invitations"] = {
  title: "Invitations",
  intro:
    "Tant que l’inscription se fait sur invitation, on s’inscrit avec un lien que vous créez ici. Il sert à autant de personnes que vous le souhaitez, jusqu’à son expiration ou sa révocation.",
  card: "Créez des liens d’inscription, voyez qui les a utilisés et révoquez-les.",
  open: "Voir les invitations",
  now: {
    open: "L’inscription est ouverte à tous : les invitations ne sont pas nécessaires.",
    closed: "Les inscriptions sont fermées : les invitations ne fonctionnent pas.",
  },
  change: "Modifier le réglage",
  list: "Invitations",
  empty: {
    title: "Aucune invitation",
    hint: "Créez-en une, puis envoyez son lien aux personnes que vous invitez.",
  },
  add: "Créer une invitation",
  label: "Libellé",
  labelHint:
    "L’objet, par exemple un groupe ou une campagne. Seule l’équipe le voit. N’y nommez personne : le libellé reste après la suppression d’un compte.",
  labelMissing: "Décrivez l’objet de l’invitation en 1 à 100 caractères, sur une seule ligne.",
  mostUses: "Nombre maximal d’inscriptions",
  mostUsesInvalid:
    "Indiquez combien de personnes peuvent s’inscrire avec l’invitation : un nombre entier de 1 à 1 000.",
  expires: "Expiration",
  days: (count) => `Après ${counted.fr(count, "jour", "jours")}`,
  never: "N’expire pas",
  create: "Créer",
  addFailed: "L’invitation n’a pas pu être créée",
  linkTitle: "Lien de l’invitation",
  linkText:
    "Copiez le lien maintenant et envoyez-le aux personnes que vous invitez. Il ne s’affiche qu’une seule fois. On peut aussi saisir le code qui le termine.",
  copyLink: "Copier le lien",
  kept: "Je l’ai copié",
  leaving: "Le lien ne sera plus affiché. Fermez de nouveau pour partir sans lui.",
  done: "Terminé",
  states: { active: "Active", used_up: "Épuisée", expired: "Expirée", revoked: "Révoquée" },
  uses: (uses, most) => `${uses} sur ${most}`,
  by: "Par",
  gone: "un compte supprimé",
  until: { active: "Expire le", expired: "Expirée le" },
  who: "Inscrits",
  whoOf: (label) => `Inscrits avec « ${label} »`,
  nobody: { title: "Aucun compte restant", hint: "Les comptes inscrits avec elle ont été supprimés." },
  revoke: "Révoquer",
  revokeOf: (label) => `Révoquer « ${label} »`,
  revokeTitle: (label) => `Révoquer « ${label} » ?`,
  revokeText: "Son lien cesse de fonctionner. Les comptes déjà inscrits sont conservés.",
  revoked: "Invitation révoquée",
  revokeFailed: "L’invitation n’a pas pu être révoquée",
};
