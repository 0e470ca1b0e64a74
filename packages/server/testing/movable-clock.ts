import { QUICKNET } from "@veritick/domain/beacon.ts";
import { dueTick, isOpenAt, roundOf } from "@veritick/domain/rounds.ts";
import { tickOf } from "../src/platform/clock.ts";
import type { Clock } from "../src/platform/clock.ts";

export type MovableClock = Clock & {
  /** Lets so many seconds pass, one tick after the other. */
  advance(seconds: number): void;
  /** Moves straight to a later time, as on a server that was busy or asleep: only the newest tick is reported. */
  jump(seconds: number): void;
  /** Sets the time forward or back without any time passing. */
  correct(seconds: number): void;
};

/** The start of the tests' time. */
export const START_MS = 1_790_000_000_000;

/**
 * Returns how far a clock that stands still is ahead of the database's, which runs on. While a block takes orders, the
 * database's stands at its beginning: so an order always has 2.5 s to get its locks, however busy the machine is.
 */
export function aheadOfDatabaseMs(nowMs: number): number {
  const round = roundOf(QUICKNET, tickOf(nowMs));
  const itsMs = isOpenAt(QUICKNET, round, nowMs) ? dueTick(QUICKNET, round) * 1000 : nowMs;
  return itsMs - Date.now();
}

/** A clock that stands still until a test moves it. */
export function movableClock(startMs = START_MS): MovableClock {
  let nowMs = startMs;
  let elapsedMs = 0;
  const listeners = new Set<() => void>();
  const correct = (seconds: number) => {
    nowMs += seconds * 1000;
    for (const listener of listeners) listener();
  };
  const move = (seconds: number) => {
    elapsedMs += seconds * 1000;
    correct(seconds);
  };
  return {
    nowMs: () => nowMs,
    elapsedMs: () => elapsedMs,
    aheadOfDatabaseMs: () => aheadOfDatabaseMs(nowMs),
    onTick(listener, delayMs = 0) {
      const hear = () => listener(tickOf(nowMs - delayMs));
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    advance(seconds) {
      for (let passed = 0; passed < seconds; passed += 1) move(1);
    },
    jump: move,
    correct,
  };
}
