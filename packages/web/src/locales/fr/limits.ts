/** Limits that people set on themselves. */
export const limits = { title: "Limites et pauses" };
