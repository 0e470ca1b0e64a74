import { counted } from "@veritick/contract/plural.ts";

/** The verdicts over all steps of the check of a position. */
export const verdict = {
  /** What nothing shows, although every step is right. */
  reserved: {
    title: (title: string, count: number) =>
      `${title}, with ${counted.en(count, "reservation", "reservations")}`,
    beacon: (hash: string) =>
      `The operator of the beacon ${hash} may have known its rounds, and so the prices, in advance.`,
    received: "Nothing here shows that the order was not backdated.",
    saleReceived: "Nothing here shows that the sell-back was not backdated.",
  },
  right: {
    title: "Everything matches",
    hint: "Your browser has recomputed everything, and it matches what was promised and paid.",
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
    hint: "Every other step is right. But the answer to the order arrived too late to prove that the entry price was fixed in time.",
  },
  broken: {
    title: "A promise was not kept",
    hint: "The price series was ended before this position could be settled. Nothing else was found wrong. The fairness page lists every ended series.",
  },
  wrong: {
    title: "Something is wrong",
    hint: "Keep the receipt as a file and check it with the program below, which is independent of this page. Then contact support. A signed receipt is evidence.",
  },
};
