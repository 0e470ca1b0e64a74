import { HASH_COST } from "../src/accounts/passwords/passwords.ts";

/** The cost that the product hashes passwords and withdrawal codes at. */
export const PRODUCT_COST = { ...HASH_COST };

// Tests hash some thousand passwords and codes, which takes 20 ms each at the product's cost.
Object.assign(HASH_COST, { memoryCost: 64, timeCost: 1 });
