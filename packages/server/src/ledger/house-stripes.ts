import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { STRIPE_LOCK } from "./lease-stripe.ts";

/**
 * The house's promises are kept in stripes, one for each server process, so that no two processes wait for one
 * row. A stripe promises only what its own funds cover; over all stripes that is exactly what the house has.
 */
export async function ensureStripe(database: Queryable, stripe: number): Promise<void> {
  await database.query(
    "insert into house_stripes (stripe, funds, open_payout) values ($1, 0, 0) on conflict do nothing",
    [stripe],
  );
}

export async function addHouseFunds(connection: Queryable, stripe: number, amount: Minor): Promise<void> {
  await connection.query("update house_stripes set funds = funds + $2 where stripe = $1", [
    stripe,
    formatMinor(amount),
  ]);
}

/** Takes back what stripes have promised for positions that are called off. Nothing was won or lost: their funds stay. */
export async function releasePromises(
  connection: Queryable,
  released: readonly { stripe: number; payout: Minor }[],
): Promise<void> {
  const stripes = released.map(({ stripe }) => stripe);
  await connection.query(
    "select from house_stripes where stripe = any($1) order by stripe for no key update",
    [stripes],
  );
  await connection.query(
    `update house_stripes s set open_payout = s.open_payout - r.payout
     from unnest($1::smallint[], $2::numeric[]) as r (stripe, payout) where s.stripe = r.stripe`,
    [stripes, released.map(({ payout }) => formatMinor(payout))],
  );
}

export type Stripe = { readonly stripe: number; readonly funds: Minor; readonly openPayout: Minor };

/**
 * What each stripe is to hold so that `target` may promise as much as the house can: the others keep what their own
 * promises need, and those that lack it are filled before anything is spare. So no promise made from what `target` then
 * holds takes the house beyond its funds.
 */
export function shareFunds(stripes: readonly Stripe[], target: number): Map<number, Minor> {
  const free = stripes.map(({ funds, openPayout }) => funds - openPayout);
  let spare = free.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n);
  const shared = new Map<number, Minor>();
  for (const { stripe, funds, openPayout } of stripes) {
    const kept = funds < openPayout ? funds : openPayout;
    const lacking = openPayout - kept;
    const given = lacking < spare ? lacking : spare;
    spare -= given;
    shared.set(stripe, minor(kept + given));
  }
  return shared.set(target, minor(shared.get(target)! + spare));
}

/** All stripes, locked in ascending order, here as everywhere. */
export async function lockStripes(connection: Queryable): Promise<Stripe[]> {
  const { rows } = await connection.query<{ stripe: number; funds: string; open_payout: string }>(
    "select stripe, funds, open_payout from house_stripes order by stripe for no key update",
  );
  return rows.map((row) => ({
    stripe: row.stripe,
    funds: parseMinor(row.funds),
    openPayout: parseMinor(row.open_payout),
  }));
}

export async function setFunds(connection: Queryable, funds: ReadonlyMap<number, Minor>): Promise<void> {
  await connection.query(
    `update house_stripes s set funds = c.funds
     from unnest($1::smallint[], $2::numeric[]) as c (stripe, funds) where s.stripe = c.stripe`,
    [[...funds.keys()], [...funds.values()].map((amount) => formatMinor(amount))],
  );
}

/**
 * Moves what other stripes do not need for their own promises to `stripe`; with `need`, as much as that or an equal share,
 * and the rest in equal shares to the stripes in use, so that processes do not take it from each other in turns. Returns
 * true where that freed anything.
 */
export async function gatherFunds(database: Database, stripe: number, need?: Minor): Promise<boolean> {
  return transaction(database, async (connection) => {
    const stripes = await lockStripes(connection);
    const gathered = shareFunds(stripes, stripe);
    const shared =
      need === undefined
        ? gathered
        : spread(gathered, stripes, { target: stripe, need, used: await usedStripes(connection) });
    const changed = stripes.filter((one) => shared.get(one.stripe) !== one.funds);
    await setFunds(connection, new Map(changed.map(({ stripe: one }) => [one, shared.get(one)!])));
    return changed.some((one) => one.stripe === stripe && shared.get(stripe)! > one.funds);
  });
}

/** Gives what the target has gathered beyond its need, or an equal share where that is more, to the other stripes in use. */
export function spread(
  gathered: ReadonlyMap<number, Minor>,
  stripes: readonly Stripe[],
  { target, need, used }: { target: number; need: Minor; used: ReadonlySet<number> },
): Map<number, Minor> {
  const shared = new Map(gathered);
  const others = stripes
    .map(({ stripe }) => stripe)
    .filter((stripe) => stripe !== target && used.has(stripe));
  const free = gathered.get(target)! - stripes.find(({ stripe }) => stripe === target)!.openPayout;
  if (others.length === 0 || free <= need) return shared;
  // Rounded down: what is left over stays with the target.
  const equal = free / BigInt(others.length + 1);
  const share = equal >= need ? equal : (free - need) / BigInt(others.length);
  for (const other of others) shared.set(other, minor(shared.get(other)! + share));
  return shared.set(target, minor(shared.get(target)! - share * BigInt(others.length)));
}

/** The stripes that some process has leased. */
export async function usedStripes(connection: Queryable): Promise<Set<number>> {
  const { rows } = await connection.query<{ stripe: number }>(
    `select objid::integer as stripe from pg_locks
     where locktype = 'advisory' and classid = ${STRIPE_LOCK}
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Set(rows.map(({ stripe }) => stripe));
}
