/** What the platform owes to all users together. */
export const liabilities = { title: "Preuve des engagements" };
