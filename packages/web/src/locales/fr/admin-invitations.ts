import { counted } from "@veritick/contract/plural.ts";
import type { AdminMessages } from "../messages.ts";

export const invitations: AdminMessages["invitations"] = {
  title: "Invitations",
  intro:
    "Tant que l’inscription se fait sur invitation, on s’inscrit avec un lien que vous créez ici. Il sert à autant de personnes que vous le souhaitez, jusqu’à son expiration ou sa révocation.",
  card: "Tant que l’inscription se fait sur invitation : créez des liens, voyez qui s’est inscrit, révoquez-les.",
  open: "Voir les invitations",
  now: {
    open: "L’inscription est ouverte à tous : personne n’a besoin d’invitation.",
    closed: "Les inscriptions sont fermées : personne ne peut utiliser d’invitation.",
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
    "À quoi elle sert : un groupe, une campagne. Seule l’équipe le voit. N’y nommez personne : le libellé reste quand un compte est supprimé.",
  labelMissing: "Saisissez de 1 à 100 caractères",
  mostUses: "Personnes qui peuvent s’inscrire avec elle",
  mostUsesInvalid: "Saisissez un nombre entier de 1 à 1 000",
  expires: "Expiration",
  days: (count) => `Après ${counted.fr(count, "jour", "jours")}`,
  never: "N’expire pas",
  create: "Créer",
  addFailed: "L’invitation n’a pas pu être créée",
  linkTitle: "Lien de l’invitation",
  linkText:
    "Copiez le lien maintenant et envoyez-le aux personnes que vous invitez. Il ne sera plus affiché. On peut aussi saisir le code qui le termine.",
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
  nobody: { title: "Plus personne", hint: "Les comptes des personnes inscrites avec elle sont supprimés." },
  revoke: "Révoquer",
  revokeOf: (label) => `Révoquer « ${label} »`,
  revokeTitle: (label) => `Révoquer « ${label} » ?`,
  revokeText:
    "Plus personne ne pourra s’inscrire avec son lien. Les personnes déjà inscrites gardent leur compte.",
  revoked: "Invitation révoquée",
  revokeFailed: "L’invitation n’a pas pu être révoquée",
};
