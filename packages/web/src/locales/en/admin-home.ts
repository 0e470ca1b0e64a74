import { counted } from "@veritick/contract/plural.ts";

/** The first page of the administration. */
export const home = {
  waiting: "Waiting",
  waitingFailed: "Couldn’t load what is waiting.",
  queues: {
    withdrawals: "Pending withdrawals",
    attention: "Attention",
    proposals: "Awaiting a second administrator",
    payouts: "Payouts under way",
    deposits: "Open deposits",
  },
  oldest: "oldest:",
  none: "None",
  health: "Health",
  healthFailed: "Couldn’t load the health of the installation.",
  states: { good: "Good", warn: "Look at it", bad: "Failing", unknown: "Not known" },
  allWell: "All well",
  showParts: "Show the parts",
  hideParts: "Hide the parts",
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
    noBackup: "none made yet",
  },
  house: "The house, day by day",
  houseIntro:
    "Days begin at midnight UTC. The result is the stakes that came in less what was paid for positions. It includes stakes of open positions.",
  until: (moment: string) => `Counted until ${moment}.`,
  houseFailed: "Couldn’t load the days of the house.",
  pictures: {
    result: "Result",
    volume: "Stakes",
    feesEarned: "Fees earned",
    feesPaid: "Fees paid to the provider",
  },
  picture: (name: string, total: string) => `${name} by day: ${total} USDMS in 30 days`,
  figures: "Figures by day",
  noDays: "Nothing has been counted yet. Each hour is counted a few minutes after it is over.",
  columns: { day: "Day", positions: "Positions", deposits: "Deposits", withdrawals: "Withdrawals" },
};

/** The amounts that the house may have to pay, and its results. */
export const exposure = {
  title: "Exposure",
  failed: "Couldn’t load the figures",
  funds: "House funds",
  fundsHint: "The house’s own money, without the stakes of open positions.",
  promised: "Worst-case payout",
  promisedHint: "All open positions together pay this if every one of them wins.",
  free: "Still available",
  freeHint: "New positions may promise up to this amount. Beyond it, they are refused.",
  stakes: "Open stakes",
  positions: (count: string) => `${count} open`,
  share: (percent: string) => `${percent} of the house funds are promised`,
  under: (percent: string) => `Less than ${percent} of the house funds is promised`,
  buy: "Buy",
  sell: "Sell",
  expiry: {
    title: "Worst-case payout by expiry",
    intro: "The payout of each minute if all positions that expire in it win.",
    empty: { title: "No open positions", hint: "Their worst-case payout appears here." },
    minute: "Expiry",
    payout: "Worst-case payout",
    table: "Worst-case payout by expiry minute, in USDMS",
  },
  durations: {
    title: "Open by duration",
    duration: "Duration",
    positions: "Positions",
    stakes: "Stakes",
    payout: "Worst-case payout",
    total: "All",
  },
  results: {
    title: "Results against the terms",
    intro:
      "This compares all settled positions with the average that their terms promise. Positions that are open together share one price and win or lose together. So the bar, the range in which 95 of 100 houses would end up, counts each hour as one observation.",
    fewHours: "The range is shown once there are results of 24 hours.",
    empty: {
      title: "No settled positions yet",
      hint: "Results appear here after the first settled position.",
    },
    minutes: (count: number) => `${count} min`,
    total: "All durations",
    settled: (shown: string, _count: number) => `${shown} settled`,
    none: "None settled yet",
    won: "Positions won",
    result: "House result",
    expected: "Expected",
    range: "Range",
    between: (low: string, high: string) => `${low} to ${high}`,
    within: "Within the range chance explains",
    outside: "Outside the range; chance alone causes this 1 time in 20",
    farOutside: "Far outside: investigate",
    plot: (actual: string, expected: string, low: string, high: string) =>
      `${actual}, expected ${expected}, 95 in 100 between ${low} and ${high}`,
  },
};

export const secondFactor = {
  why: "Administrators need a second step here. Add a passkey or an authenticator app, then come back.",
  link: "Open your profile",
};
