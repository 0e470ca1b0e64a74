import { counted } from "../plural.ts";

export const closing = {
  card: {
    title: "Close the account",
    text: "You can leave at any time. You see first what has to end, what you are owed and what stays on record.",
    link: "Close my account",
  },
  title: "Close your account",
  back: "Back to the profile",
  intro:
    "Closing is final. Your account is deleted, you are signed out everywhere, and your passkeys and API keys stop working. Your e-mail address is then free for a new account.",
  loadFailed: "Couldn’t load what is open on your account",
  first: {
    title: "What has to end first",
    text: "You can close the account once nothing of this is left.",
    positions: (count: number) => counted.en(count, "open position", "open positions"),
    positionsHint: "It ends at its expiry, or you sell it before.",
    withdrawals: (count: number) => counted.en(count, "open withdrawal", "open withdrawals"),
    withdrawalsHint: "Wait until it is paid, or cancel it while it is pending.",
    deposits: (count: number) => counted.en(count, "deposit being confirmed", "deposits being confirmed"),
    depositsHint: "It is on its way, and is usually credited within minutes.",
    payments: (count: number) => counted.en(count, "payment under review", "payments under review"),
    paymentsHint: "An administrator decides about it. Write to support if you have questions.",
    toDashboard: "To the dashboard",
  },
  refused: {
    closing_locked: "An administrator has locked your account, so you can’t close it. Write to support.",
    closing_paused: (until: string) =>
      `You are on a break until ${until}. Closing the account would end the break. You can still withdraw.`,
    closing_held: (until: string) =>
      `Withdrawals are paused until ${until} after a change to your account. Until then you can’t give up a balance.`,
    last_admin: "You are the only administrator. Make somebody else an administrator first.",
    closing_takes_two:
      "Here two people decide about an administrator’s account. Have your rights removed first, then close the account.",
  },
  balance: {
    title: "What you are owed",
    balance: "Balance",
    nothing: "You are owed nothing, so you give up nothing.",
    withdrawFirst: "Withdraw your balance before you close the account. Afterwards nobody can pay it to you.",
    amount: "You can withdraw",
    fee: (percent: number) => `Fee (${percent}%)`,
    net: "You receive",
    withdraw: "Withdraw",
    tooSmall: "The smallest withdrawal is 15 USDMS, so you can only give this balance up.",
    practice: "Practice money is play money. Nobody owes it to you.",
  },
  data: {
    title: "Take your data with you",
    text: "Afterwards you can’t sign in to download it, and this site no longer shows your receipts. Receipts that you saved can still be checked: prices and seeds stay public.",
  },
  stays: {
    title: "What is deleted, and what stays",
    gone: "Deleted at once: profile, positions, deposits, withdrawals, limits, notes, sessions, devices and saved addresses.",
    kept: "Kept for good, without your e-mail address:",
    ledger: "Each movement of your balance in the ledger, because the books must add up.",
    audit:
      "In the audit log: when and from which network address you closed the account, what you gave up, and what administrators did about it.",
    payments:
      "Numbers, addresses and amounts of payments and payouts, so that money that arrives late is recognised and put before an administrator.",
    backups:
      "Backups and archives of old months hold your data until the operator of this site removes them. Messages to the operator’s own systems hold your account number for 30 days.",
  },
  form: {
    title: "Close the account",
    expected: (count: number) =>
      count === 1
        ? "One deposit is still expected. I have sent nothing for it."
        : `${count} deposits are still expected. I have sent nothing for them.`,
    expectedHint: "Money that arrives later is not credited. An administrator decides about it.",
    expectedMissing: "Confirm that you have sent nothing, or wait for the deposit.",
    waive: "Balance that you give up",
    waiveHint: (amount: string) =>
      `Enter ${amount} to give up your whole balance for good. The house keeps it.`,
    waiveWrong: (amount: string) => `Enter exactly ${amount}.`,
    password: "Your password",
    passwordRequired: "Enter your password.",
    submit: "Close my account for good",
    pending: "Closing…",
    failed: "The account could not be closed",
    done: "Your account is closed",
    doneBody: "You are signed out everywhere.",
  },
};
