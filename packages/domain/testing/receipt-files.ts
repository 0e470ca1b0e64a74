import { commitment, epochSeed, genesisHead, nextHead, NO_HEAD, toHex } from "../src/epochs.ts";
import { epochOf, EPOCHS_AHEAD, firstTickOf, isRevealed } from "../src/epoch-times.ts";
import type { ChainLink } from "../src/epochs.ts";
import { dueTick, roundOf } from "../src/rounds.ts";
import { PULL_SCALE } from "../src/distribution.ts";
import { formatMinor, minor, parseMinor } from "../src/money.ts";
import { GRID, MEAN_STATE, priceAsDecimal8, publishedPriceMilli, UNIT, walk } from "../src/price.ts";
import { positionOpened, positionWon } from "../src/postings.ts";
import type { Entry } from "../src/postings.ts";
import { formatMultiplier } from "../src/product.ts";
import type { Duration, Side } from "../src/product.ts";
import { promiseText } from "../src/signed/promise.ts";
import type { PositionPromise } from "../src/signed/promise.ts";
import { promisesText, promiseTree } from "../src/signed/promise-tree.ts";
import { expiryTick, settle } from "../src/settlement.ts";
import { everyRound, roundsBetween, TEST_BEACON, TEST_SOURCE } from "./rounds.ts";
import type { RoundSource } from "./rounds.ts";
import { barrierMilli, computeTerms, winChanceAt } from "../src/terms.ts";
import { termsHash, termsText } from "../src/signed/terms-text.ts";
import type { Terms, TermsOffer, WinRule } from "../src/terms.ts";

const SECRET = new Uint8Array(32).fill(7);
const SITE = "https://veritick.example";

export const GENESIS = { tick: 1_790_000_000, state: 15_279_000_000, previousHead: NO_HEAD };
export const PUBLIC_KEY = "5".repeat(64);

/** Stands in for Ed25519: the tests check which texts are signed, not the signatures themselves. */
const signatureOf = (text: string, key: string) => {
  const digest = commitment(new TextEncoder().encode(`${key} ${text}`));
  return digest + digest;
};
export const isSigned = (text: string, signature: string, key: string) =>
  signatureOf(text, key) === signature;

/** Signs a text with the platform's key. */
export const signText = (text: string) => ({
  text,
  signature: signatureOf(text, PUBLIC_KEY),
  publicKey: PUBLIC_KEY,
});

/** Signs a promise together with another one, with the platform's key. */
export function signPromise(text: string) {
  const tree = promiseTree(["another promise", text]);
  return { ...signText(promisesText(tree.root, PUBLIC_KEY)), text, path: tree.pathOf(1) };
}

type Genesis = typeof GENESIS;

/** Returns the text of the terms that hold in every epoch of a file. */
export function termsOf(houseEdge = 0.05, winRule: WinRule = "barrier", source = TEST_SOURCE, offBy = 0n) {
  const rules = { houseEdge, winRule, sellFee: 0.01, chainHash: source.chain.chainHash };
  return termsText(rules, offered(rules, offBy));
}

/** Computes terms as an engine does that is off by this much. */
const offered = (rules: TermsOffer, offBy = 0n): Terms[] =>
  computeTerms(rules).map((terms) => ({ ...terms, pull: terms.pull - offBy, reach: terms.reach + offBy }));

const statesByGenesis = new Map<string, number[]>();

/** Returns the state of a tick since genesis. It computes each path once, and only as far as a test needs it. */
function stateAt(genesis: Genesis, tick: number, source: RoundSource): number {
  const name = `${genesis.tick} ${source.chain.chainHash}`;
  const states = statesByGenesis.get(name) ?? [genesis.state];
  statesByGenesis.set(name, states);
  while (states.length <= tick - genesis.tick) {
    states.push(...walk(SECRET, everyRound(source), genesis.tick + states.length - 1, states.at(-1)!, 60));
  }
  return states[tick - genesis.tick]!;
}

type Options = {
  entryTick: number;
  duration?: Duration;
  side?: Side;
  rule?: WinRule;
  houseEdge?: number;
  genesis?: Genesis;
  /** How far the platform's engine computes the integers of the terms from ours. */
  offBy?: bigint;
  /** The time of the download in Unix seconds: by default in the epoch after the expiry. */
  now?: number;
  /** The rounds of the file. Real ones take time to sign, so the default has false signatures. */
  rounds?: RoundSource;
  /** Moves the entry on to the first tick from which the position ends this way. */
  outcome?: "won" | "lost";
};

const USER = "01a0c45c-08a8-7000-8000-00d1f13cff87";
const ID = "01a0c45c-08a8-7000-8000-00d1f13cff88";
const STAKE = parseMinor("10");
const at = (tick: number) => new Date(tick * 1000).toISOString();

export type ReceiptFile = ReturnType<typeof createFile>;
export type Row = ReceiptFile["epochs"][number];

/** Makes the receipt file that an honest platform gives out. */
export function createFile(options: Options) {
  const { side = "buy", duration = 1, rule = "barrier", houseEdge = 0.05, genesis = GENESIS } = options;
  const { rounds = TEST_SOURCE, offBy } = options;
  const terms = offered({ houseEdge, winRule: rule }, offBy).find((each) => each.duration === duration)!;
  const milliAt = (tick: number) => publishedPriceMilli(stateAt(genesis, tick, rounds));
  const settledAt = (entryTick: number) => {
    const barrier = barrierMilli(terms, side, milliAt(entryTick));
    const position = {
      side,
      barrierMilli: barrier,
      stakeMinor: STAKE,
      multiplierHundredths: terms.multiplierHundredths,
    };
    return { barrier, ...settle(position, milliAt(expiryTick(entryTick, duration))) };
  };
  let { entryTick } = options;
  while (options.outcome !== undefined && settledAt(entryTick).status !== options.outcome) {
    entryTick += TEST_BEACON.period;
  }

  const expiry = expiryTick(entryTick, duration);
  const now = options.now ?? (epochOf(expiry) + 1) * 3600 + 5;
  const settled = settledAt(entryTick);
  const isOver = now >= expiry;
  const text = termsOf(houseEdge, rule, rounds, offBy);
  const chain = chainOf(genesis, text);
  const first = chain.first;
  const spanned = range(Math.max(epochOf(entryTick), first), epochOf(expiry));
  const chance = winChanceAt(terms, side, milliAt(entryTick));
  const barrierPrice = priceAsDecimal8(settled.barrier);
  const lines = (kind: string, entries: readonly Entry[]) =>
    entries.map(({ account, amountMinor }) => ({
      transactionId: "1",
      kind,
      account: account as string,
      amount: formatMinor(amountMinor),
      balanceAfter: account.startsWith("user:") ? "90.00000000" : null,
      createdAt: at(entryTick),
    }));
  const current = Math.max(epochOf(now), first);
  const file = {
    format: "veritick/receipt-file/1",
    site: SITE,
    downloaded: at(now),
    receipt: {
      position: {
        id: ID,
        userId: USER,
        type: side as string,
        entryPrice: priceAsDecimal8(milliAt(entryTick)),
        barrierPrice,
        winChance: chance,
        amount: formatMinor(STAKE),
        duration: duration as number,
        multiplier: formatMultiplier(terms.multiplierHundredths),
        status: isOver ? (settled.status as string) : "active",
        createdAt: at(entryTick),
        expiresAt: at(expiry),
        entryTick,
        round: roundOf(TEST_BEACON, entryTick),
        expiryTick: expiry,
        resultPrice: isOver ? priceAsDecimal8(milliAt(expiry)) : null,
        profit: isOver ? formatMinor(settled.profitMinor) : null,
        refundReason: null as string | null,
        soldTick: null as number | null,
        soldPrice: null as string | null,
        proceeds: null as string | null,
      },
      commitments: spanned
        .map(chain.linkOf)
        .map(({ epoch, commitment: own }) => ({ epoch, commitment: own })),
      terms: text as string | null,
      barrier: {
        rule: rule as string,
        mean: String(MEAN_STATE),
        unit: String(UNIT),
        entryPrice: priceAsDecimal8(milliAt(entryTick)),
        pull: String(terms.pull),
        pullScale: String(PULL_SCALE),
        reach: String(terms.reach),
        grid: String(GRID),
        result: barrierPrice,
      },
      entries: [
        ...lines("position_opened", positionOpened({ userId: USER, stakeMinor: STAKE })),
        ...(isOver && settled.creditMinor > 0n
          ? lines("position_won", positionWon({ userId: USER, payoutMinor: minor(settled.creditMinor) }))
          : []),
      ],
      promise: null as ReturnType<typeof signPromise> | null,
      closing: null as object | null,
      sale: null as object | null,
    },
    fairness: {
      process: {
        mean: String(MEAN_STATE),
        reversion: "36000",
        scale: "19052559",
        unit: String(UNIT),
        epochTicks: 3600,
      },
      genesis: { tick: genesis.tick, state: String(genesis.state), previousHead: genesis.previousHead },
      houseEdge,
      winRule: rule as string,
      terms: [],
      current: { ...chain.linkOf(current) },
      upcoming: range(current + 1, current + EPOCHS_AHEAD).map((epoch) => ({ ...chain.linkOf(epoch) })),
      sellFee: 0.01,
      termsByEpoch: [{ fromEpoch: first, text, hash: termsHash(text) }],
      chain: { epoch: current + EPOCHS_AHEAD, head: chain.headAt(current + EPOCHS_AHEAD) },
      beacon: { kind: "drand", ...rounds.chain, delayMs: 0, relays: [] as string[] },
      closings: [] as object[],
      keys: [{ publicKey: PUBLIC_KEY, since: at(genesis.tick) }],
    },
    epochs: range(Math.max(first, spanned[0]! - 1), spanned[0]! + EPOCHS_AHEAD).map((epoch) =>
      rowOf(genesis, epoch, now, rounds, text),
    ),
    /** Somebody had the answer a quarter of a second after it was opened. */
    received: at(entryTick + 0.25) as string | null,
    rounds: roundsBetween(firstTickOf(spanned[0]!, genesis.tick), Math.min(expiry, lastKnown(now)), rounds),
  };
  file.receipt.promise = sign(file, {
    epoch: spanned[0]! + EPOCHS_AHEAD,
    head: chain.headAt(spanned[0]! + EPOCHS_AHEAD),
    start: { epoch: spanned[0]!, state: BigInt(rowOf(genesis, spanned[0]!, now, rounds).startState!) },
  });
  return file;
}

/** Returns a file whose browser noted the answer to the order, as every browser does that sends one. */
export function withAnswer<F extends { receipt: Pick<ReceiptFile["receipt"], "promise"> }>(file: F) {
  const { signature, path } = file.receipt.promise!;
  return {
    ...file,
    receivedSignature: signature as string | null,
    receivedPath: path as typeof path | null,
  };
}

/** Returns the last tick whose round is due at a second. */
const lastKnown = (now: number) => dueTick(TEST_BEACON, roundOf(TEST_BEACON, now) + 1) - 1;

/** Signs the content of a receipt with the platform's key, whatever it says. */
export function sign(
  {
    receipt,
  }: {
    receipt: Pick<ReceiptFile["receipt"], "position" | "commitments" | "barrier" | "terms"> & {
      promise: unknown;
    };
  },
  change: { epoch?: number; head?: string; start?: PositionPromise["start"]; terms?: string } = {},
): ReturnType<typeof signPromise> {
  const { position, barrier, commitments } = receipt;
  const signed = (receipt.promise as { text: string } | null)?.text ?? "";
  const [epoch = "0", head = "0"] = /^chain (.+)$/m.exec(signed)?.[1]?.split(" ") ?? [];
  const [startEpoch = "0", startState = "0"] = /^start (.+)$/m.exec(signed)?.[1]?.split(" ") ?? [];
  const text = promiseText({
    position: position.id,
    user: position.userId,
    side: position.type as Side,
    amount: position.amount,
    duration: position.duration as Duration,
    multiplier: position.multiplier,
    rule: barrier.rule as WinRule,
    terms: change.terms ?? termsHash(receipt.terms ?? ""),
    chance: position.winChance,
    entryTick: position.entryTick,
    round: position.round,
    entryPrice: position.entryPrice,
    pull: BigInt(barrier.pull),
    reach: BigInt(barrier.reach),
    barrierPrice: position.barrierPrice,
    expiryTick: position.expiryTick,
    opened: position.createdAt,
    start: change.start ?? { epoch: Number(startEpoch), state: BigInt(startState) },
    commitments,
    chain: { epoch: change.epoch ?? Number(epoch), head: change.head ?? head },
    key: PUBLIC_KEY,
  });
  return signPromise(text);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Commitments and heads are computed once, because a file holds those of a day. */
const commitments = new Map<number, string>();
const headsByGenesis = new Map<string, Map<number, string>>();

function chainOf(genesis: Genesis, terms: string) {
  const first = epochOf(genesis.tick + 1);
  const hash = termsHash(terms);
  const linkOf = (epoch: number): ChainLink => {
    const known = commitments.get(epoch) ?? commitment(epochSeed(SECRET, epoch));
    commitments.set(epoch, known);
    return { epoch, commitment: known, termsHash: hash };
  };
  const name = `${JSON.stringify(genesis)} ${hash}`;
  const heads = headsByGenesis.get(name) ?? new Map<number, string>();
  headsByGenesis.set(name, heads);
  const headAt = (epoch: number): string => {
    const before = () => (epoch === first ? genesisHead(genesis, genesis.previousHead) : headAt(epoch - 1));
    const head = heads.get(epoch) ?? nextHead(before(), linkOf(epoch));
    heads.set(epoch, head);
    return head;
  };
  return { first, linkOf, headAt };
}

/** Returns the published row of an epoch at a tick. */
export function rowOf(
  genesis: Genesis,
  epoch: number,
  now: number,
  source = TEST_SOURCE,
  terms = termsOf(undefined, undefined, source),
) {
  const { linkOf, headAt } = chainOf(genesis, terms);
  const startTick = firstTickOf(epoch, genesis.tick);
  return {
    ...linkOf(epoch),
    head: headAt(epoch),
    startTick,
    startState:
      now >= startTick - 1 ? String(stateAt(genesis, startTick - 1, source)) : (null as string | null),
    seed: isRevealed(epoch, now) ? toHex(epochSeed(SECRET, epoch)) : (null as string | null),
  };
}
