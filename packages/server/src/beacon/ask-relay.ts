import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { failureName, readBounded } from "../platform/http/read-answer.ts";
import type { Log } from "../platform/telemetry/log.ts";

/** A relay that has failed rests, each time twice as long, up to the longest rest. */
const FIRST_REST_MS = 250;
const MOST_REST_MS = 5_000;
/** A round takes some 300 bytes. */
const MOST_BYTES = 4_096;

/** A relay's answer about a round. "Not yet" is no failure: no relay has a round before it is due. */
export type RelayAnswer = { round: BeaconRound } | { notYet: true } | { failure: string };

/** One relay of a public beacon. The server trusts none of its answers before it has checked their signatures. */
export class Relay {
  /** The host, for logs and metrics. */
  readonly name: string;
  readonly #address: string;
  readonly #chainHash: string;
  #failures = 0;
  #restsUntilMs = -Infinity;

  constructor(address: string, chainHash: string) {
    this.name = new URL(address).host;
    this.#address = address.replace(/\/+$/, "");
    this.#chainHash = chainHash;
  }

  get failures(): number {
    return this.#failures;
  }

  /** The end of its rest, in milliseconds that only run forward. */
  get restsUntilMs(): number {
    return this.#restsUntilMs;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restsUntilMs = -Infinity;
  }

  /** Counts a failure. Several calls that fail together are one. */
  failed(elapsedMs: number): void {
    if (elapsedMs < this.#restsUntilMs) return;
    this.#restsUntilMs = elapsedMs + Math.min(FIRST_REST_MS * 2 ** this.#failures, MOST_REST_MS);
    this.#failures += 1;
  }

  /** Asks once. A relay holds its answer back until it has the next round. */
  async ask(round: number, signal: AbortSignal): Promise<RelayAnswer> {
    try {
      const answer = await fetch(`${this.#address}/${this.#chainHash}/public/${round}`, {
        headers: { accept: "application/json" },
        redirect: "error",
        signal,
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        return answer.status === 404 || answer.status === 425
          ? { notYet: true }
          : { failure: `status ${answer.status}` };
      }
      const text = await readBounded(answer, MOST_BYTES);
      return text === undefined ? { failure: "an answer that is too long" } : readRound(text, round);
    } catch (error) {
      return { failure: failureName(error) };
    }
  }
}

function readRound(text: string, asked: number): RelayAnswer {
  let found: { round?: unknown; signature?: unknown } | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    return { failure: "no JSON" };
  }
  const { round, signature } = found ?? {};
  if (typeof signature !== "string" || !/^[0-9a-f]{96}$/i.test(signature)) return { failure: "no signature" };
  if (round !== asked) return { failure: "another round" };
  return { round: { round: asked, signature: signature.toLowerCase() } };
}

/** Counts and logs the failures of relays. */
export type RelayWatch = { onFailure(relay: Relay, failure: string, round: number): void };

export function watchRelays(log: Log, count: (relay: string) => void, elapsedMs: () => number): RelayWatch {
  return {
    onFailure(relay, failure, round) {
      relay.failed(elapsedMs());
      count(relay.name);
      log.debug({ relay: relay.name, failure, round }, "a relay of the beacon failed");
    },
  };
}
