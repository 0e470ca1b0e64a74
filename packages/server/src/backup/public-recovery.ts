// The server loads this alone: it makes and restores no backup.
export { watchRecovery } from "./notice-recovery.ts";
