/**
 * An error that a person must fix before PostgreSQL can run here. The message says how. If it asks for another data folder
 * or another PostgreSQL, the caller adds the names of its own settings for them.
 */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
