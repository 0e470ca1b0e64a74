export const history = {
  title: "History",
  trades: "Trades",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  buy: "BUY",
  sell: "SELL",
  status: { won: "Won", lost: "Lost", refunded: "Refunded", active: "Active" },
  minutes: (count: number) => `${count} min`,
  result: (entry: string, result: string) => `${entry} → ${result}`,
  barrier: (price: string) => `barrier ${price}`,
  stake: (amount: string) => `stake ${amount}`,
  more: "Show more",
  noTrades: {
    title: "No finished trades yet",
    hint: "A position appears here when its time is up, with its result.",
  },
  noDeposits: {
    title: "No deposits yet",
    hint: "Use Deposit in the balance card to fund the account.",
  },
  noWithdrawals: {
    title: "No withdrawals yet",
    hint: "What you withdraw will be listed here with its state.",
  },
  failed: { title: "The list did not load", hint: "Nothing is lost. Try again in a moment." },
};
