import type { ClientsAnswer, ClientsOrder } from "../sockets/clients.ts";
import { startHelper } from "../support/helper-process.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { median } from "../support/statistics.ts";
import type { FanOutAnswer, FanOutOrder } from "./server.ts";
import { benchToken } from "../support/seed.ts";

const SIZES = [2_000, 5_000];
const WARM_UP = 5;
const PAIRS = 25;
const LIMIT_MS = 20_000;
/** The messages of a turn and of a reading: one alone takes a few milliseconds and says little. */
const MESSAGES = 5;

type Broadcast = { writeMs: number; deliveredMs: number };

/** Sends one tick to many live connections, in turns with a plain loop of writes to the same sockets. */
export async function benchFanOut(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await measure(size)));
  return rows;
}

async function measure(size: number): Promise<Row[]> {
  const server = startHelper<FanOutOrder, FanOutAnswer>(new URL("server.ts", import.meta.url), [
    "--expose-gc",
  ]);
  const clients = startHelper<ClientsOrder, ClientsAnswer>(new URL("../sockets/clients.ts", import.meta.url));
  try {
    const { port } = await server.ask({ kind: "listen" });
    const empty = await server.ask({ kind: "memory" });
    await clients.ask({ kind: "open", port, tokens: Array.from({ length: size }, (_, n) => benchToken(n)) });
    const full = await server.ask({ kind: "memory" });

    let sent = 0;
    const broadcast = async (kind: "hub" | "bare"): Promise<Broadcast> => {
      const { writeMs, startedAtNs } = await server.ask({ kind });
      sent += size;
      const { lastAtNs } = await clients.ask({ kind: "await", messages: sent });
      return { writeMs, deliveredMs: (lastAtNs - startedAtNs) / 1e6 };
    };
    const several = async (kind: "hub" | "bare"): Promise<Broadcast> => {
      const each: Broadcast[] = [];
      for (let n = 0; n < MESSAGES; n += 1) each.push(await broadcast(kind));
      return {
        writeMs: median(each.map(({ writeMs }) => writeMs)),
        deliveredMs: median(each.map(({ deliveredMs }) => deliveredMs)),
      };
    };
    for (let n = 0; n < WARM_UP; n += 1) for (const kind of ["bare", "hub"] as const) await broadcast(kind);
    const pairs = await measureInPairs({
      wanted: PAIRS,
      limitMs: LIMIT_MS,
      turn: () => several("hub"),
      yardstick: () => several("bare"),
      figureOf: ({ deliveredMs }) => deliveredMs,
    });
    note(`fan-out to ${size} done`);

    const row = (what: string, of: keyof Broadcast): Row => {
      const comparison = compare(pairs, (hub, bare) => bare[of] / hub[of]);
      return {
        figure: `fan-out to ${size.toLocaleString("en")} sockets, ${what}`,
        measured: milliseconds(ofTurns(pairs, (hub) => hub[of])),
        yardstick: `${milliseconds(ofYardstick(pairs, (bare) => bare[of]))} (bare loop of writes)`,
        ...comparison,
        target: { words: "at least 0.9x", reached: comparison.ratio >= 0.9 },
      };
    };
    return [
      row("all writes handed over", "writeMs"),
      row("all clients have it", "deliveredMs"),
      {
        figure: `memory per socket at ${size.toLocaleString("en")}`,
        measured: `${((full.bytes - empty.bytes) / size / 1024).toFixed(1)} KiB`,
      },
    ];
  } finally {
    await clients.stop();
    await server.stop();
  }
}
