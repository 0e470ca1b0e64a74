import type { SettingName } from "@veritick/contract/settings.ts";
import { SETTINGS } from "@veritick/contract/settings.ts";
import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Config } from "./config.ts";
import {
  ConfigError,
  readAmount,
  readChatUrl,
  readFourEyes,
  readHelpLinks,
  readHouseEdge,
  readLegalLinks,
  readRegistration,
  readSellFee,
  readTermsVersion,
  readWhole,
} from "./values.ts";

/**
 * The part of the configuration that administrators change while the server runs, and the rule that bounds the house edge.
 */
export type LiveSettings = Pick<
  Config,
  | "supportChatUrl"
  | "helpLinks"
  | "houseEdge"
  | "winRule"
  | "sellFee"
  | "fourEyesAbove"
  | "decidesOwn"
  | "autoApproveBelow"
  | "autoApprovePerDay"
  | "registration"
  | "legalLinks"
  | "termsVersion"
  | "limits"
>;

/**
 * The administrators' settings, as texts like those of the environment. The environment decides any setting without a text.
 */
export type SettingTexts = { readonly [name in SettingName]?: string | undefined };

type Setting = {
  /** @throws ConfigError for a text that cannot be used */
  read(text: string, config: Pick<LiveSettings, "winRule">): Partial<Omit<LiveSettings, "limits">>;
  /** Returns the value in the form of its variable; null for none. */
  write(live: LiveSettings): string | null;
};

type Limit = {
  readonly key: keyof Config["limits"];
  /** With lower values, administrators could no longer open the page on which they would raise them again. */
  readonly least?: number;
  /** With higher values, the limit would no longer be one. */
  readonly most: number;
  /** True if it protects passwords, codes or money. */
  readonly protects?: boolean;
};

type LimitName = Extract<SettingName, `LIMIT_${string}`>;
const LIMITS: Readonly<Record<LimitName, Limit>> = {
  LIMIT_REGISTRATIONS_PER_HOUR: { key: "registrationsPerHour", most: 10_000 },
  LIMIT_FAILED_LOGINS_PER_ACCOUNT: { key: "failedLoginsPerAccount", most: 100, protects: true },
  LIMIT_FAILED_LOGINS_PER_ADDRESS: { key: "failedLoginsPerAddress", most: 10_000, protects: true },
  LIMIT_LOGINS_PER_ACCOUNT: { key: "loginsPerAccount", least: 10, most: 10_000, protects: true },
  LIMIT_CALLS_PER_SECOND: { key: "callsPerSecond", least: 5, most: 10_000 },
  LIMIT_CALL_BURST: { key: "callBurst", least: 50, most: 100_000 },
  LIMIT_SOCKETS_PER_USER: { key: "socketsPerUser", most: 1_000 },
  LIMIT_DEPOSITS_PER_USER: { key: "depositsPerUser", most: 1_000, protects: true },
  LIMIT_DEPOSITS_PER_ADDRESS: { key: "depositsPerAddress", most: 10_000, protects: true },
};
export const isLimit = (name: SettingName): name is LimitName => name in LIMITS;

/** Returns true if a change of this setting loosens what protects passwords, codes or money. */
export function isLooser(name: SettingName, before: LiveSettings, after: LiveSettings): boolean {
  if (isLimit(name)) {
    const { key, protects = false } = LIMITS[name];
    return protects && after.limits[key] > before.limits[key];
  }
  switch (name) {
    case "FOUR_EYES_ABOVE":
      // One administrator may decide more than before.
      return (
        before.fourEyesAbove !== undefined &&
        (after.fourEyesAbove === undefined || after.fourEyesAbove > before.fourEyesAbove)
      );
    case "AUTO_APPROVE_BELOW":
      // The rule may approve more than before, without a person.
      return (after.autoApproveBelow ?? ZERO) > (before.autoApproveBelow ?? ZERO);
    case "AUTO_APPROVE_PER_DAY":
      return (after.autoApprovePerDay ?? ZERO) > (before.autoApprovePerDay ?? ZERO);
    default:
      return false;
  }
}

const writeAmount = (amount: Minor | undefined): string | null =>
  amount === undefined ? null : formatMinor(amount).replace(/\.?0+$/, "");

const OTHERS: Record<Exclude<SettingName, LimitName>, Setting> = {
  SUPPORT_CHAT_URL: {
    read: (text) => ({ supportChatUrl: readChatUrl(text || undefined) }),
    write: ({ supportChatUrl }) => supportChatUrl ?? null,
  },
  HELP_LINKS: {
    read: (text) => ({ helpLinks: readHelpLinks(text) }),
    write: ({ helpLinks }) => helpLinks.map(({ title, url }) => `${title}=${url}`).join(", ") || null,
  },
  HOUSE_EDGE: {
    read: (text, { winRule }) => ({ houseEdge: readHouseEdge(text, winRule) }),
    write: ({ houseEdge }) => String(houseEdge),
  },
  SELL_FEE: {
    read: (text) => ({ sellFee: readSellFee(text) }),
    write: ({ sellFee }) => String(sellFee),
  },
  FOUR_EYES_ABOVE: {
    read: (text) => ({ fourEyesAbove: readFourEyes(text, true), decidesOwn: false }),
    write: ({ fourEyesAbove }) => writeAmount(fourEyesAbove),
  },
  AUTO_APPROVE_BELOW: {
    read: (text) => ({ autoApproveBelow: readAmount("AUTO_APPROVE_BELOW", text) }),
    write: ({ autoApproveBelow }) => writeAmount(autoApproveBelow),
  },
  AUTO_APPROVE_PER_DAY: {
    read: (text) => ({ autoApprovePerDay: readAmount("AUTO_APPROVE_PER_DAY", text) }),
    write: ({ autoApprovePerDay }) => writeAmount(autoApprovePerDay),
  },
  REGISTRATION: {
    read: (text) => ({ registration: readRegistration(text) }),
    write: ({ registration }) => registration,
  },
  LEGAL_LINKS: {
    read: (text) => ({ legalLinks: readLegalLinks(text) }),
    write: ({ legalLinks }) =>
      legalLinks
        .map(({ language, title, url }) => `${language === undefined ? "" : `${language}:`}${title}=${url}`)
        .join(", ") || null,
  },
  TERMS_VERSION: {
    read: (text) => ({ termsVersion: readTermsVersion(text || undefined) }),
    write: ({ termsVersion }) => termsVersion ?? null,
  },
};

/**
 * Returns the configuration with the administrators' texts applied.
 * @throws ConfigError for a text that cannot be used
 */
export function withSettings(config: LiveSettings, texts: SettingTexts): LiveSettings {
  const { supportChatUrl, helpLinks, houseEdge, winRule, sellFee, limits } = config;
  const { registration, legalLinks, termsVersion } = config;
  const { fourEyesAbove, decidesOwn, autoApproveBelow, autoApprovePerDay } = config;
  const deciding = { fourEyesAbove, decidesOwn, autoApproveBelow, autoApprovePerDay };
  const admission = { registration, legalLinks, termsVersion };
  let live = { supportChatUrl, helpLinks, houseEdge, winRule, sellFee, ...deciding, ...admission, limits };
  for (const name of SETTINGS) {
    const text = texts[name];
    if (text === undefined) continue;
    if (isLimit(name)) {
      const { key, least = 1, most } = LIMITS[name];
      live = { ...live, limits: { ...live.limits, [key]: readWhole(name, text, 0, least, most) } };
    } else live = { ...live, ...OTHERS[name].read(text, config) };
  }
  return live;
}

/** Tells whether people would have to accept a version of terms that they cannot read. */
export const isUnlinked = ({ termsVersion, legalLinks }: LiveSettings): boolean =>
  termsVersion !== undefined && legalLinks.length === 0;

/** Returns a setting's value in the form of its variable; null for none. */
export const textOf = (live: LiveSettings, name: SettingName): string | null =>
  isLimit(name) ? String(live.limits[LIMITS[name].key]) : OTHERS[name].write(live);

/** Removes the texts that this version cannot use, and reports each of them. */
export const usableTexts = (
  config: LiveSettings,
  texts: SettingTexts,
  onUnusable: (name: SettingName) => void,
): SettingTexts =>
  Object.fromEntries(
    SETTINGS.flatMap((name) => {
      const text = texts[name];
      if (text === undefined) return [];
      try {
        withSettings(config, { [name]: text });
        return [[name, text]];
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        onUnusable(name);
        return [];
      }
    }),
  );
