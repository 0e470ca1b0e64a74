import pg from "pg";
import type { Connection } from "../platform/db/database.ts";

/**
 * A connection for work that takes as long as it takes. The settings fix how values are written as text, so that what one
 * installation writes another reads, and keep rows in the order in which they are stored.
 */
export async function openToolConnection(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...(typeof connection === "string" ? { connectionString: connection } : connection),
    keepAlive: true,
    application_name: "veritick backup",
  });
  // A connection that breaks is noticed by the statement under way.
  client.on("error", () => {});
  await client.connect();
  await client.query(`
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set client_encoding = 'UTF8';
    set timezone = 'UTC';
    set datestyle = 'ISO, YMD';
    set intervalstyle = 'iso_8601';
    set extra_float_digits = 1;
    set bytea_output = 'hex';
    set synchronize_seqscans = off`);
  return client;
}
