export const receipt = {
  title: "Receipt",
  back: "Back to the dashboard",
  loading: "Loading the receipt",
  id: "Position",
  copyId: "Copy the position’s id",
  verify: "Check this position",
  download: "Download the receipt",
  downloadFailed: { title: "Couldn’t create the receipt", hint: "Try again in a moment." },

  head: {
    result: "Result",
    ifWon: "If it wins",
    otherwise: "Otherwise",
    opened: "Opened",
    soldAt: "Sold",
    expiry: "Expiry",
    sold: (proceeds: string, price: string) =>
      `You sold this position for ${proceeds}, at the price of ${price}.`,
    soldByUser: (proceeds: string, price: string) =>
      `The user sold this position for ${proceeds}, at the price of ${price}.`,
    soldFrom: (value: string, chance: string, fee: string) =>
      `Its chance to win was ${chance}, which made it worth ${value} USDMS. The fee was ${fee} USDMS.`,
    refund: (amount: string) => `Your amount of ${amount} USDMS was returned.`,
    refundToUser: (amount: string) => `The amount of ${amount} USDMS was returned.`,
    closedAt: (price: string, moment: string, chance: string) =>
      `The price was ${price} on ${moment}. From there it had a chance of ${chance} to win.`,
    closed: (value: string) => `You got ${value} USDMS, its value at the last known price.`,
    closedOfUser: (value: string) => `The user got ${value} USDMS, its value at the last known price.`,
    reasons: {
      beacon:
        "The price of this position ended because its beacon was gone or replaced. No result could be computed, so the position was closed early.",
      secret:
        "The platform lost the secret behind the price, so no result could be computed, and a promise was not kept. The position was closed early.",
    },
    wouldWin: (price: string) => `Would win now, at ${price}`,
    notYet: (price: string) => `Not yet, at ${price}`,
  },

  chart: {
    title: "From entry to expiry",
    titleSold: "From entry to sale",
    sale: "Sale",
    expiry: "Expiry",
    summary: (entry: string, expiry: string, first: string, last: string, low: string, high: string) =>
      `From ${entry} to ${expiry} the price went from ${first} to ${last}, between ${low} and ${high}.`,
    summaryOpen: (entry: string, expiry: string, first: string, last: string, low: string, high: string) =>
      `Since ${entry} the price has gone from ${first} to ${last}, between ${low} and ${high}. The position is decided at ${expiry}.`,
    loading: "Loading the prices",
    failed: { title: "Couldn’t load the prices", hint: "The terms and the result do not depend on them." },
    gone: {
      title: "These prices are no longer available",
      hint: "The price was restarted after this position. Its terms and its ledger entries stay on record.",
    },
  },

  closeUp: {
    entry: "Around the entry",
    expiry: "Around the expiry",
    sale: "Around the sale",
    before: (seconds: number) => `−${seconds} s`,
    after: (seconds: number) => `+${seconds} s`,
    later: (clock: string) => `Drawn when the position is decided, at ${clock}.`,
    table: "These ticks as a table",
    tick: "Tick",
    time: "Time",
    price: "Price",
    entryTick: "entry",
    expiryTick: "expiry",
    saleTick: "sale",
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
        `At ${clock} the price was ${result}: exactly the barrier, which is enough to win.`,
    },
    decidedAt: (clock: string) => `The price at ${clock} decides.`,
    amount: "Amount",
    multiplier: "Multiplier",
    chance: "Chance to win",
    entryPrice: "Entry price",
    barrier: "Barrier",
    resultPrice: "Result price",
    soldPrice: "Price of the sale",
    soldTick: "Tick of the sale",
    maxProfit: "Max profit",
    entryTick: "Entry tick",
    round: "Round of the beacon",
    expiryTick: "Expiry tick",
    open: "Not known yet",
    none: "None",
  },

  barrier: {
    title: "How the barrier was computed",
    intro:
      "All numbers are whole, in steps of 0.00000001, so that every machine gets the same digits. Compute it yourself:",
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
    same: "Your browser has just computed it again: it is the same as stored with the position.",
    different: (recomputed: string) =>
      `Your browser computed ${recomputed}, which is not the stored value. Please contact support.`,
    unknown: "This page does not know the formula of this barrier, so it could not check it.",
  },

  commitments: {
    title: "Commitments",
    intro:
      "Each hour of prices comes from a secret seed and the beacon’s rounds. The commitment to the seed was public before the position was opened, so neither can be changed.",
    epoch: (epoch: string) => `Hour ${epoch}`,
    copy: (epoch: string) => `Copy the commitment of hour ${epoch}`,
    reveals: (moment: string) => `The seed is revealed when the hour ends, on ${moment}.`,
    revealed: (moment: string) => `The seed has been public since ${moment}.`,
    raw: "Raw data",
    epochs: "Seeds and commitments (JSON)",
    prices: "Prices of this position (JSON)",
    gone: "The price was restarted after this position, so its raw data is no longer available.",
  },

  promise: {
    title: "Signed promise",
    intro:
      "Signed when the position was opened. With what is shown here you can prove to anyone what was promised to you, whatever is said later.",
    text: "Signed text",
    copyText: "Copy the signed text",
    signature: "Signature (Ed25519)",
    copySignature: "Copy the signature",
    path: "Path to the signed root",
    pathIntro:
      "One signature covers all promises that were made at the same moment. These hashes lead from this text to the root that is signed.",
    pathEmpty:
      "No other promise was made at the same moment, so the root that is signed is the hash of this text.",
    copyPath: "Copy the path",
    key: "Public key",
    copyKey: "Copy the public key",
    compareKey: "Compare it with the key on the fairness page",
    received: {
      title: "When the answer came",
      right: (moment: string) =>
        `On ${moment} by this device’s clock, before the next round of the beacon was due, so nothing was backdated.`,
      late: (moment: string) =>
        `On ${moment} by this device’s clock, when the next round of the beacon was already due. That is too late to judge whether anything was backdated. A slow network or a wrong clock may be the reason.`,
      "clock-behind": (moment: string) =>
        `On ${moment} by this device’s clock, before its round of the beacon was due. That clock was behind, so nobody can tell whether anything was backdated.`,
      other:
        "The answer’s signature differs from this receipt’s. Check this position, keep both, and contact support.",
      none: "Not recorded: this browser has no record of the answer. It keeps records only until you sign out.",
      kept: "This browser keeps the record until you sign out. The downloaded receipt has it for good.",
    },
  },

  sale: {
    title: "Signed sale",
    intro:
      "Signed when the position was sold. With this text and its signature you can prove to anyone at which price and for how much you sold, whatever is said later.",
  },

  entries: {
    title: "Ledger entries",
    intro: "Every transaction sums to zero: what leaves one account arrives in another.",
    lost: "A lost position moves no more money: the amount left your balance when it was opened.",
    lostByUser: "A lost position moves no more money: the amount left the user’s balance when it was opened.",
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
      position_sold: "Position sold",
      position_refunded: "Position closed early",
    },
    noBalance: "No running balance",
  },

  notThere: {
    title: "Position not found",
    hint: "The address may be incomplete, or the position belongs to another account.",
    toDashboard: "To the dashboard",
  },
  archived: {
    title: "This month is archived",
    hint: "Your balance and your statement still count its positions. A receipt that you have saved can still be checked.",
  },
  failed: "Couldn’t load the receipt",
};

/** The meaning of each field term, in one short sentence. */
export const terms = {
  value:
    "The payout if the position wins, times its chance to win at the shown price. A sale pays this, less its fee, at the price of the last second of the block in which you sell.",
  barrier: "The price that must be reached or passed in the last second for the position to win.",
  chance: "How often such a position wins, calculated from the way the price moves.",
  houseEdge: "The part of each stake that the platform keeps on average, over many positions.",
  multiplier: "A win pays the amount times this figure, and returns the amount.",
  entry: "The price at the end of the block of a few seconds in which the position was opened.",
  exit: "The price of the second in which the position was decided.",
  maxProfit: "The amount that a win adds to your balance, beyond the amount you put in.",
  commitment:
    "The fingerprint of an hour’s seed, published before its prices are, so that they cannot be changed.",
  seed: "The secret number that, with the beacon’s rounds, gives all prices of this hour.",
  termsHash: "The fingerprint of the terms that positions get in this hour, fixed a day ahead.",
  head: "One code for the whole list of commitments and terms up to this hour.",
  startState: "The price just before this hour, in steps of 0.00000001.",
  firstTick: "The first second of this hour, counted from 1970.",
  usdms: "The unit of your balance here: 1 USDMS is worth 1 US dollar.",
  trc20: "The kind of USDT that runs on the TRON network; its addresses begin with T.",
  fee: "The part of a withdrawal that the platform keeps.",
  net: "The amount that arrives at your address, after the fee.",
  withdrawalCode:
    "5 digits that you choose once and that only you know. If you have forgotten them, contact support.",
  pending: "It was created and is waiting for its next step.",
  confirming: "The payment was detected, and the network is confirming it.",
  confirmed: "The payment arrived, and the amount is in your balance.",
  processing: "It was approved, and the payment is on its way.",
  completed: "The payment was sent.",
  failed: "It did not go through, and your balance is as it was before.",
};
