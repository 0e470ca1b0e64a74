import type { SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { parseStatement } from "@veritick/domain/liability-statement.ts";
import type { LiabilityStatement } from "@veritick/domain/liability-statement.ts";
import type { Queryable } from "../../platform/db/database.ts";

const PAGE = 50;

const FIELDS = `s.statement, s.signature, exists (select from liability_trees t where t.number = s.number) as provable`;

type StatementRow = { statement: string; signature: Buffer; provable: boolean };
export type FoundStatement = { signed: SignedStatement; stated: LiabilityStatement };

/** The newest statements, or those before one. */
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
  if (stated === undefined) throw new Error("a statement of liabilities on record cannot be read");
  const { number, taken, total } = stated;
  return { signed: { number, taken, total, text, signature: signature.toString("hex"), provable }, stated };
}
