import { counted } from "@veritick/contract/plural.ts";

/** All deposits, withdrawals and positions, decided or not. */
export const records = {
  titles: { deposits: "Deposits", withdrawals: "Withdrawals", positions: "Positions" },
  status: "Status",
  every: "Every status",
  open: "Open",
  side: "Side",
  both: "Both",
  duration: "Duration",
  everyDuration: "Every duration",
  person: "User",
  sort: "Order",
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    largest: "Largest first",
    smallest: "Smallest first",
  },
  download: "Download as CSV",
  empty: {
    deposits: { title: "No deposits yet", hint: "All deposits appear here, in every status." },
    withdrawals: { title: "No withdrawals yet", hint: "All withdrawals appear here, in every status." },
    positions: { title: "No positions yet", hint: "All positions appear here once they are open." },
  },
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

/** The questions asked when a deposit or withdrawal is decided. */
export const requests = {
  reason: "Reason (visible to the user)",
  reasonHint: "The user sees it in the history and gets it by e-mail. You can leave it empty.",
  decidedAlone: (amount: string, limit: string) =>
    `In the last 24 hours, you decided ${amount} of ${limit} USDMS without a second approval.`,
  /** The reason why proposals wait. */
  twoPersons:
    "Decisions above the limit of this installation need a second approval. Credits and adjustments that one person makes within 24 hours count together; payouts do not. If there are two or more administrators, giving rights and removing an administrator always need a second approval. A proposal is valid for 7 days.",
};

/** Exports of all records. */
export const exportFiles = {
  title: "Exports",
  intro:
    "CSV files of all records created between two days, both included. Without dates, they contain all records.",
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
  begunBody: (what: string) => `${what}: your browser saves the file while the server creates it.`,
  failed: "The file could not be created",
  failedBody:
    "Another of your exports may still be running, or the server is not responding. Try again in a moment.",
};

/** Decisions on requests, one by one or many at once. */
export const queue = {
  label: "Decide",
  keys: "Keys: j next, k previous, x select, a approve, r reject",
  limit: "Approve all up to",
  limitInvalid: "Enter an amount with at most two decimals.",
  approveAll: (count: number) => `Approve ${counted.en(count, "request", "requests")}`,
  leftOut: (count: number) =>
    `${counted.en(count, "request needs", "requests need")} an individual review, such as a first payout to an address.`,
  askTitle: (count: number) => `Approve ${counted.en(count, "request", "requests")}?`,
  askText:
    "Each request is approved separately. Requests that need attention, await a second approval or belong to a locked user are left out. So are first payouts to an address, and deposits that have not arrived.",
  /** Several rows of a list, selected and decided together. */
  together: {
    label: "Selection",
    hint: "Select several to decide them together.",
    select: (what: string) => `Select: ${what}`,
    selected: (count: number) => `${count} selected`,
    clear: "Clear",
    count: "Requests",
    people: "Users",
    sum: "Total",
    net: "Paid out",
    rejectAll: (count: number) => `Reject ${counted.en(count, "request", "requests")}`,
    rejectTitle: (count: number) => `Reject ${counted.en(count, "request", "requests")}?`,
    rejectDeposits: "Nothing is credited. If money still arrives, it is listed under Attention.",
    rejectWithdrawals: "Nothing is paid out. Each amount is refunded to the balance of its user at once.",
    noteTitle: (count: number) => `Add a note about ${counted.en(count, "user", "users")}`,
    closeAll: (count: number) => `Close ${counted.en(count, "item", "items")}`,
    closeTitle: (count: number) => `Close ${counted.en(count, "item", "items")}?`,
    closeText: "Nothing is credited, paid or refunded. An item returns only if there is news about it.",
    stop: "Stop",
    over: "Result",
    progress: (done: number, count: number) => `${done} of ${count} processed.`,
    done: "Done",
    proposed: "Awaiting second approval",
    refused: "Not done",
    failed: "This could not be done.",
  },
};

/** The search for records by any text that identifies them. */
export const search = {
  button: "Search",
  key: "Ctrl K",
  title: "Search",
  label: "E-mail, id, address or transaction",
  hint: "Enter part of an e-mail address, or a complete id, address, transaction hash, payment id or payout id.",
  looking: "Searching…",
  nothing: "Nothing found. Enter part of an e-mail address, or anything else in full.",
  found: (count: number) => counted.en(count, "result", "results"),
  first: (count: number) => `The first ${count} results. There may be more: refine your search.`,
  failed: "The search failed. Try again.",
  results: "Results",
  nobody: "Unknown user",
  sought: "Search result",
  closed: "This record is already closed.",
  further: "This record is open, but not in the list below yet.",
  gone: "This record no longer exists.",
  kinds: {
    user: "User",
    deposit: "Deposit",
    withdrawal: "Withdrawal",
    position: "Position",
    attention: "Attention",
    proposal: "Proposal",
  },
  statuses: {
    open: "Open",
    decided: "Decided",
    agreed: "Approved",
    declined: "Rejected",
    lapsed: "Superseded",
  },
};

/** The events of an account in one list. */
export const timeline = {
  label: "Timeline",
  kinds: {
    position: "Position",
    deposit: "Deposit",
    withdrawal: "Withdrawal",
    security: "Account",
    note: "Note",
    audit: "Administration",
  },
  from: (address: string) => `from ${address}`,
  by: (email: string) => `by ${email}`,
  credited: (amount: string) => `${amount} USDMS credited`,
  net: (amount: string) => `${amount} USDT net`,
  empty: { title: "Nothing yet", hint: "All events of this account appear here." },
};

/** The screening service's answer about a deposit or withdrawal. */
export const screening = {
  label: "Screening",
  states: {
    asking: "in progress",
    allow: "allowed",
    hold: "under review",
    refuse: "refused",
    unreachable: "no answer",
    overridden: "allowed with a second approval",
  },
  reference: (reference: string) => `reference ${reference}`,
  askAgain: (moment: string) => `ask again after ${moment}`,
};

/** The reset of a user's withdrawal code. */
export const resetCode = {
  button: "Reset the withdrawal code",
  title: (email: string) => `Reset the withdrawal code of ${email}?`,
  text: "The code stops working at once, withdrawals are on hold, and the user gets an e-mail. The user can then create one new code in the profile. First verify that the user has really asked for this.",
  done: "Withdrawal code reset",
  failed: "The withdrawal code could not be reset",
};

/** The notes about a user. */
export const notes = {
  label: "New note",
  hint: "All staff see it.",
  reader: "Visible to",
  readers: {
    staff: "Staff only",
    person: "Staff and the user: the note is part of the user’s data download",
  },
  forPerson: "visible to the user",
  add: "Add the note",
  added: "Note added",
  failed: "The note could not be added",
  missing: "Enter a note of at most 500 characters.",
  empty: { title: "No notes yet", hint: "Note here what staff should know about this user." },
  formerAdministrator: "A deleted account",
};
