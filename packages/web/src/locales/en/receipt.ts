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
    soldAt: "Sold back",
    expiry: "Expiry",
    sold: (proceeds: string, price: string) =>
      `You sold this position back for ${proceeds}, at the price of ${price}.`,
    soldByUser: (proceeds: string, price: string) =>
      `The user sold this position back for ${proceeds}, at the price of ${price}.`,
    soldFrom: (value: string, chance: string, fee: string) =>
      `Its chance to win was ${chance}, so it was worth ${value} USDMS. The sell-back fee was ${fee} USDMS.`,
    refund: (amount: string) => `Your stake of ${amount} USDMS was refunded.`,
    refundToUser: (amount: string) => `The stake of ${amount} USDMS was refunded.`,
    closedAt: (price: string, moment: string, chance: string) =>
      `The price was ${price} on ${moment}. The chance to win at that moment was ${chance}.`,
    closed: (value: string) =>
      `You received ${value} USDMS, the value of the position at the last known price.`,
    closedOfUser: (value: string) =>
      `The user received ${value} USDMS, the value of the position at the last known price.`,
    reasons: {
      beacon:
        "The price series was ended because its beacon was gone or replaced. No result could be computed, so the position was closed early.",
      secret:
        "We lost the secret of the price series. No result could be computed, so the position was closed early and a promise was not kept.",
    },
    wouldWin: (price: string) => `Would win now, at ${price}`,
    notYet: (price: string) => `Would lose now, at ${price}`,
  },

  chart: {
    title: "From entry to expiry",
    titleSold: "From entry to sell-back",
    sale: "Sell-back",
    expiry: "Expiry",
    summary: (entry: string, expiry: string, first: string, last: string, low: string, high: string) =>
      `From ${entry} to ${expiry} the price went from ${first} to ${last} (lowest ${low}, highest ${high}).`,
    summaryOpen: (entry: string, expiry: string, first: string, last: string, low: string, high: string) =>
      `Since ${entry} the price has gone from ${first} to ${last} (lowest ${low}, highest ${high}). The position is settled at ${expiry}.`,
    loading: "Loading the prices",
    failed: { title: "Couldn’t load the prices", hint: "The terms and the result do not depend on them." },
    gone: {
      title: "These prices are no longer available",
      hint: "The price series was restarted after this position. Its terms and its ledger entries stay on record.",
    },
  },

  closeUp: {
    entry: "Around the entry",
    expiry: "Around the expiry",
    sale: "Around the sell-back",
    before: (seconds: number) => `−${seconds} s`,
    after: (seconds: number) => `+${seconds} s`,
    later: (clock: string) => `Drawn when the position is settled, at ${clock}.`,
    table: "These ticks as a table",
    tick: "Tick",
    time: "Time",
    price: "Price",
    entryTick: "entry",
    expiryTick: "expiry",
    saleTick: "sell-back",
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
    amount: "Stake",
    multiplier: "Multiplier",
    chance: "Chance to win",
    entryPrice: "Entry price",
    barrier: "Barrier",
    resultPrice: "Result price",
    soldPrice: "Sell-back price",
    soldTick: "Sell-back tick",
    maxProfit: "Max profit",
    entryTick: "Entry tick",
    round: "Beacon round",
    expiryTick: "Expiry tick",
    open: "Not known yet",
    none: "None",
  },

  barrier: {
    title: "How the barrier was computed",
    intro:
      "All numbers are whole multiples of 0.00000001, so every machine gets the same digits. Compute it yourself:",
    direction: "On this site, the barrier is 0.001 from the entry price.",
    entry: "Entry price P",
    mean: "Mean M",
    distance: "Distance D = P − M",
    pull: "Pull",
    scale: "Pull scale",
    pulled: "After mean reversion E = D × pull ÷ scale",
    reach: "Reach",
    exact: { buy: "M + E + reach", sell: "M + E − reach" },
    rounded: {
      buy: (grid: string) => `Up to a multiple of ${grid}`,
      sell: (grid: string) => `Down to a multiple of ${grid}`,
    },
    result: (unit: string) => `Divided by ${unit}`,
    same: "Your browser has just recomputed it: it is the same as stored with the position.",
    different: (recomputed: string) =>
      `Your browser computed ${recomputed}, which is not the stored value. Contact support.`,
    unknown: "This page does not know the formula of this barrier, so it could not check it.",
  },

  commitments: {
    title: "Commitments",
    intro:
      "The prices of each hour follow from a secret seed and the beacon’s rounds. The commitment to the seed was published before the position was opened, so the seed cannot be changed.",
    epoch: (epoch: string) => `Hour ${epoch}`,
    copy: (epoch: string) => `Copy the commitment of hour ${epoch}`,
    reveals: (moment: string) => `The seed is published when the hour ends, on ${moment}.`,
    revealed: (moment: string) => `The seed has been public since ${moment}.`,
    raw: "Raw data",
    epochs: "Seeds and commitments (JSON)",
    prices: "Prices of this position (JSON)",
    gone: "The price series was restarted after this position, so its raw data is no longer available.",
  },

  promise: {
    title: "Signed promise",
    intro:
      "Signed when the position was opened. With the data below, you can prove to anyone what was promised to you.",
    text: "Signed text",
    copyText: "Copy the signed text",
    signature: "Signature (Ed25519)",
    copySignature: "Copy the signature",
    path: "Path to the signed root",
    pathIntro:
      "One signature covers all promises made at the same moment. These hashes lead from this text to the signed root.",
    pathEmpty: "No other promise was made at the same moment, so the signed root is the hash of this text.",
    copyPath: "Copy the path",
    key: "Public key",
    copyKey: "Copy the public key",
    compareKey: "Compare it with the key on the fairness page",
    received: {
      title: "When the answer arrived",
      right: (moment: string) =>
        `On ${moment} by this device’s clock, before the next round of the beacon was due, so nothing was backdated.`,
      late: (moment: string) =>
        `On ${moment} by this device’s clock, when the next round of the beacon was already due. That is too late to judge whether anything was backdated. A slow network or a wrong clock may be the reason.`,
      "clock-behind": (moment: string) =>
        `On ${moment} by this device’s clock, before its round of the beacon was due. That clock was behind, so it does not show whether anything was backdated.`,
      other:
        "The answer’s signature differs from this receipt’s. Check this position, keep the receipt, and contact support.",
      none: "Not recorded: this browser has no record of the answer. It keeps records only until you sign out.",
      kept: "This browser keeps the record until you sign out. A downloaded receipt keeps it permanently.",
    },
  },

  sale: {
    title: "Signed sell-back",
    intro:
      "Signed when the position was sold back. With this text and its signature, you can prove to anyone at which price and for how much you sold it back.",
  },

  entries: {
    title: "Ledger entries",
    intro: "Every transaction sums to zero: what leaves one account arrives in another.",
    lost: "The position lost, so nothing was paid back. Your stake was taken when you opened it.",
    lostByUser:
      "The position lost, so nothing was paid back. The user’s stake was taken when the position was opened.",
    kind: "Movement",
    account: "Account",
    amount: "Amount",
    balance: "Balance after",
    time: "Time",
    transaction: "Transaction",
    accounts: { yours: "Your balance", theirs: "The user’s balance", "house:trading": "Platform account" },
    kinds: {
      position_opened: "Position opened",
      position_won: "Position won",
      position_sold: "Position sold back",
      position_refunded: "Position closed early",
    },
    noBalance: "No running balance",
  },

  notThere: {
    title: "Position not found",
    hint: "The address may be incomplete, or the position belongs to another account.",
    toDashboard: "Open the dashboard",
  },
  archived: {
    title: "This month is archived",
    hint: "Your balance and your account statement still include its positions, and you can still check a receipt that you saved.",
  },
  failed: "Couldn’t load the receipt",
};

/** The meaning of each field term, in one short sentence. */
export const terms = {
  value:
    "The payout if the position wins, times its chance to win at the shown price. If you sell back, you get this value less the fee, at the price at the end of the execution window.",
  barrier: "The price that must be reached or passed at expiry for the position to win.",
  chance: "The share of such positions that win in the long run, calculated from the way the price moves.",
  houseEdge: "The part of each stake that we keep on average, over many positions.",
  multiplier: "The profit of a win is the stake times this figure. The stake is returned as well.",
  entry: "The price at which your order was executed, at the end of its execution window of a few seconds.",
  exit: "The price at expiry, which decided the position.",
  maxProfit: "The amount that a win adds to your balance on top of your stake.",
  commitment:
    "The fingerprint of an hour’s seed, published before the prices, so that they cannot be changed.",
  seed: "The secret number that, with the beacon’s rounds, gives all prices of this hour.",
  termsHash: "The fingerprint of the terms that positions get in this hour, fixed a day ahead.",
  head: "One code for the whole list of commitments and terms up to this hour.",
  startState: "The price just before this hour, in steps of 0.00000001.",
  firstTick: "The first second of this hour, counted from 1970.",
  usdms: "The unit of your balance here: 1 USDMS is worth 1 US dollar.",
  trc20: "The kind of USDT that runs on the TRON network; its addresses start with T.",
  fee: "The part of a withdrawal that we keep.",
  net: "The amount that arrives at your address, after the fee.",
  withdrawalCode:
    "5 digits that you choose once and that only you know. If you have forgotten them, contact support.",
  pending: "Created, and waiting to be processed.",
  confirming: "The payment was detected, and the network is confirming it.",
  confirmed: "The payment arrived, and the amount was credited to your balance.",
  processing: "Approved, and the payout is on its way.",
  completed: "The payout was sent.",
  failed: "It did not go through, and your balance is the same as before.",
};
