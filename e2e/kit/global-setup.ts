import { startTestPostgres } from "@veritick/server/testing/test-postgres.ts";

/** One real PostgreSQL for the whole run; each worker serves its own databases on it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestPostgres();
  process.env["E2E_POSTGRES"] = JSON.stringify(server);
  // A run that is told to stop does not get to its end, and must not leave its PostgreSQL behind.
  process.once("SIGTERM", () => void stop().finally(() => process.exit(143)));
  return stop;
}
