import { blockEnd, dueTick } from "../rounds.ts";
import type { RoundTimes } from "../rounds.ts";
import type { PromisePath } from "../signed/promise-tree.ts";
import type { PositionEvidence, Received } from "./position-evidence.ts";
import { secondsOf } from "./read-value.ts";
import { stepOf } from "./step.ts";
import type { Note, Outcome, Step } from "./step.ts";

/**
 * Returns the reason why the time at which an answer came does not show that its order was opened in time; undefined if it
 * does. `late`: the next round was due, so the platform could have known it and backdated the order. `clock-behind`: the
 * answer's own round was not even due, so the clock that gave the time proves nothing.
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

type Answered = {
  readonly signature?: string | undefined;
  readonly path?: PromisePath | null | undefined;
};

/** Returns true if an answer was signed differently from the receipt. Parts of it that nobody noted do not count. */
export function isOtherAnswer(answer: Answered, signed: Answered | undefined): boolean {
  const isOther = answer.signature !== undefined && answer.signature !== signed?.signature;
  return isOther || (answer.path != null && answer.path.join() !== signed?.path?.join());
}

/** Returns true if nobody can tell which of the promises under its signature an answer brought. */
export const isPathUnknown = ({ signature, path }: Answered, signed: Answered | undefined): boolean =>
  signature !== undefined && path == null && signed?.path != null;

const answerText = (answered: Answered | undefined): string =>
  [answered?.signature ?? "", ...(answered?.path ?? [])].join("\n");

/**
 * Checks the time at which the signed answer to an order or a sale came. An answer that came before the next round was due
 * was not backdated. Later nobody can tell, so the step accuses nobody: a clock may be wrong.
 *
 * @param signed the signature and the path in the receipt: one signature may hold two promises, each with a path of its own
 * @param round the round in the signed text; undefined if that cannot be read
 */
export function receivedStep<N extends string>(
  name: N,
  received: Received | null,
  { signed, round }: { signed: Answered | undefined; round: number | undefined },
  beacon: PositionEvidence["beacon"],
): Step<N, Outcome | Note> {
  if (received === null) return stepOf(name, "note");
  if (isOtherAnswer(received, signed)) {
    const [expected, found] = [received, signed].map(answerText);
    return stepOf(name, "wrong", { expected: expected!, found: found!, reason: "other-answer" });
  }
  if (isPathUnknown(received, signed)) return stepOf(name, "missing", { reason: "unreadable" });
  if (round === undefined || round < 1) return stepOf(name, "missing", { reason: "doubtful" });
  if (beacon === undefined) return stepOf(name, "missing", { reason: "no-data" });
  const { at } = received;
  const seconds = secondsOf(at);
  if (seconds === undefined) return stepOf(name, "missing", { reason: "unreadable" });
  const fault = faultOfReceived(Math.round(seconds * 1000), round, beacon);
  // A time without the signature does not say which promise came.
  if (fault === undefined)
    return stepOf(name, received.signature === undefined ? "note" : "right", { found: at! });
  const expected = `round ${round}: ${dueTick(beacon, round)} - ${blockEnd(beacon, round)}`;
  return stepOf(name, "missing", { expected, found: `${at} (${seconds})`, reason: fault });
}
