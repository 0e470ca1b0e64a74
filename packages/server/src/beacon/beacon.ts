import type { BeaconPush } from "@veritick/contract/schemas/pushes.ts";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconChain, BeaconRound } from "@veritick/domain/beacon.ts";
import type { BeaconConfig } from "../config/beacon.ts";
import { elapsedMs, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { Relay, watchRelays } from "./ask-relay.ts";
import { createBls } from "./bls.ts";
import type { Bls } from "./bls.ts";
import { ANSWER_MS, fetchLost, fetchRounds } from "./fetch-rounds.ts";
import type { Fetching } from "./fetch-rounds.ts";
import { KeptRounds } from "./kept-rounds.ts";
import type { BeaconState, RoundSource } from "./kept-rounds.ts";
import { createMaker, openLocalKey } from "./make-rounds.ts";
import type { LocalKey, Maker } from "./make-rounds.ts";
import { openRoundStore } from "./round-store.ts";
import type { RoundStore } from "./round-store.ts";

/** The rounds that make prices: those of this installation's own beacon, or those that the relays of a public one give. */
export type Beacon = {
  readonly chain: BeaconChain;
  readonly kind: "local" | "drand";
  /** The delay with which a tick is shown after its second, in milliseconds. */
  readonly delayMs: number;
  /** The addresses of the relays; none for a local beacon. */
  readonly relays: readonly string[];
  /**
   * Follows the beacon from this round on; may be called once. Loads the stored rounds. A local beacon then makes the due
   * rounds; a public one continues to fetch rounds in the background.
   */
  follow(fromRound: number): Promise<void>;
  /** Returns the newest round up to which all followed rounds are in memory without a gap; undefined before the first. */
  newestRound(): number | undefined;
  /**
   * Returns the random value of a round, in hex.
   *
   * @throws RangeError for a round that is not in memory, which holds the newest 100,000
   */
  rhoOf(round: number): string;
  /**
   * Returns stored rounds with their signatures, in order, both ends included, even from before the first followed round.
   */
  storedRounds(from: number, to: number): Promise<BeaconRound[]>;
  /** Returns the stored rounds up to the newest one. Lost rounds are made or fetched again, as far as possible. */
  wholeRounds(from: number, to: number): Promise<BeaconRound[]>;
  /** Makes the rounds of a local beacon that are due at this instant. */
  makeDue(nowMs: number): void;
  /** Calls the listener with the newest round whenever new ones have arrived, at least once in 5,000. */
  onRounds(listener: (newest: number) => void): void;
  reached(round: number): Promise<void>;
  state(nowMs: number): BeaconState;
  /**
   * True from a round that was in hand before it was due, or came much sooner than all others of an hour, until two blocks
   * after the last such round.
   */
  isClockDoubtful(nowMs: number): boolean;
  /** Waits until all rounds in memory are stored. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const PAGE = 5_000;

export type BeaconOptions = {
  database: Database;
  clock: Clock;
  sealing: Sealing;
  log: Log;
  metrics: Metrics;
  /** Returns how far the clock may be behind the database's; by default not at all. */
  behindMs?: () => number;
} & BeaconStandIns;

/** The parts that tests replace because they cost time. */
export type BeaconStandIns = { local?: LocalKey; store?: RoundStore; bls?: Bls; answerMs?: number };

/** Returns the chain to which the rounds of a configured beacon belong. */
export const chainOf = async (config: BeaconConfig): Promise<BeaconChain> =>
  config.kind === "local" ? (await openLocalKey(config.key)).chain : config.chain;

export async function openBeacon(config: BeaconConfig, options: BeaconOptions): Promise<Beacon> {
  const { clock, log, metrics } = options;
  const bls = options.bls ?? createBls();
  const local = config.kind === "local" ? (options.local ?? (await openLocalKey(config.key))) : undefined;
  const chain = config.kind === "local" ? local!.chain : config.chain;
  const relays = config.kind === "local" ? [] : config.relays;
  const store = options.store ?? openRoundStore({ ...options, bls, chain });
  const stopping = new AbortController();
  const listeners: ((newest: number) => void)[] = [];
  let kept: KeptRounds | undefined;
  let maker: Maker | undefined;
  let relayed: Fetching | undefined;
  let fetching: Promise<void> | undefined;
  let restoring: Promise<unknown> = Promise.resolve();

  /** Takes rounds in parts, so that listeners see the older ones before newer ones replace them in memory. */
  function take(rounds: readonly BeaconRound[], from: RoundSource): void {
    for (let start = 0; start < rounds.length; start += PAGE) {
      const part = rounds.slice(start, start + PAGE);
      const wasDoubtful = kept!.isClockDoubtful(clock.nowMs());
      for (const round of part) kept!.add(round, clock.nowMs(), from);
      if (!wasDoubtful && kept!.isClockDoubtful(clock.nowMs()))
        log.warn({ round: kept!.newest, from }, "a beacon round arrived too early: a clock is wrong");
      if (from !== "store") store.add(part);
      const newest = kept!.newest!;
      metrics.beaconNewestRound.set(newest);
      metrics.beaconLateSeconds.set(kept!.lateSeconds);
      for (const listener of listeners) listener(newest);
    }
  }

  async function load(rounds: KeptRounds): Promise<void> {
    for (;;) {
      const page = await store.read(rounds.next, rounds.next + PAGE - 1);
      const gap = page.findIndex(({ round }, index) => round !== rounds.next + index);
      const whole = gap === -1 ? page : page.slice(0, gap);
      if (whole.length > 0) take(whole, "store");
      if (whole.length < PAGE || stopping.signal.aborted) return;
    }
  }

  function startMaking(rounds: KeptRounds, key: LocalKey): Maker {
    const takeMade = (made: readonly BeaconRound[]) => take(made, "made");
    const making = { local: key, bls, clock, log, next: () => rounds.next, take: takeMade };
    return createMaker(making, stopping.signal);
  }

  function fetchingFor(rounds: KeptRounds): Fetching {
    const count = (relay: string) => metrics.beaconRelayFailures.inc({ relay });
    const watch = watchRelays(log, count, () => elapsedMs(clock));
    const asked = relays.map((address) => new Relay(address, chain.chainHash));
    const answerMs = options.answerMs ?? ANSWER_MS;
    const next = () => rounds.next;
    return { chain, relays: asked, store, bls, clock, watch, log, answerMs, next, take };
  }

  async function storedRounds(from: number, to: number): Promise<BeaconRound[]> {
    if (kept?.has(from) !== true) {
      await store.flush();
      return store.read(from, to);
    }
    const last = Math.min(to, kept.newest!);
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => ({
      round: from + index,
      signature: kept!.signatureOf(from + index),
    }));
  }

  /**
   * Makes or fetches lost rounds again. Otherwise a position of an hour with lost rounds would keep all others from being
   * settled.
   */
  async function restore(from: number, to: number): Promise<BeaconRound[]> {
    const rounds = new Map((await storedRounds(from, to)).map((round) => [round.round, round]));
    const lost = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (round) => !rounds.has(round),
    );
    if (lost.length === 0) return [...rounds.values()];
    const found =
      local === undefined ? await fetchLost(relayed!, lost, stopping.signal) : await makeLost(lost);
    log.warn({ from, to, lost: lost.length, found: found.length }, "stored rounds of the beacon were lost");
    store.add(found);
    for (const round of found) rounds.set(round.round, round);
    return [...rounds.values()].toSorted((a, b) => a.round - b.round);
  }

  async function makeLost(lost: readonly number[]): Promise<BeaconRound[]> {
    const first = lost[0]!;
    const made = await bls.sign(local!.key, first, lost.at(-1)! - first + 1);
    return lost.map((round) => ({ round, signature: made[round - first]! }));
  }

  return {
    chain,
    kind: config.kind,
    delayMs: config.delayMs,
    relays,
    async follow(fromRound) {
      if (kept !== undefined) throw new Error("the beacon is followed already");
      kept = new KeptRounds(chain, fromRound, clock.nowMs(), options.behindMs);
      await load(kept);
      if (local === undefined) {
        relayed = fetchingFor(kept);
        fetching = fetchRounds(relayed, stopping.signal);
        return;
      }
      maker = startMaking(kept, local);
      maker.makeDue(clock.nowMs());
      await maker.idle();
    },
    newestRound: () => kept?.newest,
    rhoOf(round) {
      if (kept === undefined) throw new RangeError("the beacon is not followed yet");
      return kept.rhoOf(round);
    },
    storedRounds,
    async wholeRounds(from, to) {
      const last = Math.min(to, kept?.newest ?? 0);
      const stored = await storedRounds(from, last);
      if (stored.length >= last - from + 1) return stored;
      // Restores one range after the other, so that two calls for the same hour fetch it once.
      const restored = restoring.then(() => restore(from, last));
      restoring = restored.catch(() => {});
      return restored;
    },
    makeDue: (nowMs) => maker?.makeDue(nowMs),
    onRounds: (listener) => void listeners.push(listener),
    reached: (round) =>
      new Promise((resolve) => {
        const look = () => (kept?.newest ?? -1) >= round && resolve();
        listeners.push(look);
        look();
      }),
    state: (nowMs) => kept?.state(nowMs) ?? "late",
    isClockDoubtful: (nowMs) => kept?.isClockDoubtful(nowMs) ?? false,
    flush: store.flush,
    async stop() {
      stopping.abort();
      await bls.stop();
      await maker?.idle();
      await fetching;
      await store.flush();
    },
  };
}

/** A shorter wait for a round is not announced: no user would notice the missing prices. */
const LEAST_HOLD_MS = 3_000;

/**
 * Tells all browsers of this process each second the beacon's state while it holds prices back, with the second that would
 * be shown, so that a countdown continues and no user thinks the connection is dead. Tells them once more when prices go on.
 */
export function createStateAnnouncer(context: {
  beacon: Pick<Beacon, "chain" | "delayMs" | "state" | "onRounds">;
  clock: Clock;
  broadcast(push: BeaconPush): void;
}): { tell(): void } {
  const { beacon, clock, broadcast } = context;
  let told: BeaconState = "live";

  function stateAt(nowMs: number): BeaconState {
    const state = beacon.state(nowMs);
    if (state !== "hold") return state;
    const dueMs = dueTick(beacon.chain, roundOf(beacon.chain, tickOf(nowMs))) * 1000;
    return nowMs - dueMs < LEAST_HOLD_MS ? "live" : "hold";
  }

  function tell(): void {
    const nowMs = clock.nowMs();
    const state = stateAt(nowMs);
    if (state === "live" && told === "live") return;
    told = state;
    broadcast({ type: "beacon", state, tick: tickOf(nowMs - beacon.delayMs) });
  }
  beacon.onRounds(() => {
    if (stateAt(clock.nowMs()) !== told) tell();
  });
  return { tell };
}
