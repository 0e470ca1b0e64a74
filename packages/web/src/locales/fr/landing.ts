import type { LandingMessages } from "../messages.ts";

export const landing: LandingMessages = {
  title: "Veritick : des positions à très court terme, sur un prix vérifiable par tous",
  getStarted: "Commencer",
  logIn: "Connexion",
  hero: {
    title: "Prenez position à la minute.\nVérifiez chaque prix.",
    lead: "Achetez si vous prévoyez une hausse, vendez si vous prévoyez une baisse. Avant de confirmer, vous voyez le prix à atteindre, votre probabilité de gain, et ce que vous pouvez gagner ou perdre.",
    start: "Prendre position",
    tryIt: "Essayer maintenant",
    how: "Comment ça marche",
    member: "Déjà un compte ?",
    logIn: "Se connecter",
  },
  live: {
    label: "Prix actuel",
    lastKnown: "Dernier prix connu",
    chart: "Le prix des dix dernières minutes, avec les barrières d’une position ouverte maintenant",
    duration: "Durée",
    minutes: (count) => `${count} min`,
    buyWins: (price) => `L’achat gagne à ${price} ou plus`,
    sellWins: (price) => `La vente gagne à ${price} ou moins`,
    chance: "Probabilité de gain",
    pays: "Profit en cas de gain",
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
      body: "Chaque position a une barrière : le prix à atteindre à l’échéance. Vous la voyez avant de confirmer. Elle suit le prix jusqu’à l’exécution de votre ordre, quelques secondes plus tard, puis ne bouge plus. Un achat gagne à la barrière ou au-dessus, une vente à la barrière ou en dessous.",
    },
    chance: {
      title: "La probabilité de gain",
      body: "Votre probabilité de gain s’affiche à côté de la barrière. Nous la calculons d’après les règles publiées du prix. Cette probabilité tient déjà compte de l’avantage de la maison.",
      sale: (fee) =>
        `Rien n’oblige à attendre l’échéance. Jusqu’aux dernières secondes, vous pouvez revendre une position à sa valeur du moment, moins des frais de ${fee}.`,
      edge: (share) => `Avantage de la maison sur ce site : ${share} de chaque mise, en moyenne.`,
    },
    proof: {
      title: "La preuve",
      body: "Nous calculons chaque prix à partir d’une graine secrète et d’une balise d’aléa. Nous publions l’empreinte de la graine un jour à l’avance, puis la graine elle-même une fois son heure passée. Chacun peut alors recalculer tous les prix et comparer.",
      publicBeacon:
        "Quand nous acceptons votre ordre, personne, pas même nous, ne peut connaître les prix qui suivront son exécution, sauf si suffisamment d’exploitants de la balise s’entendent avec nous.",
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
      join: "Les inscriptions sont fermées pour le moment. Vous pouvez vous entraîner avec de l’argent fictif, sans compte.",
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
