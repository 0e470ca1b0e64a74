/** What the platform owes to all users together. */
export const liabilities = { title: "Proof of liabilities" };
