import { counted, plural } from "../plural.ts";
import type { LaterMessages } from "../messages.ts";

const heures = (count: number) => counted.fr(count, "heure", "heures");

export const profile: LaterMessages["profile"] = {
  title: "Profil",
  back: "Retour au tableau de bord",
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
      `Ils sont suspendus pendant ${heures(hours)} après un changement de mot de passe, de clés d’accès, de connexion en deux étapes ou de code de retrait, pour votre sécurité.`,
  },
  code: {
    title: "Code de retrait",
    created: "Votre code de retrait a été créé. Il est demandé à chaque retrait.",
    warning: "Personne ne pourra vous redonner ce code. Gardez-le en lieu sûr.",
    replaceWarning: "Le code actuel ne fonctionnera plus.",
    replace: "Changer ou réinitialiser le code",
    replaceSubmit: "Enregistrer le nouveau code",
    replacing: "Enregistrement…",
    replaced: "Code de retrait modifié",
    label: "Code à 5 chiffres",
    hint: "Vous le choisissez. Il est demandé à chaque retrait.",
    show: "Afficher le code",
    hide: "Masquer le code",
    submit: "Créer le code",
    pending: "Création…",
    invalid: "Le code doit contenir exactement 5 chiffres",
    done: "Code de retrait créé",
    doneBody: "Il est demandé à chaque retrait.",
    replaceFailed: "Le code de retrait n’a pas pu être modifié",
    failed: "Le code de retrait n’a pas pu être créé",
  },
  twoStep: {
    title: "Connexion en deux étapes",
    on: "Activée",
    off: "Désactivée",
    offText:
      "Exigez un code d’une application sur votre téléphone pour la connexion et les retraits. Le mot de passe seul ne suffit alors plus.",
    onText: "La connexion et les retraits demandent un code de votre application d’authentification.",
    codesLeft: (count) =>
      count === 0
        ? "Il ne reste aucun code de secours."
        : `Il reste ${counted.fr(count, "code", "codes")} de secours.`,
    fewLeft: "Créez-en de nouveaux : sans eux et sans votre téléphone, vous ne pourrez plus vous connecter.",
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
      text: "Chaque code permet de vous connecter une fois sans votre téléphone. Ils ne sont affichés que maintenant.",
      list: "Vos codes de secours",
      copy: "Tout copier",
      download: "Télécharger",
      fileTitle: (email) => `Codes de secours Veritick pour ${email}`,
      fileText: "Chaque code sert une seule fois.",
      kept: "Je les ai gardés en lieu sûr",
      done: "Terminé",
      leaveTitle: "Fermer sans les codes ?",
      leaveText: "Ils ne seront plus affichés. Sans eux ni téléphone, vous ne pourrez plus vous connecter.",
      stay: "Revenir aux codes",
      leave: "Fermer quand même",
    },
  },
  passkeys: {
    title: "Clés d’accès",
    text: "Une clé d’accès permet de se connecter et de confirmer les retraits avec l’empreinte, le visage ou le code de votre appareil.",
    unsupported: "Ce navigateur ou cette adresse ne permet pas les clés d’accès.",
    add: "Ajouter une clé d’accès",
    addText:
      "Votre navigateur demandera ensuite votre empreinte, votre visage ou votre code. La connexion par mot de passe demandera une deuxième étape.",
    name: "Nom",
    nameHint: "Pour la reconnaître plus tard, par exemple « Mon téléphone »",
    nameInvalid: "Donnez un nom à la clé d’accès.",
    create: "Créer la clé d’accès",
    added: "Clé d’accès ajoutée",
    failed: "La clé d’accès n’a pas pu être créée",
    since: (moment) => `Ajoutée le ${moment}`,
    lastUsed: (moment) => `dernière utilisation le ${moment}`,
    rename: "Renommer",
    renameOf: (name) => `Renommer ${name}`,
    renameText: "Le nom ne s’affiche qu’ici.",
    renamed: "Clé d’accès renommée",
    renameFailed: "La clé d’accès n’a pas pu être renommée",
    remove: "Supprimer",
    removeOf: (name) => `Supprimer ${name}`,
    removeTitle: (name) => `Supprimer ${name} ?`,
    removeText: "Elle ne pourra plus se connecter ni confirmer quoi que ce soit ici.",
    removed: "Clé d’accès supprimée",
    removeFailed: "La clé d’accès n’a pas pu être supprimée",
  },
  sessions: {
    title: "Appareils connectés",
    here: "Cet appareil",
    since: (moment) => `Connexion le ${moment}`,
    lastUsed: "Dernière utilisation",
    end: "Déconnecter",
    endOf: (device) => `Déconnecter ${device}`,
    endTitle: "Déconnecter cet appareil ?",
    endText: (device) => `Le mot de passe sera demandé pour se reconnecter sur ${device}.`,
    ended: "Appareil déconnecté",
    endFailed: "L’appareil n’a pas pu être déconnecté",
    endAll: "Tout déconnecter",
    endAllTitle: "Déconnecter tous les appareils ?",
    endAllText:
      "Tous les appareils seront déconnectés, y compris celui-ci. Le mot de passe sera demandé pour se reconnecter.",
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

const minutes = (count: number) => counted.fr(count, "minute", "minutes");

export const limits: LaterMessages["limits"] = {
  title: "Limites et pauses",
  intro:
    "Fixez des limites pour chaque jour. Une limite plus stricte s’applique aussitôt. Une limite plus large s’applique après 24 heures.",
  back: "Retour au tableau de bord",
  loadFailed: "Vos limites n’ont pas pu être chargées",
  link: "Limites et pauses",
  unit: (money) => `${money} USDMS`,

  today: {
    title: "Aujourd’hui",
    until: (moment) =>
      `Cette journée se termine le ${moment}, à votre heure. Les jours sont comptés en UTC, pour tout le monde.`,
    kind: { deposit: "Dépôts", stake: "Mises", loss: "Pertes" },
    meaning: {
      deposit: "Les dépôts que vous demandez en une journée.",
      stake: "Les montants que vous engagez dans des positions en une journée, gagnées ou perdues.",
      loss: "Le montant misé par jour, moins ce qui revient. Une position ouverte compte comme perdue.",
    },
    noLimit: "Aucune limite",
    used: (used, limit) => `${used} sur ${limit} USDMS`,
    usedFreely: (used) => `${used} USDMS aujourd’hui`,
    left: (money) => `reste ${money}`,
    set: "Fixer",
    change: "Modifier",
    setOf: {
      deposit: "Fixer la limite des dépôts",
      stake: "Fixer la limite des mises",
      loss: "Fixer la limite des pertes",
    },
    changeOf: {
      deposit: "Modifier la limite des dépôts",
      stake: "Modifier la limite des mises",
      loss: "Modifier la limite des pertes",
    },
    waiting: (moment, limit) => `La limite passera à ${limit} le ${moment}.`,
    waitingNone: (moment) => `La limite disparaîtra le ${moment}.`,
    keep: (limit) => `Garder ${limit}`,
    kept: "La limite actuelle reste",
    keepFailed: "La limite n’a pas pu être gardée",
  },

  form: {
    title: { deposit: "Limite des dépôts", stake: "Limite des mises", loss: "Limite des pertes" },
    choice: "Limite par jour",
    choices: { amount: "Un montant", none: "Aucune limite" },
    amount: "Montant",
    hint: "Au moins 0,01 USDMS",
    invalid: "Saisissez un montant d’au moins 0,01 avec au plus deux décimales",
    tighter: "Elle s’applique aussitôt et compte ce que vous avez déjà utilisé aujourd’hui.",
    looser: (moment, limit) =>
      `Elle est plus large : elle s’appliquera après 24 heures, à partir du ${moment} environ. D’ici là, ${limit} reste la limite.`,
    same: "C’est votre limite actuelle.",
    sameDrops: "C’est votre limite actuelle. La fixer annule la limite plus large en attente.",
    belowDeposit:
      "Elle est inférieure au dépôt minimum de 15 USDMS. Tant qu’elle s’applique, aucun dépôt n’est possible.",
    spent:
      "Vous avez déjà utilisé ce montant aujourd’hui : plus rien n’est possible avant la fin de la journée.",
    submit: "Fixer la limite",
    pending: "Enregistrement…",
    done: "Limite fixée",
    doneNow: "Elle s’applique dès maintenant.",
    doneLater: (moment) => `Elle s’appliquera à partir du ${moment}.`,
    failed: "La limite n’a pas pu être fixée",
  },

  pause: {
    title: "Faire une pause",
    intro: "Arrêtez pour un temps. Personne ne peut mettre fin à une pause avant son terme, pas même vous.",
    kind: { time_out: "Pause", self_exclusion: "Auto-exclusion" },
    hint: {
      time_out: "Pour quelques jours.",
      self_exclusion: "Pour des mois ou des années, quand quelques jours ne suffisent pas.",
    },
    days: (count) => plural.fr(count, "jour", "jours"),
    months: "mois",
    years: (count) => plural.fr(count, "an", "ans"),
    start: { time_out: "Commencer la pause", self_exclusion: "M’exclure" },
    longer: (moment) =>
      `Vous êtes en pause jusqu’au ${moment}. Vous pouvez la prolonger, jamais la raccourcir.`,
    notLonger: "Votre pause actuelle est plus longue.",
    confirmTitle: {
      time_out: (length, moment) => `Pause de ${length}, jusqu’au ${moment} ?`,
      self_exclusion: (length, moment) => `Auto-exclusion de ${length}, jusqu’au ${moment} ?`,
    },
    stops: "Suspendu",
    stopsList: "Les nouvelles positions et les dépôts.",
    goesOn: "Maintenu",
    goesOnList: "Les positions ouvertes sont réglées comme toujours, et vous pouvez retirer à tout moment.",
    final: "Il est impossible d’y mettre fin plus tôt.",
    confirm: "Commencer",
    done: (moment) => `Vous êtes en pause jusqu’au ${moment}`,
    failed: "La pause n’a pas pu commencer",
  },

  paused: {
    label: "Avis de pause",
    title: "Vous êtes en pause",
    until: (moment) => `Vous avez suspendu le trading et les dépôts jusqu’au ${moment}.`,
    rest: "Les positions ouvertes sont réglées comme toujours, et vous pouvez retirer à tout moment.",
    close: "Compris",
  },

  interval: {
    title: "Rappel du temps passé",
    text: "Un rappel vous indique de temps en temps depuis quand vous êtes ici, et votre résultat net.",
    label: "Me le rappeler toutes les",
    minutes: "min",
    hours: (count) => plural.fr(count, "heure", "heures"),
    off: "Non",
    failed: "Le rappel n’a pas pu être modifié",
  },

  reminder: {
    title: (hourCount, minuteCount) => {
      const parts = [
        hourCount > 0 && heures(hourCount),
        (minuteCount > 0 || hourCount === 0) && minutes(minuteCount),
      ];
      return `Vous êtes ici depuis ${parts.filter(Boolean).join(" ")}`;
    },
    since: (clock) => `Depuis ${clock}`,
    decided: "Positions décidées",
    won: "Dont gagnées",
    staked: "Total de leurs mises",
    result: "Résultat net",
    open: "Encore ouvertes",
    nothing: "Aucune position n’a été décidée pendant ce temps.",
    failed: "Votre résultat n’a pas pu être chargé",
    goOn: "Continuer",
    takeBreak: "Faire une pause",
  },

  help: {
    title: "Aide",
    text: "S’il devient difficile d’arrêter, parler à quelqu’un aide.",
    newTab: "s’ouvre dans un nouvel onglet",
  },

  card: {
    text: "Fixez des limites par jour, faites une pause, ou faites-vous rappeler le temps passé.",
  },
};
