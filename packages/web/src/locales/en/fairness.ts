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
  question: "Can we cheat you here, and how would you know?",
  loading: "Loading",
  verify: "Check a position",
  epoch: (epoch: number) => `Hour ${epoch}`,
  copy: (what: string) => `Copy: ${what}`,

  /** What the first screen answers. */
  answer: {
    locked: "The terms and the secret number of each hour are locked in before anyone can trade in it.",
    beacon: {
      local:
        "This site runs its own randomness beacon, so its operator can know prices in advance and delay orders.",
      quicknet:
        "Each price also needs a public random value that nobody can know in advance, unless enough beacon operators collude.",
      drand:
        "Each price also needs a beacon’s random value. This page cannot tell if we run that beacon and know prices in advance.",
    },
    checked: "After the hour, your browser can recompute every price and your result, so any change shows.",
    trust: "No check proves that we have the money, accept every order, or show everyone the same data.",
  },

  picture: {
    labels: { locked: "1 Locked in", beacon: "2 Beacon", price: "3 Price", checked: "4 Check" },
    means:
      "First, the secret number of an hour is locked in, and its fingerprint is published. During the hour, a beacon adds random values, and each price follows from both. After the hour, the number is published, and anyone can check that it has the same fingerprint and gives the same prices.",
    now: (epoch: number) =>
      `Hour ${epoch}: the bars are its actual fingerprint, the line is the price of the last minute.`,
  },

  trust: {
    title: "What a check does not prove",
    hint: "What you still have to trust, and what you can do about it.",
    points: [
      "That we have the money. We prove how much we owe, not how much we have.",
      "That we accept every order and every sell-back without delay.",
      "That we did not hold an answer back until we knew the result. An answer that arrives after its deadline counts as late.",
      "That our clock was right when you opened a position. Your browser records when our answer arrived. Download the receipt to keep that record.",
      "That everyone sees the same data. Note a head of the chain and the signing key early, and compare them with what others see.",
      "That a price series continues. We can end it, but every ended series stays listed on this page.",
    ],
  },

  how: {
    title: "How a price is made",
    hint: "Six steps, from the locked number to your own check.",
    lead: "Each hour has its own secret number, the seed. The seed, the price at the start of the hour and the values of a randomness beacon determine every price of that hour. The seed is locked in before the hour and published after it.",
    steps: {
      seed: {
        title: "A seed for each hour",
        body: "One secret gives a different seed for each hour, also called an epoch.",
      },
      sealed: {
        title: "Locked in a day ahead",
        body: "The fingerprint of the seed, its commitment, is published 24 hours ahead (on the first day, when the price series starts). It is impossible to find another seed with the same fingerprint.",
      },
      price: {
        title: "A price each second",
        body: "The seed, the clock and the beacon’s value give the next price. Neither a position nor our staff can influence it.",
      },
      beacon: {
        title: "A random value from a beacon",
        body: {
          local: (seconds: number) =>
            `This site’s own beacon adds a value every ${seconds} seconds. Its operator can know it in advance.`,
          drand: (seconds: number) =>
            `A public beacon adds a value every ${seconds} seconds. Nobody can know it before it is due.`,
        },
      },
      opened: { title: "Published after the hour", body: "When the hour is over, its seed is published." },
      checked: {
        title: "Anyone can check",
        body: "The seed must match its fingerprint, the beacon must have signed its values, and both must give exactly the prices shown.",
      },
    },
  },

  rule: {
    title: "Who wins",
    hint: "The barrier, your chance to win and the average cost of each duration.",
    sentence: {
      barrier:
        "The price at expiry decides: a buy wins at its barrier or above, a sell at its barrier or below. You see the barrier before you confirm. It follows the price until your order is executed, a few seconds later, and then no longer moves.",
      direction:
        "The price at expiry decides: on this site, a buy wins at 0.001 or more above its entry price, a sell at 0.001 or more below it.",
    },
    now: (price: string) => `At the current price, ${price}`,
    nowOld: (price: string) => `At the last known price, ${price}`,
    table: "Terms of each duration",
    minutes: (count: number) => `${count} min`,
    chance: "Chance to win",
    buy: "Buy wins at",
    sell: "Sell wins at",
    away: (distance: string) => `${distance} away`,
    expected: "Average result for 10.00",
    examples: "Two examples",
    example: {
      buy: (minutes: string, entry: string) => `You buy for 10.00 USDMS, for ${minutes}, at ${entry}.`,
      sell: (minutes: string, entry: string) => `You sell for 10.00 USDMS, for ${minutes}, at ${entry}.`,
    },
    exampleWins: {
      buy: (barrier: string, gain: string, back: string) =>
        `If the price at expiry is ${barrier} or above, you win ${gain} and get ${back} back.`,
      sell: (barrier: string, gain: string, back: string) =>
        `If the price at expiry is ${barrier} or below, you win ${gain} and get ${back} back.`,
    },
    exampleLoses: (loss: string) => `Otherwise you lose ${loss}.`,
    exampleSum: (chance: string, gain: string, rest: string, loss: string, sum: string) =>
      `${chance} × ${gain} ${rest} × ${loss} = ${sum}`,
    exampleMeans: {
      loss: (money: string) =>
        `On average over many such positions, each costs you ${money}. This is the house edge.`,
      gain: (money: string) => `On average over many such positions, each brings you ${money}.`,
    },
    sale: {
      title: "Selling back before expiry",
      body: (fee: string, seconds: number) =>
        `You can sell an open position back until ${seconds} seconds before its expiry. Its value is the payout if it wins, times its chance to win at that moment. You get this value less a sell-back fee of ${fee}, rounded down to 0.01.`,
      price:
        "You sell back at the price at the end of the execution window, a few seconds later, not at the price you saw. If that pays less than the amount you confirmed, nothing is sold back.",
      tables: "Tables for computing the chance to win (JSON)",
    },
    minute: (count: number) => counted.en(count, "minute", "minutes"),
  },

  promised,

  honesty,

  commitments: {
    title: "Locked in now",
    hint: "The fingerprints of this hour and the next ones, and their chain.",
    lead: "These fingerprints are published before their hours start. When an hour is over, its seed is published, and anyone can check that the two match.",
    current: "Running now",
    next: "Next",
    others: (count: number) => `The ${count} hours after that`,
    opens: (moment: string) => `Seed to be published on ${moment}`,
    begins: (moment: string) => `Starts on ${moment}`,
    commitment: "Commitment",
    chain: {
      title: "Chained, so that none can be replaced",
      lead: "Each commitment is tied to the one before. This one code, the head, stands for the whole list: if a single commitment were changed, every later head would be different.",
      head: (epoch: number) => `Head after hour ${epoch}`,
      seen: "Seen by this browser",
      outcome: {
        first:
          "This browser sees the list for the first time. It has noted the head and will compare later lists with it.",
        same: "The list is still the one that this browser has seen.",
        leadsOn: "The list continues the one that this browser has seen.",
        behind:
          "For now, the list is shorter than the one that this browser has seen. This page compares them again once the list has caught up.",
        swapped: "The list is not the one that this browser has seen.",
        restarted:
          "The price series was restarted. The new list continues the one that this browser has seen.",
        unproven:
          "The price series was restarted after commitments that this browser had not seen. It cannot tell whether the list continues the earlier one.",
      },
      waiting: "Comparing",
      noted: (epoch: number) => `Noted: head after hour ${epoch}`,
    },
  },

  closings: {
    title: "Ended price series",
    hint: "Every price series that was ended, and what happened to its positions.",
    lead: "A price series is ended if its secret is lost, or if its beacon is gone or replaced. Positions whose prices can still be computed are settled. The others are closed early at their fair value. That breaks the promise of a result, so every ended series stays listed here.",
    none: {
      title: "No price series was ended",
      hint: "Every position was settled at the price of its expiry.",
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
    hint: "Every hour with its seed, so that you can recompute it.",
    lead: "Every hour of the current price series, with its seed. Open one to see its prices computed from the seed and checked.",
    hour: (day: string, from: string, to: string) => `${day}, ${from} to ${to}`,
    seed: "Seed",
    none: { title: "No hour is over yet", hint: "The first seed is published when the first hour ends." },
    older: "Older",
    newer: "Newer",
    pages: "Pages of past hours",
    goTo: "Hour number",
    noNumber: "Enter an hour number.",
    go: "Open",
  },

  liabilities: {
    title: "Total owed to all users",
    hint: "Our signed daily total, and the proof that your balance is in it.",
    lead: "Once a day we sign the total that we owe to all users. Every user can check that their own balance is in it, and that nothing is deducted on the way to the total.",
    link: "Proof of liabilities",
  },

  keys: {
    title: "Signing key",
    hint: "The key that signs your receipts. Write it down.",
    lead: "Receipts and liabilities reports are signed with this key (Ed25519). Write it down. With it, you can later prove what was promised to you, even if this page then shows another key.",
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
  failed: "The server is not responding",
  up: "Works",
  down: "Does not work",
  uptime: "uptime",
  since: "Since",
  recorded: (moment: string) => `We check every minute. Uptime is measured from ${moment}.`,
  unread: "The history is unavailable right now.",
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
    late: "Late.",
    catch_up: "It was late and is catching up on missing values.",
    maintenance: "Maintenance is in progress. Open positions are settled as usual.",
    price: "The price or the server’s clock is not reliable enough to open positions.",
    database: "The database is not responding.",
    provider: "The payment provider is not responding.",
    stopped: "Withdrawals are suspended during maintenance.",
    unrecorded: "No data for this period. The platform may have been down.",
  },
};

/** The texts of the public pages that show how to check everything. */
export const fairnessEn = { pages, beacon, liabilities, status, verify };
