// What the composition root uses of fairness.
export { createFairness } from "./create-fairness.ts";
export { hasSigningKey, isSigningKeyKnown, openSigner } from "./signing-keys.ts";

// What commands use of it.
export { BooksDifferError, takeStatement } from "./liabilities/take-statement.ts";
export { countStatements, StatementChangedError } from "./liabilities/newest-statement.ts";
