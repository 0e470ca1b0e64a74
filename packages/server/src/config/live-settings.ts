import type { SettingName } from "@veritick/contract/settings.ts";
import { SETTINGS } from "@veritick/contract/settings.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import type { Config } from "./config.ts";
import {
  ConfigError,
  readChatUrl,
  readFourEyes,
  readHelpLinks,
  readHouseEdge,
  readSellFee,
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

const LIMITS = {
  LIMIT_REGISTRATIONS_PER_HOUR: "registrationsPerHour",
  LIMIT_FAILED_LOGINS_PER_ACCOUNT: "failedLoginsPerAccount",
  LIMIT_FAILED_LOGINS_PER_ADDRESS: "failedLoginsPerAddress",
  LIMIT_LOGINS_PER_ACCOUNT: "loginsPerAccount",
  LIMIT_CALLS_PER_SECOND: "callsPerSecond",
  LIMIT_CALL_BURST: "callBurst",
  LIMIT_SOCKETS_PER_USER: "socketsPerUser",
  LIMIT_DEPOSITS_PER_USER: "depositsPerUser",
  LIMIT_DEPOSITS_PER_ADDRESS: "depositsPerAddress",
} as const satisfies Partial<Record<SettingName, keyof Config["limits"]>>;

/** With lower limits, administrators could no longer open the page on which they would raise them again. */
const LEAST: { readonly [name in LimitName]?: number } = {
  LIMIT_LOGINS_PER_ACCOUNT: 10,
  LIMIT_CALLS_PER_SECOND: 5,
  LIMIT_CALL_BURST: 50,
};

/** The same maximum as in `readConfig`. */
const MOST = 1_000_000_000;

type LimitName = keyof typeof LIMITS;
const isLimit = (name: SettingName): name is LimitName => name in LIMITS;

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
    write: ({ fourEyesAbove }) =>
      fourEyesAbove === undefined ? null : formatMinor(fourEyesAbove).replace(/\.?0+$/, ""),
  },
};

/**
 * Returns the configuration with the administrators' texts applied.
 * @throws ConfigError for a text that cannot be used
 */
export function withSettings(config: LiveSettings, texts: SettingTexts): LiveSettings {
  const { supportChatUrl, helpLinks, houseEdge, winRule, sellFee, fourEyesAbove, decidesOwn, limits } =
    config;
  let live = { supportChatUrl, helpLinks, houseEdge, winRule, sellFee, fourEyesAbove, decidesOwn, limits };
  for (const name of SETTINGS) {
    const text = texts[name];
    if (text === undefined) continue;
    live = isLimit(name)
      ? {
          ...live,
          limits: { ...live.limits, [LIMITS[name]]: readWhole(name, text, 0, LEAST[name] ?? 1, MOST) },
        }
      : { ...live, ...OTHERS[name].read(text, config) };
  }
  return live;
}

/** Returns a setting's value in the form of its variable; null for none. */
export const textOf = (live: LiveSettings, name: SettingName): string | null =>
  isLimit(name) ? String(live.limits[LIMITS[name]]) : OTHERS[name].write(live);

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
