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
 * that the database never waits for them.
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

/** A statement costs as much as some ten requests. So fewer than this wait for the next run. */
const LEAST_SHARE = 16;
/** How fast a crowd is forgotten, from run to run. */
const FORGETTING = 0.9;

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
  /**
   * True where a run sends one statement at once and needs nothing that the run before it answers. While many requests wait, a run
   * is then sent behind the one under way, so that the database goes on at once. The connection must take that.
   */
  sendsAhead?: boolean;
  /** Gives the connection, and gets it back as soon as nothing waits, or with the error that broke a run. */
  database: Pick<Database, "connect">;
  /** Answers in the order of the requests. A throw fails every request of the run. */
  run(requests: Request[], connection: Queryable): Promise<(Answer | typeof LATER)[]>;
}): Batcher<Request, Answer> {
  type Waiting = Waiter<Request, Answer>;
  type Answers = (Answer | typeof LATER)[];
  type Run = { batch: Waiting[]; answers: Promise<Answers> };
  const { maxBatch, sendsAhead = false } = options;
  let queue: Waiting[] = [];
  let running = false;
  let pause: NodeJS.Timeout | undefined;
  /** What is to be answered, in the order of the runs. */
  let answered: { waiter: Waiting; given: Answer }[] = [];
  /** The runs under way in their order: one, or two where one was sent ahead. */
  const underWay: Run[] = [];
  let held: Promise<HeldConnection> | undefined;
  /** True from the error that broke a run until all that was sent on its connection has ended. */
  let isBroken = false;
  /** About how many requests come at once. */
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

  /** A run is part of its first request; the others point to it. */
  async function run(batch: Waiting[]): Promise<Answers> {
    const { connection } = await (held ??= holdConnection(options.database));
    const links = batch.slice(1).flatMap(({ scope }) => scope?.span ?? []);
    const attributes = { "veritick.batch": batch.length };
    const requests = batch.map(({ request }) => request);
    return runInScope(batch[0]!.scope, () =>
      trace(options.name, { attributes, links }, () => options.run(requests, connection)),
    );
  }

  /** Two halves of a crowd take turns: the database works on one while this process answers the other. */
  const share = () => (sendsAhead ? Math.min(maxBatch, Math.max(LEAST_SHARE, crowd / 2)) : maxBatch);
  const isEnough = () => sendsAhead && underWay.length === 1 && queue.length >= share();

  /** Begins what may begin. */
  function begin(): void {
    while (!isBroken && (underWay.length === 0 || isEnough())) {
      const size = underWay.reduce((sum, { batch }) => sum + batch.length, queue.length);
      crowd = Math.max(size, crowd * FORGETTING);
      const batch = takeBatch(Math.ceil(share()));
      if (batch.length === 0) return;
      const answers = run(batch);
      // Where it fails before the run ahead of it has ended, this is heard of after that one.
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
    // All that is left was put off, or waits for a request of its key that was.
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
    // Where there was no connection to be had, there is none to give back.
    held?.then((connection) => connection.giveBack(broken)).catch(() => {});
    held = undefined;
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
