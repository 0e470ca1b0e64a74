import { counted } from "@veritick/contract/plural.ts";

/** E-mails and notifications that could not be sent. */
export const unsent = {
  title: "Not sent yet",
  intro:
    "The server could not send these e-mails and notifications. It retries for several hours, then gives up. If there are many, check the mail server.",
  waiting: "Will retry",
  givenUp: "Given up",
  user: "User",
  channels: { mail: "E-mail", push: "Notification" },
  tries: (count: number) => counted.en(count, "try", "tries"),
  next: "next try",
  reason: (reason: string) => `Reason: ${reason}`,
  sendAgain: "Send again",
  sendAgainOf: (notice: string) => `Send again: ${notice}`,
  sentAgain: "Being sent again",
  failed: "The message could not be sent again",
  more: (count: number) => `And ${count} more`,
  kinds: {
    password_changed: "Password changed",
    password_reset: "Password reset",
    withdrawal_code_created: "Withdrawal code created",
    withdrawal_code_reset: "Withdrawal code reset",
    withdrawal_address_saved: "Withdrawal address saved",
    saved_addresses_only_disabled: "Withdrawals to any address allowed",
    mail_phrase_changed: "Anti-phishing phrase changed",
    passkey_added: "Passkey added",
    passkey_removed: "Passkey removed",
    api_key_created: "API key created",
    data_exported: "Data downloaded",
    two_step_enabled: "Two-step sign-in switched on",
    two_step_disabled: "Two-step sign-in switched off",
    signed_in_anew: "New sign-in",
    rights_granted: "New rights",
    limit_loosened: "Limit relaxed",
    reset_asked: "Forgotten password",
    reset_link: "Link for a new password",
    own_account_closed: "Account closed",
    closing_scheduled: "Closing scheduled",
    closing_refused: "Account not closed",
    long_break_begun: "Long break",
    deposit_rejected: "Deposit rejected",
    withdrawal_asked: "Withdrawal requested",
    withdrawal_approved: "Withdrawal approved",
    withdrawal_rejected: "Withdrawal rejected",
    withdrawal_failed: "Withdrawal not paid",
    withdrawal_paid: "Withdrawal paid",
    positions_ended: "Positions ended",
  },
};

/** Users whose trading may harm them. */
export const care = {
  title: "Player protection",
  intro:
    "These users show markers of gambling harm. Review their activity and contact them. Only they can change their limits.",
  people: "Users to contact",
  signs: {
    reached: "Limit reached",
    chasing: "Chases losses",
    near: "Near a limit",
    nights: "Trades at night",
    raised: "Requested a higher limit",
  },
  limitUsed: (share: string, limit: string) => `${limit}: ${share} used.`,
  chases: (count: number) =>
    `At least doubled the stake within 5 minutes after a loss, ${counted.en(count, "time", "times")} in 7 days.`,
  nights: (count: number) =>
    `Traded between midnight and 5 a.m. local time on ${counted.en(count, "night", "nights")} of the last 14.`,
  raised: (moment: string) => `Requested a higher limit on ${moment}.`,
  paused: "On a break",
  seen: "Last marker",
  note: "Add a note",
  noteOf: (email: string) => `Add a note about ${email}`,
  empty: {
    title: "No markers of harm",
    hint: "Users appear here if they chase losses, trade at night, come near a limit or request a higher one.",
  },
};

/** The installation, and its requirements for real money. */
export const installation = {
  title: "Installation",
  version: (number: string) => `Version ${number}`,
  secondFactor:
    "Only a password protects your account. Set up two-step sign-in now: add an authenticator app or a passkey.",
  collationChanged:
    "Since an upgrade of its machine, the database sorts text differently, so its indexes may miss rows. Rebuild them: see “The collation of the database has changed” in the runbook.",
  settings: {
    title: "Settings",
    intro:
      "Changes take effect within seconds, those of the house edge and the sell-back fee about a day later. They survive a restart. The audit log records each of them. Start and end maintenance on the overview.",
    change: "Change",
    changeOf: (setting: string) => `Change: ${setting}`,
    changed: "Changed here",
    reset: "Undo",
    resetOf: (setting: string) => `Undo the change: ${setting}`,
    resetTitle: (setting: string) => `Undo the change of “${setting}”?`,
    resetText: "The value from the server’s start will apply again:",
    field: "New value",
    variable: "The server starts with the value of",
    save: "Save",
    saved: "Setting changed",
    failed: "The setting could not be changed",
    holdsFrom: (moment: string) =>
      `It applies to positions that open from ${moment}. The terms before then can no longer change.`,
    stillHolds: (now: string, moment: string) => `${now} applies until ${moment}.`,
    awaits: (value: string) => `Awaiting second approval: ${value}`,
    proposed: "Awaiting second approval",
    proposedBody: "See “Awaiting second approval” on the overview.",
    none: "None",
    never: "No second approval",
    registration: { open: "Open to everybody", invite: "By invitation", closed: "Closed" },
    changes: "Changes of settings",
    noChanges: "No setting has been changed yet.",
    allChanges: "All changes",
    fixed: "Set at server start",
    fixedIntro:
      "The server reads these environment variables when it starts. docs/configuration.md explains each. Values that may contain a secret are not shown.",
    fixedOpen: (count: number) => `Show ${counted.en(count, "variable", "variables")}`,
    hidden: "Set, not shown",
    unset: "Not set",
    names: {
      SUPPORT_CHAT_URL: {
        label: "Support link",
        hint: "An https address. Leave it empty to show no link.",
      },
      HELP_LINKS: {
        label: "Help for gambling problems",
        hint: "A list of “title=address” with https addresses, separated by commas. Leave it empty to show none.",
      },
      HOUSE_EDGE: {
        label: "House edge",
        hint: "Our average share of each stake, from 0.01 to 0.2 (0.05 is 5%). A change applies about a day later.",
      },
      SELL_FEE: {
        label: "Sell-back fee",
        hint: "A share of the value sold back, from 0 to 0.1 (0.01 is 1%). A change applies about a day later.",
      },
      FOUR_EYES_ABOVE: {
        label: "Second approval above",
        hint: "An amount in USDMS, or none. Raising it or setting none needs a second approval.",
      },
      LIMIT_REGISTRATIONS_PER_HOUR: {
        label: "Registration attempts from one IP address per hour",
        hint: "A whole number from 1 to 10,000.",
      },
      LIMIT_FAILED_LOGINS_PER_ACCOUNT: {
        label: "Wrong passwords for one account in 15 minutes",
        hint: "A whole number from 1 to 100. If there are two or more administrators, raising it needs a second approval.",
      },
      LIMIT_FAILED_LOGINS_PER_ADDRESS: {
        label: "Wrong passwords from one IP address in 15 minutes",
        hint: "A whole number from 1 to 10,000. If there are two or more administrators, raising it needs a second approval.",
      },
      LIMIT_LOGINS_PER_ACCOUNT: {
        label: "Correct passwords for one account in 15 minutes",
        hint: "A whole number from 10 to 10,000. A two-step sign-in counts twice. If there are two or more administrators, raising it needs a second approval.",
      },
      LIMIT_CALLS_PER_SECOND: {
        label: "Calls of one session per second, on average",
        hint: "A whole number from 5 to 10,000. A low value slows all signed-in users down.",
      },
      LIMIT_CALL_BURST: {
        label: "Calls of one session at once",
        hint: "A whole number from 50 to 100,000. A low value slows all signed-in users down.",
      },
      LIMIT_SOCKETS_PER_USER: {
        label: "Live connections of one user",
        hint: "A whole number from 1 to 1,000.",
      },
      LIMIT_DEPOSITS_PER_USER: {
        label: "Deposits started by one user in 24 hours",
        hint: "A whole number from 1 to 1,000. If there are two or more administrators, raising it needs a second approval.",
      },
      LIMIT_DEPOSITS_PER_ADDRESS: {
        label: "Deposits started from one IP address in 24 hours",
        hint: "A whole number from 1 to 10,000. If there are two or more administrators, raising it needs a second approval.",
      },
      AUTO_APPROVE_BELOW: {
        label: "Approve withdrawals automatically below",
        hint: "An amount in USDMS, or none. The rule approves smaller withdrawals to an address used before. One administrator can lower the amount, or enter none to stop the rule at once. Raising it needs a second approval.",
      },
      AUTO_APPROVE_PER_DAY: {
        label: "Approve automatically in 24 hours at most",
        hint: "The total in USDMS that the rule may approve in 24 hours, or none. The rule needs both amounts. Raising it needs a second approval.",
      },
      REGISTRATION: {
        label: "Registration",
        hint: "People who have an account can always sign in. One administrator can change this setting.",
      },
      LEGAL_LINKS: {
        label: "Legal pages",
        hint: "A list of “title=address” with https addresses, separated by commas. With “en:” or “fr:” before the title, a link is for readers of that language. Leave it empty to show none.",
      },
      TERMS_VERSION: {
        label: "Version of the terms of use",
        hint: "A short text such as 2026-11-01. All users must accept the terms, and again after each change. This needs a link under “Legal pages”. Leave it empty to ask for no acceptance.",
      },
    },
  },
  readiness: {
    title: "Before you accept real money",
    sandbox:
      "This is a sandbox: deposits are simulated, nothing is paid out, and all balances are play money.",
    real: "This installation holds real money.",
    set: "Set",
    missing: "Missing",
    where:
      "The server reads these environment variables when it starts. docs/configuration.md explains each. In many countries you need a licence to offer such positions to the public: ask a lawyer first.",
    needs: {
      payments: {
        what: "A payment provider",
        how: "Set PAYMENT_PROVIDER=nowpayments and the keys NOWPAYMENTS_…, with a new, empty database.",
      },
      address: {
        what: "A public address with encryption",
        how: "Set PUBLIC_URL to the https address of this site.",
      },
      beacon: {
        what: "A public randomness beacon",
        how: "Set BEACON=quicknet. No operator knows its random values in advance.",
      },
      database: {
        what: "A PostgreSQL of your own, with backups",
        how: "Set DATABASE_URL, and run npm run backup every hour.",
      },
      mail: {
        what: "A mail server",
        how: "Set SMTP_URL, so that users get e-mails about their account.",
      },
      fourEyes: {
        what: "Second approval for large amounts",
        how: "Set FOUR_EYES_ABOVE to the amount above which decisions need a second approval.",
      },
      metrics: {
        what: "Alerts when something fails",
        how: "Set METRICS_TOKEN and let Prometheus read /metrics. The alerts are in ops/.",
      },
      chat: {
        what: "A chat group where users get help",
        how: "Set the support link below. It then appears on every page.",
      },
    },
  },
};

/** The API keys of a user. */
export const userKeys = {
  title: "API keys",
  text: "Programs that use this key are refused at once, and their live connections end. The user sees this under “Security activity”.",
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revoked: "Key revoked",
  failed: "The key could not be revoked",
};
