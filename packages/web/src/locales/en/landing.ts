export const landing = {
  title: "Veritick: short positions on a price anyone can check",
  getStarted: "Get started",
  hero: {
    title: "Trade in minutes.\nCheck every tick.",
    lead: "Buy if you expect the price to rise, sell if you expect it to fall. Before you confirm you see what must happen, how likely it is, and what you win or lose.",
    start: "Start trading",
    how: "How it works",
  },
  live: {
    label: "The price now",
    lastKnown: "The last known price",
    chart: "The price of the last ten minutes, with the barriers of a position opened now",
    duration: "A position of",
    minutes: (count: number) => `${count} min`,
    buyWins: (price: string) => `Buy wins at ${price} or above`,
    sellWins: (price: string) => `Sell wins at ${price} or below`,
    chance: "Chance to win",
    pays: "A win pays",
    past: "10 min ago",
    now: "now",
    expiry: (minutes: number) => `in ${minutes} min`,
    missing: "The price is not available right now.",
  },
  features: {
    title: "What you get",
    multipliers: {
      title: "High multipliers",
      row: (minutes: number) => `${minutes} min`,
    },
    transactions: {
      title: "Instant transactions",
      one: "Automatic crypto processing",
      two: "Real-time balance updates",
      three: "Secure withdrawal codes",
      four: (fee: number) => `${fee}% withdrawal fee`,
    },
    security: {
      title: "Secure platform",
      one: "Encrypted authentication",
      two: "Secure WebSocket connections",
      three: "5-digit withdrawal codes",
      four: "Professional infrastructure",
    },
  },
  how: {
    title: "How it works",
    barrier: {
      title: "The barrier",
      body: "Every position has one: the price to reach when its time is up. You see it before you confirm. From then on it is fixed. A buy wins at the barrier or above, a sell at the barrier or below.",
    },
    chance: {
      title: "The chance",
      body: "The chance to win stands beside the barrier, worked out from the published rules of the price. What the house keeps is in it, and stated.",
      edge: (share: string) => `House edge here: ${share} of each stake, on average.`,
    },
    proof: {
      title: "The proof",
      body: "The price of each hour comes from a seed that is sealed a day ahead and opened when the hour is over. With it, anyone can compute every price again and compare.",
    },
  },
  join: {
    title: "See it for yourself",
    body: "An account takes an e-mail address and a password.",
    action: "Create an account",
  },
  footer: {
    fairness: "Fairness",
    copyright: (year: number) => `© ${year} Veritick`,
  },
};
