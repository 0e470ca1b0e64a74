import { counted } from "@veritick/contract/plural.ts";
import { alone, beacon, epochPage, honesty, promised, watch } from "./fairness-cards.ts";
import { liabilities } from "./liabilities.ts";
import { verify } from "./verify.ts";

/** The public pages that show how the price is made and how to check it. */
export const pages = {
  title: "Fairness",
  back: { dashboard: "Back to the dashboard", start: "Back to the start page", fairness: "Back to fairness" },
  start: "Start page",
  getStarted: "Get started",
  question: "Can somebody cheat you here, and how would you know?",
  loading: "Loading",
  verify: "Check a position",
  epoch: (epoch: number) => `Hour ${epoch}`,
  copy: (what: string) => `Copy: ${what}`,

  /** What the first screen answers. */
  answer: {
    locked: "The terms and a secret number of each hour are locked in before anyone can trade in it.",
    beacon: {
      local:
        "This site runs its own beacon: its operator can know prices ahead, and choose when an order enters.",
      quicknet:
        "Each price also needs a public random value that nobody knows ahead, unless enough of the beacon’s operators conspire.",
      drand:
        "Each price also needs a beacon’s random value. This page cannot tell whether we run that beacon and know prices ahead.",
    },
    checked: "After the hour your browser can compute every price and your result again: a change shows.",
    trust: "No check shows that we have the money, accept every order, or tell everybody the same.",
  },

  picture: {
    labels: { locked: "1 Locked in", beacon: "2 Beacon", price: "3 Price", checked: "4 Check" },
    means:
      "First, the secret number of an hour is locked in, and its fingerprint is public. Then the hour runs: a beacon adds random values, and each price follows from both. After the hour the number is public, and anyone can check that it has the same fingerprint and gives the same prices.",
    now: (epoch: number) =>
      `Hour ${epoch}: the bars are its true fingerprint, the line is the price of the last minute.`,
  },

  trust: {
    title: "What no check shows",
    hint: "What you still have to trust, and what you can do about it.",
    points: [
      "That the money is there. We prove how much we owe, not how much we have.",
      "That we accept every order and every sale back, and at once.",
      "That an answer was not held back until its result was known. An answer that comes after its last second counts as late.",
      "That our clock was right when you opened a position. Your browser notes when the answer came. Download the receipt to keep that note.",
      "That everybody is shown the same. Note a head of the chain and the signing key early, and compare them with what others see.",
      "That a price series goes on. We can end it, but every end stays listed on this page.",
    ],
  },

  how: {
    title: "How a price is made",
    hint: "Six steps, from the locked number to your own check.",
    lead: "Every hour has its own secret number, the seed. Together with the price at which the hour begins and the random values of a beacon, the seed decides all prices of that hour. It is locked in before the hour begins and opened when the hour is over.",
    steps: {
      seed: {
        title: "A seed for each hour",
        body: "One secret makes a different seed for every hour, an epoch.",
      },
      sealed: {
        title: "Locked in a day ahead",
        body: "A fingerprint of the seed, its commitment, is published 24 hours before (on the first day, when the price begins). Nobody can find another seed with the same fingerprint.",
      },
      price: {
        title: "A price each second",
        body: "The seed, the clock and the beacon’s value give the next price. No position, and nobody here, has a say in it.",
      },
      beacon: {
        title: "A random value from a beacon",
        body: {
          local: (seconds: number) =>
            `This installation’s own beacon adds one every ${seconds} seconds. Its operator can know it in advance.`,
          drand: (seconds: number) =>
            `A public beacon adds one every ${seconds} seconds. Nobody can know it before it is due.`,
        },
      },
      opened: { title: "Opened after the hour", body: "When the hour has ended, its seed is published." },
      checked: {
        title: "Anyone can check",
        body: "The seed must have the fingerprint, the beacon must have signed its values, and both must give exactly the prices that were shown.",
      },
    },
  },

  rule: {
    title: "Who wins",
    hint: "The barrier, your chance and the average cost of each duration.",
    sentence: {
      barrier:
        "The price in the last second decides: a buy wins at its barrier or above, a sell at its barrier or below. You see the barrier before you confirm. It moves with the price until the end of your order’s block of a few seconds, and is fixed from then on.",
      direction:
        "The price in the last second decides: in this installation a buy wins one step of the price or more above its entry, a sell one step or more below.",
    },
    now: (price: string) => `At the price now, ${price}`,
    nowOld: (price: string) => `At the last known price, ${price}`,
    table: "Terms of each duration",
    minutes: (count: number) => `${count} min`,
    chance: "Chance to win",
    buy: "Buy wins at",
    sell: "Sell wins at",
    away: (distance: string) => `${distance} away`,
    expected: "Expected, for each 10.00",
    examples: "Two examples",
    example: {
      buy: (minutes: string, entry: string) => `You buy for 10.00 USDMS, for ${minutes}, at ${entry}.`,
      sell: (minutes: string, entry: string) => `You sell for 10.00 USDMS, for ${minutes}, at ${entry}.`,
    },
    exampleWins: {
      buy: (barrier: string, gain: string, back: string) =>
        `If the price after that time is ${barrier} or above, you win ${gain} and get ${back} back.`,
      sell: (barrier: string, gain: string, back: string) =>
        `If the price after that time is ${barrier} or below, you win ${gain} and get ${back} back.`,
    },
    exampleLoses: (loss: string) => `Otherwise you lose ${loss}.`,
    exampleSum: (chance: string, gain: string, rest: string, loss: string, sum: string) =>
      `${chance} × ${gain} ${rest} × ${loss} = ${sum}`,
    exampleMeans: {
      loss: (money: string) =>
        `On average over many such positions, each costs ${money}. That is what the house keeps.`,
      gain: (money: string) => `On average over many such positions, each brings ${money}.`,
    },
    sale: {
      title: "Selling before the end",
      body: (fee: string, seconds: number) =>
        `An open position can be sold until ${seconds} seconds before its last second. Its value is what it pays if it wins, times the chance that it still wins. A sale pays this value less a fee of ${fee}, rounded down to 0.01.`,
      price:
        "The sale uses the price at the end of the block of a few seconds in which you sell, not the price you saw. It is made only if it pays at least the amount you confirmed.",
      tables: "The tables that every chance is computed from (JSON)",
    },
    minute: (count: number) => counted.en(count, "minute", "minutes"),
  },

  promised,

  honesty,

  commitments: {
    title: "Locked in now",
    hint: "The fingerprints of this hour and the next ones, and their chain.",
    lead: "These fingerprints are public before their hours begin. When an hour is over its seed is published, and anyone can see whether the two belong together.",
    current: "Running now",
    next: "Next",
    others: (count: number) => `The ${count} hours after that`,
    opens: (moment: string) => `Seed to be published on ${moment}`,
    begins: (moment: string) => `Begins on ${moment}`,
    commitment: "Commitment",
    chain: {
      title: "Chained, so that none can be swapped",
      lead: "Each commitment is tied to the one before. This one code, the head, stands for the whole list: if a single commitment were changed, every later head would be different.",
      head: (epoch: number) => `Head after hour ${epoch}`,
      seen: "Seen by this browser",
      outcome: {
        first:
          "This is the first list that this browser sees. It has noted the head and will compare later lists with it.",
        same: "The list is still the one that this browser has seen.",
        leadsOn: "The list continues the one that this browser has seen.",
        behind:
          "For now, the list ends earlier than the one that this browser has seen. This page compares them again when it has caught up.",
        swapped: "The list is not the one that this browser has seen.",
        restarted: "The price was restarted. The new list continues the one this browser has seen.",
        unproven:
          "The price was restarted after commitments that this browser had not seen. This browser cannot tell whether the list continues the earlier one.",
      },
      waiting: "Being compared",
      noted: (epoch: number) => `Noted: head after hour ${epoch}`,
    },
  },

  closings: {
    title: "Prices that ended",
    hint: "Every price that ended early, and what became of its positions.",
    lead: "A price ends when its secret is lost, or when its beacon is gone or replaced. Positions whose prices can still be computed are settled; the others are closed at their fair value. That breaks the promise of a result, so every such end stays listed here.",
    none: {
      title: "No price has ended",
      hint: "Every position got the result of its own second.",
    },
    reasons: { beacon: "Beacon gone or replaced", secret: "Secret lost" },
    ended: (moment: string) => `Ended on ${moment}`,
    known: (moment: string) => `Last known price: ${moment}`,
    nobody: "No position was open.",
    closed: (count: number, value: string, stake: string) =>
      `${counted.en(count, "position", "positions")} closed for ${value} of ${stake} USDMS staked.`,
  },

  past: {
    title: "Past hours",
    hint: "Every hour with its seed, for you to compute again.",
    lead: "Every hour since the price last began, with its seed. Open one to see its prices computed from the seed and checked.",
    hour: (day: string, from: string, to: string) => `${day}, ${from} to ${to}`,
    seed: "Seed",
    none: { title: "No hour is over yet", hint: "The first seed is published when the first hour ends." },
    older: "Older",
    newer: "Newer",
    pages: "Pages of past hours",
    goTo: "Number of an hour",
    noNumber: "Enter the number of an hour.",
    go: "Open",
  },

  liabilities: {
    title: "Total owed to all users",
    hint: "Our signed daily total, and the proof that your balance is in it.",
    lead: "Once a day the platform signs the total that it owes to all its users together. Every user can check that their own balance is in it, and that nothing is deducted from it on the way to the total.",
    link: "Proof of liabilities",
  },

  keys: {
    title: "Signing key",
    hint: "The key that signs your receipts. Write it down.",
    lead: "Receipts and proofs of liabilities are signed with this key (Ed25519). Write it down. With it you can later prove what was promised to you, whatever this page says then.",
    newest: "Newest",
    earlier: "Earlier",
    since: (moment: string) => `Since ${moment}`,
    name: (moment: string) => `Public key of ${moment}`,
  },

  alone,

  watch,

  epochPage,
};

/** The state of each part of the platform. */
const status = {
  title: "Status",
  lead: "The state of each part of the platform now, and its past outages.",
  now: "Now",
  asOf: "As of",
  allUp: "Everything works.",
  someDown: (count: number) => counted.en(count, "part does not work.", "parts do not work."),
  failed: "The platform does not answer",
  up: "Works",
  down: "Does not work",
  uptime: "uptime",
  since: "Since",
  recorded: (moment: string) => `We check every minute. Uptime counts from ${moment}.`,
  unread: "The record cannot be read now.",
  incidents: "Incidents of the last 90 days",
  noIncidents: "None.",
  lasts: "ongoing",
  over: "over",
  parts: {
    price: "Price",
    beacon: "Beacon",
    orders: "Opening positions",
    deposits: "Deposits",
    withdrawals: "Withdrawals",
    all: "Everything",
  },
  reasons: {
    late: "It is late.",
    catch_up: "It was late, and its missing values are coming.",
    maintenance: "An administrator has started maintenance. Open positions are settled all the same.",
    price: "The price or the clock is not certain enough to open positions.",
    database: "The database does not answer.",
    provider: "The payment provider does not answer.",
    stopped: "An administrator has stopped them.",
    unrecorded: "Nothing was recorded: no part of the platform may have run.",
  },
};

/** The texts of the public pages that show how to check everything. */
export const fairnessEn = { pages, beacon, liabilities, status, verify };
