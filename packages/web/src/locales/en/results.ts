import { counted } from "@veritick/contract/plural.ts";

export const results = {
  title: "My results",
  back: "Back to the dashboard",
  intro: (zone: string) =>
    `The results of your positions. Each counts on the day it expires, in the time zone ${zone}.`,
  period: "Period",
  days: (count: number) => counted.en(count, "day", "days"),
  csv: "Download CSV",
  positionsCsv: "Positions as CSV",
  unit: "USDMS",
  amountsIn: (unit: string) => `in ${unit}`,
  amount: (money: string) => `${money} USDMS`,
  perDay: "Result per day",
  picture: (from: string, to: string) => `Result of each day from ${from} to ${to}`,
  columns: {
    day: "Day",
    positions: "Positions",
    won: "Won",
    staked: "Staked",
    returned: "Returned",
    result: "Result",
    fees: "Withdrawal fees",
  },
  chances: "Promised chance and actual results",
  chancesLead:
    "This compares the share of positions that you won with the chance to win that you were promised.",
  plot: (promised: string, real: string) => `Promised ${promised}, actual ${real}`,
  within: "Within the range of luck.",
  outside: "Outside the range of luck.",
  range: (won: number, decided: number, expected: string, low: number, high: number) =>
    `${won} of ${decided} won; ${expected} were expected. In 95 of 100 cases, luck alone puts this number between ${low} and ${high}.`,
  shared: "Positions that run at the same time share one price, so the grey range is wider for them.",
  soldApart: (count: number) =>
    `${counted.en(count, "position was sold back and counts", "positions were sold back and count")} in amounts only.`,
  refundedApart: (count: number) =>
    `${counted.en(count, "position was closed early and counts", "positions were closed early and count")} in amounts only.`,
  minutes: (count: number) => `${count}\u00a0min`,
  dayByDay: "Day by day",
  week: "Last 7 days",
  decided: (positions: number, won: number) =>
    `${counted.en(positions, "position", "positions")}, ${won} won`,
  empty: {
    title: "No results in this period",
    hint: "A day appears here once a position has ended that day.",
  },
  failed: "Couldn’t load your results",
};

export const year = {
  title: (year: string) => `Summary of ${year}`,
  link: "Summary of the year",
  intro: "Every movement of your balance, added up by month in your time zone. All amounts are in USDMS.",
  choose: "Year",
  csv: "Download CSV",
  print: "Print",
  site: "Issued by",
  account: "Account",
  period: "Period",
  zone: "Time zone",
  made: "Issued on",
  table: "Movements by month",
  columns: {
    month: "Month",
    opening: "Opening balance",
    positions: "Positions opened",
    stakes: "Stakes",
    paid: "Returned",
    result: "Result",
    sellingFees: "Sell-back fees",
    deposits: "Deposits",
    withdrawals: "Withdrawals",
    withdrawalFees: "Withdrawal fees",
    adjustments: "Adjustments",
    closing: "Closing balance",
  },
  total: "Year",
  moved:
    "An amount counts in the month in which it was debited or credited. A position that is open at the end of a month has its stake in that month and its payout in the next. Opening balance plus result, deposits and adjustments, less withdrawals, gives the closing balance.",
  fees: "Sell-back fees are already taken off the returned amounts, and withdrawal fees are part of the withdrawals.",
  archived: (months: string) =>
    `The positions of ${months} are archived. They count here, but are no longer in the files of positions.`,
  noAdvice:
    "This summary shows this site’s records of the account. It is not a tax document and gives no tax advice.",
  failed: "Couldn’t load the summary",
};
