import { counted } from "../plural.ts";

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
    "Days begin at midnight UTC. The result is the stakes that came in less what was paid for positions; stakes of open positions are in it.",
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
  noDays: "Nothing was counted yet. Each hour is counted a few minutes after it is over.",
  columns: { day: "Day", positions: "Positions", deposits: "Deposits", withdrawals: "Withdrawals" },
};
