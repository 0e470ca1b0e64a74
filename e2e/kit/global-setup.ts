import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@veritick/server/platform/embedded-postgres/start-embedded-postgres.ts";
import { createTemplate } from "@veritick/server/testing/test-database.ts";

/** One real PostgreSQL for the whole run; each worker serves its own databases on it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "veritick-e2e-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: ({ level, message }) => (level === "error" ? console.error(message) : undefined),
  });
  const { host, port, user, password } = postgres.connection;
  await createTemplate({ host, port, user, password });
  process.env["E2E_POSTGRES"] = JSON.stringify({ host, port, user, password });
  const end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  // A run that is told to stop does not get to its end, and must not leave its PostgreSQL behind.
  process.once("SIGTERM", () => void end().finally(() => process.exit(143)));
  return end;
}
