import { expect, test } from "vitest";
import { HistoryLoader } from "./load-history.ts";
import { PriceHistory } from "./price-history.ts";
import type { TickRange } from "./price-history.ts";

const NOW = 1_790_000_000;

/** A server with a price for every tick from its genesis on. */
function serverSince(genesis: number) {
  const asked: (TickRange | undefined)[] = [];
  let now = NOW;
  const history = new PriceHistory();
  const server = { isDown: false, at: (tick: number) => (now = tick) };
  const loader = new HistoryLoader(
    history,
    async (range) => {
      asked.push(range);
      if (server.isDown) throw new Error("down");
      const { from, to } = range ?? { from: Math.max(genesis, now - 599), to: now };
      if (from < genesis || to > now) throw new Error("refused");
      return { from, prices: Array.from({ length: to - from + 1 }, (_, index) => (from + index) % 1000) };
    },
    () => {},
  );
  return { history, loader, asked, server };
}

test("loads the newest 600 and widens them to 900", async () => {
  const { history, loader, asked } = serverSince(0);
  loader.setGenesis(1);
  await loader.complete();
  expect(asked).toEqual([undefined, { from: NOW - 899, to: NOW - 600 }]);
  expect(history.missing({ from: NOW - 899, to: NOW })).toEqual([]);
  await loader.complete();
  expect(asked).toHaveLength(2);
});

test("asks for nothing before the genesis", async () => {
  const { history, loader, asked } = serverSince(NOW - 50);
  loader.setGenesis(NOW - 50);
  await loader.complete();
  expect(asked).toEqual([undefined]);
  expect(history.priceAt(NOW - 50)).toBeDefined();
});

test("fills what was missed while asleep in one call", async () => {
  const { history, loader, asked, server } = serverSince(1);
  loader.setGenesis(1);
  await loader.complete();
  server.at(NOW + 2_000);
  history.record(NOW + 2_000, 152_790);
  await loader.complete();
  expect(asked.at(-1)).toEqual({ from: NOW + 1_101, to: NOW + 1_999 });
  expect(history.missing({ from: NOW + 1_101, to: NOW + 2_000 })).toEqual([]);
});

test("a failure is tried again some ticks later, not with every tick", async () => {
  const { history, loader, asked, server } = serverSince(1);
  loader.setGenesis(1);
  history.record(NOW, 152_790);
  server.isDown = true;
  await loader.complete();
  server.isDown = false;
  server.at(NOW + 5);
  for (let tick = NOW + 1; tick <= NOW + 5; tick++) {
    history.record(tick, 152_790);
    await loader.complete();
  }
  expect(asked.filter((range) => range === undefined)).toHaveLength(2);
  expect(history.missing({ from: NOW - 894, to: NOW + 5 })).toEqual([]);
});
