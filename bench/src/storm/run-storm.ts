import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { memoryFolder } from "@veritick/embedded-postgres/memory-folder.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { forEachLimited } from "@veritick/server/platform/concurrency.ts";
import { stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { startFakeNowPayments } from "@veritick/server/testing/fake-nowpayments/fake-nowpayments.ts";
import type { FakeNowPayments } from "@veritick/server/testing/fake-nowpayments/fake-nowpayments.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { DatabaseConnection } from "@veritick/server/testing/test-database.ts";
import { seededRandom } from "../crash/random.ts";
import type { Random } from "../crash/random.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import { auditStorm } from "./audit-storm.ts";
import { chooseArrival, planCalls } from "./vendor-calls.ts";
import type { StormPayment, VendorCall } from "./vendor-calls.ts";

export type StormOptions = {
  /** The number of people, with ten deposits each. */
  people: number;
  /** An empty, migrated database. */
  connection: DatabaseConnection;
  seed: number;
  say(line: string): void;
};

const DEPOSITS_EACH = 10;
const SENT_AT_ONCE = 24;
const CREDITED_WITHIN_MS = 150_000;

/**
 * Sends each deposit's callbacks ten times, in random order and many at once, among forged ones, to a server that is killed
 * in the middle and started again. Returns the faults found.
 */
export async function runStorm(options: StormOptions): Promise<string[]> {
  const fake = await startFakeNowPayments({ clock: systemClock() });
  const database = openDatabase(options.connection, createLog("error"));
  return withTemporaryFolder(async (folder) => {
    const storm = new Storm(options, fake, database, join(folder, "data"));
    try {
      return await storm.run();
    } finally {
      await storm.end();
      await database.end();
      await fake.close();
    }
  }, memoryFolder());
}

class Storm {
  readonly #options: StormOptions;
  readonly #fake: FakeNowPayments;
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #random: Random;
  readonly #faults: string[] = [];
  #port: number | undefined;
  /** The server that runs or is starting. */
  #server: Promise<ServerProcess> | undefined;

  constructor(options: StormOptions, fake: FakeNowPayments, database: Database, dataDir: string) {
    this.#options = options;
    this.#fake = fake;
    this.#database = database;
    this.#dataDir = dataDir;
    this.#random = seededRandom(options.seed);
  }

  async run(): Promise<string[]> {
    const startedAt = stopwatchMs();
    const since = () => `${((stopwatchMs() - startedAt) / 1000).toFixed(1)} s`;
    this.#server = this.#startServer();
    const payments = await this.#makeDeposits();
    this.#options.say(`${payments.length} deposits made after ${since()}`);
    const calls = planCalls(this.#fake, payments, this.#random);
    const killedAfter = this.#random.whole(Math.floor(calls.length * 0.3), Math.floor(calls.length * 0.7));
    await this.#send(calls, killedAfter);
    this.#options.say(`${calls.length} callbacks answered after ${since()}, killed after ${killedAfter}`);
    await this.#awaitCredits(payments.length);
    this.#options.say(`all decided after ${since()}`);
    await (await this.#server).stop();
    this.#faults.push(...(await auditStorm(this.#database, payments)));
    return this.#faults;
  }

  async end(): Promise<void> {
    await this.#server?.then((server) => server.kill()).catch(() => {});
  }

  async #startServer(): Promise<ServerProcess> {
    // The vendor keeps calling the same address, so the server comes back on the same port.
    this.#port ??= await findFreePort();
    const { host, port, user, password, database } = this.#options.connection;
    return startServer({
      dataDir: this.#dataDir,
      environment: {
        ...this.#fake.environment(),
        PORT: String(this.#port),
        PUBLIC_URL: `http://127.0.0.1:${this.#port}`,
        // The host may be the folder of a Unix socket.
        DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
        PRICE_SECRET: "5a".repeat(32),
        CODE_PEPPER: "a5".repeat(32),
        SIGNING_KEY: "55".repeat(32),
        BEACON_KEY: "5b".repeat(32),
        HOUSE_CAPITAL: "1000000",
        LIMIT_CALLS_PER_SECOND: "1000000",
        LIMIT_CALL_BURST: "1000000",
        LOG_LEVEL: "silent",
      },
    });
  }

  async #makeDeposits(): Promise<StormPayment[]> {
    const { url } = await this.#server!;
    const people = await seedPeople(
      { url, clock: systemClock(), database: this.#database },
      this.#options.people,
      "0",
    );
    const wanted = people.flatMap((person) =>
      Array.from({ length: DEPOSITS_EACH }, () => ({ person, amount: String(this.#random.whole(15, 900)) })),
    );
    const payments: StormPayment[] = [];
    await forEachLimited(wanted, 8, async ({ person, amount }) => {
      const { status, body } = await person.post("/api/deposits", { amount });
      if (status !== 201) throw new Error(`a deposit was answered with ${status}`);
      const arrives = chooseArrival(`${amount}.00`, this.#random);
      const credited = parseMinor(`${arrives}000000`);
      payments.push({ paymentId: body.paymentId, depositId: body.id, arrives, credited });
    });
    return payments;
  }

  /** Sends each callback until it is answered, as a vendor does. Kills the server after so many answers. */
  async #send(calls: VendorCall[], killedAfter: number): Promise<void> {
    let answered = 0;
    await forEachLimited(calls, SENT_AT_ONCE, async (call) => {
      call.happens();
      const status = await this.#sendOne(call);
      // Wrong signatures have a limit by address.
      const expected = call.forged ? [401, 429] : [200];
      if (!expected.includes(status))
        this.#faults.push(`a callback was answered with ${status}, not ${expected.join(" or ")}`);
      answered += 1;
      if (answered === killedAfter) await this.#killAndRestart();
    });
  }

  async #sendOne({ body, headers }: VendorCall): Promise<number> {
    for (;;) {
      const { url } = await this.#server!;
      try {
        const answer = await fetch(`${url}/api/payments/callbacks/nowpayments`, {
          method: "POST",
          body: new Uint8Array(body),
          headers,
        });
        await answer.arrayBuffer();
        if (answer.status !== 503) return answer.status;
      } catch {
        // The server has just been killed. The loop tries the new one as soon as it is there.
      }
      await delay(20);
    }
  }

  async #killAndRestart(): Promise<void> {
    const dying = await this.#server!;
    this.#server = dying.kill().then(() => this.#startServer());
    await this.#server;
  }

  /** Waits for all credits. The new server takes up the killed one's work when a lease runs out or a poll is due. */
  async #awaitCredits(count: number): Promise<void> {
    const deadline = stopwatchMs() + CREDITED_WITHIN_MS;
    for (;;) {
      const { rows } = await this.#database.query<{ done: number }>(
        "select count(*) as done from deposit_transactions where status = 'confirmed'",
      );
      if (rows[0]!.done === count) return;
      if (stopwatchMs() > deadline) {
        this.#faults.push(`${rows[0]!.done} of ${count} deposits were credited in time`);
        return;
      }
      await delay(200);
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
