/** The help page for people who trade. */
export const help = {
  title: "Help",
  lead: "How to deposit and withdraw, what a position can win, and how to check a result.",
  deposit: {
    title: "Deposit",
    steps: [
      "Press Deposit on the dashboard and enter at least 15 USDMS.",
      "Send USDT on the TRON network (TRC20) to the address shown. Send the amount to pay in one payment.",
      "Wait 3 to 5 minutes. Your balance then shows the amount: 1 USDT is 1 USDMS. You may close the window.",
    ],
    network:
      "Only USDT on TRON (TRC20) arrives. Anything sent by another network (ERC20, BEP20 or others) or in another currency is lost, and we cannot bring it back.",
    other: "If the amount received differs from the amount you entered, we credit the amount received.",
  },
  withdrawal: {
    title: "Withdraw",
    steps: [
      "Create your 5-digit withdrawal code in the profile. You can do this once.",
      "Press Withdraw, and enter the amount (at least 15 USDMS), the address of your own TRON wallet, and your code.",
      "Check what you receive: the amount less the fee. You can cancel the withdrawal until it is approved.",
    ],
    waits: {
      title: "Why is my withdrawal waiting?",
      facts: [
        "We approve each withdrawal before we pay it. Most need a person, so it can take longer at night.",
        "If this site screens payments for sanctions, it checks the address first.",
        "Withdrawals can be suspended during maintenance. Your balance stays as it is.",
      ],
      held: (hours: string) =>
        `After a change to the security of your account (password, e-mail address, passkeys, two-step sign-in, withdrawal code or saved addresses), withdrawals are on hold for ${hours} h. This protects your money if someone else gets into your account.`,
      status:
        "The history on the dashboard shows the status. If a withdrawal fails, the full amount is refunded to your balance.",
    },
  },
  position: {
    title: "Barrier and chance to win",
    facts: [
      "Buy wins if the price at expiry is at the barrier or above. Sell wins if it is at the barrier or below. The price before that does not matter.",
      "You see the barrier before you confirm. It follows the price until your order is executed, a few seconds later, and then no longer moves.",
      "The chance to win is the share of such positions that win in the long run. A chance of 5% means that 19 of 20 positions lose the whole stake.",
      "A high multiplier means a distant barrier and a small chance. No duration and no side is better than another: the house edge is the same.",
      "You can sell a position back before its last seconds. You get its value at that moment, less a fee.",
    ],
  },
  fees: {
    title: "Fees and limits",
    item: "Item",
    value: "Value",
    deposit: "Deposit",
    depositValue: (least: string) => `free, at least ${least}`,
    withdrawal: "Withdrawal",
    withdrawalValue: (fee: string, least: string) => `fee ${fee}, at least ${least}`,
    stake: "Stake",
    stakeValue: (least: string) => `at least ${least}`,
    edge: "House edge, on average of each stake",
    sale: "Selling back, of the position’s value",
    open: "Deposits and withdrawals under way",
    openValue: (count: number) => `at most ${count} of each`,
    positions: {
      name: "What a position can win",
      duration: "Duration",
      multiplier: "Profit of a win",
      chance: "Chance to win",
      minutes: (count: number) => `${count} min`,
      profit: (times: string) => `stake ${times}`,
    },
    own: "Set your own limits, or take a break, under Limits.",
  },
  check: {
    title: "Check a result in three steps",
    steps: [
      "Open the position: press its row in the history. This is its receipt.",
      "Press “Check this position”. Your browser fetches the published values and computes price, barrier and result again.",
      "Read the verdict. Everything that matches is listed, and so is what this check cannot show.",
    ],
    later: "You can complete the check after the hour of the position, when its seed is published.",
    how: "How fairness works",
  },
  contact: {
    title: "Get help",
    text: "Say what you did, when, and what you saw. Support never asks for your password, your withdrawal code or a code from your app.",
    without: "This site has no support address. Contact its operator.",
    gambling: "If trading stops being fun, take a break at any time, or get help:",
  },
};
