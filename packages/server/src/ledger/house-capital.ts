import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { capitalChanged, genesisCapital } from "@veritick/domain/postings.ts";
import { LOCKS, transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { addHouseFunds, ensureStripe, lockStripes, setFunds, shareFunds } from "./house-stripes.ts";
import { post } from "./post.ts";

/** The stripe that receives new capital. Other processes gather the funds they need from it. */
const STRIPE = 0;

/** A refused change, with the reason for the operator. */
export class CapitalRefusedError extends Error {
  override readonly name = "CapitalRefusedError";
}

type CapitalChanged = { isNew: boolean; funds: Minor; promised: Minor };

/**
 * Adds to the house's own money, or takes money that no open position needs. Repeated calls with one reference change it
 * once.
 *
 * @param change a negative `amount` takes money
 * @throws CapitalRefusedError if the amount exceeds the free funds, or the reference belongs to another change
 */
export async function changeCapital(
  database: Database,
  change: { provider: string; amount: Minor; reference: string; note: string; at: Date },
): Promise<CapitalChanged> {
  const entries = capitalChanged({ provider: change.provider, changeMinor: change.amount });
  return transaction(database, async (connection) => {
    await ensureStripe(connection, STRIPE);
    const stripes = await lockStripes(connection);
    const funds = stripes.reduce((sum, one) => sum + one.funds, 0n);
    const promised = minor(stripes.reduce((sum, one) => sum + one.openPayout, 0n));
    const posted = await findPosted(connection, change.reference);
    if (posted !== undefined) {
      if (posted === change.amount) return { isNew: false, funds: minor(funds), promised };
      throw new CapitalRefusedError(
        `The reference ${change.reference} already stands for ${formatMinor(posted)} USDMS.`,
      );
    }
    const free = funds - promised;
    if (change.amount < 0n && free + change.amount < 0n) {
      throw new CapitalRefusedError(
        `Only ${formatMinor(minor(free > 0n ? free : 0n))} USDMS can be taken out: the rest is reserved for open positions.`,
      );
    }
    await post(connection, {
      kind: "capital_changed",
      reference: change.reference,
      entries,
      at: change.at,
      note: change.note,
    });
    // Taking may need money from any stripe. Adding leaves the other stripes alone.
    const shared = change.amount < 0n ? shareFunds(stripes, STRIPE) : new Map([[STRIPE, stripes[0]!.funds]]);
    shared.set(STRIPE, minor(shared.get(STRIPE)! + change.amount));
    await setFunds(connection, shared);
    return { isNew: true, funds: minor(funds + change.amount), promised };
  });
}

async function findPosted(connection: Queryable, reference: string): Promise<Minor | undefined> {
  const { rows } = await connection.query<{ amount: string }>(
    `select e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.kind = 'capital_changed' and t.reference = $1 and e.account = 'house:capital'`,
    [reference],
  );
  return rows[0] === undefined ? undefined : parseMinor(rows[0].amount);
}

/** Posts the house's own money as the first transaction of a ledger. Later starts change nothing. */
export async function postGenesisCapital(
  database: Database,
  genesis: { capital: Minor; provider: string; stripe: number; at: Date },
): Promise<void> {
  await transaction(database, async (connection) => {
    await ensureStripe(connection, genesis.stripe);
    // Two processes that start together must not both find the ledger empty.
    await connection.query("select pg_advisory_xact_lock($1)", [LOCKS.houseCapital]);
    // The operator may have added capital by the command instead, which this would double.
    const { rowCount } = await connection.query("select from ledger_transactions limit 1");
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
