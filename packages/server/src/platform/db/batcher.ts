import { currentScope, trace, runInScope } from "../telemetry/tracing.ts";
import type { Scope } from "../telemetry/tracing.ts";

/**
 * Turns many single requests into few set-based runs: what arrives while a run is under way goes together
 * into the next one. A run takes at most one request of each key, in the order of arrival, so that the
 * statement behind it never has to order two effects on one account.
 */
export type Batcher<Request, Answer> = {
  submit(request: Request): Promise<Answer>;
};

type Waiter<Request, Answer> = {
  request: Request;
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
  run(requests: Request[]): Promise<Answer[]>;
}): Batcher<Request, Answer> {
  let queue: Waiter<Request, Answer>[] = [];
  let running = false;

  function takeBatch(): Waiter<Request, Answer>[] {
    const keys = new Set<string>();
    const batch: Waiter<Request, Answer>[] = [];
    const rest: Waiter<Request, Answer>[] = [];
    for (const waiter of queue) {
      const key = options.keyOf(waiter.request);
      if (batch.length < options.maxBatch && !keys.has(key)) {
        keys.add(key);
        batch.push(waiter);
      } else {
        // Later requests of this account must not overtake this one.
        keys.add(key);
        rest.push(waiter);
      }
    }
    queue = rest;
    return batch;
  }

  /** A run is part of its first request; the others point to it. */
  function run(batch: Waiter<Request, Answer>[]): Promise<Answer[]> {
    const links = batch.slice(1).flatMap(({ scope }) => scope?.span ?? []);
    const attributes = { "veritick.batch": batch.length };
    return runInScope(batch[0]!.scope, () =>
      trace(options.name, { attributes, links }, () => options.run(batch.map(({ request }) => request))),
    );
  }

  async function drain() {
    running = true;
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        const answers = await run(batch);
        batch.forEach((waiter, index) => waiter.resolve(answers[index]!));
      } catch (error) {
        for (const waiter of batch) waiter.reject(error);
      }
    }
    running = false;
  }

  return {
    submit(request) {
      return new Promise((resolve, reject) => {
        queue.push({ request, scope: currentScope(), resolve, reject });
        if (!running) {
          running = true;
          // Everything that arrives in this turn of the event loop joins the first run.
          setImmediate(() => void drain());
        }
      });
    },
  };
}
