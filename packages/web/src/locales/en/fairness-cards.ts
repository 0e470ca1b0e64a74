import { counted, plural } from "@veritick/contract/plural.ts";
import { beaconState } from "./beacon-state.ts";

/** Cards of the fairness page, and its warning about commitments. */
export const honesty = {
  title: "Promised chance and actual results",
  hint: "How often positions won, compared with their chance to win at opening.",
  lead: "This compares the share of settled positions that won with their chance to win at opening. These are our own figures: nobody outside can check them.",
  shared:
    "Positions that are open at the same time share one price and often win or lose together. The grey range therefore counts each hour as one observation, and is wider than for independent positions.",
  settled: (positions: string, won: string, _counts: { positions: number; won: number }) =>
    `${positions} settled, ${won} won`,
  none: "None settled yet",
  sold: (positions: string, entry: string, sale: string, count: number) =>
    `In past hours, ${positions} more ${plural.en(count, "position was sold back before expiry and is", "positions were sold back before expiry and are")} not counted. ${plural.en(count, "Its chance to win was", "Their average chance to win was")} ${entry} at entry and ${sale} when sold back.`,
  promised: "Promised",
  realised: "Actual",
  band: (from: string, to: string) => `In 99 of 100 cases, luck alone keeps it between ${from} and ${to}.`,
  within: "Within that range",
  outside: "Outside that range",
  tooFew: (hours: string) => `Not enough hours yet (${hours}) to say how far luck alone may move it.`,
  plot: (promised: string, realised: string) => `Promised ${promised}, actual ${realised}`,
  asOf: (clock: string) => `As of ${clock}`,
};

export const promised = {
  title: "Terms, promised in advance",
  hint: "House edge, multipliers and fees, fixed a day before they take effect.",
  lead: "House edge, rule, multipliers and sell-back fee of each hour are fixed a day ahead and chained with the commitments. A position opened under other terms fails the check.",
  unchanged: (moment: string) => `The terms will not change before ${moment}.`,
  state: { promised: "Promised", now: "In force", earlier: "Earlier" },
  from: (moment: string) => `From ${moment}`,
  since: (moment: string) => `Since ${moment}`,
  houseEdge: "House edge",
  playMoney: "None: play money",
  sellFee: "Sell-back fee",
  multipliers: "Multipliers",
  text: "Full text of the terms (the text that is hashed)",
  hash: "Fingerprint of the terms",
};

export const alone = {
  title: "Check without us",
  hint: "One program that does not need these pages, and all raw data.",
  lead: "These pages compute everything in your browser, but they come from us. This program does the same without them. It is one file that you can read from top to bottom, and it needs only Node.js. It shares no code with this site, apart from a public library for the beacon’s signatures at its end.",
  download: "Download the program",
  commands: "Then run, in the folder where you saved it:",
  of: {
    epoch: "The last finished hour: seed, prices, link to the next",
    chain: "All commitments, from the first up to the head",
    position: "A receipt that you downloaded, even offline",
    liabilities: "A proof of your balance that you downloaded, with your e-mail",
  },
  copyCommand: "Copy this command",
  raw: "The raw data",
  rawLinks: {
    fairness: "Rules and commitments (JSON)",
    epochs: "Seeds of the last day (JSON)",
    prices: "Prices of the last ten minutes (JSON)",
    rounds: "Newest rounds of the beacon (JSON)",
    sale: "Tables for selling back (JSON)",
    statistics: "Result statistics (JSON)",
  },
};

export const watch = {
  label: "Commitments",
  swapped: "The published commitments are no longer those that this browser has seen.",
  swappedHint:
    "The promised commitments were changed, or this is no longer the same site. Do not open positions until this is explained. Keep both codes: they are evidence.",
  restarted: "The price series was restarted.",
  restartedHint:
    "The earlier series was ended: its secret was lost, or its beacon was gone or replaced. Open positions were settled, or closed early at their value. The new list of commitments continues the one that this browser has seen.",
  unproven:
    "The price series was restarted, and this browser cannot tell whether the new commitments continue those it has seen.",
  unprovenHint:
    "Hours were added after your last visit. Compare the earlier code with someone who visited later, or contact support.",
  behind: "The published commitments end earlier than those that this browser has seen.",
  behindHint:
    "A promised commitment is no longer shown, or this server shows an old state. Do not open positions until this is explained. Keep both codes: they are evidence.",
  stalled:
    "For over an hour, the published commitments could not be compared with those that this browser has seen.",
  stalledHint:
    "The commitments between them were not available. Contact support, and compare the earlier code with someone who has visited since.",
  seen: (epoch: number) => `Seen earlier, after hour ${epoch}`,
  now: (epoch: number) => `Published now, after hour ${epoch}`,
  acknowledge: "I have noted this",
  details: "How to check this",
};

/** The beacon whose random values make the prices. */
export const beacon = {
  title: "The beacon",
  lead: (seconds: number) =>
    `Every ${counted.en(seconds, "second", "seconds")} a randomness beacon publishes a random value, called a round. The prices of the next ${counted.en(seconds, "second", "seconds")} are computed from it and from the seed of the hour.`,
  link: "The beacon, live",

  note: {
    local: "This site runs its own randomness beacon, so its operator can know prices in advance.",
    quicknet:
      "Prices also need a public random value. Nobody knows this value before it is due, unless enough operators of the beacon collude. It comes from quicknet, a drand beacon run by some twenty independent organisations, the League of Entropy.",
    drand: (hash: string) =>
      `Prices also need a public random value. Nobody knows this value before it is due, unless enough operators of the beacon collude. It comes from the beacon whose chain hash starts with ${hash}. This page cannot tell who its operators are.`,
  },

  late: beaconState,
  newest: "Newest round",
  another: {
    title: "Show another round",
    number: "Round number",
    open: "Show",
    invalid: (first: string, last: string) => `Enter a number from ${first} to ${last}.`,
  },
  round: "Round",
  due: "Due on",
  next: "Next round in",
  seconds: (count: number) => `${count} s`,
  signature: "Signature",
  waiting: "This round is not published yet. This page retries automatically.",
  checks: "Checked in your browser",
  signed: {
    right: (round: string) => `Round ${round}: the signature is the beacon’s.`,
    wrong: (round: string) => `Round ${round}: the signature is not the beacon’s.`,
    later: (round: string) => `Round ${round}: the signature is being checked.`,
    missing: (round: string) =>
      `Round ${round}: your browser could not check the signature. Reload the page, or use another browser.`,
  },
  relay: {
    right: (round: string, relay: string) =>
      `Round ${round}: ${relay} and this site give the same signature.`,
    wrong: (round: string, relay: string) =>
      `Round ${round}: ${relay} and this site give different signatures. One of the two is wrong. Take a screenshot and contact support.`,
    missing: (relay: string) => `Your browser could not reach ${relay}, so nothing was compared with it.`,
    later: "Asking a relay of the beacon.",
  },
  ticks: {
    title: "Prices computed from it",
    second: "Second",
    noise: "Noise",
    sealed: (moment: string) =>
      `The noise of these seconds can be computed once the seed of their hour is published, on ${moment}.`,
    open: "The noise is the amount that each second adds to the price, before scaling. Your browser has computed it from the seed of the hour and this round.",
    before: "No price was computed from this round: the price series started later.",
    failed: "The seed of the hour could not be loaded. Try again in a moment.",
  },

  facts: {
    title: "About this beacon",
    who: "Run by",
    by: {
      local: "The operator of this site",
      quicknet: "drand’s League of Entropy, some twenty independent organisations",
      drand: "The operators of this chain",
    },
    chainHash: "Chain hash",
    publicKey: "Public key",
    genesis: "First round",
    period: "One round every",
    scheme: "Scheme",
    relays: "Relays",
    delay: "Prices are shown",
    delayed: (seconds: string) => `${seconds} s after their second, as rounds need time to arrive`,
    atOnce: "in their second",
    info: "Rules, commitments and beacon (JSON)",
  },
};

const hours = (count: number) => counted.en(count, "hour", "hours");

/** The page of one hour. */
export const epochPage = {
  back: "Back to fairness",
  previous: "Previous hour",
  next: "Next hour",
  around: "Other hours",
  state: { over: "Over", running: "Running now", upcoming: "Upcoming" },
  facts: "Published data",
  seed: "Seed",
  commitment: "Commitment",
  termsHash: "Terms",
  head: "Head of the chain",
  startState: "Start state",
  startTick: "First tick",
  notYet: "Not yet",
  opensIn: (left: string, moment: string) => `The seed is published in ${left}, on ${moment}.`,
  beginsIn: (left: string, moment: string) => `The hour starts in ${left}, on ${moment}.`,
  chart: { made: "Prices computed from seed and beacon", published: "Prices as published" },
  chartNote: {
    made: "Drawn by your browser from the seed, the start state and the beacon’s rounds only.",
    published:
      "As published each second. When the hour is over, your browser can recompute them from seed and beacon and compare.",
    instead:
      "These are the published prices. This page does not compute prices from a seed that does not match its commitment.",
  },
  summary: (from: string, to: string, first: string, last: string, low: string, high: string) =>
    `From ${from} to ${to} the price went from ${first} to ${last} (lowest ${low}, highest ${high}).`,
  read: "Read a price: move over the chart, or use the arrow keys",
  upcomingChart: {
    title: "No prices yet",
    hint: {
      local:
        "These prices are not public yet. The operator of this site could compute them early, because this site runs its own beacon. The seed can no longer be changed.",
      drand:
        "Nobody can compute these prices yet: they need random values that the public beacon has not published. The seed can no longer be changed.",
    },
  },
  checks: "Checked in your browser",
  checking: "Checking",
  notComputed:
    "Your browser could not compute this. Reload the page, or check with the program, which needs no browser.",
  outcomes: { right: "Right", wrong: "Wrong", later: "Later", missing: "Not checked", note: "Not proven" },
  check: {
    commitment: {
      right: "The seed matches the fingerprint published in advance: SHA-256(seed) is the commitment.",
      wrong:
        "The seed does not match the fingerprint published in advance: the commitment was to another seed.",
      later: "The seed can be compared with its fingerprint when the hour is over.",
      missing: "The seed or the commitment is missing, so they could not be compared.",
      withheld: "The hour is over, but its seed is not published.",
    },
    start: {
      right: "The hour starts exactly where the previous one ended.",
      wrong: "The hour does not start where the previous one ended.",
      later: "The start can be checked when the previous hour is over.",
      missing: "The end of the previous hour is not known.",
      doubtful:
        "The seed of the previous hour does not match its commitment, so the start of this hour is in doubt.",
    },
    rounds: {
      right: "The beacon has signed every round of the hour.",
      wrong: "A round of the hour is not signed by the beacon, or is given in two versions.",
      later: "The beacon’s rounds can be checked when the hour is over.",
      missing: "A round of the beacon is missing.",
    },
    prices: {
      right: "Every published price follows from the seed and the rounds.",
      wrong: "A published price does not follow from the seed and the rounds.",
      later: "The published prices can be recomputed when the hour is over.",
      missing: "The published prices could not be compared.",
    },
    end: {
      right: "The hour ends exactly where the next one starts.",
      wrong: "The hour does not end where the next one starts.",
      later: "The end can be checked when the hour is over.",
      missing: "The end could not be compared with the next hour.",
    },
    chain: {
      right: "The commitment is tied to the one before: the chain leads to the published head.",
      wrong: "The chain does not lead to the published head.",
      later: "The chain can be checked when the commitment to this hour is published.",
      missing: "The chain could not be followed up to this hour.",
    },
  },
  expected: "Expected",
  found: "Found",
  nothing: "Nothing",
  undated:
    "Nothing here shows that the hour was not backdated, unless you noted a head of the chain before it started.",
  allRight: "Everything matches",
  someWrong: "Something is wrong. Take a screenshot of this page and contact support.",
  someLater: "Right so far; the rest can be checked when the hour is over",
  someMissing: "Nothing is wrong, but not everything could be checked",
  day: {
    title: "The whole day",
    body: "This checks this hour and up to 23 hours before it. Your browser computes and compares up to 86,400 prices.",
    takes: (signatures: string, megabytes: string, minutes: number) =>
      `This loads about ${megabytes} MB and checks ${signatures} signatures of the beacon. On this device that takes up to ${counted.en(minutes, "minute", "minutes")}. You can stop it at any time.`,
    start: "Check the whole day",
    stop: "Stop",
    stopped: "Stopped before the end. The signatures checked so far need not be checked again on this page.",
    progress: "Recomputing the prices",
    running: (done: string, all: string) => `${done} of ${all} hours`,
    right: (count: number, prices: string) => `${hours(count)} and ${prices} prices: everything matches.`,
    some: (count: number, prices: string) => `${hours(count)} right, ${prices} prices recomputed.`,
    wrong: "Wrong:",
    open: "Not fully checked:",
    took: (seconds: string) => `It took ${seconds} s.`,
    failed: "The check could not be completed. Try again in a moment.",
  },
  none: {
    title: "Hour not found",
    hint: (first: number, last: number) => `Choose an hour from ${first} to ${last}.`,
  },
  invalid: "Enter a whole number: hours are counted from 1970.",
  toFairness: "Open the fairness page",
  rawPrices: "Published prices (JSON)",
  rawEpoch: "Seed and commitment (JSON)",
  rawRounds: "Rounds of the beacon (JSON)",
};
