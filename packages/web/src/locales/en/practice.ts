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
    body: "Same price, same barriers, same results. You can’t deposit, withdraw or lose real money here.",
  },
  restart: "Start again",
  emptyBalance: "Your practice balance is empty.",
  restartAsk: "This removes your practice positions and sets the balance to 10,000.00.",
  keep: "Keep going",
  entering: (clock: string) => `Execution at ${clock}`,
  ordered: {
    title: { buy: "Practice buy placed", sell: "Practice sell placed" },
    body: (clock: string) => `It will be executed at the price of ${clock}.`,
  },
  result: {
    won: "Practice position won",
    lost: "Practice position lost",
    sold: "Practice position sold back",
    refunded: "Practice position closed early",
    several: (won: number, lost: number, sold: number, refunded: number) =>
      `Practice: ${desk.trade.result.several(won, lost, sold, refunded)}`,
    amount: (money: string) => `${money} practice USDMS`,
  },
  refusals: {
    balance_insufficient: "Your practice balance is too small for this order. Enter a smaller amount.",
    practice_full:
      "You can have 50 open practice positions at most. Wait until one of them is settled, or sell one back.",
    position_not_open: "This practice position is no longer open. Nothing was sold back.",
    position_too_late: "This practice position is about to expire and can no longer be sold back.",
    price_moved: "The price has moved. Nothing was sold back.",
    price_not_current: "The price is out of date. Try again in a moment.",
  },
  receipt: {
    title: "Practice receipt",
    intro:
      "This was a practice position. It used the real price, so you can check it like any other. No money was involved, so there is no signature and no ledger entry.",
    missing: {
      title: "Practice position not found",
      hint: "This browser keeps its open practice positions and the last hundred results. This position may be in another browser, or it was cleared.",
    },
    back: "Back to practice",
  },
};
