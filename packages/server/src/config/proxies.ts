import { isIP } from "node:net";
import { ConfigError } from "./values.ts";

/** Private networks by the names that the HTTP framework knows. */
const NAMES = ["loopback", "linklocal", "uniquelocal"];

/** The proxies whose word on where a request comes from is taken. */
export function readTrustedProxies(text: string | undefined): string[] {
  const proxies = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const wrong = proxies.find((part) => !NAMES.includes(part) && !isNetwork(part));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `TRUSTED_PROXIES must be addresses, networks such as 10.0.0.0/8 or the names ${NAMES.join(", ")}, ` +
      `separated by commas, not "${wrong}"`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  // A prefix of no length would trust everybody.
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}
