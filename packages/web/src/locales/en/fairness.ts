/** The pages where anyone may see how the price is made. */
export const pages = { title: "Fairness" };
