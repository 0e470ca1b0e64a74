import { SETTINGS } from "@veritick/contract/settings.ts";

/** The variables whose values every administrator may see. */
const SHOWN = [
  "ACCEPT_EXPECTED_LOSS",
  "ACCEPT_OWN_BEACON",
  "ADMIN_IDLE_MINUTES",
  "BEACON_DELAY_MS",
  "BLOCKED_COUNTRIES",
  "CONFIRM_EMAIL_BEFORE",
  "COUNTRY_HEADER",
  "DATA_DIR",
  "HOST",
  "HOUSE_CAPITAL",
  "LOG_LEVEL",
  "LOG_POLICY",
  "MAIL_FROM",
  "NO_PROXY",
  "NOWPAYMENTS_PER_SECOND",
  "OTEL_SERVICE_NAME",
  "OTEL_TRACES_SAMPLER_ARG",
  "PAYMENT_PROVIDER",
  "PORT",
  "PUBLIC_URL",
  "PUSH_SERVICES",
  "SANDBOX_CONFIRM_SECONDS",
  "SECURITY_CONTACT",
  "SESSION_IDLE_HOURS",
  "SHUTDOWN_DRAIN_SECONDS",
  "STEP_UP_MINUTES",
  "SUPPORT_EMAIL",
  "TRUSTED_PROXIES",
  "WIN_RULE",
  "WITHDRAWAL_HOLD_HOURS",
] as const;

/** All others may hold a secret or a login. */
const HIDDEN = [
  "ADMIN_EMAIL",
  "ADMIN_PASSWORD",
  "AUTO_APPROVE_BELOW",
  "AUTO_APPROVE_PER_DAY",
  "BEACON",
  "BEACON_KEY",
  "BEACON_RELAYS",
  "CODE_PEPPER",
  "CODE_PEPPER_PREVIOUS",
  "DATABASE_OWNER_URL",
  "DATABASE_URL",
  "FOUR_EYES_ABOVE",
  "HELP_LINKS",
  "HOUSE_EDGE",
  "HTTPS_PROXY",
  "LEGAL_LINKS",
  "LIMIT_CALLS_PER_SECOND",
  "LIMIT_CALL_BURST",
  "LIMIT_DEPOSITS_PER_ADDRESS",
  "LIMIT_DEPOSITS_PER_USER",
  "LIMIT_FAILED_LOGINS_PER_ACCOUNT",
  "LIMIT_FAILED_LOGINS_PER_ADDRESS",
  "LIMIT_LOGINS_PER_ACCOUNT",
  "LIMIT_REGISTRATIONS_PER_HOUR",
  "LIMIT_SOCKETS_PER_USER",
  "LOG_KEY",
  "METRICS_TOKEN",
  "NATS_TOKEN",
  "NATS_URL",
  "NOWPAYMENTS_API_KEY",
  "NOWPAYMENTS_BASE_URL",
  "NOWPAYMENTS_EMAIL",
  "NOWPAYMENTS_IPN_SECRET",
  "NOWPAYMENTS_PASSWORD",
  "NOWPAYMENTS_TOTP_SECRET",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "PRICE_SECRET",
  "REGISTRATION",
  "SCREENING_SECRET",
  "SCREENING_URL",
  "SELL_FEE",
  "SIGNING_KEY",
  "SMTP_URL",
  "SUPPORT_CHAT_URL",
  "TERMS_VERSION",
] as const;

/** Every variable that the configuration reads. A test compares the list with the code and with docs/configuration.md. */
export const VARIABLES = [...SHOWN, ...HIDDEN].toSorted();

/** A variable of the environment that applies until the next start. `value` is null if it is not set, or not shown. */
export type FixedSetting = { name: string; isSet: boolean; value: string | null };

/** Returns the variables that no administrator changes while the server runs, without values that may hold a secret. */
export const fixedSettings = (environment: Readonly<Record<string, string | undefined>>): FixedSetting[] =>
  VARIABLES.filter((name) => !(SETTINGS as readonly string[]).includes(name)).map((name) => {
    const value = environment[name]?.trim() || undefined;
    const isShown = (SHOWN as readonly string[]).includes(name);
    return { name, isSet: value !== undefined, value: (isShown ? value : undefined) ?? null };
  });

/** Hardly any other program on the machine uses variables with these prefixes. */
const OWN_PREFIX =
  /^(AUTO_APPROVE|BEACON|FOUR_EYES|HOUSE|LIMIT|NOWPAYMENTS|SCREENING|SMTP|STEP_UP|WITHDRAWAL)_/;

/** Names that many programs read; the server reads two of them, in small letters as well. */
const CONVENTIONAL = /^(https?|all|no)_proxy$/i;

/** Returns messages about variables that are set and not read, but look like one that is. They never quote a value. */
export function misspeltVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>(VARIABLES);
  return Object.entries(environment).flatMap(([name, value]) => {
    if (known.has(name) || CONVENTIONAL.test(name) || !value?.trim()) return [];
    const meant = findMeant(name.toUpperCase());
    if (meant === undefined) return [];
    return `${name} is set, but it is not a setting. Did you mean ${meant}? Correct it, or unset it.`;
  });
}

function findMeant(name: string): string | undefined {
  const nearest = nearestOf(VARIABLES, name);
  // Short names are similar by chance: PATH and PORT differ in two letters.
  if (editDistance(name, nearest) <= (nearest.length < 8 ? 1 : 2)) return nearest;
  const prefix = OWN_PREFIX.exec(name)?.[0];
  if (prefix === undefined) return undefined;
  const own = VARIABLES.filter((variable) => variable.startsWith(prefix));
  return own.find((variable) => variable.startsWith(name)) ?? nearestOf(own, name);
}

const nearestOf = (variables: readonly string[], name: string): string =>
  variables.reduce((best, variable) =>
    editDistance(name, variable) < editDistance(name, best) ? variable : best,
  );

/** Returns how many letters to insert, remove, replace or swap with their neighbour to turn one text into the other. */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + change,
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
