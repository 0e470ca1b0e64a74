import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { openDataDir } from "@veritick/server/platform/process/data-dir.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import pg from "pg";
import { readSeedConfig, SEEDED_PASSWORD, seedInstallation } from "./seed-installation.ts";
import type { Size } from "./plan.ts";

const USAGE = `npm run seed:large -- [--folder .data-large] [--users 1000000] [--positions 10000000] [--days 60]`;
const ADMIN = "admin@example.com";

/** Reads the options. @throws a message for the person who gave them */
function readSize(values: Record<keyof Size, string>): Size {
  const read = (name: keyof Size, least: number): number => {
    const value = Number(values[name]);
    if (/^\d{1,9}$/.test(values[name]) && value >= least) return value;
    throw new Error(`--${name} must be a whole number of at least ${least}.\n${USAGE}`);
  };
  return { users: read("users", 100), positions: read("positions", 100), days: read("days", 1) };
}

/** Changes settings that take effect at the next start. With them, PostgreSQL need not write everything twice. */
async function changeSettings(dataDir: string, statements: readonly string[]): Promise<void> {
  const opened = await openDataDir({ dataDir, databaseUrl: undefined }, createLog("error"), {
    claimant: "tool",
  });
  try {
    if (typeof opened.connection === "string") throw new Error("a database of its own was expected");
    const client = new pg.Client(opened.connection);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  } finally {
    await opened.close();
  }
}

/** Makes a folder with a very large installation, which the server runs like any other (`npm run seed:large`). */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: ".data-large" },
      users: { type: "string", default: "1000000" },
      positions: { type: "string", default: "10000000" },
      days: { type: "string", default: "60" },
    },
  });
  const dataDir = resolve(values.folder);
  const size = readSize(values);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty. Remove it, or name another with --folder.`);
  }
  const startedAt = stopwatchMs();
  const figure = (value: number) => value.toLocaleString("en");
  console.log(`${figure(size.users)} users with ${figure(size.positions)} positions, in ${dataDir}:`);
  await changeSettings(dataDir, [
    "alter system set wal_level = minimal",
    "alter system set max_wal_senders = 0",
  ]);
  const config = readSeedConfig(dataDir, { ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: SEEDED_PASSWORD });
  const opened = await openDataDir(config, createLog("error"), { claimant: "tool" });
  try {
    const { connection } = opened;
    await seedInstallation({ config, connection, size, nowMs: systemClock().nowMs(), say: console.log });
  } finally {
    await opened.close();
  }
  await changeSettings(dataDir, ["alter system reset all"]);
  console.log(
    `Done after ${((stopwatchMs() - startedAt) / 60_000).toFixed(1)} minutes. To run it: DATA_DIR=${values.folder} npm start\n` +
      `Everybody's password is ${SEEDED_PASSWORD}; the administrator is ${ADMIN}.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
