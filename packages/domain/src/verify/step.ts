/**
 * How a step of a check came out. `later`: what it needs is not public yet. `missing`: what it needs is not there, or rests
 * on something that was found to be wrong.
 */
export type Outcome = "right" | "wrong" | "later" | "missing";

/** Nothing was noted that could be judged. It is told, and takes nothing from the verdict. */
export type Note = "note";

/** Why a step is not simply right or wrong, or what is wrong where the two values do not tell. */
export type StepReason =
  /** A value that every receipt has is not there, or has no such form. */
  | "unreadable"
  /** The position was opened before promises were signed, or in the day in which that began. */
  | "unsigned"
  /** It is said to be unsigned although promises were signed when it was opened. */
  | "withheld"
  /** It is signed with a key that only the file itself vouches for: by whom is not known. */
  | "own-key"
  /** It did not enter at the end of the block that it was opened in. */
  | "other-second"
  /** It was signed with a commitment too many, or with one of an epoch that it has nothing to do with. */
  | "not-spanned"
  /** A commitment between the position and the head that was signed is not there. */
  | "hole"
  /** The head that was signed is nearer than commitments are published ahead. */
  | "too-near"
  /** The hour is now said to have begun with another state than the one that was signed. */
  | "other-start"
  /** The seed is not published although its epoch has long ended. */
  | "seed-withheld"
  /** It is not decided although it has long been over. */
  | "overdue"
  /** It is signed with a key that is not among the published ones. */
  | "unpublished"
  /** The seeds, states or commitments that it takes are not given. */
  | "no-data"
  /** Data that it rests on is wrong. */
  | "doubtful"
  /** The price was restarted after the position, and its data is not published any more. */
  | "older"
  /** The position is over, and the receipt was made before it was decided. */
  | "undecided"
  /** It was called off although the price it was opened on is still there. */
  | "not-lost"
  /** Its price ended, and no result was computed: what was promised was not kept. */
  | "not-kept"
  /** Its price ended because the beacon was gone, so it says, but the beacon has signed a round up to the expiry. */
  | "round-there"
  /** Its price ended because the beacon was gone. No round is at hand that says otherwise. */
  | "gone"
  /** Its price ended, and that is not published. */
  | "not-listed"
  /** The answer came when the next round was due: whether the order was dated back cannot be told. */
  | "late"
  /** By the clock of the device that took it the answer came before its round: that clock cannot tell. */
  | "clock-behind"
  /** The answer to the order, or to the sale, carried another signature than the receipt. */
  | "other-answer"
  /** It was not sold at the end of the block that the sale was made in. */
  | "other-block"
  /** It was sold in the last two blocks before its expiry. */
  | "sold-late";

export type Step<N extends string = string, O extends Outcome | Note = Outcome> = {
  readonly name: N;
  readonly outcome: O;
  /** The epoch that it is about, where there is one step for each. */
  readonly epoch?: number;
  readonly expected?: string;
  readonly found?: string;
  /** From which tick on it can be checked. */
  readonly from?: number;
  readonly reason?: StepReason;
};

type Details = Partial<Omit<Step, "name" | "outcome">>;

export const stepOf = <N extends string, O extends Outcome | Note>(
  name: N,
  outcome: O,
  details: Details = {},
): Step<N, O> => ({
  name,
  outcome,
  ...details,
});

/** Right where both texts are the same. */
export const compared = <N extends string>(
  name: N,
  expected: string,
  found: string | undefined,
  details: Details = {},
): Step<N> => {
  if (found === undefined) return stepOf(name, "wrong", { ...details, expected, reason: "unreadable" });
  return stepOf(name, expected === found ? "right" : "wrong", { ...details, expected, found });
};

/** True where nothing is wrong but that a promise was not kept, which the platform says itself. */
export const isBroken = (
  steps: readonly { readonly outcome: Outcome | Note; readonly reason?: StepReason }[],
): boolean =>
  steps.some(({ reason }) => reason === "not-kept") &&
  steps.every(({ outcome, reason }) => outcome !== "wrong" || reason === "not-kept");

/**
 * What the steps of a check come to: one that is wrong decides, then one that cannot be taken. That some have to wait is
 * said only where nothing but time is missing.
 */
export function verdictOf(steps: readonly { readonly outcome: Outcome | Note }[]): Outcome {
  const outcomes: readonly Outcome[] = ["wrong", "missing", "later"];
  return outcomes.find((outcome) => steps.some((step) => step.outcome === outcome)) ?? "right";
}
