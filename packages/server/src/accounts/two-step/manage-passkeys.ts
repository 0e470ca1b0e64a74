import * as passkeys from "@veritick/contract/schemas/passkeys.ts";
import type { addPasskey as addPasskeyCall, Passkey } from "@veritick/contract/schemas/passkeys.ts";
import type * as z from "zod/mini";
import { dateOf } from "../../platform/clock.ts";
import { violatedConstraint } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { Identity } from "../../platform/http/call.ts";
import { INSTALLATION_NAME, readKeptValue } from "../../platform/db/kept-values.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount, holdWithdrawals, keepOneSession } from "../change-account.ts";
import { visitorOf } from "../context.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { findTwoStep, replaceRecoveryCodes, reserveTwoStep } from "./prove-second-step.ts";
import { findUser } from "../users.ts";
import {
  additionBy,
  askOwnPasskey,
  closingBy,
  findPasskeys,
  isChallengeFor,
  loadWebAuthn,
  makeChallenge,
  PASSKEY_COLUMNS,
  relyingParty,
  spendChallenge,
  stepUpBy,
  withdrawalBy,
} from "./prove-passkey.ts";
import type { PasskeyRow } from "./prove-passkey.ts";

export function passkeyRoutes(bind: Bind, context: AccountContext): void {
  bind(passkeys.listPasskeys, async ({ identity }) =>
    (await findPasskeys(context.database, identity.userId)).map(toPasskey),
  );

  bind(passkeys.beginPasskey, ({ identity }) => beginPasskey(context, identity));

  bind(passkeys.renamePasskey, (call) => renamePasskey(context, call, call.params.id));

  bind(passkeys.askPasskey, ({ identity, body: { withdrawal, closing } }) => {
    const about =
      withdrawal !== undefined
        ? withdrawalBy(identity, withdrawal)
        : closing !== undefined
          ? closingBy(identity, closing)
          : stepUpBy(identity);
    return askOwnPasskey(context, identity, about);
  });
}

const MOST_PASSKEYS = 20;
/** The COSE numbers of Ed25519, ES256 and RS256. Every device supports one of them. */
const ALGORITHMS = [-8, -7, -257];

type Created = z.output<(typeof addPasskeyCall)["body"]>["passkey"];
type OwnCall = Visitor & { identity: Identity };

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Makes the browser's options for a new passkey. The passkey must name its account, and ask for a PIN or fingerprint. */
async function beginPasskey(context: AccountContext, identity: Identity) {
  const { userId } = identity;
  const [user, rows, name] = await Promise.all([
    findUser(context.database, userId),
    findPasskeys(context.database, userId),
    readKeptValue(context.database, INSTALLATION_NAME),
  ]);
  if (user === undefined) return refuse("not_signed_in");
  if (rows.length >= MOST_PASSKEYS) return refuse("too_many_passkeys");
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: name ?? "Veritick",
    rpID: relyingParty(context).id,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex")),
    challenge: makeChallenge(context, additionBy(identity)),
    attestationType: "none",
    supportedAlgorithmIDs: [...ALGORITHMS],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: rows.map(({ credential_id, transports }) => ({
      id: credential_id.toString("base64url"),
      transports,
    })),
  });
  return { ...options };
}

/**
 * Adds a passkey. Withdrawals pause, because the passkey confirms them from now on. The first second step of an account
 * comes with recovery codes, and ends every other session of the user at once. Then this session gets a new token.
 */
export async function addPasskey(
  context: AccountContext,
  call: OwnCall & { body: { name: string; passkey: Created } },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null; token: string | undefined } | Refused> {
  const { identity, body } = call;
  const { userId, sessionId } = identity;
  const checked = await checkCreated(context, identity, body.passkey);
  if (isRefused(checked)) return checked;
  const { credential, challenge } = checked;
  const { database, clock } = context;
  if (!(await spendChallenge(context, database, challenge))) return refuse("passkey_wrong");
  try {
    return await changeOwnAccount(context, identity, async (account) => {
      const { connection, record } = account;
      // A thief may hold an earlier token, which works for some seconds. The session that stays must be the newest one.
      if (await context.sessions.isReplaced(connection, identity)) return refuse("not_signed_in");
      const before = await findPasskeys(connection, userId);
      if (before.length >= MOST_PASSKEYS) return refuse("too_many_passkeys");
      const twoStep = await findTwoStep(connection, userId);
      const isFirst = before.length === 0 && (twoStep?.enabled_at ?? null) === null;
      const { rows } = await connection.query<PasskeyRow>(
        `insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${PASSKEY_COLUMNS}`,
        [
          newId(clock.nowMs()),
          userId,
          body.name,
          Buffer.from(credential.id, "base64url"),
          Buffer.from(credential.publicKey),
          credential.counter,
          body.passkey.response.transports ?? [],
          dateOf(clock),
        ],
      );
      if (isFirst) await reserveTwoStep(context, connection, userId);
      // So far the password was enough to sign in.
      const token = isFirst
        ? await keepOneSession(context, account, identity, { ...visitorOf(call), proves: false })
        : undefined;
      const recoveryCodes = isFirst ? await replaceRecoveryCodes(context, connection, userId) : null;
      await holdWithdrawals(context, connection, userId);
      await record("passkey_added", { ...visitorOf(call), sessionId });
      return { passkey: toPasskey(rows[0]!), recoveryCodes, token };
    });
  } catch (error) {
    if (violatedConstraint(error) === "passkeys_credential_taken") return refuse("passkey_taken");
    throw error;
  }
}

async function checkCreated(context: AccountContext, identity: Identity, passkey: Created) {
  const { id, origin } = relyingParty(context);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  let challenge = "";
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...passkey,
        response: {
          clientDataJSON: passkey.response.clientDataJSON,
          attestationObject: passkey.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge(answered) {
        challenge = answered;
        return isChallengeFor(context, additionBy(identity), answered);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    return verified ? { credential: registrationInfo.credential, challenge } : refuse("passkey_wrong");
  } catch {
    // The library throws at any fault of the answer.
    return refuse("passkey_wrong");
  }
}

/** Renames a passkey. The security activity shows the owner that it was renamed, and from where. */
async function renamePasskey(
  context: AccountContext,
  call: OwnCall & { body: { name: string } },
  id: string,
): Promise<Passkey | Refused> {
  const { userId, sessionId } = call.identity;
  return changeOwnAccount(context, call.identity, async ({ connection, record }) => {
    const { rows } = await connection.query<PasskeyRow>(
      `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${PASSKEY_COLUMNS}`,
      [id, userId, call.body.name],
    );
    if (rows[0] === undefined) return refuse("not_found");
    await record("passkey_renamed", { ...visitorOf(call), sessionId });
    return toPasskey(rows[0]);
  });
}

/**
 * Removes a passkey, but never the only second step: an account that had one must not fall back to its password alone. Ends
 * every other session of the user at once, because a thief may have opened them with this passkey. Returns the new token of
 * this session.
 */
export async function removePasskey(
  context: AccountContext,
  call: OwnCall,
  id: string,
): Promise<{ token: string | undefined } | Refused> {
  const { identity } = call;
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async (account) => {
    const { connection, record } = account;
    // The session that stays must be the newest one.
    if (await context.sessions.isReplaced(connection, identity)) return refuse("not_signed_in");
    const rows = await findPasskeys(connection, userId);
    if (!rows.some((row) => row.id === id.toLowerCase())) return refuse("not_found");
    const twoStep = await findTwoStep(connection, userId);
    if (rows.length === 1 && (twoStep?.enabled_at ?? null) === null) return refuse("last_factor");
    await connection.query("delete from passkeys where id = $1 and user_id = $2", [id, userId]);
    await holdWithdrawals(context, connection, userId);
    const token = await keepOneSession(context, account, identity, { ...visitorOf(call), proves: false });
    await record("passkey_removed", { ...visitorOf(call), sessionId });
    return { token };
  });
}
