const deposit = {
  told: "Deposit credited",
  help: "Help with deposits",
  form: {
    title: "Deposit",
    description: "You pay in USDT on the TRON network (TRC20). You get 1 USDMS for each USDT.",
    amount: "Amount",
    minimum: "At least 15 USDMS",
    submit: "Continue",
    pending: "Requesting an address…",
    invalid: "Invalid amount",
    minimumMissed: "Minimum deposit amount is 15 USDMS",
    failed: "Cannot create deposit",
  },
  firstLimit: {
    label: "Deposit limit per week (optional)",
    hint: "It applies at once. If you raise it later, that takes 24 hours.",
    skip: "Set no limit",
    invalid: "Enter an amount of at least 0.01 with at most two decimals, or leave it empty",
  },
  awaiting: {
    title: "Awaiting payment",
    address: "Pay to this address",
    payAmount: "Amount to pay",
    credited: "Credited to you",
    rest: "Still to pay",
    watched: "Address watched until",
    network: "Send only USDT on TRON (TRC20): anything else is lost.",
    least: (amount: string) => `Less than ${amount} USDT at once may not count.`,
    qr: "QR code of the address",
    qrHolds: "The address only: enter the amount",
    copyAddress: "Copy the address",
    copyAmount: "Copy the amount",
    done: "Done",
  },
  live: {
    preparing: {
      title: "Preparing your address",
      body: "The payment provider is busy. The address appears here as soon as we have it. You may close this window and open the deposit from your history.",
    },
    pending: {
      title: "Waiting for your payment",
      body: "Confirmation takes 3-5 minutes. You may close this window.",
    },
    confirming: {
      title: "Payment detected",
      body: "Confirmation takes 3-5 minutes. You may close this window.",
    },
    sandboxTime: "A real payment takes 3-5 minutes. You may close this window.",
    checking: {
      title: "Being checked",
      body: "Your payment has arrived. We check it before we credit it. You don’t need to do anything.",
    },
    confirmed: { title: "Confirmed", body: "The amount is in your balance." },
    failed: { title: "This deposit failed", body: "Nothing was credited. You can create a new one." },
  },
  failure: {
    no_address:
      "The payment provider gave us no address, so you could not pay. You can create a new deposit.",
    provider: "The payment provider could not complete the payment. Nothing was credited.",
    expired:
      "No payment arrived in time. If you have paid since, we will still find and credit your payment.",
    refunded: "The payment was sent back to its sender. Nothing was credited.",
    rejected: "An administrator rejected this deposit. Nothing was credited.",
  },
  part: {
    sendRest: (missing: string) =>
      `Send the missing ${missing} USDT to the same address. We credit it when it arrives.`,
    tooLittle: (missing: string, least: string) =>
      `${missing} USDT is missing. Less than ${least} USDT at once may not count, so create a new deposit instead.`,
  },
  differs: "The amount that arrived differs from the amount requested. We credited the amount that arrived.",
  asked: "Amount requested",
  reason: "Reason",
  paidTo: "Address",
  created: "Created",
};
import { addresses } from "./addresses.ts";

const withdrawal = {
  help: "Why does a withdrawal wait?",
  form: {
    title: "Withdraw",
    description: "You are paid in USDT on the TRON network (TRC20).",
    available: (amount: string) => `${amount} available`,
    amount: "Amount",
    minimum: "At least 15 USDMS",
    address: "Your USDT address (TRC20)",
    code: "Withdrawal code",
    codeHint: "The 5 digits that you chose",
    aboutNetwork: "About TRC20",
    aboutCode: "About the withdrawal code",
    showCode: "Show the code",
    hideCode: "Hide the code",
    fee: (percent: number) => `Fee (${percent}%)`,
    net: "You receive",
    verify: "Check every character of the address. It must be on TRON (TRC20). You cannot undo a payment.",
    submit: (net: string) => `Withdraw ${net} USDT`,
    pending: "Processing…",
    failed: "Cannot create withdrawal",
    created: "Withdrawal created",
    createdBody: "Your withdrawal is being processed.",
  },
  check: {
    amountTitle: "Invalid amount",
    amount: "Minimum withdrawal amount is 15 USDMS",
    balanceTitle: "Insufficient balance",
    balance: "You don't have enough funds",
    addressTitle: "Invalid address",
    address: "Please enter a valid USDT address",
    contractTitle: "Invalid address",
    contract:
      "This is the address of a contract, not of a wallet. Anything sent to it is lost. Enter an address of your own wallet.",
    codeTitle: "Invalid withdrawal code",
    code: "The withdrawal code must be 5 digits",
    twoStepTitle: "Invalid code",
    twoStep: "Enter the 6 digits from your authenticator app, or a recovery code",
  },
  noCode: "You need a withdrawal code first.",
  byPasskey: "Your passkey confirms this withdrawal.",
  stopped: "Withdrawals are stopped during maintenance. Your balance stays as it is.",
  unconfirmed: (email: string) =>
    `Confirm your e-mail address before you withdraw: open the link that we sent to ${email}.`,
  held: (moment: string) =>
    `For your safety, withdrawals are paused after a change of password, e-mail address, passkeys, two-step sign-in, withdrawal code or saved addresses. They open again on ${moment}.`,
  details: {
    title: "Withdrawal",
    amount: "Amount",
    net: "Paid out",
    address: "To this address",
    copyAddress: "Copy the address",
    hash: "Transaction",
    copyHash: "Copy the transaction id",
    reason: "Reason",
    created: "Created",
    cancel: "Cancel this withdrawal",
  },
  live: {
    pending: { title: "Waiting for approval", body: "We review it before it is paid." },
    checking: {
      title: "Being checked",
      body: "We check it before we pay it. You don’t need to do anything.",
    },
    processing: { title: "Being paid", body: "The payment is on its way to your address." },
    completed: { title: "Completed", body: "The payment was sent." },
    failed: { title: "Not paid", body: "The whole amount is back in your balance." },
  },
  failure: {
    rejected: "An administrator rejected it. The whole amount is back in your balance.",
    cancelled: "You cancelled it. The whole amount is back in your balance.",
    payout_failed: "The payment could not be made. The whole amount is back in your balance.",
    account_closed: "The account was closed before it was paid.",
  },
  cancel: {
    title: "Cancel this withdrawal?",
    body: (amount: string) => `Nothing will be paid, and ${amount} USDMS go back to your balance at once.`,
    keep: "Keep it",
    confirm: "Cancel it",
    done: "Withdrawal cancelled",
    doneBody: (amount: string) => `${amount} USDMS are back in your balance.`,
    failed: "Cannot cancel the withdrawal",
  },
};

const sandbox = {
  title: "This is a sandbox. Send nothing.",
  body: "No real money moves here: the address is made up, and anything sent to it would be lost.",
  confirms: (seconds: number | null) =>
    seconds === null
      ? "An administrator confirms the deposit."
      : `The deposit is confirmed automatically in about ${seconds} seconds.`,
  noPayout: "This is a sandbox: no real money is paid out.",
};

export const payments = { deposit, withdrawal, sandbox, addresses };

export const statement = {
  title: "Statement",
  intro: (zone: string) =>
    `Every movement of your balance, newest first. Times are in the time zone ${zone}.`,
  back: "Back to the dashboard",
  kinds: {
    position_opened: "Position opened",
    position_won: "Position won",
    position_sold: "Position sold",
    position_refunded: "Position closed early",
    positions_archived: "Archived positions",
    deposit_credited: "Deposit",
    withdrawal_held: "Withdrawal",
    withdrawal_returned: "Withdrawal returned",
    balance_adjusted: "Adjustment",
  },
  columns: {
    kind: "Movement",
    reference: "Reference",
    time: "Date and time",
    amount: "Amount",
    balance: "Balance after",
  },
  copyReference: "Copy the reference",
  noReference: "None",
  groups: {
    label: "Kinds",
    trades: "Trades",
    deposits: "Deposits",
    withdrawals: "Withdrawals",
    adjustments: "Adjustments",
  },
  csv: "Download CSV",
  table: "Movements",
  loading: "Loading more…",
  end: "That is everything.",
  empty: {
    title: "No movements yet",
    hint: "Deposits, positions and withdrawals appear here as soon as they change your balance.",
  },
  failed: "Couldn’t load the statement",
};

/** The filters of a list, also those of the administration. */
export const filters = {
  label: "Filters",
  from: "From",
  to: "To",
  wrongWayRound: "This date is before the start date.",
  min: "At least",
  max: "At most",
  amountInvalid: "Enter an amount such as 10.50.",
  clear: "Clear filters",
  noMatch: { title: "Nothing matches these filters", hint: "Clear one of them to see more." },
};

/** The filters of finished trades. */
export const trades = {
  side: "Side",
  sides: { buy: "Buy", sell: "Sell" },
  result: "Result",
  csv: "Download CSV",
  loading: "Searching older trades…",
};
