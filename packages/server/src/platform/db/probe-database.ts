import pg from "pg";
import type { Connection } from "./database.ts";

const REACHED_WITHIN_MS = 2_000;

export type DatabaseProbe = { isReachable(): Promise<boolean>; end(): Promise<void> };

/**
 * Asks whether the database can be reached, over a connection of its own: one that has to wait for the work of others would
 * take a busy database for one that is gone. A network that swallows everything says no as little as it says yes.
 */
export function probeDatabase(connection: Connection): DatabaseProbe {
  const pool = new pg.Pool({
    ...(typeof connection === "string" ? { connectionString: connection } : connection),
    max: 1,
    connectionTimeoutMillis: REACHED_WITHIN_MS,
    query_timeout: REACHED_WITHIN_MS,
    keepAlive: true,
    application_name: "veritick probe",
  });
  // One that was lost while idle is replaced at the next question.
  pool.on("error", () => {});
  return {
    isReachable: () =>
      pool.query("select 1").then(
        () => true,
        () => false,
      ),
    end: () => pool.end(),
  };
}
