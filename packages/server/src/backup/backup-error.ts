/** What whoever runs a backup or a restore can mend: told in one line, without a stack. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
