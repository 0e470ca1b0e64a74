import type { Published } from "@veritick/domain/verify/position-evidence.ts";
import type { EpochCheck, EpochPath, EpochsInput } from "@veritick/domain/verify/verify-epochs.ts";
import type { Answers, Reply, Request, Task, TimedCheck } from "./verify-worker.ts";

/** The worker that computes did not start, or was ended. */
export class VerifierUnavailableError extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause });
    this.name = "VerifierUnavailableError";
  }
}

type Waiting = {
  readonly settle: (answer: Answers[Task["kind"]]) => void;
  readonly fail: (error: Error) => void;
  readonly onChecked: (check: EpochCheck) => void;
};

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** One worker serves all that is asked on a page; one that died is followed by another at the next question. */
function startWorker(): Worker {
  const started = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Reply>) => take(data));
  started.addEventListener("error", (event) => {
    // What is said of its failure here is told to the person, not to the console.
    event.preventDefault();
    worker = undefined;
    started.terminate();
    const error = new VerifierUnavailableError(event.message);
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  });
  return started;
}

function take(reply: Reply) {
  const asked = waiting.get(reply.id);
  if (asked === undefined) return;
  if (reply.kind === "checked") return asked.onChecked(reply.check);
  waiting.delete(reply.id);
  if (reply.kind === "answer") asked.settle(reply.answer);
  else asked.fail(new Error(reply.message));
}

function ask<K extends Task["kind"]>(
  task: Task & { kind: K },
  onChecked: (check: EpochCheck) => void = () => {},
): Promise<Answers[K]> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { settle: (answer) => resolve(answer as Answers[K]), fail: reject, onChecked });
    try {
      worker ??= startWorker();
      worker.postMessage({ id: lastId, task } satisfies Request);
    } catch (error) {
      waiting.delete(lastId);
      reject(new VerifierUnavailableError(error));
    }
  });
}

/**
 * Checks a receipt file in the worker. Rejects with `VerifierUnavailableError` where there is none to be had.
 *
 * @param now the newest second (Unix time) that has begun
 * @param published what the platform itself publishes, where it was reached
 */
export function verifyPosition(file: unknown, now: number, published?: Published): Promise<TimedCheck> {
  return ask({ kind: "position", file, now, published });
}

/** Checks consecutive epochs in the worker, and tells of each as it is done. Rejects as `verifyPosition` does. */
export function verifyEpochs(
  input: EpochsInput,
  onChecked?: (check: EpochCheck) => void,
): Promise<readonly EpochCheck[]> {
  return ask({ kind: "epochs", input }, onChecked);
}

/**
 * The prices of an epoch, made from its seed in the worker; undefined where the seed is not public or is not the committed
 * one. Rejects as `verifyPosition` does.
 *
 * @param row a row of `GET /api/fairness/epochs` @param genesis as `GET /api/fairness` tells it
 */
export function pathOf(row: unknown, genesis: unknown): Promise<EpochPath | undefined> {
  return ask({ kind: "path", row, genesis });
}
