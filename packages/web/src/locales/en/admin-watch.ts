import { counted } from "../plural.ts";

/** E-mails and notifications that could not be sent. */
export const unsent = {
  title: "Not sent so far",
  intro:
    "These e-mails and notifications could not be sent. They are tried again over several hours, then given up. Many at once mean that the mail server does not work.",
  waiting: "Tried again",
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
    withdrawal_code_replaced: "Withdrawal code changed",
    withdrawal_address_saved: "Withdrawal address saved",
    passkey_added: "Passkey added",
    passkey_removed: "Passkey removed",
    two_step_enabled: "Two-step sign-in on",
    two_step_disabled: "Two-step sign-in off",
    signed_in_anew: "New sign-in",
    rights_granted: "New rights",
    reset_asked: "Forgotten password",
    reset_link: "Link for a new password",
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

/** What this installation is, and what it needs before it may hold real money. */
export const installation = {
  title: "Installation",
  secondFactor:
    "Your account asks for a password alone. Add a second step now: an app on your phone, or a passkey.",
  readiness: {
    title: "Before real money",
    sandbox:
      "This is a sandbox: deposits are simulated, nothing is paid out, and every balance is play money.",
    real: "This installation holds real money.",
    set: "Set",
    missing: "Missing",
    where:
      "Settings are environment variables, read at the start; docs/configuration.md explains each. Selling such positions to the public needs a licence in many places: ask a lawyer first.",
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
        what: "A beacon that nobody here can foresee",
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
        what: "Somebody who is woken when something fails",
        how: "Set METRICS_TOKEN and let Prometheus read /metrics; ops/ has the alerts.",
      },
    },
  },
};
