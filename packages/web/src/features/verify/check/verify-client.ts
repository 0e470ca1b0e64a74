import type { Published } from "@veritick/domain/verify/position-evidence.ts";
import type { EpochCheck, EpochPath, EpochsInput } from "@veritick/domain/verify/verify-epochs.ts";
import type { Answers, Reply, Request, Task, TimedCheck } from "./verify-worker.ts";

/** The worker did not start, or it crashed. */
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

/** One worker answers every question of a page. The next question after a crash starts a new one. */
function startWorker(): Worker {
  const started = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Reply>) => take(data));
  started.addEventListener("error", (event) => {
    // The page tells the person about the failure; the console need not.
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
 * Checks a receipt file in the worker. Rejects with `VerifierUnavailableError` if no worker runs.
 *
 * @param now the newest second (Unix time) that has begun
 * @param published the data that the platform publishes; undefined if it was not reached
 */
export function verifyPosition(file: unknown, now: number, published?: Published): Promise<TimedCheck> {
  return ask({ kind: "position", file, now, published });
}

/** Checks consecutive epochs in the worker and reports each one. Rejects as `verifyPosition` does. */
export function verifyEpochs(
  input: EpochsInput,
  onChecked?: (check: EpochCheck) => void,
): Promise<readonly EpochCheck[]> {
  return ask({ kind: "epochs", input }, onChecked);
}

/**
 * Computes the prices of an epoch from its seed in the worker. Returns undefined if the seed is not public or differs from
 * the committed one. Rejects as `verifyPosition` does.
 *
 * @param row a row of `GET /api/fairness/epochs`
 * @param genesis the genesis in the reply of `GET /api/fairness`
 */
export function pathOf(row: unknown, genesis: unknown): Promise<EpochPath | undefined> {
  return ask({ kind: "path", row, genesis });
}
