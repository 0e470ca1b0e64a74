import type { Messages } from "../messages.ts";

export const landing: Messages["landing"] = {
  title: "Veritick : des positions courtes sur un prix vérifiable par tous",
  getStarted: "Commencer",
  hero: {
    title: "Tradez à la minute.\nVérifiez chaque prix.",
    lead: "Achetez si vous attendez une hausse, vendez si vous attendez une baisse. Avant de confirmer, vous voyez ce qui doit arriver, avec quelle probabilité, et ce que vous gagnez ou perdez.",
    start: "Commencer à trader",
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
    title: "Ce que vous obtenez",
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
      body: "Chaque position en a une : le prix à atteindre à l’échéance. Vous la voyez avant de confirmer. Ensuite, elle ne bouge plus. Un achat gagne à la barrière ou au-dessus, une vente à la barrière ou en dessous.",
    },
    chance: {
      title: "La chance",
      body: "La chance de gagner figure à côté de la barrière, calculée d’après les règles publiées du prix. La part de la maison y est comprise, et indiquée.",
      edge: (share) => `Part de la maison ici : ${share} de chaque mise, en moyenne.`,
    },
    proof: {
      title: "La preuve",
      body: "Le prix de chaque heure vient d’une graine scellée un jour à l’avance et ouverte quand l’heure est passée. Avec elle, chacun peut recalculer tous les prix et comparer.",
    },
  },
  join: {
    title: "Voyez par vous-même",
    body: "Une adresse e-mail et un mot de passe suffisent pour ouvrir un compte.",
    action: "Créer un compte",
  },
  footer: {
    fairness: "Équité",
    copyright: (year) => `© ${year} Veritick`,
  },
};
