import { EPOCH_TICKS, epochOf, epochSeed } from "./epochs.ts";
import { assertIndex } from "./integers.ts";
import { extendPath } from "./price-process.ts";
import type { State } from "./price-process.ts";

/**
 * The states of `count` ticks after `fromTick`, through as many epochs as it takes: entry `k` belongs to tick
 * `fromTick + 1 + k`. The same secret, tick and state give the same path everywhere and however it is cut up.
 *
 * @param secret the 32 bytes that every seed comes from
 * @param fromState the state of tick `fromTick`
 */
export function walk(secret: Uint8Array, fromTick: number, fromState: State, count: number): Float64Array {
  assertIndex(count, "count");
  const states = new Float64Array(count);
  let done = 0;
  let state = fromState;
  while (done < count) {
    const tick = fromTick + done;
    const epoch = epochOf(tick + 1);
    const lastTickOfEpoch = (epoch + 1) * EPOCH_TICKS - 1;
    const part = Math.min(count - done, lastTickOfEpoch - tick);
    states.set(extendPath(epochSeed(secret, epoch), tick, state, part), done);
    done += part;
    state = states[done - 1]!;
  }
  return states;
}
