/** An error that the operator can fix: the command prints the message without a stack. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
