import { startTestPostgres } from "@veritick/server/testing/test-postgres.ts";

/** Starts one real PostgreSQL for the whole run. Each worker has its own databases on it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestPostgres();
  process.env["E2E_POSTGRES"] = JSON.stringify(server);
  // A run that is ended by a signal skips the teardown, and must not leave its PostgreSQL running.
  process.once("SIGTERM", () => void stop().finally(() => process.exit(143)));
  return stop;
}
