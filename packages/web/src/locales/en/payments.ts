const deposit = {
  form: {
    title: "Deposit",
    description: "You pay in USDT on the TRON network (TRC20). 1 USDT gives 1 USDMS.",
    amount: "Amount",
    minimum: "At least 15 USDMS",
    submit: "Continue",
    pending: "Asking for an address…",
    invalid: "Invalid amount",
    minimumMissed: "Minimum deposit amount is 15 USDMS",
    failed: "Cannot create deposit",
  },
  awaiting: {
    title: "Awaiting payment",
    address: "Pay to this address",
    payAmount: "Amount to pay",
    credited: "Credited to you",
    network: "Only USDT on TRON (TRC20). Another coin or network would be lost.",
    time: "Confirmation takes 3-5 minutes. You may close this window; the deposit goes on.",
    sandboxTime: "A real payment takes 3-5 minutes. You may close this window; the deposit goes on.",
    qr: "QR code of the address",
    copyAddress: "Copy the address",
    copyAmount: "Copy the amount",
    noAddress: "The address is being prepared.",
    done: "Done",
  },
  live: {
    pending: { title: "Waiting for your payment", body: "This view changes by itself when it arrives." },
    confirming: { title: "Payment seen", body: "The network is confirming it." },
    confirmed: { title: "Confirmed", body: "The amount is on your balance." },
    failed: { title: "This deposit failed", body: "Nothing was credited. You can create a new one." },
  },
  failure: {
    no_address:
      "The provider gave no address for it, so there was nothing to pay to. You can create a new one.",
    provider: "The payment provider could not complete the payment. Nothing was credited.",
    expired: "No payment arrived in time. If you have paid since, it is still found and credited.",
    refunded: "The payment was sent back to where it came from. Nothing was credited.",
    rejected: "An administrator rejected this deposit. Nothing was credited.",
  },
  differs: "What arrived differs from what was asked for. You were credited what arrived.",
  asked: "Amount asked for",
  paidTo: "Address",
  created: "Created",
};

const withdrawal = {
  form: {
    title: "Withdraw",
    description: "You are paid in USDT on the TRON network (TRC20).",
    available: (amount: string) => `${amount} available`,
    amount: "Amount",
    minimum: "At least 15 USDMS",
    address: "Your USDT address (TRC20)",
    code: "Withdrawal code",
    codeHint: "The 5 digits that you set in your profile",
    aboutNetwork: "What TRC20 is",
    aboutCode: "What the withdrawal code is",
    showCode: "Show the code",
    hideCode: "Hide the code",
    fee: (percent: number) => `Fee (${percent}%)`,
    net: "You receive",
    verify:
      "Check every character of the address. It must be on TRON (TRC20); what is sent cannot be brought back.",
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
    codeTitle: "Invalid withdrawal code",
    code: "The withdrawal code must be 5 digits",
    twoStepTitle: "Invalid code",
    twoStep: "Enter the 6 digits from your authenticator app, or a recovery code",
  },
  noCode: "You need a withdrawal code first. You create it once, in your profile.",
  toProfile: "Create the code",
  held: (moment: string) =>
    `For your safety, withdrawals are paused after a change of password or two-step sign-in. They open again on ${moment}.`,
  discard: {
    title: "Discard what you typed?",
    body: "The address and the codes would have to be entered again.",
    keep: "Keep editing",
    confirm: "Discard",
  },
  details: {
    title: "Withdrawal",
    amount: "Amount",
    net: "Paid out",
    address: "To this address",
    copyAddress: "Copy the address",
    hash: "Transaction",
    copyHash: "Copy the transaction id",
    created: "Created",
    cancel: "Cancel this withdrawal",
  },
  live: {
    pending: { title: "Waiting for approval", body: "An administrator looks at it before it is paid." },
    processing: { title: "Being paid", body: "The payment is on its way to your address." },
    completed: { title: "Completed", body: "The payment was sent to your address." },
    failed: { title: "Not paid", body: "The whole amount is back on your balance." },
  },
  failure: {
    rejected: "An administrator rejected it. The whole amount is back on your balance.",
    cancelled: "You cancelled it. The whole amount is back on your balance.",
    payout_failed: "The payment could not be made. The whole amount is back on your balance.",
    account_closed: "The account was closed before it was paid.",
  },
  cancel: {
    title: "Cancel this withdrawal?",
    body: (amount: string) => `Nothing will be paid, and ${amount} USDMS go back to your balance at once.`,
    keep: "Keep it",
    confirm: "Cancel it",
    done: "Withdrawal cancelled",
    doneBody: (amount: string) => `${amount} USDMS are back on your balance.`,
    failed: "Cannot cancel the withdrawal",
  },
};

const sandbox = {
  title: "This is a sandbox. Send nothing.",
  body: "No real money moves here: the address is made up, and anything sent to it would be lost.",
  confirms: (seconds: number | null) =>
    seconds === null
      ? "An administrator confirms the deposit."
      : `The deposit confirms by itself in about ${seconds} seconds.`,
  noPayout: "This is a sandbox: no real money is paid out.",
};

export const payments = { deposit, withdrawal, sandbox };
