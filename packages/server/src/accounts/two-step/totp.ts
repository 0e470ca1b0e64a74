import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** The number of steps by which a phone's clock may be ahead or behind. */
const DRIFT_STEPS = 1;

const totpOf = (secret: Uint8Array, email = "", issuer = "Veritick"): TOTP =>
  new TOTP({
    issuer,
    label: email,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/**
 * Formats a secret for an authenticator app: 32 base32 characters to type, and a URI for a QR code that names the issuer.
 */
export function describeTotp(
  secret: Uint8Array,
  email: string,
  issuer: string | undefined,
): { secret: string; uri: string } {
  // The colon is a separator in the format of the URI.
  const totp = totpOf(secret, email, issuer?.replaceAll(":", " "));
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Finds the 30-second step of this code: the current one or a neighbour. Returns undefined if the code matches none of them.
 */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(nowMs / (PERIOD_SECONDS * 1000)) + delta;
}
