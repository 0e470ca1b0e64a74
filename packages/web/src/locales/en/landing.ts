export const landing = {
  title: "Veritick: short-term positions on a price anyone can verify",
  getStarted: "Get started",
  logIn: "Sign in",
  hero: {
    title: "Trade in minutes.\nCheck every price.",
    lead: "Buy if you expect the price to rise, sell if you expect it to fall. Before you confirm, you see the price to reach, your chance to win, and what you can win or lose.",
    start: "Start trading",
    tryIt: "Try it now",
    how: "How it works",
    member: "Already have an account?",
    logIn: "Sign in",
  },
  live: {
    label: "Price now",
    lastKnown: "Last known price",
    chart: "The price of the last ten minutes, with the barriers of a position opened now",
    duration: "Duration",
    minutes: (count: number) => `${count} min`,
    buyWins: (price: string) => `Buy wins at ${price} or above`,
    sellWins: (price: string) => `Sell wins at ${price} or below`,
    chance: "Chance to win",
    pays: "Profit of a win",
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
      body: "Every position has a barrier: the price to reach at expiry. You see it before you confirm. It follows the price until your order is executed, a few seconds later, and then no longer moves. A buy wins at the barrier or above, a sell at the barrier or below.",
    },
    chance: {
      title: "The chance to win",
      body: "You see your chance to win beside the barrier. We compute it from the published price rules. The house edge is already included in this chance.",
      sale: (fee: string) =>
        `You do not have to wait for the expiry. Until its last seconds you can sell a position back for its value at that moment, less a fee of ${fee}.`,
      edge: (share: string) => `House edge on this site: ${share} of each stake, on average.`,
    },
    proof: {
      title: "The proof",
      body: "We compute each price from a secret seed and a randomness beacon. We publish the seed’s fingerprint a day ahead, and the seed itself after its hour. Then anyone can compute every price again and compare.",
      publicBeacon:
        "When we accept your order, nobody can know the prices after its execution, not even us, unless enough of the beacon’s operators collude with us.",
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
      join: "Registration is closed for now. You can practise with play money, without an account.",
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
