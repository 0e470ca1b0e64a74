import type { ClientsAnswer, ClientsOrder } from "../sockets/clients.ts";
import { startHelper } from "../support/helper-process.ts";
import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { median } from "../support/statistics.ts";
import type { FanOutAnswer, FanOutOrder } from "./server.ts";
import { benchToken } from "../support/seed.ts";

const SIZES = [2_000, 5_000];
const WARM_UP_TURNS = 5;
const TURNS = 25;

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
    const turns: { hub: Broadcast; bare: Broadcast }[] = [];
    for (let turn = -WARM_UP_TURNS; turn < TURNS; turn += 1) {
      // The second run of a turn finds warmer caches, so the two alternate in going first.
      const first = turn % 2 === 0 ? await broadcast("bare") : undefined;
      const hub = await broadcast("hub");
      const bare = first ?? (await broadcast("bare"));
      if (turn >= 0) turns.push({ hub, bare });
    }
    note(`fan-out to ${size} done`);

    const row = (what: string, of: keyof Broadcast): Row => {
      const ours = median(turns.map(({ hub }) => hub[of]));
      const bare = median(turns.map((turn) => turn.bare[of]));
      return {
        figure: `fan-out to ${size.toLocaleString("en")} sockets, ${what}`,
        measured: milliseconds(ours),
        yardstick: `${milliseconds(bare)} (bare loop of writes)`,
        ratio: bare / ours,
        target: { words: "at least 0.9x", reached: bare / ours >= 0.9 },
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
