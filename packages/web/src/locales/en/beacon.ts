import { counted } from "../plural.ts";
import { beaconState } from "./beacon-state.ts";

/** What is said of the beacon whose random values prices are made with. */
export const beacon = {
  title: "The beacon",
  lead: (seconds: number) =>
    `Every ${counted.en(seconds, "second", "seconds")} the beacon publishes a random value, called a round. The prices of the next ${counted.en(seconds, "second", "seconds")} are made with it and with the seed of the hour.`,
  link: "The beacon, live",

  note: {
    local: "This installation runs its own beacon: whoever runs it can know prices ahead.",
    quicknet:
      "Prices also need a public random value that nobody has before its second, unless enough of its operators conspire. It comes from quicknet, a drand beacon that some twenty independent organisations, the League of Entropy, run together.",
    drand: (hash: string) =>
      `Prices also need a public random value that nobody has before its second, unless enough of its operators conspire. It comes from the drand beacon whose chain hash begins with ${hash}.`,
  },

  late: beaconState,
  newest: "Newest round",
  another: {
    title: "Look at another round",
    number: "Number of a round",
    open: "Look at it",
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
      local: "Whoever runs this installation",
      quicknet: "drand’s League of Entropy, some twenty independent organisations",
      drand: "The operators of this chain",
    },
    chainHash: "Chain hash",
    publicKey: "Public key",
    genesis: "First round",
    period: "One round each",
    scheme: "Scheme",
    relays: "Relays",
    delay: "Prices are shown",
    delayed: (seconds: string) => `${seconds} s after their second, as rounds need time to arrive`,
    atOnce: "in their second",
    info: "Rules, commitments and beacon (JSON)",
  },
};
