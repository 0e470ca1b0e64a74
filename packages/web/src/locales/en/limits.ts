import { counted, plural } from "../plural.ts";

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
