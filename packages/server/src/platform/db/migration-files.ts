import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { RunnerOption } from "node-pg-migrate";

type Strategy = NonNullable<RunnerOption["migrationLoaderStrategies"]>[number];

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/** The migrations this version knows, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = readdirSync(MIGRATIONS_FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .map((file) => file.slice(0, -".sql".length))
  .toSorted();

/**
 * How a file of statements is run. Each is a transaction that rather gives up than keeps others waiting for a lock that it
 * waits for; one that says so makes indexes beside whoever writes, which no transaction can. With `isWithin` all is part
 * of a transaction of the caller's, beside which there is nobody.
 */
export function sqlFiles({ isWithin, lockMs }: { isWithin: boolean; lockMs: number }): Strategy {
  const unitOf = async (path: string) => {
    const [up = ""] = (await readFile(path, "utf8")).split(/^-- Down Migration/m);
    const isAlone = /^-- No transaction: /m.test(up);
    return {
      id: path,
      filePaths: [path],
      actions: {
        up(steps: { sql(text: string): void; noTransaction(): unknown }) {
          if (isWithin) steps.sql(up.replaceAll(/\bconcurrently\b/gi, ""));
          else if (isAlone) {
            steps.noTransaction();
            for (const statement of statementsOf(up)) steps.sql(statement);
          } else steps.sql(`set local lock_timeout = ${lockMs};\n${up}`);
        },
        down: false as const,
      },
    };
  };
  return { extensions: [".sql"], loader: (paths) => Promise.all(paths.map(unitOf)) };
}

/** One by one, without comments; bodies of functions stay whole. */
export function statementsOf(text: string): string[] {
  const found = text.replaceAll(/--.*$/gm, "").match(/(?:\$\$.*?\$\$|[^;])+/gs) ?? [];
  return found.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
