import { pages } from "./en/fairness.ts";
import { liabilities } from "./en/liabilities.ts";
import { verify } from "./en/verify.ts";

/** What only the public pages say that show how everything can be checked. */
export const fairnessEn = { pages, liabilities, verify };
