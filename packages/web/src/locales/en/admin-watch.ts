import { counted } from "@veritick/contract/plural.ts";

/** E-mails and notifications that could not be sent. */
export const unsent = {
  title: "Not sent yet",
  intro:
    "These e-mails and notifications could not be sent. They are tried again over several hours, then given up. If there are many, the mail server does not work.",
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
  failed: "The notice could not be sent again",
  more: (count: number) => `And ${count} more`,
  kinds: {
    password_changed: "Password changed",
    password_reset: "Password reset",
    withdrawal_code_created: "Withdrawal code created",
    withdrawal_code_reset: "Withdrawal code reset",
    withdrawal_address_saved: "Withdrawal address saved",
    saved_addresses_only_disabled: "Saved addresses only: off",
    mail_phrase_changed: "Anti-phishing phrase changed",
    passkey_added: "Passkey added",
    passkey_removed: "Passkey removed",
    api_key_created: "API key created",
    data_exported: "Data downloaded",
    two_step_enabled: "Two-step sign-in on",
    two_step_disabled: "Two-step sign-in off",
    signed_in_anew: "New sign-in",
    rights_granted: "New rights",
    limit_loosened: "Limit loosened",
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

/** People whose trading may harm them. */
export const care = {
  title: "Care",
  intro:
    "These people’s trading shows signs of harm. A sign is a reason to look and to talk, not a verdict. You cannot change anybody’s limits.",
  people: "People to look after",
  signs: {
    reached: "Limit reached",
    chasing: "Chases losses",
    near: "Near a limit",
    nights: "Trades at night",
    raised: "Wants a higher limit",
  },
  limitUsed: (share: string, limit: string) => `${limit}: ${share} used.`,
  chases: (count: number) =>
    `At least doubled the stake within 5 minutes after a loss, ${counted.en(count, "time", "times")} in 7 days.`,
  nights: (count: number) =>
    `Traded between midnight and five, their time, on ${counted.en(count, "night", "nights")} of the last 14.`,
  raised: (moment: string) => `Asked for a looser limit on ${moment}.`,
  paused: "On a break",
  seen: "Last sign",
  note: "Add a note",
  noteOf: (email: string) => `Add a note about ${email}`,
  empty: {
    title: "No signs of harm",
    hint: "People appear here when they chase losses, trade at night, come near a limit or ask for a looser one.",
  },
};

/** The installation, and its requirements for real money. */
export const installation = {
  title: "Installation",
  version: (number: string) => `Version ${number}`,
  secondFactor:
    "Only a password protects your account. Add a second step now: an app on your phone, or a passkey.",
  collationChanged:
    "The database sorts text differently since an upgrade of its machine, so its indexes may miss rows. The runbook says how to rebuild them, under “The collation of the database has changed”.",
  settings: {
    title: "Settings",
    intro:
      "Changes take effect in every process within seconds and survive a restart. The audit log keeps each of them. Maintenance is started and ended on the overview.",
    change: "Change",
    changeOf: (setting: string) => `Change: ${setting}`,
    changed: "Changed here",
    reset: "Undo",
    resetOf: (setting: string) => `Undo the change: ${setting}`,
    resetTitle: (setting: string) => `Undo the change of “${setting}”?`,
    resetText: "The server’s start value will apply again:",
    field: "New value",
    variable: "The server starts with the value of",
    save: "Save",
    saved: "Setting changed",
    failed: "The setting could not be changed",
    holdsFrom: (moment: string) =>
      `It applies to positions that open from ${moment}. The terms until then are already promised.`,
    stillHolds: (now: string, moment: string) => `${now} applies until ${moment}, as promised.`,
    awaits: (value: string) => `Awaits a second administrator: ${value}`,
    proposed: "Awaits a second administrator",
    proposedBody: "It is on the overview under the decisions that await a second administrator.",
    none: "None",
    never: "One person decides",
    registration: { open: "Everybody", invite: "People with an invitation", closed: "Nobody" },
    changes: "Changes of settings",
    noChanges: "No setting has been changed yet.",
    allChanges: "All changes",
    fixed: "Set where the server starts",
    fixedIntro:
      "These are environment variables, read at the start; docs/configuration.md explains each. Values that may hold a secret are not shown.",
    fixedOpen: (count: number) => `Show ${counted.en(count, "variable", "variables")}`,
    hidden: "Set, not shown",
    unset: "Not set",
    names: {
      SUPPORT_CHAT_URL: {
        label: "Support link",
        hint: "An https address. Leave it empty for no link.",
      },
      HELP_LINKS: {
        label: "Help with gambling",
        hint: "A list of “title=address” with https addresses, separated by commas. Leave it empty for none.",
      },
      HOUSE_EDGE: {
        label: "House edge",
        hint: "The house’s average share of each stake, 0.01 to 0.2. 0.05 is 5%. A change applies about a day later.",
      },
      SELL_FEE: {
        label: "Fee for selling back",
        hint: "A part of the value sold, 0 to 0.1. 0.01 is 1%. A change applies about a day later.",
      },
      FOUR_EYES_ABOVE: {
        label: "Two persons decide above",
        hint: "An amount in USDMS, or none. To raise it or to set none, a second administrator must agree.",
      },
      LIMIT_REGISTRATIONS_PER_HOUR: {
        label: "Registrations tried from one address in an hour",
        hint: "A whole number from 1 to 10,000.",
      },
      LIMIT_FAILED_LOGINS_PER_ACCOUNT: {
        label: "Wrong passwords for one account in 15 minutes",
        hint: "A whole number from 1 to 100. To raise it, a second administrator must agree if there is one.",
      },
      LIMIT_FAILED_LOGINS_PER_ADDRESS: {
        label: "Wrong passwords from one address in 15 minutes",
        hint: "A whole number from 1 to 10,000. To raise it, a second administrator must agree if there is one.",
      },
      LIMIT_LOGINS_PER_ACCOUNT: {
        label: "Correct passwords for one account in 15 minutes",
        hint: "A whole number from 10 to 10,000. A sign-in with a second step counts two. To raise it, a second administrator must agree if there is one.",
      },
      LIMIT_CALLS_PER_SECOND: {
        label: "Calls of one session in a second, on average",
        hint: "A whole number from 5 to 10,000. Low values disturb everybody who is signed in.",
      },
      LIMIT_CALL_BURST: {
        label: "Calls of one session at once",
        hint: "A whole number from 50 to 100,000. Low values disturb everybody who is signed in.",
      },
      LIMIT_SOCKETS_PER_USER: {
        label: "Live connections of one user",
        hint: "A whole number from 1 to 1,000.",
      },
      LIMIT_DEPOSITS_PER_USER: {
        label: "Deposits one user begins in 24 hours",
        hint: "A whole number from 1 to 1,000. To raise it, a second administrator must agree if there is one.",
      },
      LIMIT_DEPOSITS_PER_ADDRESS: {
        label: "Deposits begun from one address in 24 hours",
        hint: "A whole number from 1 to 10,000. To raise it, a second administrator must agree if there is one.",
      },
      AUTO_APPROVE_BELOW: {
        label: "The rule approves withdrawals below",
        hint: "An amount in USDMS, or none. Smaller withdrawals to an address used before are approved without a person. One administrator can lower the amount, or enter none to stop the rule at once. To raise it, a second administrator must agree.",
      },
      AUTO_APPROVE_PER_DAY: {
        label: "The rule approves in 24 hours at most",
        hint: "The total in USDMS that the rule may approve in 24 hours, or none. The rule needs both amounts. To raise it, a second administrator must agree.",
      },
      REGISTRATION: {
        label: "Who may register",
        hint: "People who have an account can always sign in. One administrator can change this.",
      },
      LEGAL_LINKS: {
        label: "Legal pages",
        hint: "A list of “title=address” with https addresses, separated by commas. With “en:” or “fr:” before the title, a link is for readers of that language. Leave it empty for none.",
      },
      TERMS_VERSION: {
        label: "Version of the terms of use",
        hint: "A short text like 2026-11-01. Everybody must accept it, and again when it changes. Needs a link under “Legal pages”. Leave it empty to ask nobody.",
      },
    },
  },
  readiness: {
    title: "Before real money",
    sandbox:
      "This is a sandbox: deposits are simulated, nothing is paid out, and every balance is play money.",
    real: "This installation holds real money.",
    set: "Set",
    missing: "Missing",
    where:
      "The names are environment variables that the server reads at its start; docs/configuration.md explains each. Selling such positions to the public needs a licence in many places: ask a lawyer first.",
    needs: {
      payments: {
        what: "A payment provider",
        how: "Set PAYMENT_PROVIDER to nowpayments, with its keys (NOWPAYMENTS_…). Start with a new, empty database.",
      },
      address: {
        what: "A public address with encryption",
        how: "Set PUBLIC_URL to the https address people use.",
      },
      beacon: {
        what: "A beacon that nobody here can predict",
        how: "Set BEACON to quicknet: its random values are public, and no operator knows them ahead.",
      },
      database: {
        what: "A PostgreSQL of your own, with backups",
        how: "Set DATABASE_URL. npm run backup writes a backup; run it every hour.",
      },
      mail: {
        what: "A mail server",
        how: "Set SMTP_URL, so that people are told what happens to their account.",
      },
      fourEyes: {
        what: "Two persons for large amounts",
        how: "Set FOUR_EYES_ABOVE to the amount above which two administrators decide.",
      },
      metrics: {
        what: "Alerts that wake somebody when something fails",
        how: "Set METRICS_TOKEN and let Prometheus read /metrics; ops/ has the alerts.",
      },
      chat: {
        what: "A chat group where people find help",
        how: "Set the support link below. It then floats on every page.",
      },
    },
  },
};

/** The API keys of a user. */
export const userKeys = {
  title: "API keys",
  text: "Programs that use this key are refused at once, and their live connections end. The user sees it among their security events.",
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revoked: "Key revoked",
  failed: "The key could not be revoked",
};
