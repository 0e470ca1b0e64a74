export const receipt = {
  title: "Receipt",
  back: "Back to the dashboard",
  loading: "Loading the receipt",
  id: "Position",
  copyId: "Copy the position’s id",
  verify: "Check this position",
  download: "Download the receipt",
  downloadFailed: { title: "The receipt could not be put together", hint: "Try again in a moment." },

  head: {
    result: "Result",
    ifWon: "If it wins",
    otherwise: "Otherwise",
    opened: "Opened",
    expiry: "Expiry",
    refund: (amount: string) => `Your amount of ${amount} USDMS was returned.`,
    refundToUser: (amount: string) => `The amount of ${amount} USDMS was returned.`,
    reasons: {
      price_lost:
        "The secret behind the price was lost on the platform’s side, so no result could be worked out. The position was called off.",
    },
    wouldWin: (price: string) => `Would win now, at ${price}`,
    notYet: (price: string) => `Not yet, at ${price}`,
  },

  chart: {
    title: "From entry to expiry",
    expiry: "Expiry",
    summary: (entry: string, expiry: string, first: string, last: string, low: string, high: string) =>
      `From ${entry} to ${expiry} the price went from ${first} to ${last}, between ${low} and ${high}.`,
    summaryOpen: (entry: string, expiry: string, first: string, last: string, low: string, high: string) =>
      `Since ${entry} the price has gone from ${first} to ${last}, between ${low} and ${high}. The position is decided at ${expiry}.`,
    loading: "Loading the prices",
    failed: { title: "The prices did not load", hint: "The terms and the result do not depend on it." },
    gone: {
      title: "These prices are not served any more",
      hint: "The price began anew after this position. Its terms and its ledger entries stay on record.",
    },
  },

  closeUp: {
    entry: "Around the entry",
    expiry: "Around the expiry",
    before: (seconds: number) => `−${seconds} s`,
    after: (seconds: number) => `+${seconds} s`,
    later: (clock: string) => `Drawn when the position is decided, at ${clock}.`,
    table: "These ticks as a table",
    tick: "Tick",
    time: "Time",
    price: "Price",
    entryTick: "entry",
    expiryTick: "expiry",
  },

  terms: {
    title: "Terms",
    rule: {
      buy: (barrier: string) => `A buy wins at ${barrier} or above.`,
      sell: (barrier: string) => `A sell wins at ${barrier} or below.`,
    },
    reason: {
      above: (clock: string, result: string, distance: string) =>
        `At ${clock} the price was ${result}: ${distance} above the barrier.`,
      below: (clock: string, result: string, distance: string) =>
        `At ${clock} the price was ${result}: ${distance} below the barrier.`,
      at: (clock: string, result: string) =>
        `At ${clock} the price was ${result}: the barrier itself, and reaching it wins.`,
    },
    decidedAt: (clock: string) => `The price at ${clock} decides.`,
    amount: "Amount",
    multiplier: "Multiplier",
    chance: "Chance to win",
    entryPrice: "Entry price",
    barrier: "Barrier",
    resultPrice: "Result price",
    maxProfit: "Max profit",
    entryTick: "Entry tick",
    expiryTick: "Expiry tick",
    open: "Not known yet",
    none: "None",
  },

  barrier: {
    title: "How the barrier was made",
    intro:
      "Whole numbers in steps of 0.00000001, so that every machine gets the same digits. Work it out yourself:",
    direction: "In this installation the barrier lies one step of the price from the entry.",
    entry: "Entry price P",
    mean: "Mean M",
    distance: "Distance D = P − M",
    pull: "Pull",
    scale: "Pull scale",
    pulled: "Kept of it: D × pull ÷ scale",
    reach: "Reach",
    exact: { buy: "M + kept + reach", sell: "M + kept − reach" },
    rounded: {
      buy: (grid: string) => `Up to a multiple of ${grid}`,
      sell: (grid: string) => `Down to a multiple of ${grid}`,
    },
    result: (unit: string) => `Divided by ${unit}`,
    same: "Worked out again in your browser just now: the same as stored with the position.",
    different: (recomputed: string) =>
      `Worked out again in your browser it comes to ${recomputed}, which is not what is stored. Please tell the support.`,
    unknown: "This page does not know the formula that this barrier was made with, so it could not check it.",
  },

  commitments: {
    title: "Commitments",
    intro:
      "Each hour of prices comes from a secret seed. Its commitment was public before the position was opened, so neither can be changed.",
    epoch: (epoch: string) => `Hour ${epoch}`,
    copy: (epoch: string) => `Copy the commitment of hour ${epoch}`,
    reveals: (moment: string) => `The seed is revealed when the hour ends, on ${moment}.`,
    revealed: (moment: string) => `The seed has been public since ${moment}.`,
    raw: "Raw data",
    epochs: "Seeds and commitments (JSON)",
    prices: "Prices of this position (JSON)",
    gone: "The price began anew after this position, so its raw data is not served any more.",
  },

  promise: {
    title: "Signed promise",
    intro:
      "Signed when the position was opened. With this text and its signature you can prove to anyone what was promised to you, whatever is said later.",
    text: "Signed text",
    copyText: "Copy the signed text",
    signature: "Signature (Ed25519)",
    copySignature: "Copy the signature",
    key: "Public key",
    copyKey: "Copy the public key",
    compareKey: "Compare it with the key on the fairness page",
    unsigned:
      "No signature is on record: positions opened before promises were signed have none. The commitments and ledger entries can be checked all the same.",
  },

  entries: {
    title: "Ledger entries",
    intro: "Every transaction sums to zero: what leaves one account arrives in another.",
    lost: "A lost position moves nothing more: the amount left your balance when it was opened.",
    lostByUser: "A lost position moves nothing more: the amount left the user’s balance when it was opened.",
    kind: "Movement",
    account: "Account",
    amount: "Amount",
    balance: "Balance after",
    time: "Time",
    transaction: "Transaction",
    accounts: { yours: "Your balance", theirs: "The user’s balance", "house:trading": "House trading" },
    kinds: {
      position_opened: "Position opened",
      position_won: "Position won",
      position_refunded: "Position refunded",
    },
    noBalance: "No running balance",
  },

  notThere: {
    title: "There is no such position",
    hint: "The address may be incomplete, or the position belongs to another account.",
    toDashboard: "To the dashboard",
  },
  failed: { title: "The receipt did not load", hint: "Nothing is lost. Try again in a moment." },
};

/** What the words of the field mean, in one short sentence each. */
export const terms = {
  barrier: "The price that must be reached or passed in the last second for the position to win.",
  chance: "How often such a position wins, calculated from the way the price moves.",
  houseEdge: "The part of each stake that the platform keeps on average, over many positions.",
  multiplier: "A win pays the amount times this figure, and gives the amount back.",
  entry: "The price of the second in which the position was opened.",
  exit: "The price of the second in which the position was decided.",
  maxProfit: "What a win adds to your balance, beyond the amount you put in.",
  commitment:
    "The fingerprint of an hour’s seed, published before its prices are, so that they cannot be changed.",
  seed: "The secret number that all prices of this hour come from.",
  head: "One code for the whole list of commitments up to this hour.",
  startState: "The price just before this hour, in steps of 0.00000001.",
  firstTick: "The first second of this hour, counted from 1970.",
  usdms: "The unit of your balance here: 1 USDMS is worth 1 US dollar.",
  trc20: "The kind of USDT that runs on the TRON network; its addresses begin with T.",
  fee: "What the platform keeps of a withdrawal.",
  net: "What arrives at your address, after the fee.",
  withdrawalCode: "5 digits that you choose once, in your profile, and that only you know.",
  pending: "It is created, and waiting for its next step.",
  confirming: "The payment was seen, and the network is confirming it.",
  confirmed: "The payment arrived, and the amount is on your balance.",
  processing: "It was approved, and the payment is on its way.",
  completed: "The payment was sent to your address.",
  failed: "It came to nothing, and your balance is as it was before.",
};
