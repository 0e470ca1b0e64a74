// What the composition root uses of fairness.
export { stateLiabilitiesDaily } from "./liabilities/state-daily.ts";
export { fairnessRoutes } from "./routes.ts";
export { hasSigningKey, isSigningKeyKnown, openSigner } from "./signing-keys.ts";

// What commands use of it.
export { BooksDifferError, takeStatement } from "./liabilities/take-statement.ts";
export { countStatements, StatementChangedError } from "./liabilities/statements.ts";
