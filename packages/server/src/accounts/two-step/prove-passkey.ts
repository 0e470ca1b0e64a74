import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext } from "../context.ts";

export type PasskeyRow = {
  id: string;
  user_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer<ArrayBuffer>;
  uses: string;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
};

export const PASSKEY_COLUMNS =
  "id, user_id, name, credential_id, public_key, uses, transports, created_at, last_used_at";

/** Loads the library with the first passkey, because its 250 files take a quarter of a command's start. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

export const SIGN_IN = "sign-in";
export const stepUpBy = ({ sessionId }: Identity): string => `step-up/${sessionId}`;
export const additionBy = ({ sessionId }: Identity): string => `addition/${sessionId}`;
export const withdrawalBy = (
  { sessionId }: Identity,
  { amount, address }: { amount: bigint; address: string },
): string => `withdrawal/${sessionId}/${amount}/${address}`;
export const closingBy = ({ sessionId }: Identity, { waived }: { waived: bigint }): string =>
  `closing/${sessionId}/${waived}`;

/** Returns the site that passkeys belong to. A browser offers them on no other site, so no other site can ask for them. */
export function relyingParty(context: AccountContext): { id: string; origin: string } {
  const { hostname, origin } = new URL(context.siteOrigin());
  return { id: hostname, origin };
}

export const hasPasskey = async (database: Queryable, userId: string): Promise<boolean> =>
  (
    await database.query({
      name: "has_passkey",
      text: "select from passkeys where user_id = $1 limit 1",
      values: [userId],
    })
  ).rowCount === 1;

export const isPasskey = async (database: Queryable, id: string): Promise<boolean> =>
  (await database.query({ name: "is_passkey", text: "select from passkeys where id = $1", values: [id] }))
    .rowCount === 1;

export async function findPasskeys(database: Queryable, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await database.query<PasskeyRow>(
    `select ${PASSKEY_COLUMNS} from passkeys where user_id = $1 order by id desc`,
    [userId],
  );
  return rows;
}

/**
 * Makes the browser's options to answer with a passkey. Without `rows` the browser offers all its passkeys for this site.
 */
export async function askForPasskey(
  context: AccountContext,
  about: string,
  rows: readonly PasskeyRow[] = [],
): Promise<Record<string, unknown> & { challenge: string }> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    challenge: makeChallenge(context, about),
    userVerification: "required",
    ...(rows.length > 0 && {
      allowCredentials: rows.map(({ credential_id, transports }) => ({
        id: credential_id.toString("base64url"),
        transports,
      })),
    }),
  });
  return { ...options };
}

export async function askOwnPasskey(context: AccountContext, { userId }: Identity, about: string) {
  const rows = await findPasskeys(context.database, userId);
  return rows.length === 0 ? refuse("no_passkey") : askForPasskey(context, about, rows);
}

/**
 * Checks a passkey's answer to a challenge for the purpose `about`. Each challenge works once. `owner` must own the passkey.
 */
export async function provePasskey(
  context: AccountContext,
  about: string,
  passkey: PasskeyAssertion,
  owner?: string,
): Promise<{ userId: string; passkeyId: string } | Refused> {
  const { database, clock } = context;
  const wrong = refuse("passkey_wrong");
  const { rows } = await database.query<PasskeyRow>({
    name: "find_passkey",
    text: `select ${PASSKEY_COLUMNS} from passkeys where credential_id = $1`,
    values: [Buffer.from(passkey.id, "base64url")],
  });
  const row = rows[0];
  if (row === undefined || (owner !== undefined && row.user_id !== owner)) return wrong;
  const checked = await check(context, about, passkey, row);
  if (isRefused(checked)) return checked;
  // A copy of the device would count from an earlier number.
  const { rowCount } = await database.query({
    name: "note_passkey_use",
    text: "update passkeys set uses = $2, last_used_at = $3 where id = $1 and (uses < $2 or $2 = 0)",
    values: [row.id, checked.uses, dateOf(clock)],
  });
  if (rowCount === 0 || !(await spendChallenge(context, database, checked.challenge))) return wrong;
  return { userId: row.user_id, passkeyId: row.id };
}

async function check(
  context: AccountContext,
  about: string,
  passkey: PasskeyAssertion,
  row: PasskeyRow,
): Promise<{ uses: number; challenge: string } | Refused> {
  const { id, origin } = relyingParty(context);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  let answered = "";
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { ...passkey.response, userHandle: passkey.response.userHandle as string },
        clientExtensionResults: {},
      },
      expectedChallenge(challenge) {
        answered = challenge;
        return isChallengeFor(context, about, challenge);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: row.credential_id.toString("base64url"),
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.uses),
      },
      requireUserVerification: true,
    });
    return verified ? { uses: authenticationInfo.newCounter, challenge: answered } : refuse("passkey_wrong");
  } catch {
    // The library throws at any fault of the answer, and anybody may send an invented one.
    return refuse("passkey_wrong");
  }
}

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const LIFE_MS = 5 * 60_000;

/**
 * Makes a challenge. It carries its own expiry and a digest over its purpose, so that nothing is stored before it is
 * answered: anybody may ask for one. `about` names the purpose, and the session if there is one.
 */
export function makeChallenge(context: AccountContext, about: string): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUIntBE(context.clock.nowMs() + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([head, digestOf(context, about, head)]);
}

const digestOf = ({ sealing }: AccountContext, about: string, head: Buffer): Buffer =>
  sealing.digest("passkey-challenge", `${head.toString("base64url")}/${about}`);

/** Returns true if this is our own challenge for exactly this purpose and has not expired. */
export function isChallengeFor(context: AccountContext, about: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const digest = bytes.subarray(RANDOM_BYTES + TIME_BYTES);
  const expected = head.length < RANDOM_BYTES + TIME_BYTES ? undefined : digestOf(context, about, head);
  if (expected?.length !== digest.length || !timingSafeEqual(expected, digest)) return false;
  return head.readUIntBE(RANDOM_BYTES, TIME_BYTES) > context.clock.nowMs();
}

/** Uses up a challenge whose answer is right. Returns false if it was used before. */
export async function spendChallenge(
  { clock }: AccountContext,
  database: Queryable,
  challenge: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "spend_passkey_challenge",
    text: "insert into used_passkey_challenges (challenge, expires_at) values ($1, $2) on conflict do nothing",
    values: [Buffer.from(challenge, "base64url"), new Date(clock.nowMs() + LIFE_MS)],
  });
  return rowCount === 1;
}

export const sweepChallenges = (database: Queryable, context: Pick<AccountContext, "clock">): Promise<void> =>
  sweepTable(
    database,
    { table: "used_passkey_challenges", key: "challenge", column: "expires_at" },
    dateOf(context.clock),
  );
