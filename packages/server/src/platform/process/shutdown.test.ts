import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "../telemetry/log.ts";
import { createShutdown } from "./shutdown.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

function shutdown(drainSeconds: number, close = async () => {}, closeMs = 30_000) {
  const did: string[] = [];
  const stop = createShutdown({
    log: createLog("silent"),
    drainSeconds,
    closeMs,
    drain: () => void did.push("drain"),
    async close() {
      did.push("close");
      await close();
    },
    exit: (code) => void did.push(`exit ${code}`),
  });
  return { stop, did };
}

it("closes at once without a drain period", async () => {
  const { stop, did } = shutdown(0);
  await stop("SIGTERM");
  expect(did).toEqual(["drain", "close", "exit 0"]);
});

it.each([30_000, 110_000])("ends the process even if closing takes longer than %i ms", async (closeMs) => {
  const { stop, did } = shutdown(0, () => new Promise(() => {}), closeMs);
  void stop("SIGTERM");
  await vi.advanceTimersByTimeAsync(closeMs - 1_000);
  expect(did).toEqual(["drain", "close"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(did).toEqual(["drain", "close", "exit 1"]);
});

it("skips the drain period at a second signal, and closes only once at a third", async () => {
  const { stop, did } = shutdown(60);
  const ended = stop("SIGTERM");
  expect(did).toEqual(["drain"]);
  void stop("SIGTERM");
  await ended;
  await stop("SIGINT");
  expect(did).toEqual(["drain", "close", "exit 0"]);
});
