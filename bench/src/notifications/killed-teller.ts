// Sends notices of random transactions until it is killed. Arguments: connection as JSON, SMTP address, clock's lead in
// seconds, seed.
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "@veritick/server/platform/clock.ts";
import { openDatabase, transaction } from "@veritick/server/platform/db/database.ts";
import type { Connection } from "@veritick/server/platform/db/database.ts";
import { newId } from "@veritick/server/platform/ids.ts";
import { createMailer } from "@veritick/server/platform/mail/mailer.ts";
import { openOutbox } from "@veritick/server/platform/outbox.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { seededRandom } from "../crash/random.ts";

// Ends with the test, which can no longer kill this process once it was cut off itself.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);

const [connection = "", smtpUrl = "", lead = "0", seed = "0"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const log = createLog("fatal");
const clock = { ...systemClock(), nowMs: () => systemClock().nowMs() + Number(lead) * 1000 };
const database = openDatabase(JSON.parse(connection) as Connection, log, 6);
const outbox = openOutbox({ database, clock, log });
const mailer = createMailer(
  { transport: { smtpUrl }, from: "Veritick <no-reply@veritick.example>" },
  { clock, log },
);
outbox.send("mails", async ({ id, data }) => {
  const { ref } = data as { ref: string };
  await mailer.send({ id, to: "ada@example.com", subject: "Something happened", text: ref });
});

/** Commits an event with its notice, or rolls both back. */
async function happen(): Promise<boolean> {
  const isUndone = random.next() < 0.3;
  const ref = newId(clock.nowMs());
  return transaction(database, async (connection) => {
    await connection.query("insert into happened (id) values ($1)", [ref]);
    await outbox.add(connection, "mails", [{ kind: "test", ref }]);
    if (isUndone) throw new Error("undone");
  }).then(
    () => true,
    () => false,
  );
}

async function forever(work: () => Promise<unknown>): Promise<void> {
  for (;;) await work();
}

for (const task of outbox.tasks) task.tick(1);
// Leaves at least two notices behind, however slow the machine is.
for (let kept = 0; kept < 2;) if (await happen()) kept += 1;
process.stdout.write("ready\n");
void forever(happen);
void forever(async () => {
  await outbox.flush();
  await delay(1);
});
