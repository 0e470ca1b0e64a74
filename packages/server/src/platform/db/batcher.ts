import { stopwatchMs } from "../clock.ts";
import { currentScope, trace, runInScope } from "../telemetry/tracing.ts";
import type { Scope } from "../telemetry/tracing.ts";

/**
 * Turns many single requests into few set-based runs: what arrives while a run is under way goes together
 * into the next one. A run takes at most one request of each key, in the order of arrival, so that the
 * statement behind it never has to order two effects on one account. A run may put a request off: it is in a later run then,
 * and only requests of its own key wait for it.
 */
export type Batcher<Request, Answer> = {
  submit(request: Request): Promise<Answer>;
};

/** What a run answers to a request that it puts off. */
export const LATER = Symbol("later");

/** How long a request that was put off waits for its next run: longer each time. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

type Waiter<Request, Answer> = {
  request: Request;
  /** How often it was put off, and when its next run may be. */
  puts: number;
  notBeforeMs: number;
  scope: Scope | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

export function createBatcher<Request, Answer>(options: {
  /** What a run is called in a trace. */
  name: string;
  keyOf(request: Request): string;
  maxBatch: number;
  /** Answers in the order of the requests. A throw fails every request of the run. */
  run(requests: Request[]): Promise<(Answer | typeof LATER)[]>;
}): Batcher<Request, Answer> {
  let queue: Waiter<Request, Answer>[] = [];
  let running = false;
  let pause: NodeJS.Timeout | undefined;

  function takeBatch(): Waiter<Request, Answer>[] {
    const keys = new Set<string>();
    const batch: Waiter<Request, Answer>[] = [];
    const rest: Waiter<Request, Answer>[] = [];
    const nowMs = stopwatchMs();
    for (const waiter of queue) {
      const key = options.keyOf(waiter.request);
      const isDue = batch.length < options.maxBatch && !keys.has(key) && waiter.notBeforeMs <= nowMs;
      (isDue ? batch : rest).push(waiter);
      // Later requests of this account must not overtake this one.
      keys.add(key);
    }
    queue = rest;
    return batch;
  }

  /** A run is part of its first request; the others point to it. */
  function run(batch: Waiter<Request, Answer>[]): Promise<(Answer | typeof LATER)[]> {
    const links = batch.slice(1).flatMap(({ scope }) => scope?.span ?? []);
    const attributes = { "veritick.batch": batch.length };
    return runInScope(batch[0]!.scope, () =>
      trace(options.name, { attributes, links }, () => options.run(batch.map(({ request }) => request))),
    );
  }

  async function drain() {
    running = true;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      try {
        settle(batch, await run(batch));
      } catch (error) {
        for (const waiter of batch) waiter.reject(error);
      }
    }
    running = false;
    // All that is left was put off, or waits for a request of its key that was.
    const nextMs = Math.min(...queue.filter(({ puts }) => puts > 0).map(({ notBeforeMs }) => notBeforeMs));
    clearTimeout(pause);
    if (queue.length > 0) pause = setTimeout(start, Math.max(1, nextMs - stopwatchMs()));
  }

  /** Requests that were put off are older than all that wait, so they come first. */
  function settle(batch: Waiter<Request, Answer>[], answers: (Answer | typeof LATER)[]): void {
    const later = batch.filter((waiter, index) => {
      const answer = answers[index]!;
      if (answer === LATER) return true;
      waiter.resolve(answer);
      return false;
    });
    for (const waiter of later) {
      waiter.notBeforeMs = stopwatchMs() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** waiter.puts);
      waiter.puts += 1;
    }
    queue = [...later, ...queue];
  }

  function start(): void {
    if (!running) void drain();
  }

  return {
    submit(request) {
      return new Promise((resolve, reject) => {
        queue.push({ request, puts: 0, notBeforeMs: 0, scope: currentScope(), resolve, reject });
        if (!running) {
          running = true;
          // Everything that arrives in this turn of the event loop joins the first run.
          setImmediate(() => void drain());
        }
      });
    },
  };
}
