import { parseStatement } from "@veritick/domain/liability-statement.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isSigned } from "../../platform/signing.ts";
import { listSigningKeys } from "../signing-keys.ts";

/** The newest statement on record is not what was signed. */
export class StatementChangedError extends Error {
  override readonly name = "StatementChangedError";
  constructor(number: number) {
    super(
      `No statement: number ${number} on record is not the one that was signed, and nothing is chained to it. The ` +
        "database was changed behind the platform: restore it from a backup, and find out who changed it.",
    );
  }
}

export type NewestStatement = { number: number; taken: Date; text: string };

type NewestRow = { number: number; statement: string; signature: Buffer; taken_at: Date };

/**
 * The newest statement on record, which the next is chained to and whose time says when that is due.
 *
 * @throws StatementChangedError where it is not as it was signed: signing its hash would make it good
 */
export async function findNewest(database: Queryable): Promise<NewestStatement | undefined> {
  const { rows } = await database.query<NewestRow>(
    "select number, statement, signature, taken_at from liability_statements order by number desc limit 1",
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  if (!(await isAsSigned(database, row))) throw new StatementChangedError(row.number);
  return { number: row.number, taken: row.taken_at, text: row.statement };
}

async function isAsSigned(database: Queryable, row: NewestRow): Promise<boolean> {
  const stated = parseStatement(row.statement);
  if (stated?.number !== row.number || stated.taken !== row.taken_at.toISOString()) return false;
  const keys = await listSigningKeys(database);
  return (
    keys.some(({ publicKey }) => publicKey === stated.key) &&
    isSigned(row.statement, row.signature, stated.key)
  );
}

/** How many statements there are: they are numbered without a gap. */
export async function countStatements(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ newest: number }>(
    "select coalesce(max(number), 0) as newest from liability_statements",
  );
  return rows[0]!.newest;
}
