import type { Messages } from "../messages.ts";

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
  signedOut: { title: "Vous avez été déconnecté.", body: "Reconnectez-vous pour continuer." },
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

export const fr: Messages = { common };
