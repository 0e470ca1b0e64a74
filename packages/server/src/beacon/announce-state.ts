import type { BeaconPush } from "@veritick/contract/schemas/pushes.ts";
import { dueTick, roundOf } from "@veritick/domain/beacon.ts";
import { tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Beacon } from "./beacon.ts";
import type { BeaconState } from "./kept-rounds.ts";

/** A round that is awaited for less keeps no price back that anybody would miss. */
const LEAST_HOLD_MS = 3_000;

/**
 * Tells all browsers of this process each second how the beacon stands while it keeps prices back, with the second that would be
 * shown: so a countdown goes on, and nobody takes the connection for dead. And once when prices go on.
 */
export function createStateAnnouncer(context: {
  beacon: Pick<Beacon, "chain" | "delayMs" | "state" | "onRounds">;
  clock: Clock;
  broadcast(push: BeaconPush): void;
}): { tell(): void } {
  const { beacon, clock, broadcast } = context;
  let told: BeaconState = "live";

  function stateAt(nowMs: number): BeaconState {
    const state = beacon.state(nowMs);
    if (state !== "hold") return state;
    const dueMs = dueTick(beacon.chain, roundOf(beacon.chain, tickOf(nowMs))) * 1000;
    return nowMs - dueMs < LEAST_HOLD_MS ? "live" : "hold";
  }

  function tell(): void {
    const nowMs = clock.nowMs();
    const state = stateAt(nowMs);
    if (state === "live" && told === "live") return;
    told = state;
    broadcast({ type: "beacon", state, tick: tickOf(nowMs - beacon.delayMs) });
  }
  beacon.onRounds(() => {
    if (stateAt(clock.nowMs()) !== told) tell();
  });
  return { tell };
}
