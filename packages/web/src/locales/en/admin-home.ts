import { counted } from "@veritick/contract/plural.ts";

/** The first page of the administration. */
export const home = {
  waiting: "Pending",
  waitingFailed: "Couldn’t load the pending items.",
  queues: {
    withdrawals: "Pending withdrawals",
    attention: "Attention",
    proposals: "Awaiting second approval",
    payouts: "Payouts under way",
    deposits: "Open deposits",
  },
  oldest: "oldest:",
  none: "None",
  health: "Health",
  healthFailed: "Couldn’t load the state of the installation.",
  states: { good: "Good", warn: "Check", bad: "Failing", unknown: "Unknown" },
  allWell: "No problems",
  showParts: "Show details",
  hideParts: "Hide details",
  parts: {
    provider: "Payment provider",
    ledger: "Ledger check",
    backup: "Backup",
    clock: "Clock",
    beacon: "Beacon",
    settlement: "Settlement",
    database: "Database",
    disk: "Disk",
  },
  details: {
    noFaults: "no faults",
    faults: (count: number) => counted.en(count, "fault", "faults"),
    clock: (ms: string) => `${ms} ms apart`,
    onTime: "up to date",
    late: (seconds: number) => `${counted.en(seconds, "second", "seconds")} late`,
    free: (share: string) => `${share} free`,
    noBackup: "no backup yet",
  },
  house: "Results by day",
  houseIntro:
    "Days start at midnight UTC. The result is the stakes received less the amounts paid for positions. It includes the stakes of open positions.",
  until: (moment: string) => `Counted until ${moment}.`,
  houseFailed: "Couldn’t load the results by day.",
  pictures: {
    result: "Result",
    volume: "Stakes",
    feesEarned: "Fees earned",
    feesPaid: "Fees paid to the provider",
  },
  picture: (name: string, total: string) => `${name} by day: ${total} USDMS in 30 days`,
  figures: "Figures by day",
  noDays: "No data yet. Each hour is counted a few minutes after its end.",
  columns: { day: "Day", positions: "Positions", deposits: "Deposits", withdrawals: "Withdrawals" },
};

/** The amounts that the house may have to pay, and its results. */
export const exposure = {
  title: "Exposure",
  failed: "Couldn’t load the figures",
  funds: "Own funds",
  fundsHint: "Our own money, without the stakes of open positions.",
  promised: "Maximum payout",
  promisedHint: "We pay this amount if all open positions win.",
  free: "Still available",
  freeHint: "We refuse new positions whose payouts exceed this amount.",
  stakes: "Open stakes",
  positions: (count: string) => `${count} open`,
  share: (percent: string) => `${percent} of our own funds is reserved`,
  under: (percent: string) => `Less than ${percent} of our own funds is reserved`,
  buy: "Buy",
  sell: "Sell",
  expiry: {
    title: "Maximum payout by expiry",
    intro: "For each minute: the amount we pay if all positions that expire in it win.",
    empty: { title: "No open positions", hint: "Their maximum payout appears here." },
    minute: "Expiry",
    payout: "Maximum payout",
    table: "Maximum payout by expiry minute, in USDMS",
  },
  durations: {
    title: "Open by duration",
    duration: "Duration",
    positions: "Positions",
    stakes: "Stakes",
    payout: "Maximum payout",
    total: "All",
  },
  results: {
    title: "Results and expected average",
    intro:
      "This compares all settled positions with the average that their terms lead to. Positions that are open together share one price and win or lose together. The bar is the range into which chance alone puts 95 of 100 results. It counts each hour as one observation.",
    fewHours: "The range appears once 24 hours have results.",
    empty: {
      title: "No settled positions yet",
      hint: "Results appear here after the first settled position.",
    },
    minutes: (count: number) => `${count} min`,
    total: "All durations",
    settled: (shown: string, _count: number) => `${shown} settled`,
    none: "None settled yet",
    won: "Positions won",
    result: "Our result",
    expected: "Expected",
    range: "Range",
    between: (low: string, high: string) => `${low} to ${high}`,
    within: "Within the range that chance explains",
    outside: "Outside the range; chance alone causes this 1 time in 20",
    farOutside: "Far outside: investigate",
    plot: (actual: string, expected: string, low: string, high: string) =>
      `${actual}, expected ${expected}, 95 in 100 between ${low} and ${high}`,
  },
};

export const secondFactor = {
  why: "Staff need two-step sign-in. Set up a passkey or an authenticator app in your profile.",
  link: "Open your profile",
};
