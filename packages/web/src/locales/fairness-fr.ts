import { pages } from "./fr/fairness.ts";
import { liabilities } from "./fr/liabilities.ts";
import { verify } from "./fr/verify.ts";

/** What only the public pages say that show how everything can be checked. */
export const fairnessFr = { pages, liabilities, verify };
