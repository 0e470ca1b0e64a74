import type { Queryable } from "../platform/db/database.ts";
import { keepValue, readKeptValue } from "../platform/db/kept-values.ts";

const NAME = "payment-provider";

/** The balances on record were paid in through another provider. */
export class ProviderChangedError extends Error {
  override readonly name = "ProviderChangedError";

  constructor(known: string, chosen: string) {
    super(
      `This database was used with PAYMENT_PROVIDER=${known}, and its balances are owed through that provider. With ` +
        `"${chosen}" play money would be paid out for real, or real money in play. Use a database of its own.`,
    );
  }
}

/** An installation keeps to the provider it began with. */
export async function checkProvider(database: Queryable, name: string): Promise<void> {
  const known = await keepValue(database, NAME, name);
  if (known !== name) throw new ProviderChangedError(known, name);
}

/** The provider that this installation began with; undefined where it never began. */
export const knownProvider = (database: Queryable): Promise<string | undefined> =>
  readKeptValue(database, NAME);
