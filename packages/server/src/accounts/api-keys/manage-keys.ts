import * as contract from "@veritick/contract/schemas/api-keys.ts";
import type { ApiKey } from "@veritick/contract/schemas/api-keys.ts";
import { SCOPES } from "@veritick/contract/key-scopes.ts";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import type * as z from "zod/mini";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isAddressOrNetwork } from "../../platform/http/address-list.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { Identity } from "../../platform/http/call.ts";
import { newId } from "../../platform/ids.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount } from "../change-account.ts";
import { visitorOf } from "../context.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { announceRevoked, endKey, hashKey, newKey } from "./api-keys.ts";

const MOST_KEYS = 20;
const DAY_MS = 86_400_000;
/** The characters of a key that are shown: enough to recognise the key, too few to guess the rest. */
const SHOWN_CHARACTERS = 10;

type KeyRow = {
  id: string;
  name: string;
  begins: string;
  scopes: Scope[];
  addresses: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
};

const COLUMNS =
  "id, name, begins, scopes, addresses, created_at, nullif(expires_at, 'infinity') as expires_at, last_used_at";

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  begins: row.begins,
  scopes: row.scopes,
  addresses: row.addresses,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export function apiKeyRoutes(bind: Bind, context: AccountContext): void {
  bind(contract.listApiKeys, ({ identity }) => listKeys(context, context.database, identity.userId));
  bind(contract.createApiKey, (call) => createKey(context, call));
  bind(
    contract.revokeApiKey,
    async (call) => (await revokeKey(context, call, call.params.id)) ?? { ok: true as const },
  );
}

const listKeys = ({ clock }: AccountContext, connection: Queryable, userId: string): Promise<ApiKey[]> =>
  listKeysOf(connection, userId, dateOf(clock));

export async function listKeysOf(connection: Queryable, userId: string, now: Date): Promise<ApiKey[]> {
  const { rows } = await connection.query<KeyRow>(
    `select ${COLUMNS} from api_keys where user_id = $1 and expires_at > $2 order by id desc`,
    [userId, now],
  );
  return rows.map(toApiKey);
}

type OwnCall = Visitor & { identity: Identity };
type Wanted = z.output<(typeof contract.createApiKey)["body"]>;

/** Makes a key. Only its hash is stored, so nothing can show it again. The owner gets an e-mail. */
function createKey(
  context: AccountContext,
  call: OwnCall & { body: Wanted },
): Promise<{ key: string; apiKey: ApiKey } | Refused> {
  const { identity, body } = call;
  const { userId, sessionId } = identity;
  return changeOwnAccount(
    context,
    identity,
    async ({ connection, record }): Promise<{ key: string; apiKey: ApiKey } | Refused> => {
      // A thief may hold an earlier token, which works for some seconds after the owner has ended all keys.
      if (await context.sessions.isReplaced(connection, identity)) return refuse("not_signed_in");
      const addresses = [...new Set(body.addresses ?? [])];
      const address = addresses.find((each) => !isAddressOrNetwork(each));
      if (address !== undefined)
        return refuse("key_address_invalid", { field: "addresses", values: { address } });
      if ((await listKeys(context, connection, userId)).length >= MOST_KEYS) return refuse("too_many_keys");
      const nowMs = context.clock.nowMs();
      const days = body.expiresInDays ?? null;
      const key = newKey();
      const { rows } = await connection.query<KeyRow>(
        `insert into api_keys (id, user_id, name, begins, token_hash, scopes, addresses, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, 'infinity'::timestamptz)) returning ${COLUMNS}`,
        [
          newId(nowMs),
          userId,
          body.name,
          key.slice(0, SHOWN_CHARACTERS),
          hashKey(key),
          SCOPES.filter((scope) => body.scopes.includes(scope)),
          addresses,
          new Date(nowMs),
          days === null ? null : new Date(nowMs + days * DAY_MS),
        ],
      );
      await record("api_key_created", { ...visitorOf(call), sessionId });
      return { key, apiKey: toApiKey(rows[0]!) };
    },
  );
}

/** Revokes a key. It needs no proof of identity, because a user whose key was stolen must lose no time. */
function revokeKey(context: AccountContext, call: OwnCall, id: string): Promise<Refused | undefined> {
  const { userId, sessionId } = call.identity;
  return changeOwnAccount(context, call.identity, async ({ connection, record, onCommit }) => {
    const hash = await endKey(connection, userId, id);
    if (hash === undefined) return refuse("not_found");
    onCommit(() => announceRevoked(context.bus, userId, hash));
    await record("api_key_revoked", { ...visitorOf(call), sessionId });
    return undefined;
  });
}
