import type { Queryable } from "./database.ts";

/** The operator's name for this installation. */
export const INSTALLATION_NAME = "installation-name";

/** The time at which the newest complete backup was begun, as an ISO date. */
export const BACKUP_MADE = "backup-made-at";

/**
 * The time at which the newest copied backup was begun, as an ISO date. Before the first copy it is the time of the first
 * try, so that it grows old if none succeeds. Missing or empty if backups are not copied.
 */
export const BACKUP_COPIED = "backup-copied-at";

/** Keeps a value unless there is one already, and returns the one that is kept now. */
export async function keepValue(database: Queryable, name: string, value: string): Promise<string> {
  await database.query("insert into kept_values (name, value) values ($1, $2) on conflict do nothing", [
    name,
    value,
  ]);
  return (await readKeptValue(database, name))!;
}

/**
 * Replaces a kept value if it is still the one that the caller saw. Returns false if another process was first, so that one
 * of several processes does the due work.
 */
export async function replaceKeptValue(
  database: Queryable,
  name: string,
  seen: string,
  next: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    "update kept_values set value = $3 where name = $1 and value = $2",
    [name, seen, next],
  );
  return rowCount === 1;
}

export async function readKeptValue(database: Queryable, name: string): Promise<string | undefined> {
  const { rows } = await database.query<{ value: string }>("select value from kept_values where name = $1", [
    name,
  ]);
  return rows[0]?.value;
}

/** Keeps a value and replaces the current one. */
export async function setKeptValue(database: Queryable, name: string, value: string): Promise<void> {
  await database.query(
    "insert into kept_values (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
    [name, value],
  );
}
