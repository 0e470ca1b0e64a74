import { counted, plural } from "../plural.ts";

export const profile = {
  title: "Profile",
  back: "Back to the dashboard",
  showAll: (count: number) => `Show all ${count}`,
  account: {
    title: "Account",
    email: "E-mail",
    balance: "Current balance",
  },
  password: {
    title: "Change the password",
    current: "Current password",
    new: "New password",
    newHint: "At least 6 characters. Other devices are signed out.",
    holdHint: (hours: number) => `Withdrawals then pause for ${counted.en(hours, "hour", "hours")}.`,
    submit: "Change the password",
    pending: "Changing…",
    changed: "Password changed",
    changedBody: "Every other session has been signed out.",
    failed: "The password could not be changed",
    currentRequired: "Current password required",
    tooShort: "The new password must be at least 6 characters",
  },
  hold: {
    until: (moment: string) => `Withdrawals open again on ${moment}.`,
    why: (hours: number) =>
      `They pause for ${counted.en(hours, "hour", "hours")} after a change of password or two-step sign-in, for your safety.`,
  },
  code: {
    title: "Withdrawal code",
    created: "Your withdrawal code was created. You need it for each withdrawal; it cannot be changed.",
    warning:
      "The code cannot be changed or removed later, and nobody can show it to you again. Keep it in a safe place.",
    label: "5-digit code",
    hint: "You choose it. You need it for each withdrawal.",
    show: "Show the code",
    hide: "Hide the code",
    submit: "Create the code",
    pending: "Creating…",
    invalid: "The code must be exactly 5 digits",
    done: "Withdrawal code created",
    doneBody: "You need it for each withdrawal.",
    failed: "The withdrawal code could not be created",
  },
  twoStep: {
    title: "Two-step sign-in",
    on: "On",
    off: "Off",
    offText:
      "Require a code from an app on your phone for signing in and withdrawing. Your password alone is then not enough.",
    onText: "Signing in and withdrawing ask for a code from your authenticator app.",
    codesLeft: (count: number) =>
      count === 0
        ? "No recovery codes are left."
        : `${counted.en(count, "recovery code is", "recovery codes are")} left.`,
    fewLeft: "Make new ones: without them and without your phone, you cannot sign in.",
    switchOn: "Switch on",
    switchOff: "Switch off",
    renew: "New recovery codes",
    password: "Password",
    passwordRequired: "Enter your password",
    next: "Continue",
    checking: "Checking…",
    failed: "This could not be done",
    setUp: {
      title: "Switch on two-step sign-in",
      proof: "Enter your password first, so that nobody but you can do this.",
      scan: "Scan this with an authenticator app on your phone.",
      qr: "QR code for the authenticator app",
      secret: "Or type this secret into the app:",
      copySecret: "Copy the secret",
      first: "Then enter the code that the app shows.",
      invalid: "Enter the 6 digits that the app shows.",
      submit: "Switch on",
      done: "Two-step sign-in is on",
    },
    turnOff: {
      title: "Switch off two-step sign-in",
      proof: "From then on, the password alone is enough to sign in.",
      done: "Two-step sign-in is off",
    },
    newCodes: {
      title: "New recovery codes",
      proof: "None of the earlier codes will work any more.",
      submit: "Make new codes",
    },
    codes: {
      title: "Recovery codes",
      text: "Each code lets you sign in once without your phone. They are shown only now.",
      list: "Your recovery codes",
      copy: "Copy all",
      download: "Download",
      fileTitle: (email: string) => `Veritick recovery codes for ${email}`,
      fileText: "Each code works once.",
      kept: "I have kept them in a safe place",
      done: "Done",
      leaveTitle: "Close without the codes?",
      leaveText: "They are not shown again. Without them and without your phone, you cannot sign in.",
      stay: "Back to the codes",
      leave: "Close anyway",
    },
  },
  sessions: {
    title: "Where you are signed in",
    here: "This device",
    since: (moment: string) => `Signed in on ${moment}`,
    lastUsed: "Last used",
    end: "Sign out",
    endOf: (device: string) => `Sign out ${device}`,
    endTitle: "Sign out this device?",
    endText: (device: string) => `You need the password to sign in again on ${device}.`,
    ended: "Device signed out",
    endFailed: "The device could not be signed out",
    endAll: "Sign out everywhere",
    endAllTitle: "Sign out everywhere?",
    endAllText: "All devices are signed out, including this one. You need the password to sign in again.",
    endAllFailed: "The devices could not be signed out",
  },
  activity: {
    title: "Security activity",
    empty: "Nothing yet",
    emptyHint: "Sign-ins and changes to password, codes and two-step sign-in are listed here.",
    unseen: "New",
    here: "This device",
  },
  appearance: { title: "Language and theme" },
};

const hours = (count: number) => counted.en(count, "hour", "hours");
const minutes = (count: number) => counted.en(count, "minute", "minutes");

/** Limits that people set on themselves, breaks, and the reminder of the time. */
export const limits = {
  title: "Limits and breaks",
  intro: "Set limits for each day. A stricter limit applies at once. A looser one applies after 24 hours.",
  back: "Back to the dashboard",
  loadFailed: "Couldn’t load your limits",
  link: "Limits and breaks",
  unit: (money: string) => `${money} USDMS`,

  today: {
    title: "Today",
    until: (moment: string) =>
      `This day ends on ${moment} in your time. Days are counted in UTC, the same for everybody.`,
    kind: { deposit: "Deposits", stake: "Stakes", loss: "Losses" },
    meaning: {
      deposit: "The deposits you request in a day.",
      stake: "The amounts you put into positions in a day, won or lost.",
      loss: "The amount you stake in a day, less what comes back. Open positions count as lost.",
    },
    noLimit: "No limit",
    used: (used: string, limit: string) => `${used} of ${limit} USDMS`,
    usedFreely: (used: string) => `${used} USDMS today`,
    left: (money: string) => `${money} left`,
    set: "Set",
    change: "Change",
    setOf: { deposit: "Set the deposit limit", stake: "Set the stake limit", loss: "Set the loss limit" },
    changeOf: {
      deposit: "Change the deposit limit",
      stake: "Change the stake limit",
      loss: "Change the loss limit",
    },
    waiting: (moment: string, limit: string) => `The limit rises to ${limit} on ${moment}.`,
    waitingNone: (moment: string) => `The limit ends on ${moment}.`,
    keep: (limit: string) => `Keep ${limit}`,
    kept: "Your current limit stays",
    keepFailed: "The limit could not be kept",
  },

  form: {
    title: { deposit: "Deposit limit", stake: "Stake limit", loss: "Loss limit" },
    choice: "Limit per day",
    choices: { amount: "An amount", none: "No limit" },
    amount: "Amount",
    hint: "At least 0.01 USDMS",
    invalid: "Enter an amount of at least 0.01 with at most two decimals",
    tighter: "This limit applies at once and counts what you have already used today.",
    looser: (moment: string, limit: string) =>
      `This limit is looser, so it applies after 24 hours, from about ${moment}. Until then ${limit} stays.`,
    same: "This is your current limit.",
    sameDrops: "This is your current limit. If you set it, the looser one that is pending is dropped.",
    belowDeposit: "It is below the minimum deposit of 15 USDMS. You cannot deposit while it applies.",
    spent: "You have already used this much today, so nothing more is possible until the day ends.",
    submit: "Set the limit",
    pending: "Saving…",
    done: "Limit set",
    doneNow: "It applies from now on.",
    doneLater: (moment: string) => `It applies from ${moment}.`,
    failed: "The limit could not be set",
  },

  pause: {
    title: "Take a break",
    intro: "Stop for a while. A break cannot be ended early, by you or by anybody else.",
    kind: { time_out: "Time-out", self_exclusion: "Self-exclusion" },
    hint: {
      time_out: "For some days.",
      self_exclusion: "For months or years, when some days are not enough.",
    },
    days: (count: number) => plural.en(count, "day", "days"),
    months: "months",
    years: (count: number) => plural.en(count, "year", "years"),
    start: { time_out: "Start a time-out", self_exclusion: "Exclude myself" },
    longer: (moment: string) => `You have a break until ${moment}. You can make it longer, never shorter.`,
    notLonger: "Your current break is longer.",
    confirmTitle: {
      time_out: (length: string, moment: string) => `Time-out of ${length}, until ${moment}?`,
      self_exclusion: (length: string, moment: string) => `Self-exclusion for ${length}, until ${moment}?`,
    },
    stops: "Stops",
    stopsList: "New positions and deposits.",
    goesOn: "Continues",
    goesOnList: "Open positions are settled as usual, and you can withdraw at any time.",
    final: "It cannot be ended early.",
    confirm: "Start break",
    done: (moment: string) => `You are on a break until ${moment}`,
    failed: "The break could not be started",
  },

  paused: {
    label: "Notice of your break",
    title: "You are on a break",
    until: (moment: string) => `You have paused trading and deposits until ${moment}.`,
    rest: "Open positions are settled as usual, and you can withdraw at any time.",
    close: "Understood",
  },

  interval: {
    title: "Reminder of the time",
    text: "A reminder tells you from time to time how long you have been here, and your net result.",
    label: "Remind me every",
    minutes: "min",
    hours: (count: number) => plural.en(count, "hour", "hours"),
    off: "Off",
    failed: "The reminder could not be changed",
  },

  reminder: {
    title: (hourCount: number, minuteCount: number) => {
      const parts = [
        hourCount > 0 && hours(hourCount),
        (minuteCount > 0 || hourCount === 0) && minutes(minuteCount),
      ];
      return `You have been here for ${parts.filter(Boolean).join(" ")}`;
    },
    since: (clock: string) => `Since ${clock}`,
    decided: "Positions decided",
    won: "Of these, won",
    staked: "Staked on these",
    result: "Net result",
    open: "Still open",
    nothing: "No position was decided in this time.",
    failed: "Couldn’t load your result",
    goOn: "Continue",
    takeBreak: "Take a break",
  },

  help: {
    title: "Help",
    text: "If it is no longer easy to stop, talking to someone helps.",
    newTab: "opens in a new tab",
  },

  card: {
    text: "Set daily limits, take a break, or get reminders of the time you spend here.",
  },
};
