import { createHash, randomBytes } from "node:crypto";
import type { Queryable } from "../../platform/db/database.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import type { Visitor } from "../context.ts";

const DAY_SECONDS = 86_400;
const KNOWN_DAYS = 365;
/** The most known places of an account. The least recently used ones go first. */
const MOST_PLACES = 50;

/** The seconds for which the browser keeps its token. */
export const DEVICE_SECONDS = KNOWN_DAYS * DAY_SECONDS;

/** Returns the token of this device, or a new one. The token grants no access: it only selects the counter of a login. */
export const deviceTokenOf = ({ device }: Visitor): string => device ?? randomBytes(32).toString("base64url");

const devicePlace = (token: string): string => `device/${createHash("sha256").update(token).digest("hex")}`;

const placesOf = ({ device, address }: Visitor): string[] => [
  ...(device === undefined ? [] : [devicePlace(device)]),
  `address/${address}`,
];

/** A place from which the account signed in before. A device is more certain than an address, which many may share. */
type KnownPlace = { userId: string; place: string; isDevice: boolean };

/** Finds a known place of the account. It takes the same time whether or not the account exists. */
export async function findKnownPlace(
  database: Queryable,
  email: string,
  visitor: Visitor,
): Promise<KnownPlace | undefined> {
  const { rows } = await database.query<{ user_id: string; place: string }>({
    name: "find_known_place",
    text: `select p.user_id, p.place from users u join known_places p on p.user_id = u.id
           where u.email = $1 and p.place = any ($2) order by p.place desc limit 1`,
    values: [email, placesOf(visitor)],
  });
  const found = rows[0];
  if (found === undefined) return undefined;
  return { userId: found.user_id, place: found.place, isDevice: found.place.startsWith("device/") };
}

/**
 * Returns true if the account is older than a day and signed in on this device or at this address before. Registering makes
 * a place known, so a new account proves nothing.
 */
export async function isKnownPlace(
  connection: Queryable,
  userId: string,
  visitor: Visitor,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from known_places p join users u on u.id = p.user_id
     where u.id = $1 and p.place = any ($2) and u.created_at <= $3::timestamptz - make_interval(secs => ${DAY_SECONDS}) limit 1`,
    [userId, placesOf(visitor), now],
  );
  return rowCount === 1;
}

/** Returns true if the owner of this passkey signed in on this device before. */
export async function isOwnersDevice(
  database: Queryable,
  passkey: { id: string },
  { device }: Visitor,
): Promise<boolean> {
  if (device === undefined) return false;
  const { rowCount } = await database.query({
    name: "is_owners_device",
    text: `select from passkeys k join known_places p on p.user_id = k.user_id
           where k.credential_id = $1 and p.place = $2`,
    values: [Buffer.from(passkey.id, "base64url"), devicePlace(device)],
  });
  return rowCount === 1;
}

/**
 * Returns true if the account signed in on this device before, or at this address with the same kind of browser, because a
 * program sends no device token. The place of registration is usual. Call it before `rememberPlaces` for a sign-in.
 */
export async function isUsualPlace(
  connection: Queryable,
  userId: string,
  { device, address, userAgent }: Visitor,
): Promise<boolean> {
  const { rows } = await connection.query<{ usual: boolean }>(
    `select exists (select from known_places where user_id = $1 and place = $2)
       or (exists (select from known_places where user_id = $1 and place = $3)
           and not exists (select from security_events where user_id = $1 and kind = 'signed_in' and address = $4
                           having count(*) > 0 and count(*) filter (where user_agent is not distinct from $5) = 0)) as usual`,
    [
      userId,
      device === undefined ? null : devicePlace(device),
      `address/${address}`,
      address,
      userAgent?.replaceAll("\0", "") ?? null,
    ],
  );
  return rows[0]!.usual;
}

/**
 * Returns the instant since which the account knows the visitor's device. The address counts only if there is no device
 * token, as with programs, because many people may share an address.
 */
export async function knownSince(
  connection: Queryable,
  userId: string,
  visitor: Visitor,
): Promise<Date | undefined> {
  const { rows } = await connection.query<{ first_used_at: Date }>({
    name: "find_first_used_at",
    text: "select first_used_at from known_places where user_id = $1 and place = $2",
    values: [userId, placesOf(visitor)[0]],
  });
  return rows[0]?.first_used_at;
}

/** Stores the visitor's places as known to the account. The user's row must be locked. */
export async function rememberPlaces(
  connection: Queryable,
  userId: string,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into known_places (user_id, place, first_used_at, last_used_at) select $1, unnest($2::text[]), $3, $3
     on conflict (user_id, place) do update set last_used_at = excluded.last_used_at`,
    [userId, placesOf(visitor), now],
  );
  await connection.query(
    `delete from known_places where user_id = $1 and place in (
       select place from known_places where user_id = $1 order by last_used_at desc, place desc offset ${MOST_PLACES})`,
    [userId],
  );
}

/**
 * Forgets all known places, because somebody else may have signed in there.
 *
 * @param except the visitor whose own places stay known
 */
export async function forgetPlaces(connection: Queryable, userId: string, except?: Visitor): Promise<void> {
  await connection.query("delete from known_places where user_id = $1 and place <> all ($2)", [
    userId,
    except === undefined ? [] : placesOf(except),
  ]);
}

export const sweepKnownPlaces = (database: Queryable, now: Date): Promise<void> =>
  sweepTable(
    database,
    { table: "known_places", key: "ctid", column: "last_used_at" },
    new Date(now.getTime() - DEVICE_SECONDS * 1000),
  );
