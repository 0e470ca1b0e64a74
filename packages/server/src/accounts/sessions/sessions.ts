import { hash as digest } from "node:crypto";
import type { Role } from "@veritick/contract/roles.ts";
import type { Bus } from "../../cluster/bus.ts";
import { dateOf, elapsedMs } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { Identity } from "../../platform/http/call.ts";
import type { CallSessions } from "../../platform/http/identify-caller.ts";
import { createBatcher } from "../../platform/db/batcher.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import { createApiKeys, endKeys } from "../api-keys/api-keys.ts";
import type { ApiKeys } from "../api-keys/api-keys.ts";
import { roleOf } from "../users.ts";
import { hashToken, newToken } from "../../platform/tokens.ts";
import { createLiveTokens } from "./live-tokens.ts";
import type { LiveTokens } from "./live-tokens.ts";
import { cacheOnBus, createSessionCache } from "../session-cache.ts";

export const SESSION_SECONDS = 30 * 24 * 3600;
/** The last use of a session is stored at most this often. */
const SEEN_MS = 5 * 60_000;
const MOST_AT_ONCE = 256;
/** The most sessions of a user. Only a script needs more. */
const MOST_SESSIONS = 100;
/** The time for which calls under way may still use the earlier token after a renewal. */
const GRACE_SECONDS = 10;

/** The time without use after which a session ends; undefined for no limit. */
export type IdleLimits = { userSeconds: number | undefined; adminSeconds: number | undefined };

/** Returns the hash of a token, by which the cache and live connections name its session. */
const keyOf = (token: string): string => digest("sha256", token);

export type Sessions = LiveTokens &
  CallSessions & {
    /** The API keys, which identify callers beside sessions. */
    readonly keys: ApiKeys;
    /**
     * Opens a session and returns its token, of which only the hash is stored, and its public id. Returns undefined if the
     * user is gone or the password has changed since it was proven.
     */
    open(
      database: Queryable,
      user: { id: string; password: string },
      from: { address: string; userAgent: string | undefined },
    ): Promise<{ token: string; id: string } | undefined>;
    /**
     * Gives the session a new token. The earlier one stops working after some seconds, and stops proving the identity at once.
     * `proves` is true if the caller has just proved their identity. The user's row must be locked. A caller with an earlier
     * token gets no new one: the session continues under the token that replaced it.
     */
    renew(database: Queryable, identity: Identity, options: { proves: boolean }): Promise<Renewed>;
    /** Returns true if another token has replaced this one, which still works for some seconds. */
    isReplaced(database: Queryable, identity: Identity): Promise<boolean>;
    /** Ends one session, even if the caller still uses its earlier token. */
    end(identity: Identity): Promise<void>;
    /** Ends one of the user's sessions by its id. Returns a function that announces the end, or undefined if there is none. */
    endById(database: Queryable, userId: string, id: string): Promise<(() => void) | undefined>;
    /** Ends the user's sessions except `keepId`, and all their API keys. Call `announceEnd` after the commit. */
    endAll(database: Queryable, userId: string, keepId?: string): Promise<void>;
    /** Closes every live connection of the user. Clients whose session still exists open another one. */
    announceEnd(userId: string): void;
    /**
     * Ends the least recently used sessions of a user who has too many, but never the newest. Returns a function that
     * announces their end. The user's row must be locked.
     */
    endSurplus(database: Queryable, userId: string, newestId: string): Promise<() => void>;
    sweep(): Promise<void>;
  };

/** The id of the session, its new token if there is one, and a function that announces the renewal after the commit. */
type Renewed = { sessionId: string; token: string | undefined; announce: () => void };

type IdentifiedRow = {
  id: string;
  token_hash: Buffer;
  user_id: string;
  is_admin: boolean;
  staff_role: Role | null;
  terms_version: string | null;
  has_second_factor: boolean;
  last_seen_at: Date;
  proved_at: Date;
  proved_anew_at: Date | null;
};

const toIdentity = (row: IdentifiedRow): Identity => ({
  userId: row.user_id,
  isAdmin: roleOf(row) !== null,
  role: roleOf(row),
  hasSecondFactor: row.has_second_factor,
  acceptedTerms: row.terms_version,
  sessionHash: row.token_hash,
  sessionId: row.id,
  provedAtMs: row.proved_at.getTime(),
  provedAnewAtMs: row.proved_anew_at?.getTime(),
});

type EndedRow = { user_id: string; token_hash: Buffer };

export function createSessions(options: {
  database: Database;
  clock: Clock;
  bus: Bus;
  idle: IdleLimits;
}): Sessions {
  const { database, clock, bus, idle } = options;
  const cache = createSessionCache(() => elapsedMs(clock));
  const generation = cacheOnBus(cache, bus);

  const after = (seconds: number): Date => new Date(clock.nowMs() + seconds * 1000);

  const idleSeconds = (isAdmin: boolean): number =>
    (isAdmin ? idle.adminSeconds : idle.userSeconds) ?? SESSION_SECONDS;
  /** Returns the interval at which the last use is stored. Short idle limits need it more exactly. */
  const seenMs = (isAdmin: boolean): number => Math.min(SEEN_MS, idleSeconds(isAdmin) * 100);
  const unusedSince = (isAdmin: boolean): Date => after(-idleSeconds(isAdmin));

  /**
   * Stores the last use of a session. The call that uses the session does not wait for it. If it fails, the next call does
   * it.
   */
  async function noteUse(hash: Buffer, isAdmin: boolean): Promise<void> {
    const now = clock.nowMs();
    await database
      .query({
        name: "note_session_use",
        // The expiry moves with the last use, so that queries of the expiry need not know the idle limits.
        text: `update sessions set last_seen_at = $2, expires_at = least($4, created_at + make_interval(secs => $5))
               where token_hash = $1 and last_seen_at <= $3 and replaced_by is null`,
        values: [
          hash,
          new Date(now),
          new Date(now - seenMs(isAdmin)),
          after(idleSeconds(isAdmin)),
          SESSION_SECONDS,
        ],
      })
      .catch(() => undefined);
  }

  /** @param condition SQL on the first value; `name` identifies the prepared statement */
  async function find(
    connection: Queryable,
    name: string,
    condition: string,
    value: Buffer | string | Buffer[],
  ): Promise<IdentifiedRow[]> {
    const { rows } = await connection.query<IdentifiedRow>({
      name: `identify_session_by_${name}`,
      // Signing in proved the user's identity. A replaced token may be in a thief's hands by now, so it proves nothing.
      text: `select s.id, s.token_hash, s.user_id, s.last_seen_at, u.is_admin, u.staff_role, u.terms_version,
               case when s.replaced_by is null then coalesce(s.proved_at, s.created_at) else 'epoch' end as proved_at,
               case when s.replaced_by is null then s.proved_at end as proved_anew_at,
               exists (select from two_step t where t.user_id = u.id and t.enabled_at is not null)
                 or exists (select from passkeys p where p.user_id = u.id) as has_second_factor
             from sessions s join users u on u.id = s.user_id
             where ${condition} and s.expires_at > $2
               and s.last_seen_at > case when u.is_admin or u.staff_role is not null then $3 else $4 end::timestamptz`,
      values: [value, dateOf(clock), unusedSince(true), unusedSince(false)],
    });
    return rows;
  }

  /**
   * Identifies sessions in batches. The cached identities of users who arrived together expire together. A session that must
   * be identified while a query runs waits for the next query, which is sent after it arrived, and shares it with all
   * others.
   */
  const identified = createBatcher<Buffer, IdentifiedRow | undefined>({
    name: "identify sessions",
    maxBatch: MOST_AT_ONCE,
    database,
    async run(hashes, connection) {
      // PostgreSQL reuses one plan for a single token, but would plan anew for each short list.
      if (hashes.length === 1) return find(connection, "token_hash", "s.token_hash = $1", hashes[0]!);
      const rows = await find(connection, "token_hashes", "s.token_hash = any ($1::bytea[])", hashes);
      const byHash = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
      return hashes.map((hash) => byHash.get(hash.toString("hex")));
    },
  });

  function announceOne(userId: string, hash: Buffer): void {
    bus.publish({ kind: "sessionEnded", userId, sessionKey: hash.toString("hex") });
  }

  async function proveNewer(connection: Queryable, hash: Buffer, proves: boolean): Promise<Renewed> {
    const { rows } = await connection.query<{ id: string }>(
      `update sessions s set proved_at = case when $3 then $2::timestamptz else s.proved_at end
       from sessions earlier where earlier.token_hash = $1 and s.id = earlier.replaced_by returning s.id`,
      [hash, dateOf(clock), proves],
    );
    if (rows[0] === undefined) throw new Error("a session has ended although its earlier token has not");
    return { sessionId: rows[0].id, token: undefined, announce: () => {} };
  }

  return {
    ...createLiveTokens({ database, clock }),
    keys: createApiKeys(options),

    async open(connection, user, from) {
      const token = newToken();
      const { rows } = await connection.query<{ id: string }>(
        `insert into sessions (id, token_hash, user_id, user_agent, address, created_at, last_seen_at, expires_at)
         select gen_random_uuid(), $1, id, $4, $5, $6, $6, case when is_admin or staff_role is not null then $7 else $8 end::timestamptz
         from users where id = $2 and password = $3 for share
         returning id`,
        [
          hashToken(token),
          user.id,
          user.password,
          from.userAgent?.replaceAll("\0", "") ?? null,
          from.address,
          dateOf(clock),
          after(idleSeconds(true)),
          after(idleSeconds(false)),
        ],
      );
      return rows[0] === undefined ? undefined : { token, id: rows[0].id };
    },

    // The cache is safe only while the bus reports the sessions that other processes end.
    findCached: (token) => (bus.isWhole() ? cache.find(keyOf(token)) : undefined),

    wasRecentlyActive: (token) => cache.wasRecentlyActive(keyOf(token)),

    mayHaveEnded: (token) => !bus.isWhole() || !cache.isCurrent(keyOf(token)),

    async identify(token, isAttended = true) {
      const hash = hashToken(token);
      const key = hash.toString("hex");
      const startedIn = generation();
      const row = await identified.submit(hash);
      if (row === undefined) {
        cache.forget(key);
        return undefined;
      }
      const identity = toIdentity(row);
      const unusedMs = clock.nowMs() - row.last_seen_at.getTime();
      if (isAttended && unusedMs >= seenMs(identity.isAdmin)) void noteUse(hash, identity.isAdmin);
      cache.remember(key, identity, startedIn === generation());
      return identity;
    },

    async identifyAgain({ sessionId }) {
      const [row] = await find(database, "id", "s.id = $1", sessionId);
      return row && toIdentity(row);
    },

    async renew(connection, { userId, sessionHash }, { proves }) {
      const token = newToken();
      const { rows } = await connection.query<{ replaced_by: string }>(
        `update sessions set id = gen_random_uuid(), replaced_by = id, expires_at = least(expires_at, $2)
         where token_hash = $1 and replaced_by is null returning replaced_by`,
        [sessionHash, after(GRACE_SECONDS)],
      );
      if (rows[0] === undefined) return proveNewer(connection, sessionHash, proves);
      await connection.query(
        `insert into sessions (id, token_hash, user_id, user_agent, address, created_at, last_seen_at, expires_at,
                               events_seen, proved_at)
         select s.replaced_by, $2, s.user_id, s.user_agent, s.address, s.created_at, $3::timestamptz,
                least(case when u.is_admin or u.staff_role is not null then $4 else $5 end::timestamptz,
                      s.created_at + make_interval(secs => $6)), s.events_seen,
                case when $7 then $3::timestamptz else s.proved_at end
         from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
        [
          sessionHash,
          hashToken(token),
          dateOf(clock),
          after(idleSeconds(true)),
          after(idleSeconds(false)),
          SESSION_SECONDS,
          proves,
        ],
      );
      const [from, to] = [sessionHash.toString("hex"), hashToken(token).toString("hex")];
      const announce = () => bus.publish({ kind: "sessionRenewed", userId, from, to });
      return { sessionId: rows[0].replaced_by, token, announce };
    },

    async isReplaced(connection, { sessionHash }) {
      const { rowCount } = await connection.query(
        "select from sessions where token_hash = $1 and replaced_by is not null",
        [sessionHash],
      );
      return rowCount === 1;
    },

    async end({ userId, sessionHash }) {
      const ended = await transaction(database, async (connection) => {
        // The lock waits for a renewal under way, so that the new token ends too.
        await connection.query("select from users where id = $1 for no key update", [userId]);
        const { rows } = await connection.query<EndedRow>(
          `delete from sessions s using (select coalesce(replaced_by, id) as id from sessions where token_hash = $1) named
           where s.user_id = $2 and (s.id = named.id or s.replaced_by = named.id) returning s.user_id, s.token_hash`,
          [sessionHash, userId],
        );
        return rows;
      });
      announceOne(userId, sessionHash);
      ended.forEach((row) => announceOne(userId, row.token_hash));
    },

    async endById(connection, userId, id) {
      const { rows } = await connection.query<{ token_hash: Buffer }>(
        "delete from sessions where (id = $2 or replaced_by = $2) and user_id = $1 returning token_hash",
        [userId, id],
      );
      if (rows.length === 0) return undefined;
      return () => rows.forEach((row) => announceOne(userId, row.token_hash));
    },

    async endAll(connection, userId, keepId) {
      await connection.query(
        `delete from sessions
         where user_id = $1 and ($2::uuid is null or (id <> $2 and replaced_by is distinct from $2))`,
        [userId, keepId ?? null],
      );
      await endKeys(connection, userId);
    },

    announceEnd: (userId) => bus.publish({ kind: "sessionsEnded", userId }),

    async endSurplus(connection, userId, newestId) {
      const { rows } = await connection.query<EndedRow>(
        `delete from sessions where user_id = $1 and coalesce(replaced_by, id) = any (array(
           select id from sessions where user_id = $1 and replaced_by is null
           order by id = $2 desc, last_seen_at desc, created_at desc, id offset ${MOST_SESSIONS}
         )) returning user_id, token_hash`,
        [userId, newestId],
      );
      return () => rows.forEach((row) => announceOne(row.user_id, row.token_hash));
    },

    sweep: () =>
      sweepTable<EndedRow>(
        database,
        { table: "sessions", key: "token_hash", column: "expires_at", returning: "user_id, token_hash" },
        dateOf(clock),
        (rows) => rows.forEach((row) => announceOne(row.user_id, row.token_hash)),
      ),
  };
}
