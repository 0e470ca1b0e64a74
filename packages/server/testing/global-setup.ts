import type { TestProject } from "vitest/node";
import type { ServerConnection } from "./test-database.ts";
import { startTestPostgres } from "./test-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: ServerConnection;
  }
}

/** Starts one PostgreSQL for all test files of a run. Each file has databases of its own on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestPostgres();
  project.provide("postgres", server);
  return stop;
}
