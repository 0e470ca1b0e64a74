import { readFileSync } from "node:fs";
import { join } from "node:path";
import { databaseName, databaseUser } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import { clusterPaths } from "./paths.ts";

/** How to reach the PostgreSQL that another process runs on this data folder, from what it wrote down itself. */
export function findRunning(dataDir: string): Connection {
  const paths = clusterPaths(dataDir);
  const [, , , port, socketDir, address] = readFileSync(join(paths.cluster, "postmaster.pid"), "utf8").split(
    "\n",
  );
  return {
    host: socketDir?.trim() || address?.trim() || "127.0.0.1",
    port: Number(port),
    user: databaseUser,
    password: readFileSync(paths.password, "utf8").trim(),
    database: databaseName,
  };
}
