import { plainInvitation } from "@veritick/domain/typed-text.ts";
import { hash as digest, randomBytes } from "node:crypto";
import type { AccountContext } from "./context.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

/** Crockford's alphabet: it has no I, L, O and U, so nobody takes one letter for another. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The length of a code. It holds 80 bits, so nobody can guess one, even with the hashes. */
const CODE_LENGTH = 16;

/** Makes a code in groups of four, to be typed or sent as a link. */
export function newCode(): string {
  const code = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return code.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** Hashes a code as it was typed: in any case, with any spaces and dashes, and with letters that look like 0 and 1. */
export const hashCode = (typed: string): Buffer => digest("sha256", plainInvitation(typed), "buffer");

/**
 * Refuses whom the installation does not let register. Call it first in the transaction that makes the account. It takes a use
 * of the invitation in that transaction: a registration that fails takes none, and of many who race for the last use, one
 * gets it.
 *
 * @returns the id of the invitation that was used, if one was needed
 */
export async function admit(
  context: Pick<AccountContext, "registration">,
  connection: Queryable,
  code: string | undefined,
  now: Date,
): Promise<{ invitationId: string | undefined } | Refused> {
  const registration = await context.registration(connection);
  if (registration === "open") return { invitationId: undefined };
  if (registration === "closed") return refuse("registration_closed");
  if (code === undefined || plainInvitation(code) === "") {
    return refuse("invitation_required", { field: "invitation" });
  }
  const { rows } = await connection.query<{ id: string }>(
    `update invitations set uses = uses + 1
     where code_hash = $1 and uses < most_uses and revoked_at is null and (expires_at is null or expires_at > $2)
     returning id`,
    [hashCode(code), now],
  );
  const used = rows[0];
  return used === undefined
    ? refuse("invitation_invalid", { field: "invitation" })
    : { invitationId: used.id };
}
