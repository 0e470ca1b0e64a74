// What the composition root uses of fairness.
export { BooksDifferError, stateLiabilitiesDaily, takeStatement } from "./liabilities/take-statement.ts";
export { fairnessRoutes } from "./routes.ts";
export { hasSigningKey, isSigningKeyKnown, openSigner } from "./signing-keys.ts";

// What commands use of it.
export { countStatements, StatementChangedError } from "./liabilities/statements.ts";
