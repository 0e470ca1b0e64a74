import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import type { Queryable } from "../../platform/db/database.ts";

/** The statement that opens positions looks for a value of this name that is not `null`. */
const NAME = "maintenance";

/** How it stands in the database. */
export async function readMaintenance(database: Queryable): Promise<Maintenance> {
  const { rows } = await database.query<{ value: string }>({
    name: "read_maintenance",
    text: "select value from kept_values where name = $1",
    values: [NAME],
  });
  return parse(rows[0]?.value ?? "null");
}

/** The same, locked until the transaction is over. */
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

const parse = (value: string): Maintenance => JSON.parse(value) as Maintenance;
