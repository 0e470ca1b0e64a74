import { v7 } from "uuid";

let lastMs = 0;
let sequence = 0;

/** A new UUIDv7. Ids made by one process ascend, also within a millisecond. */
export function newId(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else {
    sequence += 1;
  }
  return v7({ msecs: lastMs, seq: sequence });
}
