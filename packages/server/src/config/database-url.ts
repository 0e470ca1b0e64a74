import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { parseIntoClientConfig } from "pg-connection-string";
import { ConfigError } from "./values.ts";

const SSL_MODES = ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"];
const SSL_FILES = ["sslrootcert", "sslcert", "sslkey"] as const;
const SSL_PARAMETERS = ["ssl", "sslmode", "sslnegotiation", ...SSL_FILES];

/**
 * Refuses a URL that the driver would misread. The driver ignores a parameter that it does not know, so a misspelt one would
 * give a connection without TLS.
 *
 * @param name the variable of the URL
 * @throws ConfigError
 */
export function checkDatabaseUrl(name: string, url: string): void {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError(`${name} must look like postgresql://user:password@host:5432/database`);
  const found = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]);
  for (const parameter of found.keys()) {
    if (/^ssl/i.test(parameter) && !SSL_PARAMETERS.includes(parameter))
      throw new ConfigError(
        `${parameter} in ${name} is unknown. The server accepts ${SSL_PARAMETERS.slice(1).join(", ")}.`,
      );
  }
  const mode = found.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new ConfigError(
      `sslmode=${mode} in ${name} is unknown. Use sslmode=verify-full, or no-verify to accept any certificate.`,
    );
  const files = Object.fromEntries(SSL_FILES.map((file) => [file, readPem(name, file, found.get(file))]));
  try {
    createSecureContext({ cert: files["sslcert"], key: files["sslkey"] });
  } catch (error) {
    const { reason, message } = error as Error & { reason?: string };
    throw new ConfigError(`sslcert and sslkey in ${name} cannot be used: ${reason ?? message}.`);
  }
  if (!isReadable(url))
    throw new ConfigError(
      `${name} cannot be parsed. In its user and password, percent-encode all characters except letters and digits, such as %40 for @.`,
    );
}

function readPem(
  name: string,
  parameter: (typeof SSL_FILES)[number],
  file: string | null,
): string | undefined {
  if (file === null) return undefined;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(
      `${parameter} in ${name} names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}). Name a file that this user can read.`,
    );
  }
  // The driver would take a text without a certificate for an empty list of authorities.
  if (parameter !== "sslkey" && !isCertificate(text))
    throw new ConfigError(
      `${parameter} in ${name} names ${file}, which does not contain a certificate in PEM format.`,
    );
  return text;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== "";
  } catch {
    return false;
  }
}

/** A password with a bare `@` or `/` moves its rest into the host or the name of the database. */
function isReadable(url: string): boolean {
  try {
    return !/[@/]/.test(parseIntoClientConfig(url).database ?? "");
  } catch {
    return false;
  }
}
