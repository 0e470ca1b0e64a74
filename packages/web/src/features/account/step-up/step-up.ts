import { useSyncExternalStore } from "react";
import { ApiError, GivenUp } from "../../../api/client.ts";
import type { Notice } from "../../../ui/overlay/notice-store.ts";

type Waiting = {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
};

/** The proof that all waiting calls share. */
let waiting: Waiting | undefined;
let proofs = 0;
const listeners = new Set<() => void>();

function change(next: Waiting | undefined) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Returns the number of proofs on this page. A call refused before the last one needs no further proof. */
export const countProofs = () => proofs;

/**
 * Makes a call that may require a recent proof of identity. If it does, the user is asked and the same call is made again.
 * Throws `GivenUp` if they give none. The page must contain `StepUpPlace`.
 */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  const proofsBefore = countProofs();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "step_up_required") throw error;
    if (countProofs() === proofsBefore) await askForProof();
    return withProof(send);
  }
}

/** Asks the user to prove their identity. Resolves once they have, and rejects with `GivenUp` if they do not. */
export function askForProof(): Promise<void> {
  if (waiting === undefined) change(Promise.withResolvers<void>());
  return waiting!.promise;
}

export function takeProof() {
  const proved = waiting;
  proofs += 1;
  change(undefined);
  // The dialog returns the focus first, so that a row that changes afterwards can tell that it had the focus.
  setTimeout(() => proved?.resolve());
}

/** Rejects the waiting calls. `notice` says that nothing was done. */
export function cancelProof(notice: Notice) {
  const cancelled = waiting;
  if (cancelled === undefined) return;
  change(undefined);
  setTimeout(() => cancelled.reject(new GivenUp(notice)));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useIsProofWanted = () => useSyncExternalStore(subscribe, () => waiting !== undefined);
