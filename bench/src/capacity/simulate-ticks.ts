import type { Random } from "../crash/random.ts";
import { percentile } from "../support/statistics.ts";

/** An installation and the measured cost of each operation. `docs/capacity.md` names the measurements. */
export type Installation = {
  processes: number;
  /** Live connections over all processes. */
  sockets: number;
  ordersPerSecond: number;
  /** Cores of PostgreSQL's machine. */
  databaseCores: number;
  /** Time that one connection costs its process at each tick, in microseconds. */
  socketUs: number;
  /** Time that an order costs its process, in microseconds. */
  orderUs: number;
  /** Time of a PostgreSQL core for a statement that opens positions, and for each order in it, in microseconds. */
  statementUs: number;
  statementOrderUs: number;
  /** Time of a PostgreSQL core for settling one position, in microseconds. */
  settleUs: number;
};

export type Loads = {
  /** The busy shares of one process and of all cores of PostgreSQL; 1 is full load. */
  process: number;
  database: number;
};

export type Simulated = Loads & {
  /** Milliseconds from a tick until the last connection has its price, at the 99th percentile of ticks and processes. */
  priceP99Ms: number;
  /** Milliseconds from an order's arrival until it is committed. The closing time of blocks is left out. */
  orderP50Ms: number;
  orderP99Ms: number;
  /** Milliseconds from a tick until all its positions are settled. */
  settledP99Ms: number;
};

/** The most orders in one statement and the most positions in one settlement. */
const MOST_ORDERS = 512;
const MOST_SETTLED = 1_000;
const STEP_MS = 1;

/** Computes the average loads by multiplication alone. Orders are assumed to end as fast as they begin. */
export function loadsOf(installation: Installation): Loads {
  const { processes, sockets, ordersPerSecond, databaseCores } = installation;
  const { socketUs, orderUs, statementOrderUs, settleUs } = installation;
  return {
    process: (sockets * socketUs + ordersPerSecond * orderUs) / processes / 1e6,
    database: (ordersPerSecond * (statementOrderUs + settleUs)) / databaseCores / 1e6,
  };
}

type Task = { leftMs: number; done(nowMs: number): void };
type Process = {
  /** The tasks of its one thread, in order. */
  tasks: Task[];
  /** Arrival times of the orders that wait for a statement. */
  waiting: number[];
  isUnderWay: boolean;
};

/**
 * Plays some seconds in steps of a millisecond. At each tick every process sends the price to its connections, and
 * PostgreSQL settles the positions of that tick. Orders arrive at random, cost their process some time, and share a
 * statement with the orders that came meanwhile. All statements and settlements share PostgreSQL's cores, first come,
 * first served.
 */
export function simulateTicks(installation: Installation, seconds: number, random: Random): Simulated {
  const { sockets, ordersPerSecond, databaseCores } = installation;
  const processes = Array.from({ length: installation.processes }, (): Process => ({
    tasks: [],
    waiting: [],
    isUnderWay: false,
  }));
  const database: Task[] = [];
  const cores = Array.from({ length: databaseCores }, (): Task[] => []);
  const orders: number[] = [];
  const prices: number[] = [];
  const settled: number[] = [];
  let processBusyMs = 0;
  let databaseBusyMs = 0;

  function tick(nowMs: number): void {
    const leftMs = (sockets / processes.length) * (installation.socketUs / 1000);
    for (const { tasks } of processes)
      tasks.push({ leftMs, done: (endMs) => void prices.push(endMs - nowMs) });
    for (let left = ordersPerSecond; left > 0; left -= MOST_SETTLED) {
      const isLast = left <= MOST_SETTLED;
      database.push({
        leftMs: (Math.min(left, MOST_SETTLED) * installation.settleUs) / 1000,
        done: (endMs) => void (isLast && settled.push(endMs - nowMs)),
      });
    }
  }

  function beginStatement(process: Process): void {
    if (process.isUnderWay || process.waiting.length === 0) return;
    const some = process.waiting.splice(0, MOST_ORDERS);
    process.isUnderWay = true;
    database.push({
      leftMs: (installation.statementUs + some.length * installation.statementOrderUs) / 1000,
      done(endMs) {
        for (const arrivedMs of some) orders.push(endMs - arrivedMs);
        process.isUnderWay = false;
      },
    });
  }

  /** Works on the tasks for one step, then on the ones that `next` supplies. Returns the busy milliseconds. */
  function work(tasks: Task[], nowMs: number, next: () => Task | undefined = () => undefined): number {
    let freeMs = STEP_MS;
    for (;;) {
      const task = tasks[0] ?? next();
      if (task === undefined) return STEP_MS - freeMs;
      if (tasks.length === 0) tasks.push(task);
      const spentMs = Math.min(freeMs, task.leftMs);
      task.leftMs -= spentMs;
      freeMs -= spentMs;
      if (task.leftMs > 0) return STEP_MS;
      tasks.shift();
      task.done(nowMs + STEP_MS - freeMs);
    }
  }

  const perStep = (ordersPerSecond * STEP_MS) / 1000;
  let due = 0;
  for (let nowMs = 0; nowMs < seconds * 1000; nowMs += STEP_MS) {
    if (nowMs % 1000 === 0) tick(nowMs);
    // The gaps between orders are exponential, as between orders of independent people.
    for (; due < 1; due += -Math.log(1 - random.next()) / perStep) {
      const process = random.pick(processes);
      const arrivedMs = nowMs + due * STEP_MS;
      process.tasks.push({
        leftMs: installation.orderUs / 1000,
        done: () => void process.waiting.push(arrivedMs),
      });
    }
    due -= 1;
    for (const process of processes) {
      processBusyMs += work(process.tasks, nowMs);
      beginStatement(process);
    }
    for (const core of cores) databaseBusyMs += work(core, nowMs, () => database.shift());
  }
  return {
    process: processBusyMs / (seconds * 1000 * processes.length),
    database: databaseBusyMs / (seconds * 1000 * databaseCores),
    priceP99Ms: percentile(prices, 0.99),
    orderP50Ms: percentile(orders, 0.5),
    orderP99Ms: percentile(orders, 0.99),
    settledP99Ms: percentile(settled, 0.99),
  };
}
