import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const RANDOM_BYTES = 16;
/** Random bytes for many ids, read from the system at once. Each part is used once. */
const pool = new Uint8Array(RANDOM_BYTES * 256);
let used = pool.length;

function someRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

let lastMs = 0;
let sequence = 0;

/**
 * Returns a new UUIDv7. Ids made by one process ascend, even within a millisecond: the first of a millisecond has 73 random
 * bits, each further one 42. The library does the same, but by the machine's clock.
 */
export function newId(nowMs: number): string {
  const random = someRandom();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // The bytes that the rest of the id does not use. The highest bit stays free, so that the sequence cannot overflow.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ msecs: lastMs, seq: sequence, random });
}

/** True if a text from elsewhere may be an id of ours, so that it can be compared with a `uuid` column. */
export const isId = (text: string | undefined): text is string =>
  text !== undefined && UUID_OF_ANY_CASE.test(text);

/** For tests: the clock of the next test begins earlier than that of the last one ended. */
export function resetIds(): void {
  lastMs = 0;
  sequence = 0;
}

/** Returns a lower bound of all ids made at this time or later. */
export function firstIdAt(timeMs: number): string {
  const digits = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
