// Commits random transactions and delivers webhooks about them until it is killed. Arguments: connection as JSON, clock's
// lead in seconds, seed.
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "@veritick/server/platform/clock.ts";
import { openDatabase, transaction } from "@veritick/server/platform/db/database.ts";
import type { Connection } from "@veritick/server/platform/db/database.ts";
import { newId } from "@veritick/server/platform/ids.ts";
import { createSealing } from "@veritick/server/platform/sealing.ts";
import { localBus } from "@veritick/server/cluster/bus.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { createMetrics } from "@veritick/server/platform/telemetry/metrics.ts";
import { queueWebhookEvent } from "@veritick/server/notifications/public.ts";
import { deliverWebhooks } from "@veritick/server/webhooks/public.ts";
import { seededRandom } from "../crash/random.ts";

// Ends with the test, which can no longer kill this process once it was cut off itself.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);

const [connection = "", lead = "0", seed = "0"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const log = createLog("fatal");
const clock = { ...systemClock(), nowMs: () => systemClock().nowMs() + Number(lead) * 1000 };
const database = openDatabase(JSON.parse(connection) as Connection, log, 6);
const deliveries = deliverWebhooks({
  database,
  clock,
  bus: localBus(),
  log,
  sealing: createSealing(Buffer.alloc(32, 7)),
  metrics: createMetrics(),
  sandbox: true,
});

/** Commits a change with its event, or rolls both back. */
async function happen(): Promise<boolean> {
  const isUndone = random.next() < 0.3;
  const userId = newId(clock.nowMs());
  return transaction(database, async (connection) => {
    await connection.query("insert into happened (id) values ($1)", [userId]);
    await queueWebhookEvent(connection, new Date(clock.nowMs()), "user.registered", { userId });
    if (isUndone) throw new Error("undone");
  }).then(
    () => true,
    () => false,
  );
}

async function forever(work: () => Promise<unknown>): Promise<void> {
  for (;;) await work();
}

// Leaves at least two events behind, however slow the machine is.
for (let kept = 0; kept < 2;) if (await happen()) kept += 1;
process.stdout.write("ready\n");
void forever(happen);
let tick = 0;
void forever(async () => {
  deliveries.tasks[0]!.tick((tick += 1));
  await delay(1);
});
