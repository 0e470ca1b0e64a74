import proxyAddress from "@fastify/proxy-addr";
import type { Language } from "@veritick/contract/errors.ts";
import helmet from "helmet";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";

export type SessionCookie = {
  readonly name: string;
  set(token: string, maxAgeSeconds: number): string;
  clear(): string;
  read(header: string | undefined): string | undefined;
};

/**
 * Tells the page that there is a session cookie, which the page itself cannot see: without one it need not ask for the user.
 * The hint holds no secret and proves nothing.
 */
const SESSION_HINT = "session_hint";
const HINT_SECONDS = 31_536_000;

/** Returns the `Set-Cookie` that corrects the hint of a request; undefined if the hint is right. */
export function correctedHint(cookie: SessionCookie, header: string | undefined): string | undefined {
  const hasSession = cookie.read(header) !== undefined;
  const hasHint = header?.split(";").some((part) => part.trim() === `${SESSION_HINT}=1`) ?? false;
  if (hasSession === hasHint) return undefined;
  const secure = cookie.name.startsWith("__Host-") ? "; Secure" : "";
  const value = hasSession ? `1; Max-Age=${HINT_SECONDS}` : "; Max-Age=0";
  return `${SESSION_HINT}=${value}; Path=/; SameSite=Lax${secure}`;
}

/** Makes the session cookie. Over https it is bound to this very host and never sent unencrypted. */
export const sessionCookie = (secure: boolean): SessionCookie => hostCookie("session", secure);

/**
 * Makes the device cookie, which says that somebody signed in on this device before. It grants nothing and survives a
 * sign-out.
 */
export const deviceCookie = (secure: boolean): SessionCookie => hostCookie("device", secure);

function hostCookie(plainName: string, secure: boolean): SessionCookie {
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return {
    name,
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read(header) {
      for (const part of header?.split(";") ?? []) {
        const separator = part.indexOf("=");
        if (separator !== -1 && part.slice(0, separator).trim() === name)
          return part.slice(separator + 1).trim();
      }
      return undefined;
    },
  };
}

/** Returns the language that `Accept-Language` asks for; undefined without one, which means the wording of the schema. */
export function languageOf(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined;
  const preferences = header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters
        .map((p) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(p)?.[1])
        .find((q) => q !== undefined);
      return { language: tag.trim().split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of preferences) {
    if (language === "en" || language === "fr") return language;
  }
  return undefined;
}

/**
 * True if another website may have made a state-changing request. Browsers always send `Origin` or `Sec-Fetch-Site` with
 * such requests. Programs that send neither carry no browser's cookie.
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, publicOrigin: string | undefined): boolean {
  const site = headers["sec-fetch-site"];
  if (typeof site === "string" && site !== "same-origin" && site !== "none") return true;
  const origin = headers.origin;
  if (origin === undefined) return false;
  if (publicOrigin !== undefined) return origin !== publicOrigin;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).host !== headers.host;
}

/**
 * Returns a function for the address of a request that no framework route sees; `request.ip` gives that of the others. It is
 * the connection's address or, if that is a trusted proxy, the last forwarded one that is not.
 */
export function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? "";
  const isTrusted = proxyAddress.compile(trustedProxies);
  return (request) => (request.socket.remoteAddress === undefined ? "" : proxyAddress(request, isTrusted));
}

/** The countries in which nobody registers, deposits or opens a position, and the header that names a caller's country. */
export type BlockedCountries = { readonly header: string; readonly codes: ReadonlySet<string> };

/**
 * Returns a function that says whether a caller's country is blocked. The header counts only if a trusted proxy sent the
 * request. A country that nobody names, or only as "XX" for unknown, counts as blocked: the law asks for certainty.
 */
export function countryBlocker(
  blocked: BlockedCountries | undefined,
  trustedProxies: string[],
): (request: Pick<IncomingMessage, "headers" | "socket">) => boolean {
  if (blocked === undefined) return () => false;
  const isTrusted = proxyAddress.compile(trustedProxies);
  return ({ headers, socket }) => {
    const code = headers[blocked.header]?.toString().trim().toUpperCase() ?? "";
    const isKnown = /^[A-Z]{2}$/.test(code) && code !== "XX";
    return !isKnown || blocked.codes.has(code) || !isTrusted(socket.remoteAddress ?? "", 0);
  };
}

/**
 * Returns the address under which calls are counted: an IPv4 address, or the /64 network of an IPv6 one, which usually
 * belongs to one customer.
 *
 * @param address undefined, whatever Fastify's types say, once the caller has closed the connection. The key is then empty.
 */
export function addressKey(address: string | undefined): string {
  if (!address?.includes(":")) return address ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** No page uses these abilities of a browser, so no script that gets into one may either. */
const NO_DEVICES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((ability) => `${ability}=()`)
  .join(", ");

/**
 * Returns the headers that protect the pages of this server from misuse. They are the same for every answer and made once.
 *
 * @param connectsTo addresses besides its own that pages may ask
 */
export function securityHeaders(
  publicUrl: URL | undefined,
  connectsTo: readonly string[] = [],
): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.protocol === "https:";
  const protect = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", ...connectsTo.map((address) => new URL(address).origin)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isSecure ? [] : null,
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  });
  const headers: Record<string, string> = { "permissions-policy": NO_DEVICES };
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  // Helmet reads nothing of the request or of the rest of the answer.
  protect({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}
