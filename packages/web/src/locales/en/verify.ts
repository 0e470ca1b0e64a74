/** The page where anyone may check a position. */
export const verify = {
  title: "Check a position",
  back: "Back to fairness",
  toFairness: "Fairness",
  lead: "Your browser works the whole position out again from what is published: seed, price, barrier, result. You see each step, and whether it is what was promised.",

  ask: {
    title: "Which position?",
    id: "Position id",
    idHint: "Open a position in your history: its receipt shows the id. The address of a receipt works too.",
    idInvalid: "Enter the id of a position, such as 01a0c45c-08a8-7000-8000-00d1f13cff88.",
    check: "Check",
    file: "Open a receipt file",
    fileHint: "Downloaded from a receipt. It can be dropped here too, and stays on your device.",
    drop: "Drop the receipt file to check it",
    another: "Check another position",
    signIn: "Sign in",
    visitor: "Your own positions need you to be signed in; a receipt file does not.",
    signedOut: {
      title: "Sign in to fetch this position",
      hint: "Only you, and the administrators, can see your positions. With the receipt as a file you can check it here without signing in.",
    },
  },

  fileProblems: {
    "too-large": "This file is too large to be a receipt.",
    "not-json": "This file cannot be read. A receipt file ends in .json.",
    "not-receipt": "This file is no receipt. Download it from the page of a position.",
    "liability-proof":
      "This file is a proof of liabilities, not a receipt. The program below checks it with --liabilities in place of --position.",
    unreadable: "Your browser could not read this file. Open it once more.",
  },

  problems: {
    "not-there": {
      title: "There is no such position",
      hint: "The id may be incomplete, or the position belongs to another account.",
    },
    "other-position": {
      title: "This is not the position you asked for",
      hint: "The platform answered with another position, or with somebody else’s. Nothing of it was checked. Keep a picture of this and tell the support.",
    },
    "signed-out": {
      title: "You are not signed in any more",
      hint: "Sign in to fetch the position, or open its receipt file.",
    },
    "no-answer": {
      title: "The platform did not answer",
      hint: "It is asked again by itself. With a receipt file much can be checked without a network.",
    },
    "no-worker": {
      title: "Your browser could not begin to compute",
      hint: "Reload the page. If that does not help, another browser or the program below does.",
    },
  },
  staleProblem: "It could not be checked again just now. Below is what was found before.",

  fetching: "Fetching what is published, and computing",

  verdict: {
    right: {
      title: "Everything checks",
      hint: "Your browser has worked it all out again, and it came to what was promised and paid.",
    },
    later: {
      title: "Right so far",
      hint: (moment: string) =>
        `What can be checked is right. The rest can be checked from ${moment}, when the seed is public.`,
      left: (left: string) => `${left} left. This page then checks by itself.`,
      leftHidden: "Time left",
    },
    missing: {
      title: "Not all can be checked",
      hint: "What can be checked is right, but some steps could not be taken. The list says why.",
    },
    wrong: {
      title: "Something is wrong",
      hint: "Keep the receipt as a file, check it with the program below, which shares nothing with this page, and tell the support. A signed receipt is evidence.",
    },
  },
  computed: (prices: string, seconds: string) => `${prices} prices computed again in ${seconds} s`,
  again: "Check again",
  download: "Download the receipt",
  downloadFailed: { title: "The receipt could not be put together", hint: "Try again in a moment." },
  openReceipt: "To the receipt",

  sources: {
    published: "Compared with what is published now.",
    "file-alone":
      "The platform was not reached: the file alone was checked, and the keys and commitments in it were taken as they are.",
    "other-site": (site: string) =>
      `This receipt says that it is from ${site}, not from here. The file alone was checked: compare the key in it with the one published there.`,
    unknownSite: "another place",
  },

  clockGap: (minutes: string) =>
    `Your device’s clock and the platform’s differ by about ${minutes} min. This check went by the platform’s. If yours is right, the platform is late with its prices, and may be holding back what is due: check again, and be wary if it stays so.`,

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
    resultPrice: "Result price",
    result: "Result",
    open: "Not known yet",
    none: "None",
  },

  steps: {
    title: "What was checked",
    epoch: (epoch: number) => `Hour ${epoch}`,
    values: "Show the values",
    value: "Value",
    expected: "Computed or promised",
    found: "Found",
    spoken: { right: "Right", wrong: "Wrong", later: "Later", missing: "Not checked" },
    open: (subject: string, words: string) => `${subject}: ${words}`,
    from: (moment: string) => `can be checked from ${moment}.`,
  },

  step: {
    signature: {
      subject: "Signature",
      right: "The promise is signed with a published key.",
      wrong: "The signature does not belong to this promise.",
    },
    promise: {
      subject: "Promise",
      right: "The position is what was signed when it was opened: amount, terms, barrier and times.",
      wrong: "The position is not what was signed when it was opened.",
    },
    chance: {
      subject: "Chance",
      right: "The chance to win follows from the published house edge.",
      wrong: "The chance to win does not follow from the published house edge.",
    },
    terms: {
      subject: "Terms",
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
      right: "The published commitments lead on from one another without a break.",
      wrong: "The chain of commitments is broken: one was changed, added or left out.",
    },
    head: {
      subject: "Head of the chain",
      right: "The head of the chain that the receipt was signed with is the published one.",
      wrong: "The head of the chain that the receipt was signed with is not the published one.",
    },
    start: {
      subject: "Start of the hour",
      right: "The hour began exactly where the one before it ended.",
      wrong: "The hour did not begin where the one before it ended.",
    },
    entry: {
      subject: "Entry price",
      right: "The entry price is the one that the seed gives for that second.",
      wrong: "The entry price is not the one that the seed gives for that second.",
    },
    exit: {
      subject: "Result price",
      right: "The price that decided is the one that the seed gives for the second of the expiry.",
      wrong: "The price that decided is not the one that the seed gives for the second of the expiry.",
    },
    result: {
      subject: "Result",
      right: "The result is what that price and the barrier come to.",
      wrong: "The result is not what that price and the barrier come to.",
    },
    money: {
      subject: "Money",
      right: "Profit and ledger entries are those of that result.",
      wrong: "Profit or ledger entries are not those of that result.",
    },
  },

  reasons: {
    unreadable: "missing from the receipt, or not readable.",
    unsigned: "this position was opened before promises were signed, or on the first day that they were.",
    withheld: "no signature is given, although promises were signed when this position was opened.",
    unpublished: "signed, but with a key that is not among the published ones.",
    "other-edge":
      "sold with another house edge, or by another rule, than the one published today. What was signed counts; the rest follows from it.",
    "no-data": "what it takes is not in the file and is not published here.",
    doubtful: "not checked, as it rests on something that is wrong.",
    older: "the price was started anew after this position, and what it takes is not published any more.",
    undecided: "the receipt is older than the result. Download it anew, or check the position by its id.",
    "own-key":
      "it fits the key in the file, but only the file itself says whose key that is. Compare it with the published ones.",
    "other-second": "the order was recorded at another moment than the second whose price it was given.",
    "not-spanned":
      "a commitment too many was signed, or one of an hour that this position has nothing to do with.",
    hole: "a commitment between this position and the head that was signed is not given.",
    "too-near": "the head that was signed is nearer than a day ahead, so not all was committed to in time.",
    "other-start": "the hour is said to have begun otherwise than was signed when the position was opened.",
    "seed-withheld": "the hour is over, but its seed is not published.",
    overdue: "the position has long been over, but it is not decided.",
    "not-lost": "called off although the price it was opened on is still there.",
  },

  alone: {
    title: "Check without us",
    body: "This page computes in your own browser, but the page comes from us. The program does not need it: one file that shares no line with the platform, for Node.js, also without a network. If both agree, nobody has to be trusted.",
    download: "Download the program",
    command: "Then run, where you saved both:",
    copy: "Copy the command",
  },
};

export const honesty = {
  title: "Promised and real",
  lead: "How often positions have really won, of all that were ever settled here, beside the chance they were sold with.",
  shared:
    "Positions that run at the same time share one price and win or lose together. So the grey range counts whole hours, and is wider than if each stood alone.",
  settled: (positions: string, won: string, _counts: { positions: number; won: number }) =>
    `${positions} settled, ${won} won`,
  none: "None settled yet",
  promised: "Promised",
  realised: "Real",
  band: (from: string, to: string) => `In 99 of 100 cases luck alone leaves it between ${from} and ${to}.`,
  within: "Within that range",
  outside: "Outside that range",
  tooFew: (hours: string) => `Too few hours yet (${hours}) to say how far luck alone may carry it.`,
  plot: (promised: string, realised: string) => `Promised ${promised}, real ${realised}`,
  asOf: (clock: string) => `As of ${clock}`,
};

export const alone = {
  title: "Check without us",
  body: "These pages compute everything in your browser, but the pages come from us. This one file does it without them: it shares no line with the platform, needs nothing but Node.js, and can be read from top to bottom.",
  download: "Download the program",
  commands: "Then, where you saved it:",
  of: {
    epoch: "The hour that ended last: seed, prices, what follows",
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
    statistics: "Honesty statistics (JSON)",
  },
};

export const watch = {
  label: "Commitments",
  swapped: "The published commitments are no longer those that this browser has seen.",
  swappedHint:
    "Someone has changed what was promised, or this site is not the one it was. Do not open positions before this is explained. Keep both codes: they are evidence.",
  restarted: "The price was started anew.",
  restartedHint:
    "The secret behind it was lost or had to be replaced, so positions that were open have been refunded. The new list of commitments leads on from the one that this browser has seen.",
  unproven:
    "The price was started anew, and this browser cannot tell whether the new commitments lead on from those it has seen.",
  unprovenHint:
    "That happens when more had been committed to since your last visit. Compare the earlier code with somebody who was here later, or ask the support.",
  behind: "The published commitments reach less far than those that this browser has seen.",
  behindHint:
    "Something that was promised is not shown any more, or this server shows an old state. Do not open positions before this is explained. Keep both codes: they are evidence.",
  stalled:
    "The published commitments could not be compared with those that this browser has seen for over an hour.",
  stalledHint:
    "What lies between them was not to be had. Ask the support, and compare the earlier code with somebody who has been here meanwhile.",
  seen: (epoch: number) => `Seen earlier, after hour ${epoch}`,
  now: (epoch: number) => `Published now, after hour ${epoch}`,
  acknowledge: "I have noted this",
  details: "How it can be checked",
};
