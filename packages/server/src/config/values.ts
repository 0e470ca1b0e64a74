import { EMAIL, plainEmail } from "@veritick/domain/emails.ts";
import { minor, parseFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { normalizePassword } from "@veritick/domain/typed-text.ts";
import { HOUSE_EDGE_MAX, leastHouseEdge, SELL_FEE_MAX } from "@veritick/domain/terms.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { REGISTRATIONS } from "@veritick/contract/settings.ts";
import type { Registration } from "@veritick/contract/settings.ts";
import type { Language } from "@veritick/contract/errors.ts";
import { isIP } from "node:net";
import type { BlockedCountries } from "../platform/http/headers.ts";
import { isThisMachine } from "../platform/loopback.ts";

/** A setting that cannot be used. The message names the variable and the values that it takes. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function readWhole(
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

export function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`PUBLIC_URL must be the http or https address that users open, not "${text}"`);
  }
  // Not quoted, because it may hold a password.
  if (url.href !== `${url.origin}/`) {
    throw new ConfigError(`PUBLIC_URL must have no path, query, user or fragment: write ${url.origin}`);
  }
  return url;
}

export function readChatUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !isSafeLink(text)) {
    throw new ConfigError(
      `SUPPORT_CHAT_URL must be an https address, not "${text}". Only for this machine, http is accepted`,
    );
  }
  return text;
}

/** Tells whether nobody between here and a URL can read or change what is sent. */
export const isSafe = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isThisMachine(url));

const isSafeLink = (text: string): boolean => URL.canParse(text) && isSafe(new URL(text));

type NamedLink = { title: string; url: string };
export type LegalLink = NamedLink & { language?: Language };

export const readHelpLinks = (text: string | undefined): NamedLink[] => readLinks("HELP_LINKS", text);

/** Reads LEGAL_LINKS: like HELP_LINKS, with `en:` or `fr:` before the title of a link for readers of one language. */
export function readLegalLinks(text: string | undefined): LegalLink[] {
  return readLinks("LEGAL_LINKS", text).map(({ title: named, url }) => {
    const [, language, title = ""] = /^(\w+):(.*)$/.exec(named) ?? [];
    if (language === undefined) return { title: named, url };
    if ((language !== "en" && language !== "fr") || title.trim() === "") {
      throw new ConfigError(
        `LEGAL_LINKS must have "en:" or "fr:" and a title, or a title alone, not "${named}"`,
      );
    }
    return { title: title.trim(), url, language };
  });
}

/** Reads the version of the terms: a short text, which people accept and the database keeps. */
export function readTermsVersion(text: string | undefined): string | undefined {
  if (text === undefined || /^[\p{L}\p{N} ._-]{1,40}$/u.test(text)) return text;
  throw new ConfigError(
    `TERMS_VERSION must be at most 40 letters, digits, spaces, dots, dashes and underscores, like 2026-11-01, not "${text}"`,
  );
}

/** Reads `NAME="Title=https://one.example, Other=https://two.example"`. */
function readLinks(name: string, text: string | undefined): NamedLink[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [, title, url] = /^([^=]{1,60})=(https?:\/\/\S{1,300})$/.exec(part) ?? [];
      if (title === undefined || url === undefined || !isSafeLink(url)) {
        throw new ConfigError(`${name} must be a list like "Title=https://example.org", not "${part}"`);
      }
      return { title: title.trim(), url };
    });
}

export function readHouseEdge(text: string | undefined, winRule: WinRule): number {
  const value = text === undefined ? 0.05 : /^0(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  const least = leastHouseEdge(winRule);
  if (!(value >= least && value <= HOUSE_EDGE_MAX)) {
    const why =
      value < least ? " Rounding barriers to the price grid gives users up to 0.3 % of a stake." : "";
    throw new ConfigError(
      `HOUSE_EDGE must be a decimal from ${least} to ${HOUSE_EDGE_MAX} with WIN_RULE=${winRule}, not "${text}".${why}`,
    );
  }
  return value;
}

export function readSellFee(text: string | undefined): number {
  const value = text === undefined ? 0.01 : /^0(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (!(value <= SELL_FEE_MAX)) {
    throw new ConfigError(`SELL_FEE must be a decimal from 0 to ${SELL_FEE_MAX}, not "${text}"`);
  }
  return value;
}

/** Reads HOUSE_CAPITAL. Only an installation for trying it out gets made-up money by default. */
export function readHouseCapital(text: string | undefined, isTrial: boolean): Minor {
  const amount = parseFormAmount(text ?? (isTrial ? "1000000" : "0"));
  if (amount === undefined || amount > parseFormAmount("1000000000")!) {
    throw new ConfigError(`HOUSE_CAPITAL must be an amount up to 1000000000, not "${text}"`);
  }
  return minor(amount);
}

/**
 * Reads FOUR_EYES_ABOVE: an amount, or "none" to let one administrator decide alone. With real money it is required, so that
 * the operator chooses.
 */
export function readFourEyes(text: string | undefined, isRequired: boolean): Minor | undefined {
  if (text === undefined && isRequired) {
    throw new ConfigError(
      'FOUR_EYES_ABOVE is required with real money: set the amount above which decisions need a second approval, or "none"',
    );
  }
  return readAmount("FOUR_EYES_ABOVE", text);
}

/** Reads an amount, or "none" (or "off") for none. */
export function readAmount(name: string, text: string | undefined): Minor | undefined {
  if (text === undefined || text === "none" || text === "off") return undefined;
  const amount = parseFormAmount(text);
  if (amount === undefined)
    throw new ConfigError(`${name} must be an amount like 1000, or "none", not "${text}"`);
  return amount;
}

export function readRegistration(text: string | undefined): Registration {
  const found = REGISTRATIONS.find((each) => each === (text ?? "open"));
  if (found === undefined)
    throw new ConfigError(`REGISTRATION must be one of ${REGISTRATIONS.join(", ")}, not "${text}"`);
  return found;
}

export function readWinRule(rule: string | undefined, accepted: string | undefined): WinRule {
  if (rule === undefined || rule === "barrier") return "barrier";
  if (rule !== "direction") throw new ConfigError(`WIN_RULE must be "barrier" or "direction", not "${rule}"`);
  if (accepted !== "yes") {
    throw new ConfigError(
      "WIN_RULE=direction gives every user a large expected profit and is for play money only. " +
        "Set ACCEPT_EXPECTED_LOSS=yes as well to run it.",
    );
  }
  return "direction";
}

export function readEmail<T extends string | undefined>(name: string, text: T): T | string {
  if (text === undefined) return text;
  const email = plainEmail(text);
  if (EMAIL.test(email)) return email;
  throw new ConfigError(`${name} is not a valid e-mail address: "${text}"`);
}

export function readAdmin(
  email: string | undefined,
  password: string | undefined,
): { email: string; password: string } | undefined {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    throw new ConfigError("ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither");
  }
  const admin = { email: readEmail("ADMIN_EMAIL", email), password: normalizePassword(password) };
  if (admin.password.length < 6) throw new ConfigError("ADMIN_PASSWORD must have at least 6 characters");
  return admin;
}

export function readLogLevel(level: string | undefined): string {
  const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
  if (level !== undefined && !levels.includes(level)) {
    throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(", ")}, not "${level}"`);
  }
  return level ?? "info";
}

/** Private networks by the names that the HTTP framework defines. */
const NAMES = ["loopback", "linklocal", "uniquelocal"];

/** Reads the proxies that may state the origin of a request. */
export function readTrustedProxies(text: string | undefined): string[] {
  const proxies = (text ?? "").split(/[\s,]+/).filter((part) => part !== "");
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
  // A prefix of length 0 would trust every address.
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Reads BLOCKED_COUNTRIES and COUNTRY_HEADER. Only a trusted proxy can say where a caller is. */
export function readBlockedCountries(
  countries: string | undefined,
  header: string | undefined,
  trustedProxies: readonly string[],
): BlockedCountries | undefined {
  if (countries === undefined && header === undefined) return undefined;
  if (countries === undefined || header === undefined) {
    throw new ConfigError(
      "BLOCKED_COUNTRIES and COUNTRY_HEADER go together: set both or neither. The header, set by your proxy, names each caller's country",
    );
  }
  if (!/^[\w-]{1,100}$/.test(header)) {
    throw new ConfigError(`COUNTRY_HEADER must be the name of a header like cf-ipcountry, not "${header}"`);
  }
  if (trustedProxies.length === 0) {
    throw new ConfigError("COUNTRY_HEADER needs TRUSTED_PROXIES: the header of any other caller is ignored");
  }
  const codes = countries.split(",").map((part) => part.trim().toUpperCase());
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong === undefined) return { header: header.toLowerCase(), codes: new Set(codes) };
  throw new ConfigError(
    `BLOCKED_COUNTRIES must be codes of two letters (ISO 3166-1) such as US, separated by commas, not "${wrong}"`,
  );
}

/** Reads SECURITY_CONTACT, the address for reports of weaknesses. */
export function readSecurityContact(
  text: string | undefined,
  publicUrl: URL | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) || !URL.canParse(text)) {
    throw new ConfigError(
      `SECURITY_CONTACT must be an address like mailto:security@example.com or https://example.com/report, not "${text}"`,
    );
  }
  if (publicUrl === undefined)
    throw new ConfigError("SECURITY_CONTACT needs PUBLIC_URL, which security.txt names");
  return text;
}

/** The push services of Chrome and Chromium, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

/** Reads PUSH_SERVICES: hosts between commas. No other host is sent notifications, however a browser names it. */
export function readPushServices(text: string | undefined): string[] {
  if (text === undefined) return PUSH_SERVICES;
  const hosts = text.split(",").map((part) => part.trim().toLowerCase());
  const wrong = hosts.find((host) => !/^(127\.0\.0\.1|(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*)$/.test(host));
  if (wrong === undefined) return hosts;
  throw new ConfigError(
    `PUSH_SERVICES must be hosts like push.example.com or *.push.example.com, separated by commas, not "${wrong}"`,
  );
}
