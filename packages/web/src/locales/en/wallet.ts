export const wallet = {
  balance: "Balance",
  usd: (amount: string) => `≈ $${amount}`,
  deposit: "Deposit",
  withdraw: "Withdraw",
  depositStatus: {
    pending: "Pending",
    confirming: "Confirming",
    confirmed: "Confirmed",
    failed: "Failed",
  },
  withdrawalStatus: {
    pending: "Pending",
    processing: "Processing",
    completed: "Completed",
    failed: "Failed",
  },
  cancelled: "Cancelled",
};
