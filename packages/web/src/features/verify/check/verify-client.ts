import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { Published } from "@veritick/domain/verify/position-evidence.ts";
import type { EpochCheck, EpochPath, EpochsInput } from "@veritick/domain/verify/verify-epochs.ts";
import type { Signatures } from "./check-signatures.ts";
import type { Answers, Reply, Request, Task, TimedCheck } from "./verify-worker.ts";

/** Thrown if the worker did not start or crashed, or if code that it needs did not load. */
export class VerifierUnavailableError extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause });
    this.name = "VerifierUnavailableError";
  }
}

/** The caller's means to follow a long check and to end it. */
export type Watch = {
  readonly onSignatures?: (signatures: Signatures) => void;
  /** Rejects the answer with its reason, and frees the worker for other tasks. */
  readonly signal?: AbortSignal | undefined;
};

type Waiting = {
  readonly settle: (answer: Answers[Task["kind"]]) => void;
  readonly fail: (error: Error) => void;
  readonly onSignatures: ((signatures: Signatures) => void) | undefined;
};

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Starts the worker that answers every question of a page. The next question after a crash starts a new one. */
function startWorker(): Worker {
  const started = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Reply>) => take(data));
  started.addEventListener("error", (event) => {
    // The page reports the failure; the console need not.
    event.preventDefault();
    worker = undefined;
    started.terminate();
    const error = new VerifierUnavailableError(event.message);
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  });
  return started;
}

/** The usual time per signature on a current computer, until this device has been measured. */
const USUAL_MS = 2;
let eachMs = USUAL_MS;

/** Returns the milliseconds that this device needs for each signature. */
export const signatureMilliseconds = (): number => eachMs;

function take(reply: Reply) {
  const asked = waiting.get(reply.id);
  if (asked === undefined) return;
  if (reply.kind === "signatures") {
    const { done, elapsedMs } = reply.signatures;
    if (done > 0) eachMs = elapsedMs / done;
    return asked.onSignatures?.(reply.signatures);
  }
  waiting.delete(reply.id);
  if (reply.kind === "answer") asked.settle(reply.answer);
  // Checks never throw, so this means that code they need did not load.
  else asked.fail(new VerifierUnavailableError(reply.message));
}

function ask<K extends Task["kind"]>(
  task: Task & { kind: K },
  { onSignatures, signal }: Watch = {},
): Promise<Answers[K]> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    lastId += 1;
    const id = lastId;
    waiting.set(id, { settle: (answer) => resolve(answer as Answers[K]), fail: reject, onSignatures });
    try {
      worker ??= startWorker();
      worker.postMessage({ id, task } satisfies Request);
    } catch (error) {
      waiting.delete(id);
      reject(new VerifierUnavailableError(error));
    }
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      worker?.postMessage({ id, task: "cancel" } satisfies Request);
      reject(signal.reason as Error);
    });
  });
}

/**
 * Checks a receipt file in the worker. Rejects with `VerifierUnavailableError` if no worker runs.
 *
 * @param now the newest second (Unix time) that has begun
 * @param published the data that the platform publishes; undefined if it was not reached
 */
export function verifyPosition(
  file: unknown,
  now: number,
  published: Published | undefined,
  watch?: Watch,
): Promise<TimedCheck> {
  return ask({ kind: "position", file, now, published }, watch);
}

/** Checks consecutive epochs in the worker. Rejects as `verifyPosition` does. */
export function verifyEpochs(input: EpochsInput, watch?: Watch): Promise<readonly EpochCheck[]> {
  return ask({ kind: "epochs", input }, watch);
}

/** Tells whether the beacon with a public key has signed a round. Rejects as `verifyPosition` does. */
export function isRoundSigned(publicKey: string, round: BeaconRound): Promise<boolean> {
  return ask({ kind: "round", publicKey, round });
}

/**
 * Returns the contribution of a round to ticks of its block, before scaling. The worker computes it, because it has the hash
 * functions needed.
 *
 * @param seed of the ticks' epoch, in hex
 */
export function noiseOf(
  seed: string,
  ticks: readonly number[],
  round: BeaconRound,
): Promise<readonly number[]> {
  return ask({ kind: "noise", seed, ticks, round });
}

/**
 * Computes the prices of an epoch from its seed and its rounds in the worker. Returns undefined if the seed is not public or
 * differs from the committed one, or if a round is missing. Rejects as `verifyPosition` does.
 *
 * @param row a row of `GET /api/fairness/epochs`
 * @param fairness the reply of `GET /api/fairness`
 * @param rounds rows of `GET /api/fairness/rounds`
 */
export function pathOf(row: unknown, fairness: unknown, rounds: unknown): Promise<EpochPath | undefined> {
  return ask({ kind: "path", row, fairness, rounds });
}
