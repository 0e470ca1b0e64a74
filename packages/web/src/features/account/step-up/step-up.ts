import { useSyncExternalStore } from "react";
import { ApiError, GivenUp } from "../../../api/client.ts";
import type { Notice } from "../../../ui/overlay/notice-store.ts";

type Waiting = {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
};

/** All calls that wait for a proof wait for the same one. */
let waiting: Waiting | undefined;
let proofs = 0;
const listeners = new Set<() => void>();

function change(next: Waiting | undefined) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** How often somebody has proved who they are on this page: a call that was refused before the last time needs no other. */
export const countProofs = () => proofs;

/**
 * Makes a call that may need a recent proof of identity. Where it does, the person is asked, and the very same call goes on;
 * where they do not prove it, this throws `GivenUp`. Where it is used, `StepUpPlace` must be on the page.
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

/** Asks the person to prove who they are. Resolves once they have, and rejects with `GivenUp` where they do not. */
export function askForProof(): Promise<void> {
  if (waiting === undefined) change(Promise.withResolvers<void>());
  return waiting!.promise;
}

export function takeProof() {
  const proved = waiting;
  proofs += 1;
  change(undefined);
  // The dialog gives the focus back first, so that what a row becomes afterwards knows where it was.
  setTimeout(() => proved?.resolve());
}

/** `notice` says that nothing was done. */
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
