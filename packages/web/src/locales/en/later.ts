import { counted, plural } from "@veritick/contract/plural.ts";
import { profile } from "./account.ts";
import { beaconState } from "./beacon-state.ts";
import { email } from "./email.ts";
import { legal } from "./legal.ts";
import { limits } from "./limits.ts";
import { filters, payments, statement, trades } from "./money.ts";
import { practice } from "./practice.ts";
import { receipt, terms } from "./receipt.ts";
import { results, year } from "./results.ts";

export const security = {
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: "Unknown device",
  events: {
    signed_in: "New sign-in",
    session_ended: "A device was signed out",
    signed_out_everywhere: "Signed out everywhere",
    password_changed: "Password changed",
    password_reset: "Password set by an e-mail link",
    email_confirmed: "E-mail address confirmed",
    email_change_requested: "Change of the e-mail address requested",
    email_changed: "E-mail address changed",
    email_change_undone: "Change of the e-mail address stopped",
    two_step_enabled: "Two-step sign-in switched on",
    two_step_disabled: "Two-step sign-in switched off",
    recovery_code_used: "Recovery code used",
    recovery_codes_renewed: "New recovery codes made",
    withdrawal_code_created: "Withdrawal code created",
    withdrawal_code_reset: "Withdrawal code reset by support",
    withdrawal_address_saved: "Withdrawal address saved",
    saved_addresses_only_enabled: "Withdrawals to saved addresses only: switched on",
    saved_addresses_only_disabled: "Withdrawals to saved addresses only: switched off",
    mail_phrase_changed: "Anti-phishing phrase changed",
    withdrawal_code_locked: "Withdrawals locked: too many wrong codes",
    two_step_locked: "Two-step sign-in locked: too many wrong codes",
    passkey_added: "Passkey added",
    passkey_renamed: "Passkey renamed",
    passkey_removed: "Passkey removed",
    data_exported: "Your data downloaded",
    api_key_created: "API key created",
    api_key_revoked: "API key revoked",
    closing_scheduled: "Closing of the account scheduled",
    closing_stopped: "Closing of the account stopped",
  },
  notice: (place: string) => `${place}. If that was not you, change your password.`,
  banner: {
    label: "Security notice",
    what: (event: string, ago: string, others: number) =>
      others === 0 ? `${event}, ${ago}.` : `${event}, ${ago}, and ${others} more.`,
    question: "Was that you?",
    look: "Review",
    dismiss: "That was me",
    failed: "Your answer could not be saved",
  },
};

/** Selling an open position back. */
const sale = {
  sell: "Sell",
  sellFor: (money: string) => `Sell for ${money}`,
  confirm: (money: string) => `Sell for ${money}?`,
  moved: "Price moved.",
  selling: (money: string) => `Selling for ${money}…`,
  sold: "Sold",
  late: "Too late to sell",
  held: "The beacon is late",
  offline: "You are offline",
  notLive: "Waiting for a price",
  soldNow: (money: string) => `If sold now ${money}`,
  said: {
    offered: (money: string) => `Press again to sell for at least ${money}.`,
    moved: (money: string) =>
      `The price moved, and nothing was sold. Press again to sell for at least ${money}.`,
  },
  failed: "The position was not sold",
  unanswered: {
    title: "No answer yet",
    until: (clock: string) => `May be sold until ${clock}`,
    asking: "Asking…",
    open: (clock: string) =>
      `The position may still be sold until ${clock}. The page then finds out whether it was.`,
    notSold: "The sale came too late, so the position stayed open. You can try again.",
  },
};

/** The list of keys that the ticket accepts. */
const keys = {
  title: "Keyboard shortcuts",
  use: "Trade with the keyboard",
  enter: "Enter",
  buy: "Choose Buy",
  sell: "Choose Sell",
  duration: "Duration of 1, 3, 5 or 10 minutes",
  sale: "Sell back the chosen position, or the first",
  more: "Next larger quick amount",
  less: "Next smaller quick amount",
  confirm: "Open the position of the chosen side",
  list: "Show this list",
  rest: "The keys do nothing while you type in a field or a dialog is open. This browser remembers your choice.",
  showsList: "Show this list with ?",
};

const stepUp = {
  title: "Confirm your identity",
  why: "This action affects money, rights or how you sign in, so it needs a recent confirmation. It continues automatically afterwards.",
  password: "Your password",
  passwordRequired: "Enter your password.",
  submit: "Continue",
  checking: "Checking…",
  failed: "Your identity could not be checked. Try again.",
  cancelled: "Nothing was done",
  cancelledBody: "You did not confirm your identity, so everything is as it was.",
};

/** The notice to all signed-in users during maintenance. */
const maintenance = {
  label: "Notice of maintenance",
  title: "Maintenance is under way.",
  body: "No position can be opened. Open positions are settled as usual.",
  withdrawalsStopped: "Withdrawals are stopped; your balance stays as it is.",
};

/** Shown beside the notice of a position whose answer came late. */
const lateAnswer = {
  told: {
    order:
      "By this device’s clock the answer came late, so nobody can tell whether the entry was fixed in time.",
    sale: "By this device’s clock the answer came late, so nobody can tell whether the price of the sale was fixed in time.",
  },
  clockAhead: (time: string) =>
    `This clock is about ${time} ahead of the platform’s, which may be the reason.`,
};

/** The page that creates the first administrator. */
const setup = {
  title: "Set up this installation",
  intro: "You become its first administrator. This page works once.",
  name: "Name of the installation (optional)",
  nameHint:
    "To tell it apart from your others, for example “Trade test”. Authenticator apps and the administration show it.",
  chat: "Address of the chat group (optional)",
  chatHint: "A link to it floats on every page. You can set or change it later under Installation.",
  submit: "Become administrator",
  pending: "Setting up…",
  failed: "The installation could not be set up",
  invalid:
    "This address is not valid any more. The server prints a new one at each start without an administrator: look at its output. If there is already an administrator, log in.",
};

const closing = {
  card: {
    title: "Close the account",
    text: "You can leave at any time. First you see what is open, what we owe you and what we keep.",
    link: "Close my account",
  },
  title: "Close your account",
  back: "Back to the profile",
  intro:
    "Closing is final. Your account is deleted, you are signed out everywhere, and your passkeys and API keys stop working. Your e-mail address is then free for a new account.",
  loadFailed: "Couldn’t load what is open on your account",
  first: {
    title: "Before you can close",
    text: "You can close the account once all of this has ended.",
    positions: (count: number) => counted.en(count, "open position", "open positions"),
    positionsHint: "Wait for the expiry, or sell before then.",
    withdrawals: (count: number) => counted.en(count, "open withdrawal", "open withdrawals"),
    withdrawalsHint: "Wait for the payout. You can cancel a withdrawal while it is pending.",
    deposits: (count: number) => counted.en(count, "deposit being confirmed", "deposits being confirmed"),
    depositsHint: "A deposit on its way is usually credited within minutes.",
    payments: (count: number) => counted.en(count, "payment under review", "payments under review"),
    paymentsHint: "An administrator will decide. Write to support if you have questions.",
    toDashboard: "To the dashboard",
  },
  refused: {
    closing_locked: "An administrator has locked your account, so you can’t close it. Write to support.",
    closing_paused: (until: string) =>
      `You are on a break until ${until}. Closing the account would end the break. You can still withdraw.`,
    closing_held: (until: string) =>
      `Withdrawals are paused until ${until} after a change to your account. Until then you can’t give up a balance.`,
    last_admin: "You are the only administrator. Make somebody else an administrator first.",
    closing_takes_two:
      "Here two people decide about an administrator’s account. Have your rights removed first, then close the account.",
  },
  scheduled: {
    until: (moment: string, amount: string) =>
      `Your account closes on ${moment}, and you then give up ${amount} USDMS. It stays open if your balance changes before then. If you did not ask for this, stop it and change your password.`,
    stop: "Stop the closing",
    stopped: "Closing stopped",
    stoppedBody: "Your account stays open.",
    failed: "The closing could not be stopped",
    done: "Your account is scheduled to be closed",
    doneBody: (moment: string) =>
      `It closes on ${moment}. Until then you can stop it here or by the link in the e-mail.`,
  },
  stop: {
    title: "Stop the closing of your account",
    intro: "Somebody asked to close your account and to give up its balance. Stop this if it was not you.",
    submit: "Stop the closing",
    pending: "Stopping…",
    failed: "The closing could not be stopped",
    done: "Closing stopped",
    doneBody:
      "Your account stays open. Now set a new password with “Forgot your password?” and contact support.",
    invalid: "This link is not valid any more: the closing was stopped already, or the account is closed.",
    signIn: "Go to the sign-in page",
  },
  balance: {
    title: "Owed to you",
    balance: "Balance",
    nothing: "We owe you nothing, so you give up nothing.",
    withdrawFirst: "Withdraw your balance before you close the account. Afterwards nobody can pay it to you.",
    amount: "You can withdraw",
    fee: (percent: number) => `Fee (${percent}%)`,
    net: "You receive",
    withdraw: "Withdraw",
    tooSmall: "The smallest withdrawal is 15 USDMS, so you can only give this balance up.",
    practice: "Practice money is play money. Nobody owes it to you.",
  },
  data: {
    title: "Take your data with you",
    text: "Afterwards you can’t sign in to download it, and this site no longer shows your receipts. Receipts that you saved can still be checked: prices and seeds stay public.",
  },
  stays: {
    title: "What is deleted, and what stays",
    gone: "Deleted at once: profile, positions, deposits, withdrawals, limits, notes, sessions, devices and saved addresses.",
    kept: "Kept for good, without your e-mail address:",
    ledger: "Each movement of your balance in the ledger, because the books must add up.",
    audit:
      "In the audit log: when and from which network address you closed the account, what you gave up, and what administrators did about it.",
    payments:
      "Numbers, addresses and amounts of payments and payouts, so that money that arrives late is recognised and an administrator sees it.",
    backups:
      "Backups and archives of old months hold your data until the operator of this site removes them. Messages to the operator’s own systems hold your account number for 30 days.",
  },
  form: {
    title: "Close the account",
    expected: (count: number) =>
      plural.en(
        count,
        "One deposit is still expected. I have sent nothing for it.",
        `${count} deposits are still expected. I have sent nothing for them.`,
      ),
    expectedHint: "Money that arrives later is not credited. An administrator will decide.",
    expectedMissing: "Confirm that you have sent nothing, or wait for the deposit.",
    waive: "Balance that you give up",
    waiveHint: (amount: string) =>
      `Enter ${amount} to give up your whole balance for good. The house keeps it.`,
    waiveWrong: (amount: string) => `Enter exactly ${amount}.`,
    password: "Your password",
    passwordRequired: "Enter your password.",
    withdrawalCode: "Your withdrawal code",
    later:
      "A stolen password must not destroy a balance. So the account closes after 72 hours, and until then you can stop it. It closes at once if the balance is empty, or if you have a withdrawal code, an authenticator app or a passkey and have used this device here for a day.",
    schedule: "Close my account in 72 hours",
    submit: "Close my account for good",
    pending: "Closing…",
    failed: "The account could not be closed",
    done: "Your account is closed",
    doneBody: "You are signed out everywhere.",
  },
};

/** The texts of dialogs and pages that load when they are opened. */
export const laterEn = {
  beaconState,
  closing,
  email,
  lateAnswer,
  legal,
  limits,
  maintenance,
  payments,
  practice,
  profile,
  receipt,
  results,
  sale,
  security,
  setup,
  filters,
  trades,
  year,
  statement,
  stepUp,
  keys,
  terms,
};
