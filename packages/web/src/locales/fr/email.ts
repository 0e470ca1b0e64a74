import type { LaterMessages } from "../messages.ts";

export const email: LaterMessages["email"] = {
  banner: {
    label: "Avis sur votre adresse e-mail",
    title: "Confirmez votre adresse e-mail",
    where: (address) => `avec le lien envoyé à ${address}.`,
    sendAgain: "Renvoyer",
    change: "La changer",
    sent: "E-mail envoyé",
    sentTo: (address) =>
      `Ouvrez le lien envoyé à ${address}. Si rien n’arrive d’ici quelques minutes, regardez dans le courrier indésirable.`,
    failed: "L’e-mail n’a pas pu être envoyé",
  },
  change: {
    title: "Changer l’adresse e-mail",
    label: "Nouvelle adresse e-mail",
    text: "Nous envoyons un lien à la nouvelle adresse. Dès que vous l’aurez confirmée, elle remplacera l’ancienne et tous les appareils seront déconnectés. Les clés API continueront de fonctionner.",
    notice: (address) => `Pendant 72 heures, un lien envoyé à ${address} permet d’annuler le changement.`,
    submit: "Envoyer le lien",
    sent: "Lien envoyé",
    sentTo: (address) => `Ouvrez le lien envoyé à ${address} dans les 24 heures.`,
    failed: "L’adresse e-mail n’a pas pu être changée",
  },
  confirm: {
    title: "Confirmer votre adresse e-mail",
    intro:
      "Confirmez que la boîte qui a reçu ce lien est la vôtre. Si vous changez d’adresse, tous les appareils seront ensuite déconnectés.",
    submit: "Confirmer l’adresse",
    pending: "Confirmation…",
    failed: "L’adresse n’a pas pu être confirmée",
    confirmed: { title: "Adresse e-mail confirmée", body: "Merci. Vous pouvez fermer cette page." },
    changed: {
      title: "Adresse e-mail changée",
      body: "Tous les appareils ont été déconnectés. Connectez-vous désormais avec votre nouvelle adresse.",
    },
    invalid:
      "Ce lien n’est plus valable. Il fonctionne une seule fois, pendant 24 heures. Pour en recevoir un autre, connectez-vous : appuyez sur « Renvoyer » en haut de la page ou, pour une nouvelle adresse, changez-la de nouveau dans le profil.",
  },
  keep: {
    title: "Conserver votre adresse e-mail",
    intro:
      "Quelqu’un a demandé de changer l’adresse e-mail de votre compte. Si ce n’était pas vous, conservez l’adresse actuelle. Tous les appareils seront déconnectés, les clés API révoquées, et personne ne pourra changer l’adresse pendant 72 heures.",
    submit: "Ce n’était pas moi",
    pending: "Annulation du changement…",
    failed: "Le changement n’a pas pu être annulé",
    done: "Votre adresse e-mail reste la même",
    doneBody:
      "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe, car une autre personne connaît peut-être l’actuel.",
    invalid:
      "Ce lien n’est plus valable. Il fonctionne une seule fois, dans les 72 heures qui suivent la demande. Si votre adresse a été changée contre votre gré, contactez l’assistance.",
  },
  next: "Continuer",
};
