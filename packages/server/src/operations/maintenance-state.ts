import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import type { Queryable } from "../platform/db/database.ts";

/** The statement that opens positions refuses while a value of this name is not `null`; payments read it too. */
const NAME = "maintenance";

export async function readMaintenance(database: Queryable): Promise<Maintenance> {
  const { rows } = await database.query<{ value: string }>({
    name: "read_maintenance",
    text: "select value from kept_values where name = $1",
    values: [NAME],
  });
  return parse(rows[0]?.value ?? "null");
}

export async function lockMaintenance(connection: Queryable): Promise<Maintenance> {
  await connection.query("insert into kept_values (name, value) values ($1, 'null') on conflict do nothing", [
    NAME,
  ]);
  const { rows } = await connection.query<{ value: string }>(
    "select value from kept_values where name = $1 for update",
    [NAME],
  );
  return parse(rows[0]!.value);
}

export async function writeMaintenance(connection: Queryable, maintenance: Maintenance): Promise<void> {
  await connection.query("update kept_values set value = $2 where name = $1", [
    NAME,
    JSON.stringify(maintenance),
  ]);
}

/**
 * A restored installation knows nothing of what happened since its backup. It opens no positions and pays nothing out
 * until an administrator has looked.
 */
export async function beginAfterRestore(connection: Queryable, at: Date): Promise<void> {
  const before = await lockMaintenance(connection);
  await writeMaintenance(connection, {
    since: at.toISOString(),
    message: before?.message ?? null,
    withdrawalsStopped: true,
    restored: true,
  });
}

const parse = (value: string): Maintenance => JSON.parse(value) as Maintenance;
