import type { TransactionKind } from "@veritick/domain/postings.ts";
import type { Queryable } from "../platform/db/database.ts";

/** The person in whose name something was posted; undefined where no person decided it, or it was not posted. */
export async function findActor(
  database: Queryable,
  kind: TransactionKind,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ actor: string | null }>({
    name: "find_actor",
    text: "select actor from ledger_transactions where reference = $1 and kind = $2",
    values: [reference, kind],
  });
  return rows[0]?.actor ?? undefined;
}
