import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";
import { currentScope } from "./tracing.ts";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/**
 * Names that no log call of ours uses. If one does by mistake, at the top of a line or one level below, the value is still
 * not written.
 */
const HIDDEN = (
  "password currentPassword newPassword passwordHash secret pepper seed priceSecret token wsToken sessionToken tokenHash " +
  "sessionHash cookie authorization apiKey twoStepCode withdrawalCode recoveryCode recoveryCodes totpSecret ipnSecret " +
  "signingKey beaconKey logKey email address userAgent payAddress pay_address body headers"
).split(" ");

/**
 * Makes structured logs on standard output, without secrets that could sign somebody in. A line written while a request is
 * answered carries the request's id, and its trace's if there is one.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: originOfLine,
    redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`]), censor: "[hidden]" },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function originOfLine(): object {
  const scope = currentScope();
  if (scope === undefined) return {};
  return {
    ...(scope.requestId !== undefined && { requestId: scope.requestId }),
    ...(scope.span !== undefined && { traceId: scope.span.traceId }),
  };
}
