/**
 * The outcome of a step of a check. `later`: its data is not public yet. `missing`: its data is not there, or rests on
 * something that was found to be wrong.
 */
export type Outcome = "right" | "wrong" | "later" | "missing";

/** The outcome of a step that nothing shows to be right or wrong. A verdict that it is right has to say so. */
export type Note = "note";

/** The reason why a step is not simply right or wrong, or the fault if the two values do not show it. */
export type StepReason =
  /** A value that every receipt has is not there, or has another form. */
  | "unreadable"
  /** The receipt has no signature, although every promise is signed. */
  | "withheld"
  /** It is signed with a key that only the file itself vouches for, so the signer is not known. */
  | "own-key"
  /** It did not enter at the end of the block that it was opened in. */
  | "other-second"
  /** It was signed with a commitment too many, or with one of an unrelated epoch. */
  | "not-spanned"
  /** The file names a key, a genesis or a beacon that the platform does not publish any more. */
  | "file-differs"
  /** A commitment between the position and the signed head is not there. */
  | "hole"
  /** The signed head is nearer than commitments are published ahead. */
  | "too-near"
  /** The published start state of the hour differs from the signed one. */
  | "other-start"
  /** The seed is not published although its epoch has long ended. */
  | "seed-withheld"
  /** It is not decided although it has long been over. */
  | "overdue"
  /** It is signed with a key that is not among the published ones. */
  | "unpublished"
  /** The seeds, states or commitments that the step needs are not given. */
  | "no-data"
  /** Data that the step rests on is wrong. */
  | "doubtful"
  /** The price was restarted after the position, and its data is no longer published. */
  | "older"
  /** The position is over, and the receipt was made before it was decided. */
  | "undecided"
  /** It was called off although the price it was opened on still exists. */
  | "not-lost"
  /** Its price ended, and no result was computed: the platform broke its promise. */
  | "not-kept"
  /** The platform says that the beacon was gone, but the beacon has signed a round up to the expiry. */
  | "round-there"
  /** Its price ended because the beacon was gone. No known round contradicts this. */
  | "gone"
  /** Its price ended, but the platform does not publish that. */
  | "not-listed"
  /** The answer came when the next round was due: nobody can tell if the order was backdated. */
  | "late"
  /** By the clock of the device that took it, the answer came before its round: that clock proves nothing. */
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
  /** The epoch of the step, if there is one step for each epoch. */
  readonly epoch?: number;
  readonly expected?: string;
  readonly found?: string;
  /** The first tick at which the step can be checked. */
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

/** Makes a step that is right if both texts are the same. */
export const compared = <N extends string>(
  name: N,
  expected: string,
  found: string | undefined,
  details: Details = {},
): Step<N> => {
  if (found === undefined) return stepOf(name, "wrong", { ...details, expected, reason: "unreadable" });
  return stepOf(name, expected === found ? "right" : "wrong", { ...details, expected, found });
};

/** Returns true if the only fault is a broken promise, which the platform itself states. */
export const isBroken = (
  steps: readonly { readonly outcome: Outcome | Note; readonly reason?: StepReason }[],
): boolean =>
  steps.some(({ reason }) => reason === "not-kept") &&
  steps.every(({ outcome, reason }) => outcome !== "wrong" || reason === "not-kept");

/**
 * Returns the verdict of a check: a wrong step decides, then a missing one. It is `later` only if nothing but time is
 * missing.
 */
export function verdictOf(steps: readonly { readonly outcome: Outcome | Note }[]): Outcome {
  const outcomes: readonly Outcome[] = ["wrong", "missing", "later"];
  return outcomes.find((outcome) => steps.some((step) => step.outcome === outcome)) ?? "right";
}
