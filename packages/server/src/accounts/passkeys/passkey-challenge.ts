import { randomBytes, timingSafeEqual } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import type { AccountContext } from "../context.ts";

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const LIFE_MS = 5 * 60_000;

/**
 * A challenge carries its own end and a digest over what it is for, so that nothing is stored before it is answered: anybody
 * may ask for one. `about` names the purpose, and the session where there is one.
 */
export function makeChallenge(context: AccountContext, about: string): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUIntBE(context.clock.nowMs() + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([head, digestOf(context, about, head)]);
}

const digestOf = ({ sealing }: AccountContext, about: string, head: Buffer): Buffer =>
  sealing.digest("passkey-challenge", `${head.toString("base64url")}/${about}`);

/** Whether this is a challenge of ours for just this purpose that has not expired. */
export function isChallengeFor(context: AccountContext, about: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const digest = bytes.subarray(RANDOM_BYTES + TIME_BYTES);
  const expected = head.length < RANDOM_BYTES + TIME_BYTES ? undefined : digestOf(context, about, head);
  if (expected?.length !== digest.length || !timingSafeEqual(expected, digest)) return false;
  return head.readUIntBE(RANDOM_BYTES, TIME_BYTES) > context.clock.nowMs();
}

/** Uses a challenge up, once its answer was found right. False where it was used before. */
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
