import type { EpochBook, Known } from "./epoch-book.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

/** A step that has to wait, or has nothing to go by. */
export function unknownStep<N extends string>(
  name: N,
  known: Exclude<Known<object>, { state: "known" }>,
  details: Partial<Step> = {},
): Step<N> {
  if (known.state === "later") return stepOf(name, "later", { ...details, from: known.from });
  return stepOf(name, "missing", {
    ...details,
    reason: known.state === "doubtful" ? "doubtful" : "no-data",
  });
}

/**
 * The seed of an epoch is the one that was committed to.
 *
 * @param isDue whether it would have been published by now by whoever keeps their word
 */
export function commitmentStep(book: EpochBook, epoch: number, isDue = false): Step<"commitment"> {
  const seed = book.seedOf(epoch);
  if (seed.state === "known")
    return compared("commitment", committed(book, epoch), committed(book, epoch), { epoch });
  if (seed.state === "wrong") {
    return stepOf("commitment", "wrong", { epoch, expected: seed.expected, found: seed.found });
  }
  if (seed.state === "missing" && isDue) {
    return stepOf("commitment", "wrong", { epoch, reason: "seed-withheld" });
  }
  return unknownStep("commitment", seed, { epoch });
}

const committed = (book: EpochBook, epoch: number) => book.row(epoch)?.commitment ?? "";

export type StartDetails = {
  /** Whether there is a step about the seed of the epoch before. */
  readonly isToldBefore: boolean;
  /** The state that was signed. */
  readonly signed?: string | undefined;
  /** Whether the seed of the epoch before would have been published by now by whoever keeps their word. */
  readonly isDue?: boolean;
};

/** The start state that is published of an epoch is the one that was signed, and where the epoch before ended. */
export function startStep(
  book: EpochBook,
  epoch: number,
  { isToldBefore, signed, isDue = false }: StartDetails,
): Step<"start"> {
  const row = book.row(epoch);
  const first = book.firstTickOf(epoch);
  if (row !== undefined && row.startTick !== first) {
    return stepOf("start", "wrong", {
      epoch,
      expected: `tick ${first}`,
      found: `tick ${row.startTick ?? "?"}`,
    });
  }
  const stated = row?.startState === undefined ? undefined : String(row.startState);
  if (signed !== undefined && stated !== undefined && stated !== signed) {
    return stepOf("start", "wrong", { epoch, expected: signed, found: stated, reason: "other-start" });
  }
  const worked = book.startOf(epoch);
  if (worked.state === "doubtful" && !isToldBefore) {
    const seed = book.seedOf(epoch - 1);
    const values = seed.state === "wrong" ? { expected: seed.expected, found: seed.found } : {};
    return stepOf("start", "wrong", { epoch, ...values, reason: "doubtful" });
  }
  if (worked.state === "missing" && isDue)
    return stepOf("start", "wrong", { epoch, reason: "seed-withheld" });
  if (worked.state !== "known") return unknownStep("start", worked, { epoch });
  if (stated === undefined) return unknownStep("start", { state: "missing" }, { epoch });
  return compared("start", String(worked.start), stated, { epoch });
}
