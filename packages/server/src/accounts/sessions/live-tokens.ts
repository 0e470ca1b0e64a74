import { dateOf } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { createBatcher } from "../../platform/db/batcher.ts";
import type { Database } from "../../platform/db/database.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import { addressList } from "../../platform/http/address-list.ts";
import type { Identity } from "../../platform/http/call.ts";
import { hashToken, newToken } from "../../platform/tokens.ts";

const LIVE_SECONDS = 60;
const MOST_AT_ONCE = 500;

export type LiveTokens = {
  /** Issues a token for one live connection of this session or API key. Returns undefined if it has ended. */
  issueWsToken(identity: Identity): Promise<string | undefined>;
  /** Uses up a token. Returns undefined if it is wrong, used or expired, or its session or key has ended. */
  redeemWsToken(token: string): Promise<Holder | undefined>;
  /** Returns true if the session or key of a live connection still exists. It takes no lock: a later end is announced. */
  isAlive(sessionKey: string): Promise<boolean>;
  sweepWsTokens(): Promise<void>;
};
/** The owner of a live connection. `allows` is present if a key works from some addresses only. */
type Holder = {
  userId: string;
  sessionKey: string;
  isKey: boolean;
  allows?: (address: string) => boolean;
};

/**
 * Lets live connections in. After a restart all of them come back at once, and a statement for each would delay all other
 * work. So those that arrive together share one.
 */
export function createLiveTokens({ database, clock }: { database: Database; clock: Clock }): LiveTokens {
  const redemptions = createBatcher<string, Holder | undefined>({
    name: "redeem live tokens",
    keyOf: (hash) => hash,
    maxBatch: MOST_AT_ONCE,
    database,
    run: async (hashes, connection) => {
      const { rows } = await connection.query<{
        token: Buffer;
        user_id: string;
        session: Buffer;
        is_key: boolean;
        addresses: string[];
      }>({
        name: "redeem_ws_tokens",
        // A token that another process is using up at this moment counts as used, so its locked row is skipped.
        text: `with due as (
                 select token_hash, session_hash from ws_tokens
                 where token_hash = any ($1) and expires_at > $2 for update skip locked),
               due_of_keys as (
                 select token_hash, key_hash from key_ws_tokens
                 where token_hash = any ($1) and expires_at > $2 for update skip locked),
               used as (
                 delete from ws_tokens w using due, sessions s
                 where w.token_hash = due.token_hash and s.token_hash = due.session_hash and s.expires_at > $2
                 returning w.token_hash as token, s.user_id, s.token_hash as session, false as is_key, '{}'::text[] as addresses),
               used_of_keys as (
                 delete from key_ws_tokens w using due_of_keys due, api_keys k
                 where w.token_hash = due.token_hash and k.token_hash = due.key_hash and k.expires_at > $2
                 returning w.token_hash as token, k.user_id, k.token_hash as session, true as is_key, k.addresses)
               select * from used union all select * from used_of_keys`,
        values: [buffersOf(hashes), dateOf(clock)],
      });
      const holders = new Map(rows.map(({ token, ...holder }) => [token.toString("hex"), holder]));
      return hashes.map((hash) => {
        const holder = holders.get(hash);
        return (
          holder && {
            userId: holder.user_id,
            sessionKey: holder.session.toString("hex"),
            isKey: holder.is_key,
            ...(holder.addresses.length > 0 && { allows: addressList(holder.addresses) }),
          }
        );
      });
    },
  });

  const aliveChecks = createBatcher<string, boolean>({
    name: "check sessions of live connections",
    maxBatch: MOST_AT_ONCE,
    database,
    run: async (keys, connection) => {
      const { rows } = await connection.query<{ token_hash: Buffer }>({
        name: "find_alive_sessions",
        text: `select token_hash from sessions where token_hash = any ($1)
               union all select token_hash from api_keys where token_hash = any ($1)`,
        values: [buffersOf(keys)],
      });
      const alive = new Set(rows.map((row) => row.token_hash.toString("hex")));
      return keys.map((key) => alive.has(key));
    },
  });

  return {
    async issueWsToken(identity) {
      const token = newToken();
      const [tokens, hash, owners] =
        identity.key === undefined
          ? (["ws_tokens", "session_hash", "sessions"] as const)
          : (["key_ws_tokens", "key_hash", "api_keys"] as const);
      // The cached session or key may have ended meanwhile.
      const { rowCount } = await database.query({
        name: `issue_ws_token_${hash}`,
        text: `insert into ${tokens} (token_hash, ${hash}, expires_at)
               select $1, token_hash, $3 from ${owners} where token_hash = $2 and expires_at > $4 for key share`,
        values: [
          hashToken(token),
          identity.sessionHash,
          new Date(clock.nowMs() + LIVE_SECONDS * 1000),
          dateOf(clock),
        ],
      });
      return rowCount === 0 ? undefined : token;
    },
    redeemWsToken: (token) => redemptions.submit(hashToken(token).toString("hex")),
    isAlive: (sessionKey) => aliveChecks.submit(sessionKey),
    async sweepWsTokens() {
      for (const table of ["ws_tokens", "key_ws_tokens"])
        await sweepTable(database, { table, key: "token_hash", column: "expires_at" }, dateOf(clock));
    },
  };
}

const buffersOf = (hex: readonly string[]): Buffer[] => hex.map((text) => Buffer.from(text, "hex"));
