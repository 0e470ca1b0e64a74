import type { TestProject } from "vitest/node";
import type { ServerConnection } from "./test-database.ts";
import { startTestPostgres } from "./test-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: ServerConnection;
  }
}

/** Gives all test files of a run one PostgreSQL, in which each has databases of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestPostgres();
  project.provide("postgres", server);
  return stop;
}
