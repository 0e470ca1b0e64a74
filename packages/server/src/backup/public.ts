export { BackupError } from "./manifest.ts";
export { archiveMonth } from "./archive-month.ts";
export { removeMonth } from "./remove-month.ts";
export { restoreMonth } from "./restore-month.ts";
export { makeBackup, pruneBackups } from "./make-backup.ts";
export { FORMER_ADVICE, restoreBackup, secretAdvice } from "./restore-backup.ts";
export type { Restored } from "./restore-backup.ts";
export { findSecret, isSecretOf, isSecretUsed, NEEDED, SECRETS, variableOf } from "./secrets.ts";
