import { hash } from "node:crypto";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { RoundTimes } from "@veritick/domain/rounds.ts";
import { tickOf } from "../platform/clock.ts";

/**
 * The state of the beacon. `live`: the newest due round is known. `hold`: it is awaited. `late`: it is late. `catch_up`:
 * several rounds are missing and are being fetched in order.
 */
export type BeaconState = "live" | "hold" | "late" | "catch_up";

/** The newest rounds that stay in memory, 48 bytes each: three and a half days of a beacon with a round every 3 s. */
const KEPT = 100_000;
const SIGNATURE_BYTES = 48;
/** A beacon is late if its round has not arrived this long before the next one is due. */
const LATE_BEFORE_NEXT_MS = 500;
/** Orders wait for this many blocks after a round that came too early. */
const DOUBTFUL_BLOCKS = 2;
/** A relay's round that comes this much earlier after it was due than all others of an hour means that a clock was put back. */
const MUCH_EARLIER_MS = 300;
const COMPARED_SECONDS = 3_600;
/** A round is compared with earlier ones once a process has seen this many. */
const LEAST_COMPARED = 100;

/** A round was made here, a relay gave it, or a process had stored it. */
export type RoundSource = "made" | "relay" | "store";

/** The rounds in memory, without a gap, up to the newest one. */
export class KeptRounds {
  readonly #times: RoundTimes;
  readonly #first: number;
  readonly #signatures = Buffer.alloc(KEPT * SIGNATURE_BYTES);
  #next: number;
  #addedAtMs: number;
  #doubtfulUntilMs = -Infinity;
  readonly #behindMs: () => number;
  /** The relays' rounds of the last hour of which no later one came sooner after it was due. The soonest is the first. */
  #soonest: { readonly round: number; readonly afterMs: number }[] = [];
  #compared = 0;

  /** @param behindMs how far this process's clock may be behind the database's */
  constructor(times: RoundTimes, first: number, nowMs: number, behindMs = () => 0) {
    this.#times = times;
    this.#first = first;
    this.#next = first;
    this.#addedAtMs = nowMs;
    this.#behindMs = behindMs;
  }

  get next(): number {
    return this.#next;
  }

  get newest(): number | undefined {
    return this.#next === this.#first ? undefined : this.#next - 1;
  }

  /** @throws RangeError for any round but the next, so that there is never a gap */
  add({ round, signature }: BeaconRound, nowMs: number, from: RoundSource): void {
    if (round !== this.#next) throw new RangeError(`round ${round} came where ${this.#next} is next`);
    const bytes = Buffer.from(signature, "hex");
    if (bytes.length !== SIGNATURE_BYTES) throw new RangeError(`round ${round} has no signature`);
    this.#signatures.set(bytes, (round % KEPT) * SIGNATURE_BYTES);
    this.#next += 1;
    this.#addedAtMs = nowMs;
    this.#doubtIfEarly(nowMs);
    if (from === "relay") this.#compare(round, nowMs);
  }

  /** Returns the time from when a round was due until now, by the latest time that the database's clock may show. */
  #afterMs(round: number, nowMs: number): number {
    return nowMs + this.#behindMs() - this.#dueMs(round);
  }

  /** Doubts the clock if the newest round is not due by it. */
  #doubtIfEarly(nowMs: number): void {
    const { newest } = this;
    if (newest !== undefined && this.#afterMs(newest, nowMs) < 0) this.#doubt(newest);
  }

  /**
   * Doubts the clock if a round comes much sooner than all others of the last hour: relays need some time, so a clock that is
   * put back by less than that shows no round early. Rounds that were missing for longer say nothing about it.
   */
  #compare(round: number, nowMs: number): void {
    const afterMs = this.#afterMs(round, nowMs);
    if (!(afterMs >= 0 && afterMs < this.#times.period * 1000)) return;
    const since = round - COMPARED_SECONDS / this.#times.period;
    this.#soonest = this.#soonest.filter((each) => each.round > since);
    const [soonest] = this.#soonest;
    const isMuchSooner = soonest !== undefined && soonest.afterMs - afterMs >= MUCH_EARLIER_MS;
    if (isMuchSooner && this.#compared >= LEAST_COMPARED) this.#doubt(round);
    this.#compared += 1;
    this.#soonest = [...this.#soonest.filter((each) => each.afterMs < afterMs), { round, afterMs }];
  }

  #doubt(round: number): void {
    this.#doubtfulUntilMs = this.#dueMs(round + DOUBTFUL_BLOCKS);
  }

  /** True if a round is in memory. Older ones are in the store. */
  has(round: number): boolean {
    return Number.isSafeInteger(round) && round < this.#next && round >= this.#oldest;
  }

  get #oldest(): number {
    return Math.max(this.#first, this.#next - KEPT);
  }

  /** @throws RangeError for a round that is not in memory */
  signatureOf(round: number): string {
    return this.#bytesOf(round).toString("hex");
  }

  /** @throws RangeError for a round that is not in memory */
  rhoOf(round: number): string {
    return hash("sha256", this.#bytesOf(round), "hex");
  }

  #bytesOf(round: number): Buffer {
    if (!this.has(round)) throw new RangeError(`round ${round} of the beacon is not in hand`);
    const at = (round % KEPT) * SIGNATURE_BYTES;
    return this.#signatures.subarray(at, at + SIGNATURE_BYTES);
  }

  #dueMs(round: number): number {
    return dueTick(this.#times, round) * 1000;
  }

  state(nowMs: number): BeaconState {
    const missing = roundOf(this.#times, tickOf(nowMs)) - this.#next + 1;
    if (missing <= 0) return "live";
    const periodMs = this.#times.period * 1000;
    if (missing > 1) return nowMs - this.#addedAtMs <= periodMs ? "catch_up" : "late";
    return nowMs - this.#dueMs(this.#next) < periodMs - LATE_BEFORE_NEXT_MS ? "hold" : "late";
  }

  /** Also looks at the newest round: if the clock was put back, its round may be known before orders may use it. */
  isClockDoubtful(nowMs: number): boolean {
    this.#doubtIfEarly(nowMs);
    return nowMs < this.#doubtfulUntilMs;
  }

  /** The seconds between the newest round's due time and its arrival. */
  get lateSeconds(): number {
    return Math.max(0, (this.#addedAtMs - this.#dueMs(this.#next - 1)) / 1000);
  }
}
