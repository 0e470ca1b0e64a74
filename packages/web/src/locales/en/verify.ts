import { verdict } from "./verdict.ts";

/** The page where anyone may check a position. */
export const verify = {
  title: "Check a position",
  back: "Back to fairness",
  toFairness: "Fairness",
  lead: "Your browser recomputes the whole position from published data: seed, beacon, price, barrier, result. You see each step, and whether it matches the promise.",

  ask: {
    title: "Which position?",
    id: "Position id",
    idHint: "Open a position in your history: its receipt shows the id. The address of a receipt works too.",
    idInvalid: "Enter the id of a position, such as 01a0c45c-08a8-7000-8000-00d1f13cff88.",
    check: "Check",
    file: "Open a receipt file",
    fileHint: "Download the file from a receipt. You can also drop it here. It stays on your device.",
    drop: "Drop the receipt file to check it",
    another: "Check another position",
    signIn: "Sign in",
    visitor: "Sign in to check your own positions. A receipt file can be checked without signing in.",
    signedOut: {
      title: "Sign in to fetch this position",
      hint: "Only you and our staff can see your positions. If you have the receipt file, you can check it here without signing in.",
    },
  },

  fileProblems: {
    "too-large": "This file is too large to be a receipt.",
    "not-json": "This file cannot be read. A receipt file ends in .json.",
    "not-receipt":
      "This page cannot check this file. Download the receipt again from the page of the position.",
    "liability-proof":
      "This file is a proof of liabilities, not a receipt. The program below checks it with --liabilities instead of --position.",
    unreadable: "Your browser could not read this file. Open it again.",
  },

  problems: {
    "not-there": {
      title: "Position not found",
      hint: "The id may be incomplete, or the position belongs to another account.",
    },
    archived: { title: "This month is archived", hint: "Open the receipt that you have saved." },
    "other-position": {
      title: "This is not the position you asked for",
      hint: "The server responded with another position, or with another user’s. Nothing in it was checked. Take a screenshot and contact support.",
    },
    "signed-out": {
      title: "Your session has ended",
      hint: "Sign in to fetch the position, or open its receipt file.",
    },
    "no-answer": {
      title: "The server did not respond",
      hint: "This page retries automatically. With a receipt file, most checks work offline.",
    },
    "no-worker": {
      title: "Your browser could not start the check",
      hint: "Reload the page. If that does not help, use another browser or the program below.",
    },
  },
  staleProblem: "The check could not be repeated just now. Below is the earlier result.",

  fetching: "Fetching published data and computing",
  signatures: {
    title: "Checking the beacon’s signatures",
    done: (done: string, all: string) => `${done} of ${all}`,
  },

  verdict,
  computed: (prices: string, seconds: string) => `${prices} prices recomputed in ${seconds} s`,
  again: "Check again",
  download: "Download the receipt",
  downloadFailed: { title: "Couldn’t create the receipt", hint: "Try again in a moment." },
  openReceipt: "Open the receipt",

  sources: {
    published: "Compared with the data published now.",
    "file-alone":
      "The server could not be reached. Only the file was checked, with the keys and commitments that it contains.",
    "other-site": (site: string) =>
      `According to this receipt, it comes from ${site}, not from this site. Only the file was checked. Compare the key in it with the one published there.`,
    unknownSite: "another site",
  },

  clockGap: (minutes: string) =>
    `Your device’s clock and the server’s differ by about ${minutes} min. This check used the server’s. If yours is right, prices are published late. Check again, and be careful if the difference remains.`,

  about: {
    position: "Position",
    what: {
      buy: (amount: string, minutes: string) => `Buy for ${amount} USDMS, ${minutes}`,
      sell: (amount: string, minutes: string) => `Sell for ${amount} USDMS, ${minutes}`,
    },
    order: "Order",
    opened: "Opened",
    file: "File",
    unreadable: "Not readable",
    entryPrice: "Entry price",
    barrier: "Barrier",
    soldPrice: "Sell-back price",
    resultPrice: "Result price",
    result: "Result",
    open: "Not known yet",
    none: "None",
  },

  steps: {
    title: "What was checked",
    epoch: (epoch: number) => `Hour ${epoch}`,
    round: (round: string) => `Round ${round}`,
    values: "Show the values",
    value: "Value",
    expected: "Computed or promised",
    found: "Found",
    spoken: { right: "Right", wrong: "Wrong", later: "Later", missing: "Not checked", note: "Not proven" },
    open: (subject: string, words: string) => `${subject}: ${words}`,
    from: (moment: string) => `can be checked from ${moment}.`,
    /** By what was asked about: an id, or a receipt file. */
    unrecorded: {
      id: "this browser has no record of it.",
      file: "the file does not record it together with the signature.",
    },
    fromFile:
      "before the next round was due, according to the file. Only the person who made the file knows whether this is true.",
    clockAhead: (time: string) => `This device’s clock is now about ${time} ahead of the server’s.`,
    clockBehind: (time: string) => `This device’s clock is now about ${time} behind the server’s.`,
  },

  step: {
    signature: {
      subject: "Signature",
      right: "The promise is signed with a published key.",
      wrong: "The signature does not belong to this promise.",
    },
    promise: {
      subject: "Promise",
      right:
        "The position matches what was signed when it was opened: stake, terms, barrier and times. The order was executed at the end of its execution window.",
      wrong: "The position does not match what was signed when it was opened.",
    },
    received: {
      subject: "Time of the answer",
      right:
        "The signed answer arrived before the next round was due, by the clock of the device that sent the order, so the order was not backdated.",
      wrong: "The signature of the order’s answer differs from this receipt’s.",
    },
    epochTerms: {
      subject: "Terms of the hour",
      right: "The position was opened under the terms that were promised for its hour a day ahead.",
      wrong: "The position was opened under other terms than those promised for its hour a day ahead.",
    },
    chance: {
      subject: "Chance to win",
      right: "The chance to win follows from the terms of the hour.",
      wrong: "The chance to win does not follow from the terms of the hour.",
    },
    terms: {
      subject: "Numbers behind the barrier",
      right: "The multiplier, the duration and the two numbers behind the barrier follow from that chance.",
      wrong: "The multiplier, the duration or the numbers behind the barrier do not follow from that chance.",
    },
    barrier: {
      subject: "Barrier",
      right: "The barrier follows from the entry price and the terms.",
      wrong: "The barrier does not follow from the entry price and the terms.",
    },
    commitment: {
      subject: "Seed",
      right: "The seed of the hour matches the commitment published before the position was opened.",
      wrong: "The seed of the hour does not match its commitment.",
    },
    chain: {
      subject: "Chain",
      right: "The published commitments and terms follow one another without a break.",
      wrong: "The chain of commitments and terms is broken: one was changed, added or left out.",
    },
    head: {
      subject: "Head of the chain",
      right: "The head of the chain in the signed receipt is the published one.",
      wrong: "The head of the chain in the signed receipt is not the published one.",
    },
    start: {
      subject: "Start of the hour",
      right: "The hour started with the signed state, or exactly where the previous hour ended.",
      wrong: "The hour did not start where the previous hour ended.",
    },
    beacon: {
      subject: "Beacon",
      right: "The beacon is drand’s quicknet, run by some twenty independent organisations.",
      note: "its operator may know its rounds before they are due.",
    },
    rounds: {
      subject: "Rounds of the beacon",
      right: "The beacon has signed every round that the prices were computed from.",
      wrong:
        "A round that the prices were computed from is not signed by the beacon, or is given in two versions.",
    },
    entry: {
      subject: "Entry price",
      right: "The entry price follows from the seed and the rounds.",
      wrong: "The entry price does not follow from the seed and the rounds.",
    },
    exit: {
      subject: "Result price",
      right: "The price at expiry follows from the seed and the rounds.",
      wrong: "The price at expiry does not follow from the seed and the rounds.",
    },
    closing: {
      subject: "Early closing",
      right: "The price, the chance to win and the value at closing follow from each other.",
      wrong: "The price, the chance to win and the value at closing do not follow from each other.",
    },
    sale: {
      subject: "Sell-back",
      right:
        "The sell-back price follows from the seed and the rounds, and the proceeds follow from that price.",
      wrong:
        "The sell-back price does not follow from the seed and the rounds, or the proceeds do not follow from that price.",
    },
    saleSignature: {
      subject: "Signature of the sell-back",
      right: "The platform signed the sell-back with a published key.",
      wrong: "The platform did not sign the sell-back.",
    },
    saleReceived: {
      subject: "Time of the sell-back’s answer",
      right:
        "The signed answer arrived before the next round was due, by the clock of the device that sold the position back, so the sell-back was not backdated.",
      wrong: "The signature of the sell-back’s answer differs from this receipt’s.",
    },
    result: {
      subject: "Result",
      right: "The result follows from that price and the barrier.",
      wrong: "The result does not follow from that price and the barrier.",
    },
    money: {
      subject: "Money",
      right: "The profit and the ledger entries match that result.",
      wrong: "The profit or the ledger entries do not match that result.",
    },
  },

  reasons: {
    unreadable: "missing from the receipt, or not readable.",
    withheld: "no signature is given, although every position is signed when it opens.",
    unpublished: "signed with a key that is not published.",
    "file-differs": "the file names a key, a genesis or a beacon that is no longer published.",
    "no-data": "the data for this step is neither in the file nor published here.",
    doubtful: "not checked, because it depends on a step that is wrong.",
    older:
      "the price series was restarted after this position, and the data for this step is no longer published.",
    undecided: "the receipt is older than the result. Download it again, or check the position by its id.",
    "own-key":
      "it matches the key in the file, but only the file says whose key that is. Compare it with the published keys.",
    "other-second": "the order was not executed at the end of its execution window.",
    "not-spanned": "an extra commitment was signed, or one of an hour unrelated to this position.",
    hole: "a commitment between this position and the signed head is missing.",
    "too-near": "the signed head is less than a day ahead, so not everything was committed to in time.",
    "other-start": "the stated start of the hour differs from the one signed when the position was opened.",
    "seed-withheld": "the hour is over, but its seed is not published.",
    overdue: "the position expired long ago, but it is not settled.",
    "not-lost": "closed early although its price series is still running.",
    "not-kept":
      "a promise was not kept. The platform says that its price secret was lost, so the position has no result. A dishonest platform could claim the same after seeing the result.",
    "round-there":
      "closed early because the beacon was gone, but the beacon has signed a round up to the expiry. The result can be computed.",
    gone: "closed early because the beacon was gone. If its rounds still arrive, this closing was wrong.",
    "not-listed": "closed early, but the site does not list the end of its price series.",
    late: "too late to judge. By the clock of the device that sent the request, the answer arrived when the next round was already due. A slow network or a wrong clock may be the reason.",
    "clock-behind":
      "cannot be determined. By the clock of the device that sent the request, the answer arrived before its own round was due, so that clock was behind.",
    "other-answer":
      "the answer’s signature differs from this receipt’s. Two different texts were signed for one request.",
    "other-block": "the position was not sold back at the end of its execution window.",
    "sold-late": "the position was sold back in its last two execution windows, where that is not possible.",
  },

  alone: {
    title: "Check without us",
    says: "This page computes in your own browser, but it comes from us. The program does not need it. It is one file for Node.js that also works offline. It shares no code with this site, apart from a public library for the beacon’s signatures. If both agree, two independent programs agree.",
    program: "Download the program",
    command: "Then run, in the folder where you saved both:",
    copy: "Copy the command",
  },
};
