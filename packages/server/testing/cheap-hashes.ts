import { HASH_COST } from "../src/accounts/passwords/passwords.ts";

/** The product's cost of hashing passwords and withdrawal codes. */
export const PRODUCT_COST = { ...HASH_COST };

// Tests hash some thousand passwords and codes, each of which takes 20 ms at the product's cost.
Object.assign(HASH_COST, { memoryCost: 64, timeCost: 1 });
