import { isDatabaseUnavailable, UnreachableError } from "../db/unavailable.ts";

/** The messages of PostgreSQL, its initdb and SQLite. These errors have codes of their own, or none. */
const DISK_FULL = /no space left on device|disk is full/i;
const DISK_FULL_CODES = ["53100", "ENOSPC"];

/** Returns true if an error of the system, of PostgreSQL or of SQLite says that a disk is full. */
export const isDiskFull = ({ code = "", message }: NodeJS.ErrnoException): boolean =>
  DISK_FULL_CODES.includes(code) || DISK_FULL.test(message);

/** An error of the system or of TLS, whose message in full names lines of OpenSSL's code. */
type Failure = NodeJS.ErrnoException & { reason?: string };

/** The known reasons why a connection to the database fails, each with the advice for it. */
const REASONS: readonly { codes?: RegExp; messages?: RegExp; advice: string }[] = [
  {
    codes: /^(ENOTFOUND|ENODATA|EAI_AGAIN)$/,
    advice: "Check the host in DATABASE_URL and DATABASE_OWNER_URL, and this machine's DNS.",
  },
  {
    codes:
      /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF)|^CERT_(SIGNATURE_FAILURE|UNTRUSTED)$|^INVALID_CA$/,
    advice:
      "Its certificate is not trusted: name its authority with sslrootcert=/path/ca.pem in DATABASE_URL and DATABASE_OWNER_URL.",
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    advice: "Use a host that its certificate names in DATABASE_URL and DATABASE_OWNER_URL.",
  },
  {
    codes: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    advice:
      "Renew the certificate of the database or of its authority (sslrootcert), or correct this machine's clock.",
  },
  {
    messages: /^The server does not support SSL/,
    advice:
      "Switch on ssl in postgresql.conf. If the network is trusted, you can instead remove sslmode from DATABASE_URL and DATABASE_OWNER_URL.",
  },
  {
    codes: /^28000$/,
    messages: /no encryption|SSL off/,
    advice:
      "If pg_hba.conf accepts only connections with TLS, add sslmode=verify-full to DATABASE_URL and DATABASE_OWNER_URL.",
  },
  {
    codes: /^(28000|ERR_SSL_TLSV\w*CERTIFICATE_REQUIRED)$/,
    messages: /certificate/i,
    advice:
      "It requires a client certificate: name one with sslcert and sslkey in DATABASE_URL and DATABASE_OWNER_URL.",
  },
  {
    codes: /^(ERR_SSL_|EPROTO$)/,
    advice: "Check sslmode, sslrootcert, sslcert and sslkey in DATABASE_URL and DATABASE_OWNER_URL.",
  },
];

/** Says why the database cannot be reached or admits nobody, and what to check. Returns undefined for any other error. */
export function describeNoDatabase(error: Error): string | undefined {
  const isReaching = error instanceof UnreachableError;
  const { code = "", message, reason: short }: Failure = isReaching ? error.cause : error;
  if (!isReaching && !isDatabaseUnavailable(error)) return undefined;
  const reason = REASONS.find(
    ({ codes = /^/, messages = /^/ }) => codes.test(code) && messages.test(message),
  );
  const advice =
    reason?.advice ??
    "Check DATABASE_URL and DATABASE_OWNER_URL, and that PostgreSQL runs there, then try again.";
  // The error of several addresses that refuse has no message. Node.js adds advice of its own about certificates.
  const words = (short ?? (message || code)).replace(/; if the root CA .*/s, "").replace(/[\s.]+$/, "");
  return `No connection to the database: ${words}. ${advice}`;
}
