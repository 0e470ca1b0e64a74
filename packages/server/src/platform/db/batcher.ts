import { stopwatchMs } from "../clock.ts";
import { currentScope, trace, runInScope } from "../telemetry/tracing.ts";
import type { Scope } from "../telemetry/tracing.ts";
import { holdConnection } from "./database.ts";
import type { Database, HeldConnection, Queryable } from "./database.ts";

/**
 * Turns many single requests into few set-based runs: what arrives while a run is under way goes together
 * into the next one. Where requests have keys, a run takes at most one of each, in the order of arrival, so that the
 * statement behind it never has to order two effects on one account. A run may put a request off: it is in a later run then,
 * and only requests of its own key wait for it.
 *
 * Runs follow each other on one connection. Each begins, and sends its statement, before the answers of the one before go out, so
 * that the database never waits for them. Nothing is decided for a run before the last one has ended.
 */
export type Batcher<Request, Answer> = {
  submit(request: Request): Promise<Answer>;
};

/** What a run answers to a request that it puts off. */
export const LATER = Symbol("later");

/** How long a request that was put off waits for its next run: longer each time. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

/** So many answers go out before others get a turn. */
const ANSWERS_AT_ONCE = 64;

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
  keyOf?(request: Request): string;
  maxBatch: number;
  /** Gives the connection, and gets it back as soon as nothing waits, or with the error that broke a run. */
  database: Pick<Database, "connect">;
  /** Answers in the order of the requests. A throw fails every request of the run. */
  run(requests: Request[], connection: Queryable): Promise<(Answer | typeof LATER)[]>;
}): Batcher<Request, Answer> {
  type Waiting = Waiter<Request, Answer>;
  type Answers = (Answer | typeof LATER)[];
  let queue: Waiting[] = [];
  let running = false;
  let pause: NodeJS.Timeout | undefined;
  /** What is to be answered, in the order of the runs. */
  let answered: { waiter: Waiting; given: Answer }[] = [];

  function takeBatch(): Waiting[] {
    const keys = new Set<string>();
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    const nowMs = stopwatchMs();
    for (const waiter of queue) {
      const key = options.keyOf?.(waiter.request);
      const isFree = key === undefined || !keys.has(key);
      const isDue = batch.length < options.maxBatch && isFree && waiter.notBeforeMs <= nowMs;
      (isDue ? batch : rest).push(waiter);
      // Later requests of this account must not overtake this one.
      if (key !== undefined) keys.add(key);
    }
    queue = rest;
    return batch;
  }

  /** A run is part of its first request; the others point to it. */
  async function run(batch: Waiting[], { connection }: HeldConnection): Promise<Answers> {
    const links = batch.slice(1).flatMap(({ scope }) => scope?.span ?? []);
    const attributes = { "veritick.batch": batch.length };
    const requests = batch.map(({ request }) => request);
    return runInScope(batch[0]!.scope, () =>
      trace(options.name, { attributes, links }, () => options.run(requests, connection)),
    );
  }

  async function drain() {
    running = true;
    let held: HeldConnection | undefined;
    let batch = takeBatch();
    let begun: Promise<Answers> | undefined;
    while (batch.length > 0) {
      const last = batch;
      try {
        held ??= await holdConnection(options.database);
        const answers = await (begun ?? run(last, held));
        putOff(last, answers);
        batch = takeBatch();
        begun = batch.length > 0 ? run(batch, held) : undefined;
        answer(last, answers);
      } catch (error) {
        held?.giveBack(true);
        held = undefined;
        batch = takeBatch();
        begun = undefined;
        for (const waiter of last) waiter.reject(error);
      }
    }
    held?.giveBack(false);
    running = false;
    // All that is left was put off, or waits for a request of its key that was.
    const nextMs = Math.min(...queue.filter(({ puts }) => puts > 0).map(({ notBeforeMs }) => notBeforeMs));
    clearTimeout(pause);
    if (queue.length > 0) pause = setTimeout(start, Math.max(1, nextMs - stopwatchMs()));
  }

  /** Requests that were put off are older than all that wait, so they come first. */
  function putOff(batch: Waiting[], answers: Answers): void {
    const later = batch.filter((_, index) => answers[index] === LATER);
    for (const waiter of later) {
      waiter.notBeforeMs = stopwatchMs() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** waiter.puts);
      waiter.puts += 1;
    }
    queue = [...later, ...queue];
  }

  function answer(batch: Waiting[], answers: Answers): void {
    const isUnderWay = answered.length > 0;
    for (const [index, waiter] of batch.entries()) {
      const given = answers[index]!;
      if (given !== LATER) answered.push({ waiter, given });
    }
    if (!isUnderWay) answerSome();
  }

  /** What follows an answer is work as well. Whoever calls meanwhile does not wait for that of a whole run. */
  function answerSome(): void {
    const some = answered.slice(0, ANSWERS_AT_ONCE);
    answered = answered.slice(ANSWERS_AT_ONCE);
    for (const { waiter, given } of some) waiter.resolve(given);
    if (answered.length > 0) setImmediate(answerSome);
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
