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

/** The seed of an epoch is the one that was committed to. */
export function commitmentStep(book: EpochBook, epoch: number): Step<"commitment"> {
  const seed = book.seedOf(epoch);
  if (seed.state === "known")
    return compared("commitment", committed(book, epoch), committed(book, epoch), { epoch });
  if (seed.state === "wrong") {
    return stepOf("commitment", "wrong", { epoch, expected: seed.expected, found: seed.found });
  }
  return unknownStep("commitment", seed, { epoch });
}

const committed = (book: EpochBook, epoch: number) => book.row(epoch)?.commitment ?? "";

/**
 * The start state that is published of an epoch is where the epoch before ended.
 *
 * @param isToldBefore whether there is a step about the seed of the epoch before
 */
export function startStep(book: EpochBook, epoch: number, isToldBefore: boolean): Step<"start"> {
  const row = book.row(epoch);
  const first = book.firstTickOf(epoch);
  if (row !== undefined && row.startTick !== first) {
    return stepOf("start", "wrong", {
      epoch,
      expected: `tick ${first}`,
      found: `tick ${row.startTick ?? "?"}`,
    });
  }
  const worked = book.startOf(epoch);
  if (worked.state === "doubtful" && !isToldBefore) {
    const seed = book.seedOf(epoch - 1);
    const values = seed.state === "wrong" ? { expected: seed.expected, found: seed.found } : {};
    return stepOf("start", "wrong", { epoch, ...values, reason: "doubtful" });
  }
  if (worked.state !== "known") return unknownStep("start", worked, { epoch });
  if (row?.startState === undefined) return unknownStep("start", { state: "missing" }, { epoch });
  return compared("start", String(worked.start), String(row.startState), { epoch });
}
