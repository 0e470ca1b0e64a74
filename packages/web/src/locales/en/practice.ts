import { desk } from "./desk.ts";

/** The texts of practice that differ from the desk's. */
export const practice = {
  title: "Practice",
  unit: "practice USDMS",
  /** For places with little room. */
  shortUnit: "practice",
  ticketTitle: { buy: "Practice: buy USDMS/USD", sell: "Practice: sell USDMS/USD" },
  side: { buy: "Practice buy", sell: "Practice sell" },
  dock: "New practice position",
  createAccount: "Create account",
  toAccount: "Back to the account",
  balance: "Practice balance",
  history: "Practice history",
  results: {
    title: "Practice results",
    intro: "Your last hundred practice results, in your time zone.",
    link: "Results",
    back: "Back to practice",
  },
  band: {
    title: "Practice: play money, kept in this browser.",
    body: "Same price, same barriers, same results. Nothing here can be deposited, withdrawn or lost.",
  },
  restart: "Start again",
  emptyBalance: "Your practice balance is empty.",
  restartAsk: "This removes your practice positions and sets the balance to 10,000.00.",
  keep: "Keep going",
  entering: (clock: string) => `Entering at ${clock}`,
  ordered: {
    title: { buy: "Practice buy placed", sell: "Practice sell placed" },
    body: (clock: string) => `It enters at the price of ${clock}.`,
  },
  result: {
    won: "Practice position won",
    lost: "Practice position lost",
    sold: "Practice position sold",
    refunded: "Practice position refunded",
    several: (won: number, lost: number, sold: number, refunded: number) =>
      `Practice: ${desk.trade.result.several(won, lost, sold, refunded)}`,
    amount: (money: string) => `${money} practice USDMS`,
  },
  refusals: {
    balance_insufficient: "Your practice balance is too small for this.",
    practice_full: "You can have 50 open practice positions at most. Wait until one is decided.",
    position_not_open: "This practice position is no longer open. Nothing was sold.",
    position_too_late: "This practice position is about to expire and can’t be sold any more.",
    price_moved: "The price has moved. Nothing was sold.",
    price_not_current: "There is no current price. Try again in a moment.",
  },
  receipt: {
    title: "Practice receipt",
    intro:
      "This was a practice position. Its price is the real one, and you can check it like any other. No money moved, so nothing was signed and there are no ledger entries.",
    missing: {
      title: "There is no such practice position",
      hint: "Practice is kept in one browser, with the last hundred results. This position may be in another browser, or it was cleared.",
    },
    back: "Back to practice",
  },
};
