import type { SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { parseStatement } from "@veritick/domain/signed/liability-statement.ts";
import type { LiabilityStatement } from "@veritick/domain/signed/liability-statement.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isSigned } from "../../platform/signing.ts";
import { listSigningKeys } from "../signing-keys.ts";

const PAGE = 50;

const FIELDS = `s.statement, s.signature, exists (select from liability_trees t where t.number = s.number) as provable`;

type StatementRow = { statement: string; signature: Buffer; provable: boolean };
type FoundStatement = { signed: SignedStatement; stated: LiabilityStatement };

/** Lists a page of the newest statements, or of those before a number. */
export async function listStatements(database: Queryable, before?: number): Promise<SignedStatement[]> {
  const { rows } = await database.query<StatementRow>({
    name: "list_liabilities",
    text: `select ${FIELDS} from liability_statements s where $1::integer is null or s.number < $1 order by s.number desc limit ${PAGE}`,
    values: [before ?? null],
  });
  return rows.map((row) => read(row).signed);
}

export async function findStatement(
  database: Queryable,
  number: number,
): Promise<FoundStatement | undefined> {
  const { rows } = await database.query<StatementRow>({
    name: "find_liabilities",
    text: `select ${FIELDS} from liability_statements s where s.number = $1`,
    values: [number],
  });
  return rows[0] === undefined ? undefined : read(rows[0]);
}

function read({ statement: text, signature, provable }: StatementRow): FoundStatement {
  const stated = parseStatement(text);
  if (stated === undefined) throw new Error("a liabilities report in the database cannot be read");
  const { number, taken, total } = stated;
  return { signed: { number, taken, total, text, signature: signature.toString("hex"), provable }, stated };
}

/** The error of a newest statement in the database that is not the one that was signed. */
export class StatementChangedError extends Error {
  override readonly name = "StatementChangedError";
  constructor(number: number) {
    super(
      `No liabilities report was signed: report ${number} in the database is not the one that was signed, so nothing can ` +
        "be chained to it. Something other than Veritick changed the database: restore it from a backup, and find out what did.",
    );
  }
}

type NewestStatement = { number: number; taken: Date; text: string };

type NewestRow = { number: number; statement: string; signature: Buffer; taken_at: Date };

/**
 * Finds the newest statement in the database. The next one is chained to it and is due by its time.
 *
 * @throws StatementChangedError if it is not as it was signed, because signing its hash would make the change valid
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

/** Counts the statements. Their numbers have no gap. */
export async function countStatements(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ newest: number }>(
    "select coalesce(max(number), 0) as newest from liability_statements",
  );
  return rows[0]!.newest;
}
