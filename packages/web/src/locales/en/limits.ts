import { counted, plural } from "@veritick/contract/plural.ts";

const hours = (count: number) => counted.en(count, "hour", "hours");
const minutes = (count: number) => counted.en(count, "minute", "minutes");

const EACH = { day: "", week: "weekly ", month: "monthly " } as const;

/** The words for the limits of one flow in a day, a week or a month. */
const flow =
  (name: string, noun: string, meaning: (period: string) => string) => (period: keyof typeof EACH) => {
    const limit = `${EACH[period]}${noun} limit`;
    return {
      name,
      meaning: meaning(`a ${period}`),
      title: limit.charAt(0).toUpperCase() + limit.slice(1),
      set: `Set the ${limit}`,
      change: `Change the ${limit}`,
      choice: `Limit per ${period}`,
    };
  };
const deposits = flow("Deposits", "deposit", (period) => `The deposits you request in ${period}.`);
const stakes = flow("Stakes", "stake", (period) => `The total you stake in ${period}, won or lost.`);
const losses = flow(
  "Losses",
  "loss",
  (period) => `The total you stake in ${period}, less what you get back. Open positions count as lost.`,
);

/** Limits that users set themselves, breaks, and the reminder of the time. */
export const limits = {
  title: "Limits and breaks",
  intro:
    "Set limits for a day, a week or a month. A stricter limit applies at once. A looser one applies after 24 hours.",
  back: "Back to the dashboard",
  loadFailed: "Couldn’t load your limits",
  link: "Limits and breaks",
  unit: (money: string) => `${money} USDMS`,

  kind: {
    deposit: deposits("day"),
    stake: stakes("day"),
    loss: losses("day"),
    deposit_week: deposits("week"),
    stake_week: stakes("week"),
    loss_week: losses("week"),
    deposit_month: deposits("month"),
    stake_month: stakes("month"),
    loss_month: losses("month"),
    largest_stake: {
      name: "Largest stake",
      meaning: "The most you can stake on one position.",
      title: "Limit for one stake",
      set: "Set the limit for one stake",
      change: "Change the limit for one stake",
      choice: "Limit for one stake",
    },
    open_positions: {
      name: "Open positions",
      meaning: "The most positions you can have open at once.",
      title: "Limit for open positions",
      set: "Set the limit for open positions",
      change: "Change the limit for open positions",
      choice: "Limit for open positions",
    },
    session: {
      name: "Session",
      meaning:
        "The longest time you can trade without a rest. After that, you can’t open a position until 15 minutes after your last one expires.",
      title: "Session limit",
      set: "Set the session limit",
      change: "Change the session limit",
      choice: "Limit per session",
    },
  },
  minutes,
  count: (number: number) => String(number),

  trading: { title: "While you trade" },
  rest: (moment: string) =>
    `Your session has reached its limit. You can open positions again from ${moment}. Open positions are settled as usual.`,

  zone: {
    text: (zone: string) => `Days, weeks (from Monday) and months start at midnight in ${zone}.`,
    change: "Change the time zone",
    title: "Your time zone",
    label: "Time zone",
    here: (zone: string) => `${zone} (this device)`,
    effect:
      "The current periods of your limits finish first. The change makes no period shorter. Your account statement and results use the new time zone at once.",
    submit: "Set the time zone",
    done: "Time zone set",
    failed: "The time zone could not be set",
  },

  today: {
    title: { day: "Today", week: "This week", month: "This month" },
    periods: "Show the limits for",
    period: { day: "Day", week: "Week", month: "Month" },
    until: {
      day: (moment: string) => `This day ends on ${moment}.`,
      week: (moment: string) => `This week ends on ${moment}.`,
      month: (moment: string) => `This month ends on ${moment}.`,
    },
    noLimit: "No limit",
    used: (used: string, limit: string) => `${used} of ${limit}`,
    usedFreely: (used: string) => `${used} so far`,
    left: (amount: string) => `${amount} left`,
    most: (amount: string) => `${amount} at most`,
    set: "Set",
    change: "Change",
    waiting: (moment: string, limit: string) => `The limit rises to ${limit} on ${moment}.`,
    waitingNone: (moment: string) => `The limit ends on ${moment}.`,
    keep: (limit: string) => `Keep ${limit}`,
    kept: "Your current limit stays",
    keepFailed: "The limit could not be kept",
  },

  form: {
    choices: { amount: "An amount", minutes: "A length", number: "A number", none: "No limit" },
    amount: "Amount",
    minutes: "Minutes",
    number: "Number",
    hint: { amount: "At least 0.01 USDMS", minutes: "From 15 to 480", number: "From 1 to 1,000" },
    invalid: {
      amount: "Enter an amount of at least 0.01 with at most two decimals",
      minutes: "Enter whole minutes from 15 to 480",
      number: "Enter a whole number from 1 to 1,000",
    },
    tighter: "This limit applies at once and counts what you have already used.",
    looser: (moment: string, limit: string) =>
      `This limit is looser, so it applies after 24 hours, from about ${moment}. Until then ${limit} stays.`,
    same: "This is your current limit.",
    sameDrops: "This is your current limit. If you set it, the pending looser limit is cancelled.",
    belowDeposit: "It is below the minimum deposit of 15 USDMS. You cannot deposit while it applies.",
    spent: "You have already reached this limit. Nothing is left until the period ends.",
    submit: "Set the limit",
    pending: "Saving…",
    done: "Limit set",
    doneNow: "It applies from now on.",
    doneLater: (moment: string) => `It applies from ${moment}.`,
    failed: "The limit could not be set",
  },

  pause: {
    title: "Take a break",
    intro: "Stop trading and deposits for a while. Nobody can end a break early, not even you.",
    kind: { time_out: "Time-out", self_exclusion: "Self-exclusion" },
    hint: {
      time_out: "For a few days.",
      self_exclusion: "For months or years, if a few days are not enough.",
    },
    days: (count: number) => plural.en(count, "day", "days"),
    months: "months",
    years: (count: number) => plural.en(count, "year", "years"),
    start: { time_out: "Start a time-out", self_exclusion: "Exclude myself" },
    longer: (moment: string) => `You are on a break until ${moment}. You can make it longer, never shorter.`,
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
    confirm: { time_out: "Start break", self_exclusion: "Exclude me" },
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
    text: "Get a regular reminder of the time you have spent here and of your result.",
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
    decided: "Positions settled",
    won: "Of these, won",
    staked: "Staked on these",
    result: "Result",
    open: "Still open",
    nothing: "No position was settled in this time.",
    failed: "Couldn’t load your result",
    goOn: "Continue",
    takeBreak: "Take a break",
  },

  help: {
    title: "Help",
    text: "If you find it hard to stop, talking to someone can help.",
    newTab: "opens in a new tab",
  },

  card: {
    text: "Set limits, take a break, or get reminders of the time you spend here.",
  },
};
