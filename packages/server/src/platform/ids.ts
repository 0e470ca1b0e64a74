import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const RANDOM_BYTES = 16;
/** Asked of the system for many ids at once. Each part is used once. */
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

/** A new UUIDv7. Ids made by one process ascend, also within a millisecond. */
export function newId(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else {
    sequence += 1;
  }
  return v7({ msecs: lastMs, seq: sequence, random: someRandom() });
}

/** True where a text from elsewhere may be an id of ours, and so may be compared with a `uuid` column. */
export const isId = (text: string | undefined): text is string =>
  text !== undefined && UUID_OF_ANY_CASE.test(text);

/** For tests: the clock of the next one begins earlier than that of the last one ended. */
export function resetIds(): void {
  lastMs = 0;
  sequence = 0;
}

/** No id made at this time or later comes before it. */
export function firstIdAt(timeMs: number): string {
  const digits = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
