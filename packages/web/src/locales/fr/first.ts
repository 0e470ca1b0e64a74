import type { Messages } from "../messages.ts";
import { history, trade, wallet } from "./trade.ts";

const landing: Messages["landing"] = {
  title: "Veritick : des positions courtes sur un prix vérifiable par tous",
  getStarted: "Commencer",
  hero: {
    title: "Tradez à la minute.\nVérifiez chaque prix.",
    lead: "Achetez si vous prévoyez une hausse, vendez si vous prévoyez une baisse. Avant de confirmer, vous voyez ce qui doit arriver, avec quelle probabilité, et ce que vous pouvez gagner ou perdre.",
    start: "Commencer à trader",
    tryIt: "Essayer maintenant",
    how: "Comment ça marche",
  },
  live: {
    label: "Le prix maintenant",
    lastKnown: "Le dernier prix connu",
    chart: "Le prix des dix dernières minutes, avec les barrières d’une position ouverte maintenant",
    duration: "Une position de",
    minutes: (count) => `${count} min`,
    buyWins: (price) => `L’achat gagne à ${price} ou plus`,
    sellWins: (price) => `La vente gagne à ${price} ou moins`,
    chance: "Chance de gagner",
    pays: "Un gain rapporte",
    past: "il y a 10 min",
    now: "maintenant",
    expiry: (minutes) => `dans ${minutes} min`,
    missing: "Le prix n’est pas disponible pour le moment.",
  },
  features: {
    title: "Les points forts",
    multipliers: {
      title: "Multiplicateurs élevés",
      row: (minutes) => `${minutes} min`,
    },
    transactions: {
      title: "Transactions instantanées",
      one: "Traitement crypto automatique",
      two: "Solde mis à jour en temps réel",
      three: "Codes de retrait sécurisés",
      four: (fee) => `${fee} % de frais de retrait`,
    },
    security: {
      title: "Plateforme sécurisée",
      one: "Authentification chiffrée",
      two: "Connexions WebSocket sécurisées",
      three: "Codes de retrait à 5 chiffres",
      four: "Infrastructure professionnelle",
    },
  },
  how: {
    title: "Comment ça marche",
    barrier: {
      title: "La barrière",
      body: "Chaque position en a une : le prix à atteindre à l’échéance. Vous la voyez avant de confirmer. Elle suit le prix jusqu’à la fin du bloc de quelques secondes où votre ordre est accepté, puis ne bouge plus. Un achat gagne à la barrière ou au-dessus, une vente à la barrière ou en dessous.",
    },
    chance: {
      title: "La chance",
      body: "La chance de gagner figure à côté de la barrière. Elle est calculée d’après les règles publiées du prix. La part de la maison y est comprise et indiquée.",
      sale: (fee) =>
        `Rien n’oblige à attendre l’échéance. Jusqu’aux dernières secondes, vous pouvez vendre une position à sa valeur du moment, moins des frais de ${fee}.`,
      edge: (share) => `Avantage de la maison ici : ${share} de chaque mise, en moyenne.`,
    },
    proof: {
      title: "La preuve",
      body: "Le prix vient d’une graine, scellée un jour à l’avance et dévoilée une fois son heure passée, et des valeurs aléatoires d’une balise. Avec les deux, chacun peut recalculer tous les prix et comparer.",
      publicBeacon:
        "Quand votre ordre est accepté, personne, pas même nous, ne peut connaître les prix qui suivent son entrée, à moins qu’assez d’exploitants de la balise ne s’entendent avec nous.",
    },
  },
  join: {
    title: "Jugez par vous-même",
    body: "Une adresse e-mail et un mot de passe suffisent pour ouvrir un compte.",
    action: "Créer un compte",
  },
  registration: {
    invite: {
      note: "L’inscription se fait sur invitation.",
      start: "S’inscrire sur invitation",
      join: "Il vous faut un code d’invitation, une adresse e-mail et un mot de passe.",
    },
    closed: {
      note: "Les inscriptions sont fermées pour le moment.",
      start: "Se connecter",
      join: "Les inscriptions sont fermées pour le moment. Vous pouvez tout essayer avec de l’argent fictif, sans compte.",
    },
  },
  footer: {
    fairness: "Équité",
    status: "État",
    help: "Aide",
    docs: "Pour les développeurs",
    accessibility: "Accessibilité",
    copyright: (year) => `© ${year} Veritick`,
  },
};

const auth: Messages["auth"] = {
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
    title: "Inscriptions fermées",
    text: "Personne ne peut créer de compte pour le moment.",
  },
  backToLogin: "Retour à la connexion",
  signedOut: { title: "Vous avez été déconnecté.", body: "Reconnectez-vous pour continuer." },
  secondStep: {
    title: "Connexion en deux étapes",
    intro: (email) => `Le mot de passe est correct. Confirmez que c’est bien vous, ${email}.`,
  },
  forgot: {
    link: "Mot de passe oublié ?",
    title: "Mot de passe oublié",
    intro: "Saisissez votre e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
    submit: "Envoyer le lien",
    pending: "Envoi…",
    failed: "Le lien n’a pas pu être demandé",
    sent: (email) =>
      `S’il existe un compte pour ${email}, un lien pour choisir un nouveau mot de passe est en route.`,
    sentHint:
      "Il ne fonctionne qu’une fois et expire vite. Si rien n’arrive d’ici quelques minutes, regardez dans le courrier indésirable ou refaites la demande.",
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
    invalid: "Ce lien n’est plus valable. Il ne fonctionne qu’une fois et expire vite.",
    askAgain: "Demander un nouveau lien",
  },
};

const common: Messages["common"] = {
  product: "Veritick",
  ownBeacon:
    "Cette installation fait tourner sa propre balise : son exploitant peut connaître les prix à l’avance.",
  error: "Erreur",
  unknownError: "Une erreur est survenue",
  amountUnreadable: (rule) => `Ce montant est illisible. ${rule}`,
  amountTooLarge: (most) => `Le montant maximal est de ${most}\u00a0USDMS. Saisissez un montant plus petit.`,
  noAnswer: "La plateforme n’a pas répondu. Vérifiez votre connexion et réessayez.",
  close: "Fermer",
  legal: "Pages légales",
  blocked: {
    title: "Non proposé dans votre pays",
    body: "Vous ne pouvez pas vous inscrire, déposer ni ouvrir de position depuis le pays d’où vous vous connectez, ou si nous ne parvenons pas à le déterminer.",
  },
  cancel: "Annuler",
  discard: {
    title: "Abandonner votre saisie ?",
    body: "Vous devrez tout ressaisir.",
    keep: "Continuer la saisie",
    confirm: "Abandonner",
  },
  retry: "Réessayer",
  loadFailed: {
    title: "Le chargement a échoué",
    hint: "Rien n’est perdu. Réessayez dans un instant.",
    more: "La suite n’a pas pu être chargée.",
  },
  loading: "Chargement",
  copy: "Copier",
  copied: "Copié",
  exactly: (amount) => `Exactement ${amount}`,
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  notices: (hotkey) => `Avis (${hotkey})`,
  language: "Langue",
  languages: { en: "English", fr: "Français" },
  useTheme: { dark: "Passer au thème sombre", light: "Passer au thème clair" },
  skipToContent: "Aller au contenu",
  risk: "Vous pouvez perdre la totalité du montant engagé dans une position. N’engagez jamais d’argent dont vous avez besoin.",
  offline:
    "Vous êtes hors ligne. Cette page n’est peut-être plus à jour, et rien ne peut être envoyé avant votre reconnexion.",
  unreachable: {
    title: "La plateforme ne répond pas",
    hint: "Votre compte est en sécurité. Vérifiez votre connexion, puis réessayez.",
  },
  missingCode: {
    newVersion: "Une nouvelle version est disponible. Rechargez la page pour continuer.",
    noAnswer:
      "Une partie de cette page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.",
  },
  crash: {
    title: "Cette page a rencontré un problème",
    hint: "Le serveur n’a rien perdu de ce que vous avez fait. Réessayez, ou rechargez la page.",
    part: "Cette partie de la page n’a pas pu s’afficher",
    reload: "Recharger",
  },
  twoStep: {
    code: "Code de votre application",
    hint: "6 chiffres, ou un code de secours",
    appHint: "6 chiffres de votre application d’authentification",
    recoveryCode: "Code de secours",
    recoveryHint: "16 lettres et chiffres. Chaque code de secours sert une seule fois.",
    useRecovery: "Utiliser un code de secours",
    useApp: "Utiliser un code de l’application",
    invalid: "Saisissez les 6 chiffres de votre application d’authentification, ou un code de secours.",
  },
  passkey: {
    use: "Utiliser une clé d’accès",
    failed: "La clé d’accès n’a pas été confirmée. Réessayez.",
  },
  support: { place: "Aide", label: "Chat d’assistance", tip: "Chat d’assistance, dans un nouvel onglet" },
  dashboard: "Tableau de bord",
  logoutFailed: "Vous êtes toujours connecté : la plateforme n’a pas répondu.",
  home: "Veritick, page d’accueil",
  accessDenied: {
    title: "Accès refusé",
    hint: "Seuls les administrateurs voient cette page.",
    action: "Aller au tableau de bord",
  },
  menu: {
    label: "Votre compte",
    profile: "Profil",
    results: "Mes résultats",
    admin: "Administration",
    limits: "Limites",
    fairness: "Équité",
    help: "Aide",
    language: "Langue",
    logout: "Déconnexion",
  },
};

export const fr: Messages = { common, landing, auth, trade, wallet, history };
