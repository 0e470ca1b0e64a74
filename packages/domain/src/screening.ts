import type { Minor } from "./money.ts";

/** What a screening service says of a deposit or withdrawal. */
export type Verdict = "allow" | "hold" | "refuse";

/**
 * How far a question is. `asking`: no answer yet. `unreachable`: nobody answered, and it is asked again by itself.
 * `overridden`: two persons have allowed it in spite of the answer, or of none.
 */
export type ScreeningState = "asking" | Verdict | "unreachable" | "overridden";

/** What a verdict is about. It holds for nothing else. */
export type ScreenedMatter = {
  readonly userId: string;
  /** In 1e-8 USDMS: what is credited, or what is paid out after the fee. */
  readonly amount: Minor;
  /** Where a deposit was paid to, or where a withdrawal goes; null where no address is known. */
  readonly address: string | null;
};

export type Screened = ScreenedMatter & { readonly state: ScreeningState };

/** True where money may move as far as the screening goes. */
export const isCleared = (state: ScreeningState): boolean => state === "allow" || state === "overridden";

/** True where a person has to look: the service held or refused it, or cannot be reached. */
export const isHeld = (state: ScreeningState): boolean =>
  state === "hold" || state === "refuse" || state === "unreachable";

/** True where a verdict is about exactly this. */
export const isAbout = (screened: ScreenedMatter, matter: ScreenedMatter): boolean =>
  screened.userId === matter.userId &&
  screened.amount === matter.amount &&
  screened.address === matter.address;

/** What to do about a matter that needs a verdict, given what is on record: move the money, ask about it, or wait. */
export function decideScreened(
  onRecord: Screened | undefined,
  matter: ScreenedMatter,
): "go" | "ask" | "wait" {
  if (onRecord === undefined || !isAbout(onRecord, matter)) return "ask";
  return isCleared(onRecord.state) ? "go" : "wait";
}

const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 3_600;

/** How long to wait before a service that did not answer is asked again, after so many questions without an answer. */
export const nextAskSeconds = (attempts: number): number =>
  Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, Math.min(attempts, 20) - 1), LONGEST_RETRY_SECONDS);
