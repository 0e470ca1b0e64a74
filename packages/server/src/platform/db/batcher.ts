import { stopwatchMs } from "../clock.ts";
import { currentScope, trace, runInScope } from "../telemetry/tracing.ts";
import type { Scope } from "../telemetry/tracing.ts";
import { holdConnection } from "./database.ts";
import type { Database, HeldConnection, Queryable } from "./database.ts";

/**
 * Turns many single requests into few set-based runs: requests that arrive during a run go together into the next one. If
 * requests have keys, a run takes at most one of each key, in the order of arrival, so that its statement never has to order
 * two effects on one account. A run may put a request off to a later run; only requests of the same key wait for it.
 *
 * Runs follow each other on one connection. Each run sends its statement before the answers of the previous run go out, so
 * that the database never waits for them.
 */
export type Batcher<Request, Answer> = {
  submit(request: Request): Promise<Answer>;
};

/** The answer of a run to a request that it puts off. */
export const LATER = Symbol("later");

/** The pause of a request that was put off before its next run. It doubles each time, up to the longest. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

const ANSWERS_AT_ONCE = 64;

/**
 * The fewest requests of a run that is sent ahead. A statement costs as much as some ten requests, so fewer wait for the
 * next run.
 */
const LEAST_SHARE = 16;
/** The factor by which `crowd` shrinks from run to run. */
const FORGETTING = 0.9;

type Waiter<Request, Answer> = {
  request: Request;
  /** The number of times a run put the request off. `notBeforeMs` is the earliest time of its next run. */
  puts: number;
  notBeforeMs: number;
  scope: Scope | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

export function createBatcher<Request, Answer>(options: {
  name: string;
  keyOf?(request: Request): string;
  maxBatch: number;
  /**
   * True if a run sends one statement at once and needs nothing from the answer of the previous run. While many requests
   * wait, the batcher then sends a run behind the one under way, so that the database goes on at once. The connection must
   * support that.
   */
  sendsAhead?: boolean;
  /** Lends the connection. The batcher gives it back as soon as nothing waits, or with the error that broke a run. */
  database: Pick<Database, "connect">;
  /** Returns answers in the order of the requests. A throw fails every request of the run. */
  run(requests: Request[], connection: Queryable): Promise<(Answer | typeof LATER)[]>;
}): Batcher<Request, Answer> {
  type Waiting = Waiter<Request, Answer>;
  type Answers = (Answer | typeof LATER)[];
  type Run = { batch: Waiting[]; answers: Promise<Answers> };
  const { maxBatch, sendsAhead = false } = options;
  let queue: Waiting[] = [];
  let running = false;
  let pause: NodeJS.Timeout | undefined;
  /** The answers still to be given, in the order of the runs. */
  let answered: { waiter: Waiting; given: Answer }[] = [];
  const underWay: Run[] = [];
  let held: Promise<HeldConnection> | undefined;
  /** True from the error that broke a run until everything sent on its connection has ended. */
  let isBroken = false;
  /** Roughly the number of requests that arrive at once. */
  let crowd = 0;
  let isLooking = false;

  function takeBatch(most: number): Waiting[] {
    const keys = new Set<string | undefined>();
    for (const { batch } of underWay) for (const { request } of batch) keys.add(options.keyOf?.(request));
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    const nowMs = stopwatchMs();
    for (const waiter of queue) {
      const key = options.keyOf?.(waiter.request);
      const isFree = key === undefined || !keys.has(key);
      const isDue = batch.length < most && isFree && waiter.notBeforeMs <= nowMs;
      (isDue ? batch : rest).push(waiter);
      // Later requests of this account must not overtake this one.
      keys.add(key);
    }
    queue = rest;
    return batch;
  }

  /** Traces a run as part of its first request. The other requests are linked to it. */
  async function run(batch: Waiting[]): Promise<Answers> {
    const { connection } = await (held ??= holdConnection(options.database));
    const links = batch.slice(1).flatMap(({ scope }) => scope?.span ?? []);
    const attributes = { "veritick.batch": batch.length };
    const requests = batch.map(({ request }) => request);
    return runInScope(batch[0]!.scope, () =>
      trace(options.name, { attributes, links }, () => options.run(requests, connection)),
    );
  }

  /**
   * Returns the size of the next run. Two halves of a crowd take turns: the database works on one while this process answers
   * the other.
   */
  const share = () => (sendsAhead ? Math.min(maxBatch, Math.max(LEAST_SHARE, crowd / 2)) : maxBatch);
  const isEnough = () => sendsAhead && underWay.length === 1 && queue.length >= share();

  function begin(): void {
    while (!isBroken && (underWay.length === 0 || isEnough())) {
      const size = underWay.reduce((sum, { batch }) => sum + batch.length, queue.length);
      crowd = Math.max(size, crowd * FORGETTING);
      const batch = takeBatch(Math.ceil(share()));
      if (batch.length === 0) return;
      const answers = run(batch);
      // If this run fails before the previous one has ended, `drain` handles the error after that one.
      answers.catch(() => {});
      underWay.push({ batch, answers });
    }
  }

  async function drain() {
    running = true;
    begin();
    while (underWay.length > 0) {
      const { batch, answers } = underWay[0]!;
      const ended = await answers.then(
        (given) => ({ given }),
        (error: unknown) => ({ error }),
      );
      underWay.shift();
      if ("given" in ended) putOff(batch, ended.given);
      else isBroken = true;
      giveBackBroken();
      begin();
      if ("given" in ended) answer(batch, ended.given);
      else for (const waiter of batch) waiter.reject(ended.error);
    }
    giveBack(false);
    running = false;
    // Every request left was put off, or waits for a request of the same key that was.
    const nextMs = Math.min(...queue.filter(({ puts }) => puts > 0).map(({ notBeforeMs }) => notBeforeMs));
    clearTimeout(pause);
    if (queue.length > 0) pause = setTimeout(start, Math.max(1, nextMs - stopwatchMs()));
  }

  function giveBackBroken(): void {
    if (!isBroken || underWay.length > 0) return;
    giveBack(true);
    isBroken = false;
  }

  function giveBack(broken: boolean): void {
    // If no connection was available, there is none to give back.
    held?.then((connection) => connection.giveBack(broken)).catch(() => {});
    held = undefined;
  }

  /** Puts requests back at the head of the queue, because they are older than all that wait. */
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

  /**
   * Resolves some answers at a time. Resolving starts further work, and other callers must not wait for that of a whole run.
   */
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
        // Everything that arrives in this turn of the event loop joins the run.
        if (!running) {
          running = true;
          setImmediate(() => void drain());
        } else if (!isLooking && isEnough()) {
          isLooking = true;
          setImmediate(() => {
            isLooking = false;
            if (isEnough()) begin();
          });
        }
      });
    },
  };
}
