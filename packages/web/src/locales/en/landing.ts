export const landing = {
  title: "Veritick: short positions on a price anyone can check",
  getStarted: "Get started",
  logIn: "Log in",
  hero: {
    title: "Trade in minutes.\nCheck every tick.",
    lead: "Buy if you expect the price to rise, sell if you expect it to fall. Before you confirm you see what must happen, how likely it is, and what you win or lose.",
    start: "Start trading",
    tryIt: "Try it now",
    how: "How it works",
    member: "Already have an account?",
    logIn: "Log in",
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
      body: "Every position has one: the price to reach when its time is up. You see it before you confirm. It moves with the price until the end of the block of a few seconds in which your order is accepted, and is fixed from then on. A buy wins at the barrier or above, a sell at the barrier or below.",
    },
    chance: {
      title: "The chance",
      body: "The chance to win is shown beside the barrier. It is computed from the published rules of the price. It includes the house’s share, which is stated.",
      sale: (fee: string) =>
        `You need not wait for the end. Until its last seconds you can sell a position for its value at that moment, less a fee of ${fee}.`,
      edge: (share: string) => `House edge here: ${share} of each stake, on average.`,
    },
    proof: {
      title: "The proof",
      body: "The price comes from a seed that is sealed a day ahead and opened when its hour is over, and from the random values of a beacon. With both, anyone can compute every price again and compare.",
      publicBeacon:
        "When your order is accepted, nobody, including us, can know any price after its entry, unless enough of the beacon’s operators conspire with us.",
    },
  },
  join: {
    title: "See it for yourself",
    body: "All you need is an e-mail address and a password.",
    action: "Create an account",
  },
  registration: {
    invite: {
      note: "Registration is by invitation.",
      start: "Register by invitation",
      join: "All you need is an invitation code, an e-mail address and a password.",
    },
    closed: {
      note: "Registration is closed for now.",
      start: "Sign in",
      join: "Registration is closed for now. You can try everything with practice money, without an account.",
    },
  },
  footer: {
    fairness: "Fairness",
    status: "Status",
    help: "Help",
    docs: "For developers",
    accessibility: "Accessibility",
    copyright: (year: number) => `© ${year} Veritick`,
  },
};
