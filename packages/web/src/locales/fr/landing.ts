import type { LandingMessages } from "../messages.ts";

export const landing: LandingMessages = {
  title: "Veritick : des positions courtes sur un prix vérifiable par tous",
  getStarted: "Commencer",
  logIn: "Connexion",
  hero: {
    title: "Tradez à la minute.\nVérifiez chaque prix.",
    lead: "Achetez si vous prévoyez une hausse, vendez si vous prévoyez une baisse. Avant de confirmer, vous voyez ce qui doit arriver, avec quelle probabilité, et ce que vous pouvez gagner ou perdre.",
    start: "Commencer à trader",
    tryIt: "Essayer maintenant",
    how: "Comment ça marche",
    member: "Déjà un compte ?",
    logIn: "Se connecter",
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
