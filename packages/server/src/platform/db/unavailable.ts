import pg from "pg";
import type { Log } from "../telemetry/log.ts";
import { runInScope } from "../telemetry/tracing.ts";

/** No connection to the database could be had, for whatever reason: the cause is that reason. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  declare readonly cause: Error;

  constructor(cause: Error) {
    // The error of several addresses that refuse has no message.
    super(cause.message || (cause as NodeJS.ErrnoException).code, { cause });
  }
}

/** The errors of a connection that breaks while a statement is under way. */
const BROKEN = new Set([
  "ECONNABORTED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EPIPE",
  "EPROTO",
  "ETIMEDOUT",
]);

/** True if the connection leads to a standby. A former leader still answers while another server takes over. */
export const isReadOnly = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === "25006";

/** True if the database could not be reached or went away. The outcome of the statement is then unknown. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (error instanceof pg.DatabaseError) {
    // Class 08: connection exceptions; 57P0x: shut down, crashed, not yet accepting connections; 53300: too many.
    return /^(08|28|57P0)/.test(error.code ?? "") || error.code === "53300" || isReadOnly(error);
  }
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as NodeJS.ErrnoException;
  return (
    BROKEN.has(code) ||
    code.startsWith("ERR_SSL_") ||
    /connection (terminated|ended)|query read timeout|client (has encountered|was closed)/i.test(
      error.message,
    )
  );
}

/** The time without a failure after which the database counts as back. */
const BACK_AFTER_MS = 5_000;

type Outage = { told: Set<"lost" | "unreachable">; ending: NodeJS.Timeout | undefined };

/** The outage of the database that each process is in. A process has one log. */
const outages = new WeakMap<Log, Outage>();

/** Logs a failure. All failures by one outage of the database share one warning, however many requests and tasks meet it. */
export function warnOf(log: Log, error: unknown, message: string, facts: object = {}): void {
  if (!isDatabaseUnavailable(error)) return log.warn({ ...facts, error: String(error) }, message);
  const outage: Outage = outages.get(log) ?? { told: new Set(), ending: undefined };
  outages.set(log, outage);
  clearTimeout(outage.ending);
  outage.ending = undefined;
  // A lost connection does not say why no other one can be had.
  const kind = error instanceof UnreachableError ? "unreachable" : "lost";
  if (outage.told.has(kind)) return;
  outage.told.add(kind);
  // The line must not name the request that happened to meet the outage first.
  runInScope(undefined, () => {
    if (kind === "lost") log.info({ error: String(error) }, "a connection to the database was lost");
    else log.warn({ error: String(error) }, "the database cannot be reached");
  });
}

/** Notes that the database has given a connection. If it goes on so for a while, the outage is over. */
export function noteReached(log: Log): void {
  const outage = outages.get(log);
  if (outage === undefined || outage.ending !== undefined) return;
  outage.ending = setTimeout(() => {
    outages.delete(log);
    runInScope(undefined, () => log.info("the database can be reached again"));
  }, BACK_AFTER_MS);
  outage.ending.unref();
}
