/** Limits that people set on themselves. */
export const limits = { title: "Limits and breaks" };
