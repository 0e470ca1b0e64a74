import { verdict } from "./verdict.ts";

/** The page where anyone may check a position. */
export const verify = {
  title: "Check a position",
  back: "Back to fairness",
  toFairness: "Fairness",
  lead: "Your browser computes the whole position again from published data: seed, beacon, price, barrier, result. You see each step, and whether it matches the promise.",

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
    signIn: "Log in",
    visitor: "Log in to check your own positions. A receipt file needs no login.",
    signedOut: {
      title: "Log in to fetch this position",
      hint: "Only you, and the administrators, can see your positions. With the receipt as a file you can check it here without logging in.",
    },
  },

  fileProblems: {
    "too-large": "This file is too large to be a receipt.",
    "not-json": "This file cannot be read. A receipt file ends in .json.",
    "not-receipt":
      "This file is no receipt that this page can check. Download it again from the page of the position.",
    "liability-proof":
      "This file is a proof of liabilities, not a receipt. The program below checks it with --liabilities in place of --position.",
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
      hint: "The platform answered with another position, or with somebody else’s. Nothing in it was checked. Keep a screenshot and contact support.",
    },
    "signed-out": {
      title: "You are not signed in any more",
      hint: "Log in to fetch the position, or open its receipt file.",
    },
    "no-answer": {
      title: "The platform did not answer",
      hint: "This page asks again automatically. With a receipt file you can check much without a network.",
    },
    "no-worker": {
      title: "Your browser could not start computing",
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
  computed: (prices: string, seconds: string) => `${prices} prices computed again in ${seconds} s`,
  again: "Check again",
  download: "Download the receipt",
  downloadFailed: { title: "Couldn’t create the receipt", hint: "Try again in a moment." },
  openReceipt: "To the receipt",

  sources: {
    published: "Compared with the data published now.",
    "file-alone":
      "The platform could not be reached. Only the file was checked, with the keys and commitments that it contains.",
    "other-site": (site: string) =>
      `According to this receipt, it comes from ${site}, not from here. Only the file was checked. Compare the key in it with the one published there.`,
    unknownSite: "another place",
  },

  clockGap: (minutes: string) =>
    `Your device’s clock and the platform’s differ by about ${minutes} min. This check used the platform’s. If yours is right, the platform is late with its prices and may be holding back data that is due. Check again, and be careful if this continues.`,

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
    soldPrice: "Price of the sale",
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
    spoken: { right: "Right", wrong: "Wrong", later: "Later", missing: "Not checked", note: "Not shown" },
    open: (subject: string, words: string) => `${subject}: ${words}`,
    from: (moment: string) => `can be checked from ${moment}.`,
    /** By what was asked about: an id, or a receipt file. */
    unrecorded: {
      id: "this browser has no record of it.",
      file: "the file does not record it together with the signature.",
    },
    fromFile:
      "before the next round was due, according to the file. Only whoever made it knows whether this note is true.",
    clockAhead: (time: string) => `This device’s clock is now about ${time} ahead of the platform’s.`,
    clockBehind: (time: string) => `This device’s clock is now about ${time} behind the platform’s.`,
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
        "The position matches what was signed when it was opened: amount, terms, barrier and times. It entered at the end of its block.",
      wrong: "The position does not match what was signed when it was opened.",
    },
    received: {
      subject: "Time of the answer",
      right:
        "The signed answer came before the next round was due, by the clock of the device that sent the order. So the order was not backdated.",
      wrong: "The signature of the order’s answer differs from this receipt’s.",
    },
    epochTerms: {
      subject: "Terms of the hour",
      right: "The position was opened under the terms that were promised for its hour a day ahead.",
      wrong: "The position was opened under other terms than those promised for its hour a day ahead.",
    },
    chance: {
      subject: "Chance",
      right: "The chance to win follows from the terms of the hour.",
      wrong: "The chance to win does not follow from the terms of the hour.",
    },
    terms: {
      subject: "Numbers behind the barrier",
      right: "Multiplier, duration and the two numbers behind the barrier follow from that chance.",
      wrong: "Multiplier, duration or the numbers behind the barrier are not those of that chance.",
    },
    barrier: {
      subject: "Barrier",
      right: "The barrier follows from the entry price and the terms.",
      wrong: "The barrier is not the one that entry price and terms give.",
    },
    commitment: {
      subject: "Seed",
      right: "The seed of the hour is the one that was committed to before the position was opened.",
      wrong: "The seed of the hour is not the one that was committed to.",
    },
    chain: {
      subject: "Chain",
      right: "The published commitments and terms follow one another without a break.",
      wrong: "The chain of commitments and terms is broken: one was changed, added or left out.",
    },
    head: {
      subject: "Head of the chain",
      right: "The head of the chain that the receipt was signed with is the published one.",
      wrong: "The head of the chain that the receipt was signed with is not the published one.",
    },
    start: {
      subject: "Start of the hour",
      right: "The hour began with the state that was signed, or exactly where the one before it ended.",
      wrong: "The hour did not begin where the one before it ended.",
    },
    beacon: {
      subject: "Beacon",
      right: "The beacon is drand’s quicknet, which some twenty independent organisations run together.",
      note: "whoever runs it may know its rounds before they are due.",
    },
    rounds: {
      subject: "Rounds of the beacon",
      right: "The beacon has signed every round that the prices were made with.",
      wrong:
        "The beacon has not signed a round that the prices were made with, or two different ones are given.",
    },
    entry: {
      subject: "Entry price",
      right: "The entry price is the one that seed and rounds give for that second.",
      wrong: "The entry price is not the one that seed and rounds give for that second.",
    },
    exit: {
      subject: "Result price",
      right: "The price that decided is the one that seed and rounds give for the second of the expiry.",
      wrong: "The price that decided is not the one that seed and rounds give for the second of the expiry.",
    },
    closing: {
      subject: "Early closing",
      right: "Price, chance and value of the closing follow from each other.",
      wrong: "Price, chance or value of the closing do not follow from each other.",
    },
    sale: {
      subject: "Sale",
      right: "The price of the sale is the one that seed and rounds give, and the proceeds follow from it.",
      wrong:
        "The price of the sale is not the one that seed and rounds give, or the proceeds do not follow from it.",
    },
    saleSignature: {
      subject: "Signature of the sale",
      right: "The platform signed the sale with a published key.",
      wrong: "The platform did not sign the sale.",
    },
    saleReceived: {
      subject: "Time of the sale’s answer",
      right:
        "The signed answer came before the next round was due, by the clock of the device that sold the position. So the sale was not backdated.",
      wrong: "The signature of the sale’s answer differs from this receipt’s.",
    },
    result: {
      subject: "Result",
      right: "The result follows from that price and the barrier.",
      wrong: "The result does not follow from that price and the barrier.",
    },
    money: {
      subject: "Money",
      right: "Profit and ledger entries match that result.",
      wrong: "Profit or ledger entries do not match that result.",
    },
  },

  reasons: {
    unreadable: "missing from the receipt, or not readable.",
    withheld: "no signature is given, although every position is signed when it opens.",
    unpublished: "signed, but with a key that is not among the published ones.",
    "file-differs": "the file names a key, a genesis or a beacon that is no longer published.",
    "no-data": "the data for it is neither in the file nor published here.",
    doubtful: "not checked, because it depends on something that is wrong.",
    older: "the price was restarted after this position, and the data for it is no longer published.",
    undecided: "the receipt is older than the result. Download it again, or check the position by its id.",
    "own-key":
      "it fits the key in the file, but only the file itself says whose key that is. Compare it with the published ones.",
    "other-second": "the order did not enter at the end of the block in which it was opened.",
    "not-spanned": "an extra commitment was signed, or one of an hour unrelated to this position.",
    hole: "a commitment between this position and the signed head is missing.",
    "too-near": "the signed head is less than a day ahead, so not everything was committed to in time.",
    "other-start": "the stated start of the hour differs from the one signed when the position was opened.",
    "seed-withheld": "the hour is over, but its seed is not published.",
    overdue: "the position expired long ago, but it is not decided.",
    "not-lost": "cancelled although the price it was opened on is still there.",
    "not-kept":
      "a promise was not kept. The platform says that its price secret was lost, so the position has no result. A dishonest platform could claim the same after seeing the result.",
    "round-there":
      "closed because the beacon was gone, but the beacon has signed a round up to the expiry. The result can be computed.",
    gone: "closed because the beacon was gone. If its rounds come after all, this closing was wrong.",
    "not-listed": "closed early, but the platform does not list that its price ended.",
    late: "too late to judge. By the clock of the device that sent the request, the answer came when the next round was already due. A slow network or a wrong clock may be the reason.",
    "clock-behind":
      "nobody can tell. By the clock of the device that sent the request, the answer came before its own round was due, so that clock was behind.",
    "other-answer":
      "the answer’s signature differs from this receipt’s. Two different texts were signed for one request.",
    "other-block": "the position was not sold at the end of the block in which the sale was made.",
    "sold-late": "the position was sold in its last two blocks, where no sale is possible.",
  },

  alone: {
    title: "Check without us",
    says: "This page computes in your own browser, but it comes from us. The program does not need it. It is one file for Node.js that also works without a network. It shares no line with the platform, apart from a public library for the beacon’s signatures. If both agree, two independent programs agree.",
    program: "Download the program",
    command: "Then run, in the folder where you saved both:",
    copy: "Copy the command",
  },
};
