import { setMaxListeners } from "node:events";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconChain, BeaconRound } from "@veritick/domain/beacon.ts";
import { elapsedMs, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Relay, RelayWatch } from "./ask-relay.ts";
import type { Bls } from "./bls.ts";
import { BATCH } from "./round-store.ts";
import type { RoundStore } from "./round-store.ts";

/** The time that a relay has to answer, from when the round is due. */
export const ANSWER_MS = 3_000;
/** The shortest pause before asking a relay again that does not hold its answers back. */
const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 2_000;
/** The pause before each look into the store, where another process may have stored the round. */
const STORE_MS = 700;
const AT_ONCE = 8;

export type Fetching = {
  readonly chain: BeaconChain;
  readonly relays: readonly Relay[];
  readonly store: RoundStore;
  readonly bls: Bls;
  readonly clock: Clock;
  readonly watch: RelayWatch;
  readonly log: Log;
  readonly answerMs: number;
  next(): number;
  /** Accepts verified rounds, in order. */
  take(rounds: readonly BeaconRound[], from: "relay" | "store"): void;
};

/** Fetches one round after the other until the signal says stop. */
export async function fetchRounds(fetching: Fetching, stop: AbortSignal): Promise<void> {
  const { chain, clock, log } = fetching;
  setMaxListeners(0, stop);
  while (!stop.aborted) {
    try {
      const due = roundOf(chain, tickOf(clock.nowMs()));
      const isBehind = due > fetching.next();
      if (!isBehind || !(await fetchMissing(fetching, due, stop))) await awaitRound(fetching, stop);
    } catch (error) {
      if (stop.aborted) return;
      log.error({ error: String(error) }, "a round of the beacon could not be fetched");
      await pause(clock, MOST_PAUSE_MS, stop);
    }
  }
}

/**
 * Waits for the next round: asks all relays side by side and looks into the store. The first answer with the right signature
 * wins, and all other requests are cancelled. No relay can hold up another.
 */
async function awaitRound(fetching: Fetching, stop: AbortSignal): Promise<void> {
  const { relays, take } = fetching;
  const round = fetching.next();
  const race = new AbortController();
  const signal = AbortSignal.any([stop, race.signal]);
  setMaxListeners(0, signal);
  const isSigned = checkOnce(fetching);
  const won = await new Promise<[BeaconRound, "relay" | "store"] | undefined>((resolve, reject) => {
    const contenders = [
      ...relays.map(async (relay) => {
        const answer = await askUntilSigned(fetching, relay, round, { signal, isSigned });
        if (answer !== undefined) resolve([answer, "relay"]);
      }),
      lookIntoStore(fetching, round, signal).then((stored) => {
        if (stored !== undefined) resolve([stored, "store"]);
      }),
    ];
    // A failed contender must not be missing from now on, so all of them start again.
    Promise.all(contenders).then(() => resolve(undefined), reject);
  }).finally(() => race.abort());
  if (won !== undefined && !stop.aborted) take([won[0]], won[1]);
}

type Race = { signal: AbortSignal; isSigned(round: BeaconRound): Promise<boolean> };

/** Checks each signature once. Honest relays all give the same. */
function checkOnce({ bls, chain }: Fetching): Race["isSigned"] {
  const checks = new Map<string, Promise<boolean>>();
  return (round) => {
    let check = checks.get(round.signature);
    if (check === undefined) {
      check = bls.findUnsigned(chain.publicKey, [round]).then((unsigned) => unsigned === undefined);
      checks.set(round.signature, check);
    }
    return check;
  };
}

async function askUntilSigned(
  fetching: Fetching,
  relay: Relay,
  round: number,
  { signal, isSigned }: Race,
): Promise<BeaconRound | undefined> {
  const { chain, clock, watch, answerMs } = fetching;
  const dueMs = dueTick(chain, round) * 1000;
  while (!signal.aborted) {
    await pause(clock, relay.restsUntilMs - elapsedMs(clock), signal);
    if (signal.aborted) return undefined;
    // The clock shows fractions of a millisecond, and a timeout takes none.
    const limitMs = Math.ceil(Math.max(0, dueMs - clock.nowMs()) + answerMs);
    const answer = await relay.ask(round, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
    if (signal.aborted) return undefined;
    const isMissing = "notYet" in answer;
    if (isMissing && clock.nowMs() < dueMs + answerMs) {
      const pauseMs = Math.abs(dueMs - clock.nowMs()) / 2;
      const boundedMs = Math.min(Math.max(pauseMs, LEAST_PAUSE_MS), MOST_PAUSE_MS);
      await pause(clock, boundedMs, signal);
      continue;
    }
    if ("round" in answer && (await isSigned(answer.round))) {
      relay.succeeded();
      return answer.round;
    }
    if (signal.aborted) return undefined;
    const failure = isMissing ? "not there" : "failure" in answer ? answer.failure : "wrong signature";
    watch.onFailure(relay, failure, round);
  }
  return undefined;
}

async function lookIntoStore(
  { chain, clock, store, log }: Fetching,
  round: number,
  signal: AbortSignal,
): Promise<BeaconRound | undefined> {
  const dueMs = dueTick(chain, round) * 1000;
  while (!signal.aborted) {
    const leftMs = dueMs - clock.nowMs();
    // The clock may be corrected meanwhile, so a long wait looks at it again and again.
    await pause(clock, leftMs > 0 ? Math.min(leftMs, MOST_PAUSE_MS) : STORE_MS, signal);
    if (leftMs > 0) continue;
    if (signal.aborted) return undefined;
    try {
      const [stored] = await store.read(round, round);
      if (stored !== undefined) return stored;
    } catch (error) {
      log.debug({ error: String(error) }, "the store of the beacon's rounds cannot be read");
    }
  }
  return undefined;
}

/**
 * Fetches the next of several missing rounds, in order and up to a batch at once, and returns whether any arrived. It asks
 * one relay for each round, and another one if that fails.
 */
async function fetchMissing(fetching: Fetching, due: number, stop: AbortSignal): Promise<boolean> {
  const { chain, store, bls, watch, take, log } = fetching;
  const from = fetching.next();
  const to = Math.min(due, from + BATCH - 1);
  const stored = withoutGap(from, await store.read(from, to).catch(() => []));
  if (stored.length > 0) {
    take(stored, "store");
    return true;
  }
  const fetched = new Map<number, { round: BeaconRound; relay: Relay }>();
  let asked = from;
  const askMore = async () => {
    while (asked <= to && !stop.aborted) {
      const round = asked;
      asked += 1;
      const answer = await askInTurn(fetching, round, stop);
      // Rounds after a gap are of no use.
      if (answer === undefined) return void (asked = to + 1);
      fetched.set(round, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askMore));
  const rounds = withoutGap(
    from,
    [...fetched.values()].map(({ round }) => round).toSorted((a, b) => a.round - b.round),
  );
  const unsigned = rounds.length === 0 ? undefined : await bls.findUnsigned(chain.publicKey, rounds);
  const signed = unsigned === undefined ? rounds : rounds.slice(0, unsigned.round - from);
  if (stop.aborted) return true;
  for (const { round } of signed) fetched.get(round)!.relay.succeeded();
  if (unsigned !== undefined)
    watch.onFailure(fetched.get(unsigned.round)!.relay, "wrong signature", unsigned.round);
  if (signed.length === 0) return false;
  take(signed, "relay");
  log.info(
    { newest: from + signed.length - 1, missing: due - from - signed.length + 1 },
    "missing rounds of the beacon came",
  );
  return true;
}

/** Fetches lost rounds, as many as the relays give. If a batch contains a wrong round, keeps those before it. */
export async function fetchLost(
  fetching: Fetching,
  lost: readonly number[],
  stop: AbortSignal,
): Promise<BeaconRound[]> {
  const { chain, bls, watch } = fetching;
  const found: BeaconRound[] = [];
  for (let at = 0; at < lost.length; at += AT_ONCE) {
    const part = lost.slice(at, at + AT_ONCE);
    const answers = await Promise.all(part.map((round) => askInTurn(fetching, round, stop)));
    const came = answers.filter((answer) => answer !== undefined);
    const rounds = came.map(({ round }) => round);
    const wrong = rounds.length === 0 ? undefined : await bls.findUnsigned(chain.publicKey, rounds);
    const right = wrong === undefined ? came : came.slice(0, rounds.indexOf(wrong));
    for (const { relay, round } of right) {
      relay.succeeded();
      found.push(round);
    }
    const liar = came[right.length];
    if (liar !== undefined) watch.onFailure(liar.relay, "wrong signature", liar.round.round);
    if (right.length < part.length) return found;
  }
  return found;
}

/**
 * Asks the relays that do not rest, one after the other. Those that have not failed since their last good round come first,
 * and each round begins with another relay.
 */
async function askInTurn(
  { relays, clock, watch, answerMs }: Fetching,
  round: number,
  stop: AbortSignal,
): Promise<{ round: BeaconRound; relay: Relay } | undefined> {
  const turned = relays.map((_, turn) => relays[(round + turn) % relays.length]!);
  for (const relay of turned.toSorted((a, b) => a.failures - b.failures)) {
    if (relay.restsUntilMs > elapsedMs(clock)) continue;
    const answer = await relay.ask(round, AbortSignal.any([stop, AbortSignal.timeout(answerMs)]));
    if ("round" in answer) return { round: answer.round, relay };
    if (stop.aborted) return undefined;
    watch.onFailure(relay, "failure" in answer ? answer.failure : "not there", round);
  }
  return undefined;
}

function withoutGap(from: number, rounds: readonly BeaconRound[]): BeaconRound[] {
  const gap = rounds.findIndex(({ round }, index) => round !== from + index);
  return rounds.slice(0, gap === -1 ? rounds.length : gap);
}

/** Waits by a clock that only runs forward and that tests can move, or until the signal aborts. */
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return;
  const untilMs = elapsedMs(clock) + ms;
  await new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const stopTicks = clock.onTick(check);
    signal.addEventListener("abort", check);
    function check(): void {
      clearTimeout(timer);
      const leftMs = untilMs - elapsedMs(clock);
      if (leftMs > 0 && !signal.aborted) {
        timer = setTimeout(check, Math.min(Math.max(leftMs, 1), 1_000));
        return;
      }
      stopTicks();
      signal.removeEventListener("abort", check);
      resolve();
    }
    check();
  });
}
