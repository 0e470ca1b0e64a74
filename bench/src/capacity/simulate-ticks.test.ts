import { describe, expect, it } from "vitest";
import { seededRandom } from "../crash/random.ts";
import { loadsOf, simulateTicks } from "./simulate-ticks.ts";
import type { Installation } from "./simulate-ticks.ts";

const small: Installation = {
  processes: 4,
  sockets: 40_000,
  ordersPerSecond: 400,
  databaseCores: 2,
  socketUs: 12,
  orderUs: 150,
  statementUs: 1_000,
  statementOrderUs: 100,
  settleUs: 20,
};
const play = (installation: Installation) => simulateTicks(installation, 10, seededRandom(7));

describe("the simulated queue at the tick", () => {
  it("keeps processes and database as busy as the arithmetic says", () => {
    const simulated = play(small);
    const expected = loadsOf(small);
    expect(simulated.process / expected.process).toBeCloseTo(1, 1);
    // Statements that few orders share add to the load: at most one a millisecond for each process.
    expect(simulated.database).toBeGreaterThan(expected.database);
    const statements = (small.ordersPerSecond * small.statementUs) / small.databaseCores / 1e6;
    expect(simulated.database).toBeLessThan(expected.database + statements + 0.02);
  });

  it("sends the last price after the time that its process's connections take", () => {
    const { priceP99Ms } = play({ ...small, ordersPerSecond: 1 });
    expect(priceP99Ms).toBeCloseTo(((small.sockets / small.processes) * small.socketUs) / 1000, 0);
  });

  it("lets orders wait while a process sends prices, and less with more processes", () => {
    const few = play({ ...small, processes: 2 });
    const many = play({ ...small, processes: 16 });
    expect(few.orderP99Ms).toBeGreaterThan(200);
    expect(many.orderP99Ms).toBeLessThan(60);
    expect(many.orderP50Ms).toBeLessThan(few.orderP99Ms);
  });

  it("falls behind when the arithmetic asks for more than the machines have", () => {
    const over = { ...small, ordersPerSecond: 4_000, databaseCores: 1, settleUs: 200 };
    expect(loadsOf(over).database).toBeGreaterThan(1);
    const simulated = play(over);
    expect(simulated.database).toBeGreaterThan(0.98);
    expect(simulated.orderP99Ms).toBeGreaterThan(1_000);
  });
});

it("confirms the figures of docs/capacity.md for a million users", () => {
  const million: Installation = {
    processes: 60,
    sockets: 1_000_000,
    ordersPerSecond: 5_000,
    databaseCores: 16,
    socketUs: 12,
    orderUs: 540,
    statementUs: 1_000,
    statementOrderUs: 100,
    settleUs: 20,
  };
  expect(loadsOf(million).process).toBeCloseTo(0.245, 2);
  expect(loadsOf(million).database).toBeCloseTo(0.04, 2);
  const simulated = simulateTicks(million, 3, seededRandom(7));
  expect(simulated.process).toBeCloseTo(0.245, 2);
  expect(simulated.database).toBeGreaterThan(0.2);
  expect(simulated.database).toBeLessThan(0.35);
  expect(simulated.priceP99Ms).toBeCloseTo(200, -1);
  expect(simulated.orderP50Ms).toBeLessThan(3);
  expect(simulated.orderP99Ms).toBeLessThan(250);
  // On four cores the statements, which are smaller with more processes, take nearly all of the time.
  expect(simulateTicks({ ...million, databaseCores: 4 }, 3, seededRandom(7)).database).toBeGreaterThan(0.75);
});
