import type { Minor } from "./money.ts";

/** A screening service's answer about a deposit or withdrawal. */
export type Verdict = "allow" | "hold" | "refuse";

/**
 * The state of a question to the service. `asking`: no answer yet. `unreachable`: the service did not answer, and the
 * platform asks again. `overridden`: two people have allowed it despite the answer, or without one.
 */
export type ScreeningState = "asking" | Verdict | "unreachable" | "overridden";

/** The subject of a verdict. The verdict holds for nothing else. */
export type ScreenedMatter = {
  readonly userId: string;
  /** The amount credited, or paid out after the fee, in 1e-8 USDMS. */
  readonly amount: Minor;
  /** The address that a deposit was paid to or a withdrawal goes to; null if none is known. */
  readonly address: string | null;
};

export type Screened = ScreenedMatter & { readonly state: ScreeningState };

/** Returns true if the screening lets money move. */
export const isCleared = (state: ScreeningState): boolean => state === "allow" || state === "overridden";

/** Returns true if a person has to look: the service held or refused it, or cannot be reached. */
export const isHeld = (state: ScreeningState): boolean =>
  state === "hold" || state === "refuse" || state === "unreachable";

/** Returns true if a verdict is about exactly this. */
const isAbout = (screened: ScreenedMatter, matter: ScreenedMatter): boolean =>
  screened.userId === matter.userId &&
  screened.amount === matter.amount &&
  screened.address === matter.address;

/**
 * Decides what to do about a matter that needs a verdict, given the one on record: move the money, ask about it, or wait.
 */
export function decideScreened(
  onRecord: Screened | undefined,
  matter: ScreenedMatter,
): "go" | "ask" | "wait" {
  if (onRecord === undefined || !isAbout(onRecord, matter)) return "ask";
  return isCleared(onRecord.state) ? "go" : "wait";
}

const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 3_600;

/** Returns the seconds to wait before asking a silent service again, after so many questions without an answer. */
export const nextAskSeconds = (attempts: number): number =>
  Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, Math.min(attempts, 20) - 1), LONGEST_RETRY_SECONDS);
