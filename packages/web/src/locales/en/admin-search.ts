import { counted } from "../plural.ts";

/** Finding anything by what somebody was told of it. */
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

/** What happened to an account, in one list. */
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
