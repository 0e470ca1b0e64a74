import { UNCLAIMED } from "@veritick/contract/schemas/attention.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isId } from "../../platform/ids.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";

/**
 * Finds the recipient of a payment: its owner or, if it has none, the user that the administrator names by id or e-mail. A
 * null id stands for `house:unclaimed`.
 */
export async function findRecipient(
  connection: Queryable,
  ownerId: string | null,
  to: string | undefined,
): Promise<{ userId: string | null } | Refused> {
  if (to === undefined) return ownerId === null ? refuse("attention_not_creditable") : { userId: ownerId };
  if (to === UNCLAIMED) return ownerId === null ? { userId: null } : refuse("attention_has_account");
  const { rows } = await connection.query<{ id: string }>(
    isId(to) ? "select id from users where id = $1" : "select id from users where email = $1",
    [to],
  );
  const found = rows[0]?.id;
  if (ownerId !== null && found !== ownerId) return refuse("attention_has_account");
  return found === undefined ? refuse("recipient_unknown", { field: "to" }) : { userId: found };
}
