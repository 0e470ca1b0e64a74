import { counted, plural } from "@veritick/contract/plural.ts";
import { beaconState } from "./beacon-state.ts";

/** Cards of the fairness page, and its warning about commitments. */
export const honesty = {
  title: "Promised and actual",
  hint: "How often positions won, beside the chance at which they were opened.",
  lead: "This compares the share of all settled positions that won with the chance at which they were opened. These are the platform’s own figures: nobody outside can check them.",
  shared:
    "Positions that run at the same time share one price and win or lose together. So the grey range counts whole hours, and is wider than if each stood alone.",
  settled: (positions: string, won: string, _counts: { positions: number; won: number }) =>
    `${positions} settled, ${won} won`,
  none: "None settled yet",
  sold: (positions: string, entry: string, sale: string, count: number) =>
    `In hours that are over, ${positions} more ${plural.en(count, "was sold before its expiry and counts", "were sold before their expiry and count")} in neither figure. ${plural.en(count, "Its chance was", "On average their chance was")} ${entry} at the entry and ${sale} at the sale.`,
  promised: "Promised",
  realised: "Actual",
  band: (from: string, to: string) => `In 99 of 100 cases luck alone leaves it between ${from} and ${to}.`,
  within: "Within that range",
  outside: "Outside that range",
  tooFew: (hours: string) => `Not enough hours yet (${hours}) to say how far luck alone may move it.`,
  plot: (promised: string, realised: string) => `Promised ${promised}, actual ${realised}`,
  asOf: (clock: string) => `As of ${clock}`,
};

export const promised = {
  title: "Terms, promised ahead",
  hint: "House edge, multipliers and fees, fixed a day before they hold.",
  lead: "House edge, rule, multipliers and sale fee of each hour are fixed a day before it, and chained with the commitments. A position opened under other terms fails every check.",
  unchanged: (moment: string) => `No change is promised before ${moment}.`,
  state: { promised: "Promised", now: "In force", earlier: "Earlier" },
  from: (moment: string) => `From ${moment}`,
  since: (moment: string) => `Since ${moment}`,
  houseEdge: "House edge",
  playMoney: "None: play money",
  sellFee: "Sale fee",
  multipliers: "Multipliers",
  text: "All terms, as they are hashed",
  hash: "Fingerprint of the terms",
};

export const alone = {
  title: "Check without us",
  hint: "One program that does not need these pages, and all raw data.",
  lead: "These pages compute everything in your browser, but the pages come from us. This one file does it without them and needs only Node.js. It shares no line with the platform, apart from a public library for the beacon’s signatures at its end. You can read it from top to bottom.",
  download: "Download the program",
  commands: "Then run, in the folder where you saved it:",
  of: {
    epoch: "The last finished hour: seed, prices, link to the next",
    chain: "All commitments since the beginning, up to the head",
    position: "A receipt that you downloaded, even without a network",
    liabilities: "A proof of your balance that you downloaded, with your e-mail",
  },
  copyCommand: "Copy this command",
  raw: "The raw data",
  rawLinks: {
    fairness: "Rules and commitments (JSON)",
    epochs: "Seeds of the last day (JSON)",
    prices: "Prices of the last ten minutes (JSON)",
    rounds: "Newest rounds of the beacon (JSON)",
    sale: "Tables for selling (JSON)",
    statistics: "Honesty statistics (JSON)",
  },
};

export const watch = {
  label: "Commitments",
  swapped: "The published commitments are no longer those that this browser has seen.",
  swappedHint:
    "Someone has changed what was promised, or this is no longer the same site. Do not open positions until this is explained. Keep both codes: they are evidence.",
  restarted: "The price was restarted.",
  restartedHint:
    "It had to end: its secret was lost, or its beacon was gone or replaced. Open positions were settled or closed at their value. The new list of commitments continues the one that this browser has seen.",
  unproven:
    "The price was restarted, and this browser cannot tell whether the new commitments continue those it has seen.",
  unprovenHint:
    "Hours were added after your last visit. Compare the earlier code with someone who visited later, or ask support.",
  behind: "The published commitments end earlier than those that this browser has seen.",
  behindHint:
    "Something that was promised is no longer shown, or this server shows an old state. Do not open positions until this is explained. Keep both codes: they are evidence.",
  stalled:
    "For over an hour, the published commitments could not be compared with those that this browser has seen.",
  stalledHint:
    "The commitments between them were not available. Ask support, and compare the earlier code with someone who has visited since.",
  seen: (epoch: number) => `Seen earlier, after hour ${epoch}`,
  now: (epoch: number) => `Published now, after hour ${epoch}`,
  acknowledge: "I have noted this",
  details: "How to check this",
};

/** The beacon whose random values make the prices. */
export const beacon = {
  title: "The beacon",
  lead: (seconds: number) =>
    `Every ${counted.en(seconds, "second", "seconds")} the beacon publishes a random value, called a round. The prices of the next ${counted.en(seconds, "second", "seconds")} are made with it and with the seed of the hour.`,
  link: "The beacon, live",

  note: {
    local: "This installation runs its own beacon: its operator can know prices ahead.",
    quicknet:
      "Prices also need a public random value. Nobody knows this value before it is due, unless enough of the beacon’s operators conspire. It comes from quicknet, a drand beacon that some twenty independent organisations, the League of Entropy, run together.",
    drand: (hash: string) =>
      `Prices also need a public random value. Nobody knows this value before it is due, unless enough of the beacon’s operators conspire. It comes from the beacon whose chain hash begins with ${hash}. This page cannot tell who its operators are.`,
  },

  late: beaconState,
  newest: "Newest round",
  another: {
    title: "Show another round",
    number: "Number of a round",
    open: "Show",
    invalid: (first: string, last: string) => `Enter a number from ${first} to ${last}.`,
  },
  round: "Round",
  due: "Due on",
  next: "Next round in",
  seconds: (count: number) => `${count} s`,
  signature: "Signature",
  waiting: "The platform does not publish this round yet. This page asks again.",
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
      `Round ${round}: ${relay} and the platform give the same signature.`,
    wrong: (round: string, relay: string) =>
      `Round ${round}: ${relay} gives another signature than the platform. One of the two is wrong. Keep a screenshot and contact support.`,
    missing: (relay: string) => `Your browser did not reach ${relay}, so nothing was compared with it.`,
    later: "A relay of the beacon is being asked.",
  },
  ticks: {
    title: "Prices made with it",
    second: "Second",
    noise: "Noise",
    sealed: (moment: string) =>
      `The noise of these seconds can be computed from ${moment}, when the seed of their hour is published.`,
    open: "The noise is what a second adds to the price, before scaling. Your browser has computed it from the seed of the hour and this round.",
    before: "No price was made with this round: the price began later.",
    failed: "The seed of the hour could not be loaded. Try again in a moment.",
  },

  facts: {
    title: "Which beacon it is",
    who: "Run by",
    by: {
      local: "The operator of this installation",
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
  state: { over: "Over", running: "Running now", upcoming: "Not begun" },
  facts: "What is published",
  seed: "Seed",
  commitment: "Commitment",
  termsHash: "Terms",
  head: "Head of the chain",
  startState: "Start state",
  startTick: "First tick",
  notYet: "Not yet",
  opensIn: (left: string, moment: string) => `The seed is published in ${left}, on ${moment}.`,
  beginsIn: (left: string, moment: string) => `It begins in ${left}, on ${moment}.`,
  chart: { made: "Prices computed from seed and beacon", published: "Prices as published" },
  chartNote: {
    made: "Drawn by your browser from seed, start state and the beacon’s rounds alone.",
    published:
      "As published each second. When the hour is over, your browser can compute them from seed and beacon and compare.",
    instead:
      "These are the published prices: this page computes nothing from a seed that was not committed to.",
  },
  summary: (from: string, to: string, first: string, last: string, low: string, high: string) =>
    `From ${from} to ${to} the price went from ${first} to ${last}, between ${low} and ${high}.`,
  read: "Read a price: move over the chart, or use the arrow keys",
  upcomingChart: {
    title: "There is no price yet",
    hint: {
      local:
        "Nobody outside can draw it before its hour. The server’s operator could, because the secret and the beacon are there, but nobody can change the seed any more.",
      drand:
        "Nobody can draw it before its time, because it needs random values that the public beacon has not published. Nobody can change the seed any more.",
    },
  },
  checks: "Checked in your browser",
  checking: "Being checked",
  notComputed:
    "Your browser could not compute this. Reload the page, or check with the program, which needs no browser.",
  outcomes: { right: "Right", wrong: "Wrong", later: "Later", missing: "Not checked", note: "Not shown" },
  check: {
    commitment: {
      right: "The seed has the fingerprint that was published before: SHA-256(seed) is the commitment.",
      wrong:
        "The seed does not have the fingerprint that was published before: another seed was committed to.",
      later: "The seed can be compared with its fingerprint when the hour is over.",
      missing: "The seed or the commitment did not arrive, so they could not be compared.",
      withheld: "The hour is over, but its seed is not published.",
    },
    start: {
      right: "It begins exactly where the hour before it ended.",
      wrong: "It does not begin where the hour before it ended.",
      later: "Its beginning can be checked when the hour before it is over.",
      missing: "The end of the hour before it is not known.",
      doubtful:
        "The seed of the hour before it is not the one that was committed to, so the beginning of this one is in doubt.",
    },
    rounds: {
      right: "The beacon has signed every round of the hour.",
      wrong: "The beacon has not signed a round of the hour, or two different ones are given.",
      later: "The beacon’s rounds can be checked when the hour is over.",
      missing: "A round of the beacon did not arrive.",
    },
    prices: {
      right: "Every price that was published is the one that seed and rounds give.",
      wrong: "A published price is not the one that seed and rounds give.",
      later: "The published prices can be computed again when the hour is over.",
      missing: "The published prices could not be compared.",
    },
    end: {
      right: "It ends exactly where the next hour begins.",
      wrong: "It does not end where the next hour begins.",
      later: "Its end can be checked when the hour is over.",
      missing: "Its end could not be compared with the next hour.",
    },
    chain: {
      right: "Its commitment is tied to the one before: the chain leads to the published head.",
      wrong: "The chain does not lead to the published head.",
      later: "The chain can be checked when the commitment to this hour is published.",
      missing: "The chain could not be followed to here.",
    },
  },
  expected: "Expected",
  found: "Found",
  nothing: "Nothing",
  undated:
    "Nothing here shows that the hour was not dated back, unless you noted a head of the chain before it began.",
  allRight: "Everything matches",
  someWrong: "Something is wrong. Keep this page and contact support.",
  someLater: "Right so far; the rest can be checked when the hour is over",
  someMissing: "Nothing is wrong, but not all of it could be checked",
  day: {
    title: "The whole day",
    body: "This checks this hour and the 23 before it, or as many as there are. Your browser computes and compares up to 86,400 prices.",
    takes: (signatures: string, megabytes: string, minutes: number) =>
      `It loads about ${megabytes} MB and checks ${signatures} signatures of the beacon. On this device that takes up to ${counted.en(minutes, "minute", "minutes")}. You can stop it at any time.`,
    start: "Check the whole day",
    stop: "Stop",
    stopped: "Stopped before the end. The signatures checked so far need not be checked again on this page.",
    progress: "Computing the prices again",
    running: (done: string, all: string) => `${done} of ${all} hours`,
    right: (count: number, prices: string) => `${hours(count)} and ${prices} prices: everything matches.`,
    some: (count: number, prices: string) => `${hours(count)} right, ${prices} prices computed again.`,
    wrong: "Not right:",
    open: "Not fully checked:",
    took: (seconds: string) => `It took ${seconds} s.`,
    failed: "It could not be checked. Try again in a moment.",
  },
  none: {
    title: "Hour not found",
    hint: (first: number, last: number) => `Hours ${first} to ${last} are known at the moment.`,
  },
  invalid: "The number of an hour is a whole number: it counts the hours since 1970.",
  toFairness: "To fairness",
  rawPrices: "Published prices (JSON)",
  rawEpoch: "Seed and commitment (JSON)",
  rawRounds: "Rounds of the beacon (JSON)",
};
