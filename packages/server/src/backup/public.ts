// What commands use of backup.
export { BackupError } from "./manifest.ts";
export { makeBackup, pruneBackups } from "./make-backup.ts";
export { restoreBackup, secretAdvice } from "./restore-backup.ts";
export { findSecret, isSecretOf, isSecretUsed, NEEDED, SECRETS, variableOf } from "./secrets.ts";
