import type { Scope } from "@veritick/contract/key-scopes.ts";
import { hash as digest, randomBytes } from "node:crypto";
import type { Bus } from "../../cluster/bus.ts";
import { dateOf, elapsedMs } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { createBatcher } from "../../platform/db/batcher.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { addressList } from "../../platform/http/address-list.ts";
import type { Identity } from "../../platform/http/call.ts";
import { KEY_BEGINS } from "../../platform/http/identify-caller.ts";
import type { CallSessions } from "../../platform/http/identify-caller.ts";
import { cacheOnBus, createSessionCache } from "../session-cache.ts";

/** The last use of a key is stored at most this often. */
const USED_MS = 60_000;
const MOST_AT_ONCE = 256;
/** The form of a key. Any other text is refused without a query. */
const KEY = new RegExp(`^${KEY_BEGINS}[\\w-]{43}$`);

export const newKey = (): string => `${KEY_BEGINS}${randomBytes(32).toString("base64url")}`;
export const hashKey = (key: string): Buffer => digest("sha256", key, "buffer");

/**
 * Identifies the owner of an API key. It caches identities as sessions do. The bus reports keys revoked by other processes.
 */
export type ApiKeys = CallSessions & { sweep(): Promise<void> };

type KeyRow = {
  id: string;
  token_hash: Buffer;
  user_id: string;
  terms_version: string | null;
  scopes: Scope[];
  addresses: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
};

/**
 * Converts a row to an identity with the scopes of the key alone: it is no administrator and has never proved its identity.
 * Its hash is not a session's, so code that looks up the caller's session finds none.
 */
const toIdentity = (row: KeyRow): Identity => ({
  userId: row.user_id,
  isAdmin: false,
  role: null,
  hasSecondFactor: false,
  acceptedTerms: row.terms_version,
  sessionHash: row.token_hash,
  sessionId: row.id,
  provedAtMs: -Infinity,
  provedAnewAtMs: undefined,
  key: {
    scopes: row.scopes,
    allows: addressList(row.addresses),
    expiresAtMs: row.expires_at?.getTime() ?? Infinity,
  },
});

export function createApiKeys(options: { database: Database; clock: Clock; bus: Bus }): ApiKeys {
  const { database, clock, bus } = options;
  const cache = createSessionCache(() => elapsedMs(clock));
  const generation = cacheOnBus(cache, bus);

  async function find(
    connection: Queryable,
    condition: "id = $1" | "token_hash = any ($1::bytea[])",
    value: string | Buffer[],
  ): Promise<KeyRow[]> {
    const { rows } = await connection.query<KeyRow>({
      name: condition === "id = $1" ? "identify_key_by_id" : "identify_keys",
      text: `select id, token_hash, user_id, scopes, addresses, nullif(expires_at, 'infinity') as expires_at, last_used_at,
               (select u.terms_version from users u where u.id = user_id) as terms_version
             from api_keys where ${condition} and expires_at > $2`,
      values: [value, dateOf(clock)],
    });
    return rows;
  }

  const identified = createBatcher<Buffer, KeyRow | undefined>({
    name: "identify API keys",
    maxBatch: MOST_AT_ONCE,
    database,
    async run(hashes, connection) {
      const rows = await find(connection, "token_hash = any ($1::bytea[])", hashes);
      const byHash = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
      return hashes.map((hash) => byHash.get(hash.toString("hex")));
    },
  });

  /** Stores the last use of a key. The call that uses the key does not wait for it. If it fails, the next call stores it. */
  async function noteUse(id: string): Promise<void> {
    const now = clock.nowMs();
    await database
      .query({
        name: "note_key_use",
        text: `update api_keys set last_used_at = $2
               where id = $1 and (last_used_at is null or last_used_at <= $3)`,
        values: [id, new Date(now), new Date(now - USED_MS)],
      })
      .catch(() => undefined);
  }

  const keyOf = (token: string): string => hashKey(token).toString("hex");

  return {
    findCached(token) {
      if (!bus.isWhole()) return undefined;
      const identity = cache.find(keyOf(token));
      return identity !== undefined && identity.key!.expiresAtMs > clock.nowMs() ? identity : undefined;
    },

    wasRecentlyActive: (token) => cache.wasRecentlyActive(keyOf(token)),

    mayHaveEnded: (token) => !bus.isWhole() || !cache.isCurrent(keyOf(token)),

    async identify(token) {
      if (!KEY.test(token)) return undefined;
      const hash = hashKey(token);
      const key = hash.toString("hex");
      const startedIn = generation();
      const row = await identified.submit(hash);
      if (row === undefined) {
        cache.forget(key);
        return undefined;
      }
      const identity = toIdentity(row);
      const unusedMs = clock.nowMs() - (row.last_used_at?.getTime() ?? -Infinity);
      if (unusedMs >= USED_MS) void noteUse(row.id);
      cache.remember(key, identity, startedIn === generation());
      return identity;
    },

    async identifyAgain({ sessionId }) {
      const [row] = await find(database, "id = $1", sessionId);
      return row && toIdentity(row);
    },

    sweep: () =>
      sweepTable<{ user_id: string; token_hash: Buffer }>(
        database,
        {
          table: "api_keys",
          key: "id",
          column: "expires_at",
          where: "expires_at <> 'infinity'",
          returning: "user_id, token_hash",
        },
        dateOf(clock),
        (rows) => rows.forEach((row) => announceRevoked(bus, row.user_id, row.token_hash)),
      ),
  };
}

/** Makes all processes forget the key and close its live connections. Call it after the commit. */
export function announceRevoked(bus: Bus, userId: string, hash: Buffer): void {
  bus.publish({ kind: "sessionEnded", userId, sessionKey: hash.toString("hex") });
}

/**
 * Removes one key of a user and returns its hash, for `announceRevoked` after the commit. Returns undefined if there is no
 * such key. The user's row must be locked.
 */
export async function endKey(connection: Queryable, userId: string, id: string): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ token_hash: Buffer }>(
    "delete from api_keys where id = $1 and user_id = $2 returning token_hash",
    [id, userId],
  );
  return rows[0]?.token_hash;
}

/**
 * Removes every key of a user and returns their number. Every action that ends all sessions of an account also ends its
 * keys, because a thief may have made one. The user's row must be locked. Announce the end of the sessions after the commit.
 */
export async function endKeys(connection: Queryable, userId: string): Promise<number> {
  const { rowCount } = await connection.query("delete from api_keys where user_id = $1", [userId]);
  return rowCount ?? 0;
}
