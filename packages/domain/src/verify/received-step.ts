import { blockEnd, dueTick } from "../beacon.ts";
import type { RoundTimes } from "../beacon.ts";
import type { PositionPromise } from "../signed/promise.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { secondsOf } from "./read-value.ts";
import { stepOf } from "./step.ts";
import type { Note, Outcome, Step } from "./step.ts";

/**
 * Why the time at which an answer came does not show that its order was opened in time; undefined where it does. `late`: the
 * next round was due, so the platform could have known it and dated the order back. `clock-behind`: the answer's own round was
 * not even due, so the clock that told the time tells nothing.
 *
 * @param atMs Unix time in milliseconds, by the clock of the device that took the answer
 * @param round the round of the block that the order entered
 */
export function faultOfReceived(
  atMs: number,
  round: number,
  times: RoundTimes,
): "late" | "clock-behind" | undefined {
  if (atMs >= dueTick(times, round + 1) * 1000) return "late";
  return atMs < dueTick(times, round) * 1000 ? "clock-behind" : undefined;
}

/**
 * Who holds the signed answer before the next round is due knows that the order was not dated back. Later nobody can tell, and
 * nobody is accused: a clock may be wrong.
 */
export function receivedStep(
  { received, promise, beacon }: PositionEvidence,
  promised: PositionPromise | undefined,
): Step<"received", Outcome | Note> {
  if (received === null) return stepOf("received", "note");
  if (received.signature !== undefined && received.signature !== promise?.signature) {
    const found = promise?.signature ?? "";
    return stepOf("received", "wrong", { expected: received.signature, found, reason: "other-answer" });
  }
  if (promised === undefined || promised.round < 1)
    return stepOf("received", "missing", { reason: "doubtful" });
  if (beacon === undefined) return stepOf("received", "missing", { reason: "no-data" });
  const { at = "" } = received;
  const seconds = secondsOf(at);
  if (seconds === undefined) return stepOf("received", "missing", { reason: "unreadable" });
  const fault = faultOfReceived(Math.round(seconds * 1000), promised.round, beacon);
  if (fault === undefined) return stepOf("received", "right", { found: at });
  const expected = `round ${promised.round}: ${dueTick(beacon, promised.round)} - ${blockEnd(beacon, promised.round)}`;
  return stepOf("received", "missing", { expected, found: `${at} (${seconds})`, reason: fault });
}
