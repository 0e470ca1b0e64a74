import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { answerOrders } from "../support/helper-process.ts";
import { percentile } from "../support/statistics.ts";
import { LiveClient } from "./live-client.ts";

/**
 * Live connections that know how late each push comes. `open` connects all at once. After `stop-reading`, those from that
 * number on read nothing. `watch` gathers what comes in that time.
 */
export type WatchingOrder =
  | { kind: "open"; port: number; tokens: string[] }
  | { kind: "stop-reading"; from: number }
  | { kind: "watch"; ms: number };
export type WatchingAnswer = {
  /** From the first connection's beginning until all are live. */
  openMs: number;
  /** After the second that a price is of, and after the end of the position that was settled. */
  price: Lateness;
  settled: Lateness;
  /** Prices that a connection did not get although it got a later one. */
  missed: number;
};
type Lateness = { count: number; p50Ms: number; p99Ms: number; mostMs: number };

const TICK = Buffer.from('"tick":');
const RESOLVED = Buffer.from('{"type":"positionResolved"');
const EXPIRES = Buffer.from('"expiresAt":"');
const INSTANT_LENGTH = "2026-11-23T12:00:00.000Z".length;

const clients: LiveClient[] = [];
let prices: number[] = [];
let settlements: number[] = [];
let missed = 0;

/** Prices are found by their fields, because parsing thousands of messages at once would be what is measured. */
function listen() {
  let last = 0;
  return (bytes: Buffer, from: number, to: number) => {
    const nowMs = Date.now();
    if (bytes.compare(RESOLVED, 0, RESOLVED.length, from, from + RESOLVED.length) === 0) {
      const at = bytes.indexOf(EXPIRES, from) + EXPIRES.length;
      settlements.push(nowMs - Date.parse(bytes.toString("latin1", at, at + INSTANT_LENGTH)));
      return;
    }
    const at = bytes.indexOf(TICK, from);
    if (at < 0 || at >= to) return;
    const tick = Number.parseInt(bytes.toString("latin1", at + TICK.length, at + TICK.length + 10), 10);
    prices.push(nowMs - tick * 1000);
    if (last > 0) missed += tick - last - 1;
    last = tick;
  };
}

async function open(port: number, tokens: string[]): Promise<number> {
  const startedAt = stopwatchMs();
  clients.push(...(await Promise.all(tokens.map((token) => LiveClient.open(port, token, listen())))));
  return stopwatchMs() - startedAt;
}

const latenessOf = (values: number[]): Lateness =>
  values.length === 0
    ? { count: 0, p50Ms: 0, p99Ms: 0, mostMs: 0 }
    : {
        count: values.length,
        p50Ms: percentile(values, 0.5),
        p99Ms: percentile(values, 0.99),
        mostMs: percentile(values, 1),
      };

answerOrders<WatchingOrder, WatchingAnswer>(async (order) => {
  [prices, settlements, missed] = [[], [], 0];
  let openMs = 0;
  if (order.kind === "open") openMs = await open(order.port, order.tokens);
  else if (order.kind === "stop-reading")
    for (const client of clients.slice(order.from)) client.stopReading();
  else await delay(order.ms);
  return { openMs, price: latenessOf(prices), settled: latenessOf(settlements), missed };
});
