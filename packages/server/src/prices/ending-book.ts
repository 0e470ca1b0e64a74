import { setTimeout } from "node:timers/promises";
import { blockEnd, roundOf } from "@veritick/domain/beacon.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import type { Beacon } from "../beacon/public.ts";
import { nowTick } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { PriceBook } from "./price-book.ts";
import type { Genesis } from "./price-book.ts";
import { roundsOf } from "./price-feed.ts";
import { findNeeded, readStarts, storeStartStates } from "./price-store.ts";

const LOOK_MS = 250;
/** Relays that have given nothing for so long give no more. */
const PATIENCE_MS = 15_000;

/**
 * The prices of a price that is about to end, up to the last block end whose round can be had. Waits while more rounds come. No
 * process may be serving the price.
 */
export async function openEndingBook(context: {
  database: Database;
  beacon: Beacon;
  clock: Clock;
  secret: Uint8Array;
  genesis: Genesis;
  patienceMs?: number;
}): Promise<PriceBook> {
  const { database, beacon, clock, secret, genesis } = context;
  const { chain } = beacon;
  const needed = await findNeeded(database, genesis, nowTick(clock));
  await beacon.follow(roundOf(chain, needed.first));
  await caughtUp(beacon, clock, context.patienceMs ?? PATIENCE_MS);
  const newest = beacon.newestRound();
  // Nobody may see a tick before its second, so of the block that is under way none counts.
  const last = Math.min(newest ?? 0, roundOf(chain, nowTick(clock) + 1) - 1);
  const tick = newest === undefined ? genesis.tick : Math.max(genesis.tick, blockEnd(chain, last));
  const rounds = roundsOf(beacon);
  const starts = await readStarts(database, { secret, genesis, rounds, tick });
  const book = new PriceBook(secret, genesis, starts, rounds);
  await book.publishStored(tick);
  const begun = [epochOf(book.newestTick) - 1, epochOf(book.newestTick)].flatMap((epoch) => {
    const state = book.startStateOf(epoch);
    return state === undefined ? [] : [[epoch, state] as const];
  });
  await storeStartStates(database, genesis, begun);
  return book;
}

async function caughtUp(beacon: Beacon, clock: Clock, patienceMs: number): Promise<void> {
  let newest = beacon.newestRound();
  let waitedMs = 0;
  while (waitedMs < patienceMs && !["live", "hold"].includes(beacon.state(clock.nowMs()))) {
    await setTimeout(LOOK_MS);
    waitedMs = beacon.newestRound() === newest ? waitedMs + LOOK_MS : 0;
    newest = beacon.newestRound();
  }
}
