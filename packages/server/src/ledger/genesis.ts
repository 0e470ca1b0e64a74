import type { Minor } from "@veritick/domain/money.ts";
import { genesisCapital } from "@veritick/domain/postings.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database } from "../platform/db/database.ts";
import { addHouseFunds, ensureStripe } from "./house-stripes.ts";
import { post } from "./post.ts";

/** Posts the house's own money, once in the life of a ledger. Later starts change nothing. */
export async function postGenesisCapital(
  database: Database,
  genesis: { capital: Minor; provider: string; stripe: number; at: Date },
): Promise<void> {
  await transaction(database, async (connection) => {
    await ensureStripe(connection, genesis.stripe);
    // Two processes that start together must not both find the ledger empty.
    await connection.query("select pg_advisory_xact_lock(7305520)");
    const { rowCount } = await connection.query(
      "select from ledger_transactions where kind = 'genesis_capital'",
    );
    if (rowCount !== 0 || genesis.capital === 0n) return;
    await post(connection, {
      kind: "genesis_capital",
      reference: null,
      entries: genesisCapital({ provider: genesis.provider, amountMinor: genesis.capital }),
      at: genesis.at,
    });
    await addHouseFunds(connection, genesis.stripe, genesis.capital);
  });
}
