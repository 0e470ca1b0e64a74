/** The messages of PostgreSQL, its initdb and SQLite. These errors have codes of their own, or none. */
const DISK_FULL = /no space left on device|disk is full/i;
const DISK_FULL_CODES = ["53100", "ENOSPC"];

/** Returns true if an error of the system, of PostgreSQL or of SQLite says that a disk is full. */
export const isDiskFull = ({ code = "", message }: NodeJS.ErrnoException): boolean =>
  DISK_FULL_CODES.includes(code) || DISK_FULL.test(message);

/** The messages of the driver for a database that is silent. */
const NO_ANSWER = /^timeout (expired|exceeded when trying to connect)$/;
/** The codes of PostgreSQL: wrong user or password, no such database, too many connections, starting or ending. */
const NOT_ADMITTED = ["28000", "28P01", "3D000", "53300", "57P03"];
const NO_CONNECTION = ["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"];
const NO_HOST = ["ENOTFOUND", "EAI_AGAIN"];

/** Says why the database cannot be reached or admits nobody, and what to check. Returns undefined for any other error. */
export function describeNoDatabase({ code = "", message }: NodeJS.ErrnoException): string | undefined {
  if (!NO_ANSWER.test(message) && ![...NOT_ADMITTED, ...NO_CONNECTION, ...NO_HOST].includes(code))
    return undefined;
  // The error of several addresses that refuse has no message.
  return `The database does not answer: ${message || code}. Check DATABASE_URL and DATABASE_OWNER_URL, and that PostgreSQL runs there, then try again.`;
}
