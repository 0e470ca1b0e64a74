import { join } from "node:path";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { coresHere, keepOn } from "../support/cores.ts";
import type { Shares } from "../support/cores.ts";
import { startHelper } from "../support/helper-process.ts";
import type { HelperProcess } from "../support/helper-process.ts";
import { note } from "../support/report.ts";
import { seedUsers } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";

/** A server whose users have money, and a process beside it that places orders. */
export type Trading = {
  readonly server: ServerProcess;
  readonly database: Database;
  readonly load: HelperProcess<LoadOrder, LoadAnswer>;
  /** The cores reserved for the server and for the load; undefined if they share all cores. */
  readonly cores: Shares | undefined;
};

/** Runs `work`, checks the books after it, and ends everything whether or not it succeeded. */
export async function withTrading<T>(
  folder: string,
  users: number,
  work: (trading: Trading) => Promise<T>,
): Promise<T> {
  const server = await startServer({
    dataDir: join(folder, "trading"),
    environment: {
      HOUSE_CAPITAL: "1000000000",
      LIMIT_CALLS_PER_SECOND: "1000000",
      LIMIT_CALL_BURST: "1000000",
    },
  });
  const database = openDatabase(server.connection(), createLog("error"), 1);
  const load = startHelper<LoadOrder, LoadAnswer>(new URL("load.ts", import.meta.url));
  try {
    const shares = coresHere();
    const isKept =
      shares !== undefined && keepOn(shares.server, server.child.pid!) && keepOn(shares.load, load.processId);
    const cores = isKept ? shares : undefined;
    if (cores !== undefined)
      note(`the platform runs on core ${cores.server}, everything that loads it on core ${cores.load}`);
    await seedUsers(database, users, "1000000");
    const result = await work({ server, database, load, cores });
    const faults = await checkLedger(database);
    if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`);
    return result;
  } finally {
    await load.stop();
    await database.end();
    await server.stop();
  }
}
