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
    password_reset: "Password reset by an e-mail link",
    email_confirmed: "E-mail address confirmed",
    email_change_requested: "Change of e-mail address requested",
    email_changed: "E-mail address changed",
    email_change_undone: "Change of e-mail address stopped",
    two_step_enabled: "Two-step sign-in switched on",
    two_step_disabled: "Two-step sign-in switched off",
    recovery_code_used: "Recovery code used",
    recovery_codes_renewed: "New recovery codes created",
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
  sell: "Sell back",
  sellFor: (money: string) => `Sell back for ${money}`,
  confirm: (money: string) => `Sell back for ${money}?`,
  moved: "Price moved.",
  newAmount: (money: string) => `${money}?`,
  selling: (money: string) => `Selling back for ${money}…`,
  sold: "Sold back",
  late: "Too late to sell back",
  held: "Price delayed",
  offline: "You are offline",
  notLive: "Waiting for a price",
  soldNow: (money: string) => `If sold back now ${money}`,
  said: {
    offered: (money: string) => `Press again to sell back for at least ${money}.`,
    moved: (money: string) =>
      `The price has moved. Nothing was sold back. Press again to sell back for at least ${money}.`,
  },
  failed: "The position was not sold back",
  unanswered: {
    title: "No answer yet",
    until: (clock: string) => `Possible until ${clock}`,
    asking: "Checking…",
    open: (clock: string) =>
      `Your position can still be sold back until ${clock}. We will then check whether it was.`,
    notSold: "Your order arrived too late, so the position stayed open. You can try again.",
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
  confirm: "Confirm the order on the chosen side",
  list: "Show this list",
  rest: "Shortcuts are off while you type in a field or a dialog is open. This browser remembers your choice.",
  showsList: "Show this list with ?",
};

const stepUp = {
  title: "Confirm it’s you",
  why: "For your security, we ask this before actions that affect money, rights or how you sign in. Your action then continues automatically.",
  password: "Your password",
  passwordRequired: "Enter your password.",
  submit: "Continue",
  checking: "Checking…",
  failed: "We could not confirm that it’s you. Try again.",
  cancelled: "Action cancelled",
  cancelledBody: "You did not confirm that it’s you, so nothing was changed.",
};

/** The notice to all signed-in users during maintenance. */
const maintenance = {
  label: "Notice of maintenance",
  title: "Maintenance is under way.",
  body: "You can’t open positions for now. Open positions are settled as usual.",
  withdrawalsStopped: "Withdrawals are suspended. Your balance stays as it is.",
};

/** Shown beside the notice of a position whose answer came late. */
const lateAnswer = {
  told: {
    order:
      "The confirmation arrived too late by this device’s clock, so we cannot prove that the entry price was fixed in time.",
    sale: "The confirmation arrived too late by this device’s clock, so we cannot prove that the sell-back price was fixed in time.",
  },
  clockAhead: (time: string) => `This clock is about ${time} ahead of the server’s, which may be the reason.`,
};

/** The page that creates the first administrator. */
const setup = {
  title: "Set up this installation",
  intro: "You become its first administrator. This page works once.",
  name: "Name of the installation (optional)",
  nameHint:
    "For example “Trade test”. It appears in e-mails, in authenticator apps and in the administration.",
  chat: "Address of the chat group (optional)",
  chatHint: "Every page shows a link to it. You can set or change it later under Installation.",
  submit: "Become administrator",
  pending: "Setting up…",
  failed: "The installation could not be set up",
  invalid:
    "This set-up link is no longer valid. The server prints a new one each time it starts without an administrator. If there is already one, sign in.",
};

const closing = {
  card: {
    title: "Close the account",
    text: "You can leave at any time. First we show you what is still open, your balance and the data that we keep.",
    link: "Close my account",
  },
  title: "Close your account",
  back: "Back to the profile",
  intro:
    "Closing is final. Your account is deleted, you are signed out everywhere, and your passkeys and API keys stop working. Your e-mail address is then free for a new account.",
  loadFailed: "Couldn’t load your account",
  first: {
    title: "Before you close the account",
    text: "Wait until all of these are complete, then close the account.",
    positions: (count: number) => counted.en(count, "open position", "open positions"),
    positionsHint: "Wait for the expiry, or sell back before then.",
    withdrawals: (count: number) => counted.en(count, "open withdrawal", "open withdrawals"),
    withdrawalsHint: "Wait for the payout. You can cancel a withdrawal while it is pending.",
    deposits: (count: number) => counted.en(count, "deposit being confirmed", "deposits being confirmed"),
    depositsHint: "A deposit being confirmed is usually credited within minutes.",
    payments: (count: number) => counted.en(count, "payment under review", "payments under review"),
    paymentsHint: "Our staff will decide. If you have questions, contact support.",
    toDashboard: "Back to the dashboard",
  },
  refused: {
    closing_locked: "An administrator has locked your account, so you can’t close it. Contact support.",
    closing_paused: (until: string) =>
      `You are on a break until ${until}. Closing the account would end the break. You can still withdraw.`,
    closing_held: (until: string) =>
      `Withdrawals are on hold until ${until} after a change to your account. Until then you can’t give up a balance.`,
    last_admin: "You are the only administrator. Make someone else an administrator first.",
    closing_takes_two:
      "Closing an administrator’s account needs a second approval here. Have your rights removed first.",
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
    intro:
      "Someone asked to close your account and to give up its balance. If this was not you, stop the closing.",
    submit: "Stop the closing",
    pending: "Stopping…",
    failed: "The closing could not be stopped",
    done: "Closing stopped",
    doneBody:
      "Your account stays open. Now set a new password with “Forgot your password?” and contact support.",
    invalid: "This link is no longer valid: the closing was already stopped, or the account is closed.",
    signIn: "Open the sign-in page",
  },
  balance: {
    title: "Your balance",
    balance: "Balance",
    nothing: "Your balance is zero. You lose nothing by closing the account.",
    withdrawFirst:
      "Withdraw your balance before you close the account. Afterwards we can no longer pay it to you.",
    amount: "You can withdraw",
    fee: (percent: number) => `Fee (${percent}%)`,
    net: "You receive",
    withdraw: "Withdraw",
    tooSmall: "The minimum withdrawal is 15 USDMS, so you can only give this balance up.",
    practice: "Practice money is play money. It is never paid out.",
  },
  data: {
    title: "Download your data first",
    text: "Afterwards you can no longer sign in to download it, and this site no longer shows your receipts. Receipts that you saved can still be checked: prices and seeds stay public.",
  },
  stays: {
    title: "What is deleted, and what stays",
    gone: "Deleted at once: profile, positions, deposits, withdrawals, limits, notes, sessions, devices and saved addresses.",
    kept: "Kept permanently, without your e-mail address:",
    ledger: "Each movement of your balance in the ledger, because the ledger must balance.",
    audit:
      "Entries about the closing in the audit log: time, network address, the balance you gave up, and what staff did.",
    payments:
      "Numbers, addresses and amounts of payments and payouts, so that we recognise money that arrives late.",
    backups:
      "Backups and archives of old months hold your data until the operator of this site removes them. Messages to the operator’s own systems hold your account number for 30 days.",
  },
  form: {
    title: "Close the account",
    expected: (count: number) =>
      plural.en(
        count,
        "A deposit is still awaiting payment. I confirm that I have sent nothing.",
        `${count} deposits are still awaiting payment. I confirm that I have sent nothing.`,
      ),
    expectedHint: "Money that arrives later is not credited. Our staff will decide about it.",
    expectedMissing: "Confirm that you have sent nothing, or wait for the deposit.",
    waive: "Balance that you give up",
    waiveHint: (amount: string) =>
      `Enter ${amount} to give up your whole balance permanently. We then keep it.`,
    waiveWrong: (amount: string) => `Enter exactly ${amount}.`,
    password: "Your password",
    passwordRequired: "Enter your password.",
    withdrawalCode: "Your withdrawal code",
    later:
      "To protect your balance if your password is stolen, the account closes after 72 hours, and you can stop it until then. It closes at once if your balance is zero, or if you have a withdrawal code, an authenticator app or a passkey and have used this device here for a day.",
    schedule: "Close my account in 72 hours",
    submit: "Close my account permanently",
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
