/**
 * The settings that administrators change while the server runs. Each begins with the value of its environment variable. New
 * ones come last, because open proposals name their setting by its place.
 */
export const SETTINGS = [
  "SUPPORT_CHAT_URL",
  "HELP_LINKS",
  "HOUSE_EDGE",
  "SELL_FEE",
  "FOUR_EYES_ABOVE",
  "LIMIT_REGISTRATIONS_PER_HOUR",
  "LIMIT_FAILED_LOGINS_PER_ACCOUNT",
  "LIMIT_FAILED_LOGINS_PER_ADDRESS",
  "LIMIT_LOGINS_PER_ACCOUNT",
  "LIMIT_CALLS_PER_SECOND",
  "LIMIT_CALL_BURST",
  "LIMIT_SOCKETS_PER_USER",
  "LIMIT_DEPOSITS_PER_USER",
  "LIMIT_DEPOSITS_PER_ADDRESS",
  "AUTO_APPROVE_BELOW",
  "AUTO_APPROVE_PER_DAY",
  "REGISTRATION",
  "LEGAL_LINKS",
  "TERMS_VERSION",
] as const;
export type SettingName = (typeof SETTINGS)[number];

/** Who may register: anybody, holders of an invitation, or nobody. */
export const REGISTRATIONS = ["open", "invite", "closed"] as const;
export type Registration = (typeof REGISTRATIONS)[number];
