/** Files with everything. */
export const exportFiles = {
  title: "Exports",
  intro: "CSV files of everything that was made between two days, both included; without days, everything.",
  from: "From",
  to: "To",
  wrongWayRound: "This date is before the first one.",
  files: "Files",
  kinds: {
    users: "Users",
    positions: "Positions",
    deposits: "Deposits",
    withdrawals: "Withdrawals",
    ledger: "Ledger entries",
    audit: "Audit log",
  },
  download: (what: string) => `Download as CSV: ${what}`,
  begun: "The download begins",
  begunBody: (what: string) => `${what}: your browser saves the file while it is made.`,
  failed: "The file was not made",
  failedBody:
    "Another export of yours may be under way, or the platform does not answer. Try again in a moment.",
};
