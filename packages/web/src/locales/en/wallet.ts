export const wallet = {
  balance: "Balance",
  usd: (amount: string) => `≈ $${amount}`,
  deposit: "Deposit",
  status: {
    pending: "Pending",
    confirming: "Confirming",
    confirmed: "Confirmed",
    failed: "Failed",
  },
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
  sandbox: {
    title: "This is a sandbox. Send nothing.",
    body: "No real money moves here: the address is made up, and anything sent to it would be lost.",
    confirms: (seconds: number | null) =>
      seconds === null
        ? "An administrator confirms the deposit."
        : `The deposit confirms by itself in about ${seconds} seconds.`,
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
};
