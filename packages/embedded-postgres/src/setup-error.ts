/**
 * PostgreSQL cannot run here until a person changes something. The message says what. Where it asks for another data
 * folder or another PostgreSQL, the caller adds how its own settings name them.
 */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
