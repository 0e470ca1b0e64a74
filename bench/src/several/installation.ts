import { randomBytes } from "node:crypto";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createNatsServer } from "@veritick/server/testing/nats-server.ts";
import type { NatsServer } from "@veritick/server/testing/nats-server.ts";
import { createEmptyDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { weakLine } from "./weak-line.ts";
import type { WeakLine } from "./weak-line.ts";

/** Three server processes with one empty database and one NATS, started at the same instant. */
export type Installation = {
  readonly servers: readonly ServerProcess[];
  readonly nats: NatsServer;
  readonly database: Database;
  /** The last server's connection to the database. */
  readonly line: WeakLine;
  end(): Promise<void>;
};

export async function startInstallation(postgres: ServerConnection, folder: string): Promise<Installation> {
  const connection = await createEmptyDatabase(postgres);
  const nats = await createNatsServer();
  const line = await weakLine(connection);
  const { user, password, database: name } = connection;
  const urlOf = (host: string, port: number) =>
    `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const environment = {
    NATS_URL: nats.url,
    PRICE_SECRET: randomBytes(32).toString("hex"),
    CODE_PEPPER: randomBytes(32).toString("hex"),
    SIGNING_KEY: randomBytes(32).toString("hex"),
    BEACON_KEY: randomBytes(32).toString("hex"),
    HOUSE_CAPITAL: "1000000",
    SANDBOX_CONFIRM_SECONDS: "1",
    ADMIN_EMAIL: "boss@example.com",
    ADMIN_PASSWORD: "the boss's secret",
    LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
    LIMIT_DEPOSITS_PER_USER: "100000",
    LIMIT_DEPOSITS_PER_ADDRESS: "100000",
    LIMIT_SOCKETS_PER_USER: "4",
    LIMIT_CALLS_PER_SECOND: "1000000",
    LIMIT_CALL_BURST: "1000000",
    // The servers log errors about a lost NATS or database, as they should.
    LOG_LEVEL: process.env["SEVERAL_LOG_LEVEL"] ?? "silent",
  };
  const urls = [
    urlOf(connection.host, connection.port),
    urlOf(connection.host, connection.port),
    urlOf("127.0.0.1", line.port),
  ];
  const started = await Promise.allSettled(
    urls.map((url) => startServer({ dataDir: folder, environment: { ...environment, DATABASE_URL: url } })),
  );
  const servers = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const database = openDatabase(connection, createLog("silent"), 2);

  async function end(): Promise<void> {
    line.mend();
    await Promise.all(servers.map((server) => server.stop()));
    await nats.kill();
    line.close();
    await database.end();
    await connection.drop();
  }

  const failed = started.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    await end();
    throw failed.reason;
  }
  return { servers, nats, database, line, end };
}
