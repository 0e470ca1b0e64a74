/** The page of one user. */
export const userPage = {
  id: "Id",
  invited: "by the invitation",
  copyId: (id: string) => `Copy the id ${id}`,
  tradingLocked: "Trading locked",
  withdrawalsLocked: "Withdrawals locked",
  paused: (moment: string) => `On a break until ${moment}`,
  pausedHint:
    "This user set the break. They cannot open positions or deposit, but they can withdraw. Nobody can end it early.",
  closes: (moment: string) => `Closes on ${moment}`,
  terms: (version: string, moment: string) => `Accepted the terms of use ${version} on ${moment}`,
  closesHint:
    "Somebody with the user’s password asked to close the account. The user can stop it until then.",
  unconfirmed: "E-mail not confirmed",
  unconfirmedHint:
    "Until the user confirms it with the mailed link, the address gets only confirmation and password links.",
  confirmedOn: (moment: string) => `E-mail confirmed on ${moment}`,
  confirmEmail: {
    button: "Send the confirmation again",
    title: (email: string) => `Send the confirmation to ${email} again?`,
    text: "The user gets another e-mail with a link that confirms the address.",
    done: "E-mail sent",
    failed: "The e-mail could not be sent",
  },
  lockedSince: (what: string, moment: string) => `${what} since ${moment}`,
  figures: "Figures",
  actions: "Actions",
  gone: {
    title: "Account not found",
    hint: "It was deleted or closed by its owner, or the address is incomplete. The ledger and the audit log keep their entries about it.",
    toLog: "To the audit log",
    toOverview: "To the overview",
  },
  failed: "Couldn’t load the user",
  lockTrading: "Lock trading",
  unlockTrading: "Unlock trading",
  lockWithdrawals: "Lock withdrawals",
  unlockWithdrawals: "Unlock withdrawals",
  reason: "Reason",
  reasonHint: "Internal: kept in the audit log. The user never sees it.",
  reasonMissing: "Give a reason, in at most 500 characters.",
  locks: {
    lockTradingTitle: (email: string) => `Lock trading for ${email}?`,
    lockTradingText:
      "They cannot open positions until an administrator unlocks trading. Open positions are settled as usual.",
    unlockTradingTitle: (email: string) => `Unlock trading for ${email}?`,
    unlockTradingText: "They can open positions again at once.",
    lockWithdrawalsTitle: (email: string) => `Lock withdrawals for ${email}?`,
    lockWithdrawalsText:
      "They cannot request withdrawals until an administrator unlocks them. Pending ones stay and are decided as usual.",
    unlockWithdrawalsTitle: (email: string) => `Unlock withdrawals for ${email}?`,
    unlockWithdrawalsText: "They can request withdrawals again at once.",
    tradingLocked: "Trading locked",
    tradingUnlocked: "Trading unlocked",
    withdrawalsLocked: "Withdrawals locked",
    withdrawalsUnlocked: "Withdrawals unlocked",
    failed: "The lock could not be changed",
  },
  signOut: {
    button: "Sign out everywhere",
    title: (email: string) => `Sign ${email} out everywhere?`,
    ownTitle: "Sign yourself out everywhere?",
    ownText:
      "All your sessions end at once, including this one, and all your API keys are revoked. You can log in again with your password.",
    text: "All their sessions end at once, and all their API keys are revoked. They can log in again with their password.",
    done: "Signed out everywhere",
    failed: "The sessions could not be ended",
  },
  tabs: {
    label: "Everything about this user",
    positions: "Positions",
    deposits: "Deposits",
    withdrawals: "Withdrawals",
    statement: "Statement",
    sessions: "Sessions",
    notes: "Notes",
    audit: "Audit",
    timeline: "Timeline",
  },
  list: {
    loadingMore: "Loading more…",
    end: "That is everything.",
  },
  positions: {
    empty: { title: "No positions", hint: "This user’s positions appear here." },
    expires: "expires",
    stake: (amount: string) => `stake ${amount}`,
  },
  deposits: { empty: { title: "No deposits", hint: "This user’s deposits appear here." } },
  withdrawals: { empty: { title: "No withdrawals", hint: "This user’s withdrawals appear here." } },
  statement: {
    empty: { title: "No movements", hint: "Every movement of this balance appears here." },
    csv: "Download CSV",
    balance: "balance",
  },
  sessions: {
    empty: {
      title: "Not signed in anywhere",
      hint: "Every device on which this user is signed in appears here.",
    },
    since: (moment: string) => `since ${moment}`,
    lastUsed: "last used",
  },
  audit: {
    empty: {
      title: "Nothing in the audit log",
      hint: "Actions of administrators that concern this user appear here.",
    },
  },
  receipt: {
    back: "To the user",
    notThere: {
      title: "Position not found",
      hint: "The address may be incomplete, or its account was deleted.",
    },
  },
};
