import { plural } from "@veritick/contract/plural.ts";

const trade = {
  pair: "USDMS/USD",
  unit: "USDMS",
  side: { buy: "Buy", sell: "Sell" },
  badge: { buy: "BUY", sell: "SELL" },
  desk: { label: "Account in use", account: "Account", practice: "Practice" },
  minutesShort: (count: number) => `${count} min`,
  amount: (money: string) => `${money} USDMS`,

  price: {
    now: "Price now",
    change: "Change since the last price",
    gauge: "Price on the scale from 140 to 170",
    window: "Time shown",
    windowMinutes: (count: number) => (count < 60 ? `${count} min` : `${count / 60} h`),
    backToNow: "Back to now",
    move: "Move the chart (arrow keys, + and −)",
    zoomIn: "Show less time",
    zoomOut: "Show more time",
    chart: "Chart of the price",
    summary: (since: string, until: string, from: string, to: string, low: string, high: string) =>
      `The price went from ${from} (${since}) to ${to} (${until}). Lowest ${low}, highest ${high}.`,
    summaryPositions: (count: number) =>
      count === 0
        ? "You have no open position."
        : plural.en(
            count,
            "Your open position is marked on the chart.",
            `Your ${count} open positions are marked on the chart.`,
          ),
    noHistory: "Past prices are not available yet.",
    read: "Read prices",
    readHint: "Press the left or right arrow key to read prices",
    reading: (clock: string, price: string) => `${clock}: ${price}`,
    readNothing: (clock: string) => `${clock}: no price`,
    readCandle: (since: string, until: string, open: string, high: string, low: string, close: string) =>
      `${since} to ${until}: open ${open}, high ${high}, low ${low}, close ${close}`,
    candle: (open: string, high: string, low: string, close: string) =>
      `O ${open} H ${high} L ${low} C ${close}`,
    showTable: "Show prices as a table",
    table: "Prices",
    columns: { time: "Time", open: "Open", high: "High", low: "Low", close: "Close" },
  },

  live: {
    connecting: "Connecting",
    live: "Live",
    held: "Price delayed",
    stale: "Price out of date",
    reconnecting: "Reconnecting",
    lost: "Not connected",
    staleText: "No new price is arriving. You cannot open a position until one does.",
    reconnectingText: "Reconnecting. The price is out of date, so you cannot open a position.",
    lostText: "The live connection is lost. The price is out of date, so you cannot open a position.",
    age: (seconds: number) =>
      `Last price: ${seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`} ago.`,
    tryAgain: "Try again",
  },

  ticket: {
    title: { buy: "Buy USDMS/USD", sell: "Sell USDMS/USD" },
    dock: "New position",
    keep: "Keep beside the chart",
    amount: "Amount",
    available: (money: string) => `Available: ${money} USDMS`,
    quick: { "10": "10", "50": "50", quarter: "25%", max: "Max" },
    quickLabel: {
      "10": "10 USDMS",
      "50": "50 USDMS",
      quarter: "25%, a quarter of the balance",
      max: "Max, the whole balance",
    },
    quickGroup: "Quick amounts",
    again: "Repeat",
    againLabel: (order: string, minutes: string) => `Repeat: fill in the last order (${order}, ${minutes})`,
    keys: "Keyboard shortcuts",
    duration: "Duration",
    condition: "You win if",
    conditionAt: (clock: string) => `at ${clock} the price is`,
    orAbove: "or above",
    orBelow: "or below",
    chance: "Chance to win",
    inHundred: (count: string) => `${count} in 100`,
    profit: "Potential profit",
    loss: "Otherwise you lose",
    fixed: {
      before: "The ",
      entry: "entry price",
      and: " and the ",
      barrier: "barrier",
      after: " are fixed at that moment.",
      second: "Order now: executed at",
    },
    houseEdge: "House edge",
    edgeMeans: (back: string) => `On average, we pay back ${back} of every 100 USDMS staked.`,
    checkIt: "How to check this",
    directionEdge: "On this site, the barrier is 0.001 from the entry price.",
    confirmPlain: { buy: "Buy", sell: "Sell" },
    confirm: {
      buy: (money: string) => `Buy for ${money} USDMS`,
      sell: (money: string) => `Sell for ${money} USDMS`,
    },
    confirming: "Opening…",
    confirmingLonger: "Waiting for the entry price…",
    confirmWaiting: "Waiting for a live price",
    confirmHeld: "Price delayed",
    confirmOffline: "You are offline",
    confirmMaintenance: "Maintenance: no new positions",
    confirmAsked: "Checking this order…",
    confirmLocked: "Trading is locked",
    termsFailed: {
      title: "Couldn’t load the terms",
      hint: "You need them to open a position. Try again in a moment.",
    },
    emptyBalance: "Your balance is empty. Deposit USDT, or practise first.",
    practise: "Practise",
    amountInvalid: "Please enter a valid amount",
    amountUnreadable: "This amount cannot be read. Please enter a valid amount",
    amountDecimals: "Enter an amount with at most two decimals, such as 15.50",
    balanceInsufficientTitle: "Insufficient balance",
    balanceInsufficient: "You don't have enough funds",
    failed: "Cannot create position",
    nothing: "Nothing was opened.",
    unanswered: {
      title: "No answer yet",
      open: (clock: string) =>
        `Your order can still be executed until ${clock}. We will then check whether it was.`,
      over: "Your order can no longer be executed. We are checking whether it was.",
      opened: "Your position was opened. It is listed with your positions.",
      notOpened: {
        title: (order: string) => `Not executed: ${order}`,
        body: "Your order arrived too late. It was not executed and cost nothing. You can send it again.",
      },
    },
    opened: {
      buy: "Buy position opened",
      sell: "Sell position opened",
    },
    openedText: (entry: string, barrier: string, clock: string) =>
      `Entry ${entry}, barrier ${barrier}, expiry at ${clock}.`,
  },

  positions: {
    title: (count: number) => `Active positions (${count})`,
    titleLoading: "Active positions",
    loading: "Loading your positions",
    failed: "Couldn’t load your positions",
    empty: "No active positions",
    emptyHint: "Choose Buy or Sell. Your positions appear here until they are settled or sold back.",
    staked: (money: string) => `Open stakes ${money} USDMS`,
    best: (money: string) => `At best ${money}`,
    worst: (money: string) => `At worst ${money}`,
    entry: "Entry",
    barrier: "Barrier",
    amount: "Amount",
    maxProfit: "Max profit",
    chance: "Chance to win",
    value: "Value now",
    saleFee: "Sell-back fee",
    timeLeft: "Time left",
    expired: "Expired, settling…",
    awaited: "Expired, waiting for the price",
    winning: "Would win now",
    notYet: "Would lose now",
    details: (position: string) => `Details of ${position}`,
    toGo: (price: string) => `${price} to go`,
    beyond: (price: string) => `${price} beyond`,
    short: (price: string) => `${price} short`,
    soldFor: (money: string) => `for ${money}`,
    dismiss: "Dismiss the result",
    receipt: "Receipt",
  },

  tone: "Sound and vibration for results",

  result: {
    won: "Position won",
    lost: "Position lost",
    sold: "Position sold back",
    refunded: "Position closed early",
    several: (won: number, lost: number, sold: number, refunded: number) =>
      [
        won > 0 && `${won} won`,
        lost > 0 && `${lost} lost`,
        sold > 0 && `${sold} sold back`,
        refunded > 0 && `${refunded} closed early`,
      ]
        .filter(Boolean)
        .join(", "),
  },
};

const wallet = {
  balance: "Balance",
  usd: (amount: string) => `≈ $${amount}`,
  deposit: "Deposit",
  withdraw: "Withdraw",
  depositStatus: {
    pending: "Pending",
    confirming: "Confirming",
    confirmed: "Confirmed",
    failed: "Failed",
  },
  withdrawalStatus: {
    pending: "Pending",
    processing: "Processing",
    completed: "Completed",
    failed: "Failed",
  },
  cancelled: "Cancelled",
  beingChecked: "Under review",
  partArrived: (came: string, asked: string) => `${came} of ${asked} arrived`,
};

const history = {
  title: "History",
  trades: "Trades",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  buy: "BUY",
  sell: "SELL",
  status: { won: "Won", lost: "Lost", sold: "Sold back", refunded: "Closed early", active: "Active" },
  minutes: (count: number) => `${count}\u00a0min`,
  result: (entry: string, result: string) => `${entry} → ${result}`,
  barrier: (price: string) => `barrier ${price}`,
  stake: (amount: string) => `stake ${amount}`,
  more: "Show more",
  moreFailed: "Couldn’t load more",
  statement: "Statement",
  filter: "Filter",
  net: (amount: string) => `net ${amount} USDT`,
  noTrades: {
    title: "No finished trades yet",
    hint: "A position appears here with its result once it is settled or sold back.",
  },
  noDeposits: {
    title: "No deposits yet",
    hint: "Use Deposit in the balance card to fund the account.",
  },
  noWithdrawals: {
    title: "No withdrawals yet",
    hint: "Use Withdraw in the balance card. Your withdrawals are listed here with their status.",
  },
  failed: "Couldn’t load the list",
};

export const desk = { trade, wallet, history };
