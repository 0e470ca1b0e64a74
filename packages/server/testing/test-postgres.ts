import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { memoryFolder } from "@veritick/embedded-postgres/memory-folder.ts";
import { startEmbeddedPostgres } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import { createTemplates } from "./test-database.ts";
import type { ServerConnection } from "./test-database.ts";

/**
 * Starts one real PostgreSQL for a whole run of tests, with the templates of the test databases. Its data lies in memory if
 * the machine offers that, and no commit waits for the disk. Tests of durability start a server of their own.
 */
export async function startTestPostgres(): Promise<ServerConnection & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(memoryFolder(), "veritick-test-"));
  const postgres = await startEmbeddedPostgres({
    name: "veritick",
    dataDir,
    isDisposable: true,
    log: ({ level, message }) => (level === "error" ? console.error(message) : undefined),
  });
  const { host, port, user, password } = postgres.connection;
  const server = { host, port, user, password };
  await createTemplates(server);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  // An interrupted run must not fill the memory either.
  process.once("exit", remove);
  const stop = async () => {
    await postgres.stop();
    remove();
  };
  return { ...server, stop };
}
