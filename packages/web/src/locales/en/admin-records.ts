/** All deposits, withdrawals and positions, decided or not. */
export const records = {
  titles: { deposits: "Deposits", withdrawals: "Withdrawals", positions: "Positions" },
  filters: "Filters",
  status: "Status",
  every: "Every status",
  open: "Open",
  side: "Side",
  both: "Both",
  duration: "Duration",
  everyDuration: "Every duration",
  person: "Person",
  from: "From",
  to: "To",
  wrongWayRound: "This date is before the first one.",
  min: "At least",
  max: "At most",
  amountInvalid: "Enter an amount such as 10.50.",
  sort: "Order",
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    largest: "Largest first",
    smallest: "Smallest first",
  },
  clear: "Clear filters",
  download: "Download as CSV",
  empty: {
    deposits: { title: "No deposits yet", hint: "Every deposit stays here, whatever became of it." },
    withdrawals: { title: "No withdrawals yet", hint: "Every withdrawal stays here, whatever became of it." },
    positions: { title: "No positions yet", hint: "Every position appears here once it is opened." },
  },
  noMatch: { title: "Nothing matches these filters", hint: "Clear one of them to see more." },
  searching: {
    title: "Nothing found so far",
    hint: "There are many records. Search further to see the rest.",
  },
  searchedTo: (moment: string) => `Searched as far as ${moment}.`,
  searchedToAmount: (amount: string) => `Searched as far as ${amount} USDMS.`,
  searchFurther: "Search further",
  decided: "Decided by",
  reason: "Reason",
  credited: "Credited",
  id: "Id",
  payAddress: "Paid to",
  payout: "Payout",
  transaction: "Transaction",
  copy: (name: string, value: string) => `Copy: ${name} ${value}`,
};

/** What is asked when a deposit or withdrawal is decided. */
export const requests = {
  reason: "Reason (the person reads it)",
  reasonHint: "Shown in their history and sent by e-mail. Leave it empty to give none.",
};

/** Files with everything. */
export const exportFiles = {
  title: "Exports",
  intro:
    "CSV files of everything created between two days, both included. Without dates, they contain everything.",
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
  begun: "Download started",
  begunBody: (what: string) => `${what}: your browser saves the file while it is made.`,
  failed: "The file could not be created",
  failedBody:
    "Another of your exports may still be running, or the platform is not answering. Try again in a moment.",
};
