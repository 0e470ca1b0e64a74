import type { Position } from "@veritick/contract/schemas/positions.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { playTone } from "./result-tone.ts";
import { decidedSince, gather, noticeOf, withDecided } from "./results.ts";

const words = {
  won: "won",
  lost: "lost",
  sold: "sold",
  refunded: "refunded",
  several: (won: number, lost: number) => `${won} won, ${lost} lost`,
};
const decided = (status: Position["status"], profit: string) => ({ status, profit }) as Position;
const notice = (...positions: Position[]) => noticeOf(positions, words, (sum) => sum);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one result is told by its name, several by their number and sum", () => {
  expect(notice(decided("lost", "-3.00000000"))).toMatchObject({
    title: "lost",
    body: "-3.00000000",
    tone: "destructive",
  });
  const won = decided("won", "6.00000000");
  const lost = decided("lost", "-3.00000000");
  expect(notice(won, lost, won, lost, won, lost)).toMatchObject({
    title: "3 won, 3 lost",
    body: "9.00000000",
    tone: "default",
    isNews: true,
  });
  expect(notice(decided("refunded", "0.00000000"))).toMatchObject({ title: "refunded", tone: "default" });
});

test("what comes together is told once, and what comes later again", () => {
  const told: number[][] = [];
  const take = gather<number>((items) => void told.push([...items]), 150);
  take(1);
  vi.advanceTimersByTime(100);
  take(2);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(50);
  take(3);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([[1, 2], [3]]);
});

test("several that were closed early are told as closed early", () => {
  const closed = decided("refunded", "-1.00000000");
  expect(notice(closed, closed)).toMatchObject({ title: "refunded", body: "-2.00000000" });
});

test("what was open before and is not now was decided, and one second is one outcome", () => {
  const at = (id: string, status: Position["status"], expiryTick: number) =>
    ({ id, status, expiryTick }) as Position;
  const before = [at("a", "active", 60), at("b", "active", 60), at("c", "active", 63), at("d", "won", 50)];
  const after = [at("a", "won", 60), at("b", "active", 60), at("c", "lost", 63), at("d", "won", 50)];
  const first = decidedSince(before, after);
  expect(first.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(decidedSince(undefined, after)).toEqual([]);
  const later = withDecided(withDecided([], first), [at("b", "lost", 60)]);
  expect(later.map(({ tick, positions }) => [tick, positions.map(({ id }) => id).join()])).toEqual([
    [60, "a,b"],
    [63, "c"],
  ]);
});

test("a gain and a loss sound alike but for their pitch, and nothing does before the page was touched", async () => {
  const tones: object[] = [];
  const node = { connect: (next: unknown) => next, start: () => undefined, stop: () => undefined };
  const ramp = { linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  vi.stubGlobal(
    "AudioContext",
    class {
      state = "running";
      currentTime = 0;
    },
  );
  vi.stubGlobal(
    "GainNode",
    class {
      gain = ramp;
      connect = node.connect;
    },
  );
  vi.stubGlobal(
    "OscillatorNode",
    class {
      constructor(_: unknown, options: object) {
        tones.push(options);
        Object.assign(this, node);
      }
    },
  );
  const vibrate = vi.fn<(ms: number) => boolean>();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false }, vibrate });
  await playTone(true);
  expect(tones).toEqual([]);
  expect(vibrate).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, vibrate });
  await playTone(true);
  await playTone(false);
  expect(tones).toEqual([
    { type: "sine", frequency: 523 },
    { type: "sine", frequency: 392 },
  ]);
  expect(vibrate.mock.calls).toEqual([[40], [40]]);
  vi.unstubAllGlobals();
});
