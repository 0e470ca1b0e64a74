import type { BeaconPush } from "@veritick/contract/schemas/pushes.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { dueTick } from "@veritick/domain/rounds.ts";
import { expect, it } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { createStateAnnouncer } from "./beacon.ts";
import { KeptRounds } from "./kept-rounds.ts";

const ROUND = 32_398_878;
const SIGNATURE = "00".repeat(48);

/** Starts a beacon whose rounds arrive when the test says so, and records the messages to browsers. */
function start({ period = 3, delayMs = 0 } = {}) {
  const chain = { ...QUICKNET, genesisTime: dueTick(QUICKNET, ROUND), period };
  const clock = movableClock(chain.genesisTime * 1000);
  const kept = new KeptRounds(chain, 1, clock.nowMs());
  const told: BeaconPush[] = [];
  let listener = (_newest: number) => {};
  const announcer = createStateAnnouncer({
    beacon: {
      chain,
      delayMs,
      state: (nowMs) => kept.state(nowMs),
      onRounds: (each) => void (listener = each),
    },
    clock,
    broadcast: (push) => void told.push(push),
  });
  return {
    /** Lets seconds pass, and announces each as it begins. */
    pass(seconds: number): string[] {
      told.length = 0;
      for (let second = 0; second < seconds; second += 1) {
        clock.jump(1);
        announcer.tell();
      }
      return told.map(({ state, tick }) => `${state} ${tick - chain.genesisTime}`);
    },
    take(afterSeconds = 0): string[] {
      told.length = 0;
      clock.jump(afterSeconds);
      kept.add({ round: kept.next, signature: SIGNATURE }, clock.nowMs(), "made");
      listener(kept.next - 1);
      return told.map(({ state, tick }) => `${state} ${tick - chain.genesisTime}`);
    },
  };
}

it("announces nothing while rounds come in time, and each second while one is late", () => {
  const beacon = start({ delayMs: 1500 });
  expect(beacon.take()).toEqual([]);
  expect(beacon.pass(3)).toEqual([]);
  expect(beacon.take(0.4)).toEqual([]);
  expect(beacon.pass(2)).toEqual([]);
  expect(beacon.pass(2)).toEqual([]);
  // The round that was due at second 6 is missing at 8.5. The shown tick is 1.5 s behind.
  expect(beacon.pass(3)).toEqual(["late 7", "late 8"]);
});

it("announces at once when missing rounds come, and when none is missing", () => {
  const beacon = start();
  beacon.take();
  beacon.pass(14);
  expect(beacon.take()).toEqual(["catch_up 14"]);
  expect(beacon.take(0.1)).toEqual([]);
  expect(beacon.take(0.1)).toEqual(["live 14"]);
  expect(beacon.take()).toEqual([]);
  expect(beacon.pass(1)).toEqual([]);
});

it("announces an awaited round if the wait is long", () => {
  const beacon = start({ period: 30 });
  beacon.take();
  expect(beacon.pass(32)).toEqual([]);
  expect(beacon.pass(2)).toEqual(["hold 33", "hold 34"]);
  expect(beacon.pass(25)).toContain("hold 59");
  expect(beacon.pass(1)).toEqual(["late 60"]);
  expect(beacon.take(0.1)).toEqual(["live 60"]);
});
