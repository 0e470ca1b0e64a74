import type pg from "pg";
import { connectClient, LOCKS, TYPES } from "../platform/db/database.ts";
import type { Connection } from "../platform/db/database.ts";

/** A database that does not answer a connection or a statement within this time counts as lost. */
const ANSWER_MS = 30_000;
/** The database ends a connection that has not asked for this long, so a host that vanished does not hold the log. */
const SILENT_MS = 60_000;

/** The right to add to the log, which one process has at a time. */
export type Session = {
  /** Returns the connection that holds the right; undefined if another process has it. */
  take(): Promise<pg.Client | undefined>;
  /** Ends the connection, and with it whatever it was doing. */
  drop(): Promise<void>;
};

/**
 * Opens sessions. The connection that holds the lock also does all the writing. So once the database has given the lock to
 * another process, nothing of this one can reach the log any more: its connection is gone.
 */
export function createSession(
  connection: Connection,
  connect: typeof connectClient = connectClient,
): Session {
  let client: pg.Client | undefined;
  let isHeld = false;

  async function open(): Promise<pg.Client> {
    const opened = await connect(connection, {
      application_name: "veritick log",
      query_timeout: ANSWER_MS,
      types: TYPES,
    });
    opened.on("end", () => {
      if (client === opened) [client, isHeld] = [undefined, false];
    });
    await opened.query(
      `select set_config('idle_session_timeout', '${SILENT_MS}', false),
         set_config('idle_in_transaction_session_timeout', '${ANSWER_MS}', false)`,
    );
    return opened;
  }

  return {
    async take() {
      client ??= await open();
      // Also shows that the connection still answers.
      const asking = isHeld ? "true" : `pg_try_advisory_lock(${LOCKS.log})`;
      const asked = client;
      try {
        const { rows } = await asked.query<{ taken: boolean }>(`select ${asking} as taken`);
        isHeld = rows[0]!.taken && client === asked;
      } catch (error) {
        [client, isHeld] = [undefined, false];
        await asked.end().catch(() => undefined);
        throw error;
      }
      return isHeld ? asked : undefined;
    },
    async drop() {
      const dropped = client;
      [client, isHeld] = [undefined, false];
      await dropped?.end().catch(() => undefined);
    },
  };
}
