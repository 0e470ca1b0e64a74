import { counted } from "@veritick/contract/plural.ts";

/** The verdicts over all steps of the check of a position. */
export const verdict = {
  /** What nothing shows, although every step is right. */
  reserved: {
    title: (title: string, count: number) =>
      `${title}, with ${counted.en(count, "reservation", "reservations")}`,
    beacon: (hash: string) =>
      `Whoever runs the beacon ${hash} may have known its rounds, and so the prices, in advance.`,
    received: "Nothing here shows that the order was not dated back.",
    saleReceived: "Nothing here shows that the sale was not dated back.",
  },
  right: {
    title: "Everything matches",
    hint: "Your browser has computed everything again, and it matches what was promised and paid.",
  },
  later: {
    title: "Right so far",
    hint: (moment: string) =>
      `Every step that can be checked so far is right. The rest can be checked from ${moment}, when the seed is public.`,
    left: (left: string) => `${left} left. This page then checks automatically.`,
    leftHidden: "Time left",
  },
  missing: {
    title: "Not everything can be checked",
    hint: "Every step that could be checked is right. The list says why the other steps could not be checked.",
  },
  late: {
    title: "Answer too late to judge",
    hint: "Every other step is right. But the answer to the order came late, so nobody can tell whether the entry was fixed in time.",
  },
  broken: {
    title: "A promise was not kept",
    hint: "The price of this position ended, and nobody computed its result. Nothing else was found wrong. Every such end is listed on the fairness page.",
  },
  wrong: {
    title: "Something is wrong",
    hint: "Keep the receipt as a file and check it with the program below, which shares nothing with this page. Then contact support. A signed receipt is evidence.",
  },
};
