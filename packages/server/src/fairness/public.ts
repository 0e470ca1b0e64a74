export { BooksDifferError, stateLiabilitiesDaily, takeStatement } from "./liabilities/take-statement.ts";
export { fairnessRoutes } from "./routes.ts";
export { hasSigningKey, isSigningKeyKnown, openSigner } from "./signing-keys.ts";

// The exports of fairness for commands.
export { countStatements, StatementChangedError } from "./liabilities/statements.ts";
