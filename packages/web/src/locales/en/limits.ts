const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);
const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);

/** Limits that people set on themselves, breaks, and the reminder of the time. */
export const limits = {
  title: "Limits and breaks",
  intro: "You decide how much a day may take. A stricter limit holds at once; a looser one waits 24 hours.",
  back: "Back to the dashboard",
  loadFailed: "Your limits could not be loaded.",
  link: "Limits and breaks",
  unit: (money: string) => `${money} USDMS`,

  today: {
    title: "Today",
    until: (moment: string) =>
      `This day ends on ${moment} in your time. Days are counted in UTC, the same for everybody.`,
    kind: { deposit: "Deposits", stake: "Stakes", loss: "Losses" },
    meaning: {
      deposit: "What you ask to deposit in a day.",
      stake: "What you put into positions in a day, won or lost.",
      loss: "What you stake in a day less what comes back, as if every open position were lost.",
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
    kept: "The present limit stays",
    keepFailed: "The limit could not be kept",
  },

  form: {
    title: { deposit: "Deposit limit", stake: "Stake limit", loss: "Loss limit" },
    choice: "Limit per day",
    choices: { amount: "An amount", none: "No limit" },
    amount: "Amount",
    hint: "At least 0.01 USDMS",
    invalid: "Enter an amount of at least 0.01 with at most two decimals",
    tighter: "This holds at once, and counts what today has taken already.",
    looser: (moment: string, limit: string) =>
      `This is looser, so it waits 24 hours: it holds from about ${moment}. Until then ${limit} stays.`,
    same: "This is the limit that you have.",
    sameDrops: "This is the limit that you have. The looser one that waits is dropped.",
    belowDeposit:
      "It is below the smallest deposit, 15 USDMS: as long as it holds, nothing can be deposited.",
    spent: "Today has taken as much already, so nothing more is possible until the day ends.",
    submit: "Set the limit",
    pending: "Setting…",
    done: "Limit set",
    doneNow: "It holds from now on.",
    doneLater: (moment: string) => `It holds from ${moment}.`,
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
    days: (count: number) => (count === 1 ? "day" : "days"),
    months: "months",
    years: (count: number) => (count === 1 ? "year" : "years"),
    start: { time_out: "Start a time-out", self_exclusion: "Exclude myself" },
    longer: (moment: string) => `You have a break until ${moment}. You can make it longer, never shorter.`,
    notLonger: "Your present break is longer.",
    confirmTitle: {
      time_out: (length: string, moment: string) => `Time-out of ${length}, until ${moment}?`,
      self_exclusion: (length: string, moment: string) => `Self-exclusion for ${length}, until ${moment}?`,
    },
    stops: "What stops",
    stopsList: "New positions and deposits.",
    goesOn: "What goes on",
    goesOnList: "Open positions are settled as always, and you can withdraw at any time.",
    final: "It cannot be ended early.",
    confirm: "Start break",
    done: (moment: string) => `You are on a break until ${moment}`,
    failed: "The break could not be started",
  },

  paused: {
    label: "Notice of your break",
    title: "You are on a break",
    until: (moment: string) => `You have paused trading and deposits until ${moment}.`,
    rest: "Open positions are settled as always, and you can withdraw at any time.",
    close: "Understood",
  },

  interval: {
    title: "Reminder of the time",
    text: "While you are here, you are told now and then how long it has been and what it came to.",
    label: "Remind me every",
    minutes: "min",
    hours: (count: number) => (count === 1 ? "hour" : "hours"),
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
    won: "Of them won",
    staked: "Staked on them",
    result: "Net result",
    open: "Still open",
    nothing: "No position was decided in this time.",
    failed: "Your result could not be loaded.",
    goOn: "Continue",
    takeBreak: "Take a break",
  },

  help: {
    title: "Help",
    text: "If it is no longer easy to stop, talking to somebody helps.",
    newTab: "opens in a new tab",
  },

  card: {
    text: "Decide how much a day may take, take a break, or be reminded of the time.",
  },
};
