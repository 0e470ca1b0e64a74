import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../src/platform/embedded-postgres/start-embedded-postgres.ts";
import { createTemplate } from "./test-database.ts";
import type { ServerConnection } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: ServerConnection;
  }
}

/** One real PostgreSQL for the whole run, in a folder of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "veritick-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: ({ level, message }) => (level === "error" ? console.error(message) : undefined),
  });
  const { host, port, user, password } = postgres.connection;
  await createTemplate({ host, port, user, password });
  project.provide("postgres", { host, port, user, password });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
