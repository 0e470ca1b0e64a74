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
  person: "Person",
  sort: "Order",
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    largest: "Largest first",
    smallest: "Smallest first",
  },
  download: "Download as CSV",
  empty: {
    deposits: { title: "No deposits yet", hint: "Every deposit stays here, whatever became of it." },
    withdrawals: { title: "No withdrawals yet", hint: "Every withdrawal stays here, whatever became of it." },
    positions: { title: "No positions yet", hint: "Every position appears here once it is opened." },
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
  reason: "Reason (the person reads it)",
  reasonHint: "Shown in their history and sent by e-mail. Leave it empty to give none.",
  decidedAlone: (amount: string, limit: string) =>
    `You have decided ${amount} of ${limit} USDMS in 24 hours without a second administrator.`,
  /** The reason why proposals wait. */
  twoPersons:
    "Above the limit of this installation a second administrator must agree. Credits and adjustments that one administrator makes alone within 24 hours count together; payouts do not. Once there is a second administrator, every change of rights needs two. A proposal stays valid for 7 days.",
};

/** Exports of all records. */
export const exportFiles = {
  title: "Exports",
  intro:
    "CSV files of everything created between two days, both included. Without dates, they contain everything.",
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

/** Decisions on requests, one by one or many at once. */
export const queue = {
  label: "Decide",
  keys: "Keys: j next, k previous, x select, a approve, r reject",
  limit: "Approve all up to",
  limitInvalid: "Enter an amount with at most two decimals.",
  approveAll: (count: number) => `Approve ${counted.en(count, "request", "requests")}`,
  leftOut: (count: number) =>
    `${counted.en(count, "request needs a look of its own", "requests need a look of their own")}, such as a first payout to an address.`,
  askTitle: (count: number) => `Approve ${counted.en(count, "request", "requests")}?`,
  askText:
    "Each is approved as if by its own button. Requests that need attention, await a second administrator or belong to a locked user are left out; so are first payouts to an address, and deposits that have not arrived.",
  /** Several rows of a list, selected and decided together. */
  together: {
    label: "Selection",
    hint: "Select several to decide them together.",
    select: (what: string) => `Select: ${what}`,
    selected: (count: number) => `${count} selected`,
    clear: "Clear",
    count: "Requests",
    people: "People",
    sum: "Sum",
    net: "Paid out",
    rejectAll: (count: number) => `Reject ${counted.en(count, "request", "requests")}`,
    rejectTitle: (count: number) => `Reject ${counted.en(count, "request", "requests")}?`,
    rejectDeposits: "Nothing is credited. If money still arrives, an administrator must decide about it.",
    rejectWithdrawals: "Nothing is paid. Each amount goes back to the balance of its user at once.",
    noteTitle: (count: number) => `Add a note about ${counted.en(count, "person", "people")}`,
    closeAll: (count: number) => `Close ${counted.en(count, "item", "items")}`,
    closeTitle: (count: number) => `Close ${counted.en(count, "item", "items")}?`,
    closeText: "No money moves. An item comes back only if there is news about it.",
    stop: "Stop",
    over: "Result",
    progress: (done: number, count: number) => `${done} of ${count} dealt with.`,
    done: "Done",
    proposed: "Awaiting a second administrator",
    refused: "Not done",
    failed: "It could not be done.",
  },
};

/** The search for records by any text that identifies them. */
export const search = {
  button: "Search",
  key: "Ctrl K",
  title: "Search",
  label: "E-mail, id, address or transaction",
  hint: "Part of an e-mail address, or a whole id, address, transaction hash, payment id or payout id.",
  looking: "Searching…",
  nothing: "Nothing found. Part of an e-mail is enough; everything else has to be whole.",
  found: (count: number) => counted.en(count, "result", "results"),
  first: (count: number) => `The first ${count} results. There may be more: search for something more exact.`,
  failed: "The search failed. Try again.",
  results: "Results",
  nobody: "Unknown user",
  sought: "What you searched for",
  closed: "This is closed already.",
  further: "This is open. The list below does not show it yet.",
  gone: "There is nothing with this id any more.",
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
    agreed: "Agreed",
    declined: "Declined",
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
  empty: { title: "Nothing yet", hint: "Everything that happens to this account appears here." },
};

/** The screening service's answer about a deposit or withdrawal. */
export const screening = {
  label: "Screening",
  states: {
    asking: "being asked",
    allow: "allowed",
    hold: "on hold",
    refuse: "refused",
    unreachable: "no answer",
    overridden: "allowed by two administrators",
  },
  reference: (reference: string) => `reference ${reference}`,
  askAgain: (moment: string) => `asked again from ${moment}`,
};

/** The reset of a user's withdrawal code. */
export const resetCode = {
  button: "Reset the withdrawal code",
  title: (email: string) => `Reset the withdrawal code of ${email}?`,
  text: "The code stops working at once, withdrawals pause, and the user gets an e-mail. They can then create one new code in their profile. First make sure that the user really asked for this.",
  done: "Withdrawal code reset",
  failed: "The withdrawal code could not be reset",
};

/** The notes about a user. */
export const notes = {
  label: "New note",
  hint: "All staff see it.",
  reader: "For whom",
  readers: {
    staff: "Internal: for staff",
    person: "For the person: it is part of their data download",
  },
  forPerson: "for the person",
  add: "Add the note",
  added: "Note added",
  failed: "The note could not be added",
  missing: "Enter a note of at most 500 characters.",
  empty: {
    title: "No notes yet",
    hint: "Note here anything that administrators should know about this user.",
  },
  formerAdministrator: "A deleted account",
};
