import type { WithdrawalAddress } from "@veritick/contract/schemas/payments.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Identity } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeOwnAccount, holdWithdrawals } from "./change-account.ts";
import { visitorOf } from "./context.ts";
import type { AccountContext, Visitor } from "./context.ts";

const MOST_ADDRESSES = 20;

type AddressRow = { id: string; name: string; address: string; created_at: Date };

const toAddress = ({ id, name, address, created_at }: AddressRow): WithdrawalAddress => ({
  id,
  name,
  address,
  createdAt: created_at.toISOString(),
});

export async function listAddresses(database: Queryable, userId: string): Promise<WithdrawalAddress[]> {
  const { rows } = await database.query<AddressRow>(
    `select id, name, address, created_at from withdrawal_addresses
     where user_id = $1 order by lower(name), id`,
    [userId],
  );
  return rows.map(toAddress);
}

type SaveCall = Visitor & { identity: Identity; body: { name: string; address: string } };

/**
 * Saves an address to withdraw to. The owner will choose it by its name and no longer look at each character. A thief of the
 * session could save their own address, so withdrawals pause and the owner gets an e-mail.
 */
export function saveAddress(context: AccountContext, call: SaveCall): Promise<WithdrawalAddress | Refused> {
  const { identity, body } = call;
  const { userId, sessionId } = identity;
  return changeOwnAccount(
    context,
    identity,
    async ({ connection, record }): Promise<WithdrawalAddress | Refused> => {
      const known = await listAddresses(connection, userId);
      if (known.some(({ address }) => address === body.address))
        return refuse("address_saved", { field: "address" });
      if (known.length >= MOST_ADDRESSES) return refuse("too_many_addresses");
      const { rows } = await connection.query<AddressRow>(
        `insert into withdrawal_addresses (id, user_id, name, address, created_at)
         values ($1, $2, $3, $4, $5) returning id, name, address, created_at`,
        [newId(context.clock.nowMs()), userId, body.name, body.address, dateOf(context.clock)],
      );
      await holdWithdrawals(context, connection, userId);
      await record("withdrawal_address_saved", { ...visitorOf(call), sessionId });
      return toAddress(rows[0]!);
    },
  );
}

type OnlyCall = Visitor & { identity: Identity; body: { on: boolean } };

/**
 * Chooses whether withdrawals may go to saved addresses only. Switching it off opens a way to any address, so withdrawals
 * pause and the owner gets an e-mail. The user's row is locked, as it is while a withdrawal is created.
 */
export function setSavedAddressesOnly(context: AccountContext, call: OnlyCall): Promise<Refused | undefined> {
  const { identity, body } = call;
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record }): Promise<Refused | undefined> => {
    if (body.on && (await listAddresses(connection, userId)).length === 0) return refuse("no_saved_address");
    const { rowCount } = await connection.query(
      "update users set saved_addresses_only = $2 where id = $1 and saved_addresses_only <> $2",
      [userId, body.on],
    );
    if (rowCount === 0) return undefined;
    if (!body.on) await holdWithdrawals(context, connection, userId);
    const kind = body.on ? "saved_addresses_only_enabled" : "saved_addresses_only_disabled";
    await record(kind, { ...visitorOf(call), sessionId });
    return undefined;
  });
}

/** The last one may go too, because its owner may have lost it to somebody. Then there is nowhere to withdraw to. */
export async function removeAddress(
  database: Queryable,
  userId: string,
  id: string,
): Promise<Refused | undefined> {
  const { rowCount } = await database.query(
    "delete from withdrawal_addresses where id = $1 and user_id = $2",
    [id, userId],
  );
  return rowCount === 0 ? refuse("not_found") : undefined;
}
