import pg from "pg";
import { SetupError } from "./setup-error.ts";

/** The settings that `pg` needs to connect. */
export type Connection = { host: string; port: number; user: string; password: string; database: string };

const unknownDatabase = "3D000";
const wrongPassword = "28P01";
const existsAlready = "42P04";
/** The server is not there yet, or does not accept connections yet: ask again. */
const notYet = new Set(["57P03", "ECONNREFUSED", "ECONNRESET", "ENOENT"]);

/** Returns true once the database answers a query, and false until then. Creates a missing database. */
export async function ensureDatabase(connection: Connection): Promise<boolean> {
  try {
    await query(connection, "select 1");
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (notYet.has(code)) return false;
    if (code === wrongPassword) throw new SetupError(wrongPasswordMessage, { cause: error });
    if (code !== unknownDatabase) throw error;
  }
  try {
    await query({ ...connection, database: "postgres" }, `create database ${connection.database}`);
  } catch (error) {
    if (codeOf(error) !== existsAlready) throw error;
  }
  return false;
}

async function query(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  // If the server ends while we are connected, the supervisor sees it at the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const wrongPasswordMessage =
  "PostgreSQL refuses the password kept in the file postgres-password of its data folder. " +
  "Delete that file and start again: a new password is set.";

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? "");
}
