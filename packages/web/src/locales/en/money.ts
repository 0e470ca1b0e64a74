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
    least: (amount: string) => `A payment below ${amount} USDT may not be credited.`,
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
      title: "Under review",
      body: "Your payment has arrived. We review it before we credit it. You don’t need to do anything.",
    },
    confirmed: { title: "Confirmed", body: "The amount was credited to your balance." },
    failed: { title: "This deposit failed", body: "Nothing was credited. You can create a new one." },
  },
  failure: {
    no_address: "The payment provider gave us no address. Create a new deposit.",
    provider: "The payment provider could not complete the payment. Nothing was credited.",
    expired:
      "No payment arrived in time. If you have paid since, we will still find and credit your payment.",
    refunded: "The payment was sent back to its sender. Nothing was credited.",
    rejected: "We rejected this deposit. Nothing was credited.",
  },
  part: {
    sendRest: (missing: string) =>
      `Send the missing ${missing} USDT to the same address. We credit it when it arrives.`,
    tooLittle: (missing: string, least: string) =>
      `${missing} USDT is missing. A payment below ${least} USDT may not be credited, so create a new deposit instead.`,
  },
  differs: "The amount received differs from the amount requested. We credited the amount received.",
  asked: "Amount requested",
  reason: "Reason",
  paidTo: "Address",
  created: "Created",
};
import { addresses } from "./addresses.ts";

const withdrawal = {
  help: "Why is my withdrawal waiting?",
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
    verify: "Check every character of the address. It must be on TRON (TRC20). A payout cannot be undone.",
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
  stopped: "Withdrawals are suspended during maintenance. Your balance stays as it is.",
  unconfirmed: (email: string) =>
    `Confirm your e-mail address before you withdraw: open the link that we sent to ${email}.`,
  held: (moment: string) =>
    `For your safety, withdrawals are on hold after a change of password, e-mail address, passkeys, two-step sign-in, withdrawal code or saved addresses. They open again on ${moment}.`,
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
    pending: { title: "Waiting for approval", body: "We review it before we pay it." },
    checking: {
      title: "Under review",
      body: "We review it before we pay it. You don’t need to do anything.",
    },
    processing: { title: "Being paid", body: "We are sending the payout to your address." },
    completed: { title: "Completed", body: "The payout was sent." },
    failed: { title: "Not paid", body: "The full amount has been refunded to your balance." },
  },
  failure: {
    rejected: "We rejected it. The full amount has been refunded to your balance.",
    cancelled: "You cancelled it. The full amount has been refunded to your balance.",
    payout_failed: "The payout failed. The full amount has been refunded to your balance.",
    account_closed: "The account was closed before the payout.",
  },
  cancel: {
    title: "Cancel this withdrawal?",
    body: (amount: string) => `Nothing will be paid out. We refund ${amount} USDMS to your balance at once.`,
    keep: "Keep it",
    confirm: "Cancel it",
    done: "Withdrawal cancelled",
    doneBody: (amount: string) => `${amount} USDMS have been refunded to your balance.`,
    failed: "Cannot cancel the withdrawal",
  },
};

const sandbox = {
  title: "Test mode: send nothing.",
  body: "No real money is used here. The address is not real, and anything sent to it is lost.",
  confirms: (seconds: number | null) =>
    seconds === null
      ? "Our staff confirm the deposit."
      : `The deposit is confirmed automatically in about ${seconds} seconds.`,
  noPayout: "Test mode: no real money is paid out.",
};

export const payments = { deposit, withdrawal, sandbox, addresses };

export const statement = {
  title: "Account statement",
  intro: (zone: string) =>
    `Every movement of your balance, newest first. Times are in the time zone ${zone}.`,
  back: "Back to the dashboard",
  kinds: {
    position_opened: "Position opened",
    position_won: "Position won",
    position_sold: "Position sold back",
    position_refunded: "Position closed early",
    positions_archived: "Archived positions",
    deposit_credited: "Deposit",
    withdrawal_held: "Withdrawal",
    withdrawal_returned: "Withdrawal refund",
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
  end: "End of the list",
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
