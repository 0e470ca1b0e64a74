import type { LaterMessages } from "../messages.ts";

const heures = (count: number) => (count > 1 ? `${count} heures` : `${count} heure`);

export const profile: LaterMessages["profile"] = {
  title: "Profil",
  back: "Retour au tableau de bord",
  loadFailed: "Le chargement a échoué.",
  showAll: (count) => `Tout afficher (${count})`,
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
    holdHint: (hours) => `Les retraits sont ensuite suspendus pendant ${heures(hours)}.`,
    submit: "Changer le mot de passe",
    pending: "Modification…",
    changed: "Mot de passe modifié",
    changedBody: "Toutes les autres sessions ont été fermées.",
    failed: "Le mot de passe n’a pas pu être modifié",
    currentRequired: "Mot de passe actuel requis",
    tooShort: "Le nouveau mot de passe doit contenir au moins 6 caractères",
  },
  hold: {
    until: (moment) => `Les retraits rouvriront le ${moment}.`,
    why: (hours) =>
      `Ils sont suspendus pendant ${heures(hours)} après un changement de mot de passe ou de connexion en deux étapes, pour votre sécurité.`,
  },
  code: {
    title: "Code de retrait",
    created: "Votre code de retrait a été créé. Il est demandé à chaque retrait et ne peut pas être modifié.",
    warning:
      "Le code ne pourra être ni modifié ni supprimé, et personne ne pourra vous le redonner. Gardez-le en lieu sûr.",
    label: "Code à 5 chiffres",
    hint: "Vous le choisissez. Il est demandé à chaque retrait.",
    show: "Afficher le code",
    hide: "Masquer le code",
    submit: "Créer le code",
    pending: "Création…",
    invalid: "Le code doit contenir exactement 5 chiffres",
    done: "Code de retrait créé",
    doneBody: "Il est demandé à chaque retrait.",
    failed: "Le code de retrait n’a pas pu être créé",
  },
  twoStep: {
    title: "Connexion en deux étapes",
    on: "Activée",
    off: "Désactivée",
    offText:
      "Avec elle, la connexion et les retraits demandent aussi un code d’une application sur votre téléphone : le mot de passe seul ne suffit plus.",
    onText: "La connexion et les retraits demandent un code de votre application d’authentification.",
    codesLeft: (count) =>
      count === 0
        ? "Il ne reste aucun code de secours."
        : count === 1
          ? "Il reste 1 code de secours."
          : `Il reste ${count} codes de secours.`,
    fewLeft: "Créez-en de nouveaux : sans eux et sans votre téléphone, l’accès serait perdu.",
    switchOn: "Activer",
    switchOff: "Désactiver",
    renew: "Nouveaux codes de secours",
    password: "Mot de passe",
    passwordRequired: "Saisissez votre mot de passe",
    next: "Continuer",
    checking: "Vérification…",
    failed: "L’opération a échoué",
    setUp: {
      title: "Activer la connexion en deux étapes",
      proof: "Saisissez d’abord votre mot de passe : personne d’autre que vous ne doit pouvoir le faire.",
      scan: "Scannez ceci avec une application d’authentification sur votre téléphone.",
      qr: "QR code pour l’application d’authentification",
      secret: "Ou saisissez ce secret dans l’application :",
      copySecret: "Copier le secret",
      first: "Saisissez ensuite le code affiché par l’application.",
      invalid: "Saisissez les 6 chiffres affichés par l’application.",
      submit: "Activer",
      done: "Connexion en deux étapes activée",
    },
    turnOff: {
      title: "Désactiver la connexion en deux étapes",
      proof: "Ensuite, le mot de passe seul suffira pour se connecter.",
      done: "Connexion en deux étapes désactivée",
    },
    newCodes: {
      title: "Nouveaux codes de secours",
      proof: "Aucun des codes précédents ne fonctionnera plus.",
      submit: "Créer de nouveaux codes",
    },
    codes: {
      title: "Codes de secours",
      text: "Chacun permet de se connecter une fois sans votre téléphone. Ils ne sont affichés que maintenant.",
      list: "Vos codes de secours",
      copy: "Tout copier",
      download: "Télécharger",
      fileTitle: (email) => `Codes de secours Veritick pour ${email}`,
      fileText: "Chaque code sert une seule fois.",
      kept: "Je les ai gardés en lieu sûr",
      done: "Terminé",
      leaveTitle: "Fermer sans les codes ?",
      leaveText: "Ils ne seront plus affichés. Sans eux et sans votre téléphone, l’accès serait perdu.",
      stay: "Revenir aux codes",
      leave: "Fermer quand même",
    },
  },
  sessions: {
    title: "Appareils connectés",
    here: "Cet appareil",
    since: (moment) => `Connexion le ${moment}`,
    lastUsed: "dernière utilisation",
    end: "Déconnecter",
    endOf: (device) => `Déconnecter ${device}`,
    endTitle: "Déconnecter cet appareil ?",
    endText: (device) => `${device} : il faudra le mot de passe pour revenir.`,
    ended: "Appareil déconnecté",
    endFailed: "L’appareil n’a pas pu être déconnecté",
    endAll: "Tout déconnecter",
    endAllTitle: "Déconnecter tous les appareils ?",
    endAllText:
      "Tous les appareils seront déconnectés, y compris celui-ci. Il faudra le mot de passe pour revenir.",
    endAllFailed: "Les appareils n’ont pas pu être déconnectés",
  },
  activity: {
    title: "Activité de sécurité",
    empty: "Rien pour l’instant",
    emptyHint:
      "Les connexions et les changements de mot de passe, de codes et de connexion en deux étapes figureront ici.",
    unseen: "Nouveau",
    here: "Cet appareil",
  },
  appearance: { title: "Langue et thème" },
};
