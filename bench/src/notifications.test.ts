import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createMailer } from "@veritick/server/platform/mail/mailer.ts";
import { openOutbox } from "@veritick/server/platform/outbox.ts";
import { createSealing } from "@veritick/server/platform/sealing.ts";
import { localBus } from "@veritick/server/cluster/bus.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { createMetrics } from "@veritick/server/platform/telemetry/metrics.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { startSmtpServer } from "@veritick/server/testing/smtp-server.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import { startWebhookReceiver } from "@veritick/server/testing/webhook-receiver.ts";
import { deliverWebhooks } from "@veritick/server/webhooks/public.ts";
import { expect, inject, it } from "vitest";
import type { TestContext } from "vitest";
import { seededRandom } from "./crash/random.ts";
import { isLong } from "./support/long.ts";

const KILLS = isLong ? 1_000 : 4;
/** The number of processes at a time, as in an installation with several processes. */
const LANES = 2;
const MOST_MS = 250;
/** The clock of each process is this much ahead of the one before, so it takes over the work of killed processes. */
const LATER_SECONDS = 200;
const TELLER = fileURLToPath(new URL("notifications/killed-teller.ts", import.meta.url));
const WEBHOOKS = fileURLToPath(new URL("notifications/killed-webhooks.ts", import.meta.url));

/**
 * Starts processes and kills each a moment after its start. `commandOf` receives the lead of its clock in seconds, and a
 * seed. A test that fails prints the seed of all of them, which TOLD_SEED takes.
 */
async function killAgainAndAgain(
  { onTestFailed }: TestContext,
  commandOf: (leadSeconds: string, seed: string) => string[],
): Promise<void> {
  const seed = Number(process.env["TOLD_SEED"] ?? randomInt(2 ** 31));
  onTestFailed(() => console.log(`TOLD_SEED=${seed}`));
  const random = seededRandom(seed);
  let round = 0;
  const lane = async () => {
    while (round < KILLS) {
      round += 1;
      // Drawn before the lanes wait, so that the same round draws the same numbers.
      const afterMs = random.next() * MOST_MS;
      const command = commandOf(String(round * LATER_SECONDS), String(random.whole(0, 2 ** 31)));
      const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
      await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
      await delay(afterMs);
      const ended = child.exitCode === null ? once(child, "exit") : undefined;
      expect(child.kill("SIGKILL")).toBe(true);
      await ended;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

it(
  `delivers exactly the committed notices, known by their id, over ${KILLS} kills around commits`,
  { timeout: isLong ? 3_600_000 : 120_000 },
  async (context) => {
    const connection = await cloneDatabase(inject("postgres"));
    const smtp = await startSmtpServer();
    const log = createLog("fatal");
    const database = openDatabase(connection, log, 4);
    await database.query("create table happened (id uuid primary key)");
    const { drop, ...place } = connection;

    await killAgainAndAgain(context, (...given) => [TELLER, JSON.stringify(place), smtp.url, ...given]);

    // A process that is not killed sends the notices that the last ones left behind.
    const clock = movableClock(Date.now() + (KILLS + 2) * LATER_SECONDS * 1000);
    const outbox = openOutbox({ database, clock, log });
    const mailer = createMailer(
      { transport: { smtpUrl: smtp.url }, from: "no-reply@localhost" },
      { clock, log },
    );
    outbox.send("mails", async ({ id, data }) => {
      const { ref } = data as { ref: string };
      await mailer.send({ id, to: "ada@example.com", subject: "Something happened", text: ref });
    });
    for (const task of outbox.tasks) {
      task.tick(1);
      await task.idle();
    }
    for (let hour = 0; hour < 12; hour += 1) {
      clock.jump(3_600);
      await outbox.flush();
    }
    const left = await database.query<{ count: number }>("select count(*) as count from outbox");
    expect(left.rows[0]!.count).toBe(0);

    const { rows } = await database.query<{ id: string }>("select id from happened");
    const refsOf = new Map<string, string>();
    for (const { data } of smtp.mails) {
      const id = /^Message-ID: <([\w-]+)@/im.exec(data)![1]!;
      const ref = /\r\n\r\n([\w-]{36})/.exec(data)![1]!;
      expect(refsOf.get(id) ?? ref).toBe(ref);
      refsOf.set(id, ref);
    }
    expect([...refsOf.values()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(rows.length).toBeGreaterThan(KILLS);
    console.log(
      `${KILLS} kills: ${rows.length} notices, ${smtp.mails.length - refsOf.size} delivered a second time`,
    );

    mailer.close();
    await outbox.close();
    await smtp.close();
    await database.end();
    await drop();
  },
);

it(
  `delivers exactly the committed events, known by their id, over ${KILLS} kills`,
  { timeout: isLong ? 3_600_000 : 120_000 },
  async (context) => {
    const connection = await cloneDatabase(inject("postgres"));
    const receiver = await startWebhookReceiver();
    const log = createLog("fatal");
    const database = openDatabase(connection, log, 4);
    const sealing = createSealing(Buffer.alloc(32, 7));
    const endpointId = "01a0b2c4-0000-7000-8000-000000000001";
    const secret = sealing.seal("webhook-secret", `webhook/${endpointId}`, Buffer.alloc(32, 1));
    await database.query("create table happened (id uuid primary key)");
    await database.query(
      "insert into webhook_endpoints (id, url, types, secret, created_at) values ($1, $2, '{user.registered}', $3, now())",
      [endpointId, receiver.url, secret],
    );
    const { drop, ...place } = connection;
    await killAgainAndAgain(context, (...given) => [WEBHOOKS, JSON.stringify(place), ...given]);

    // A process that is not killed sends the events that the last ones left behind.
    const clock = movableClock(Date.now() + (KILLS + 2) * LATER_SECONDS * 1000);
    const metrics = createMetrics();
    const { tasks } = deliverWebhooks({
      database,
      clock,
      bus: localBus(),
      log,
      sealing,
      metrics,
      sandbox: true,
    });
    for (let second = 1; second <= 3; second += 1) {
      clock.jump(3_600);
      tasks[0]!.tick(second);
      await tasks[0]!.idle();
    }
    const left = await database.query("select from webhook_deliveries where next_at is not null");
    expect(left.rowCount).toBe(0);

    const { rows } = await database.query<{ id: string }>("select id from happened");
    const userOf = new Map<string, string>();
    for (const { id, event } of receiver.received) {
      const { userId } = event.data as { userId: string };
      expect(userOf.get(id) ?? userId).toBe(userId);
      userOf.set(id, userId);
    }
    expect([...userOf.values()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(rows.length).toBeGreaterThan(KILLS);
    console.log(
      `${KILLS} kills: ${rows.length} events, ${receiver.received.length - userOf.size} delivered a second time`,
    );

    await receiver.close();
    await database.end();
    await drop();
  },
);
