import { pino } from "pino";
import type { Logger } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/** Structured logs on standard output. What could sign somebody in is never written. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["password", "token", "cookie", "*.password", "*.token", "*.cookie"],
      censor: "[hidden]",
    },
  });
}
