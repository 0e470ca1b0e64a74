import type { Queryable } from "../../platform/db/database.ts";
import type { AccountContext } from "../context.ts";

export type TwoStepRow = { user_id: string; secret: Buffer; enabled_at: Date | null };

export async function findTwoStep(database: Queryable, userId: string): Promise<TwoStepRow | undefined> {
  const { rows } = await database.query<TwoStepRow>({
    name: "find_two_step",
    text: "select user_id, secret, enabled_at from two_step where user_id = $1",
    values: [userId],
  });
  return rows[0];
}

export const sealSecret = ({ sealing }: AccountContext, userId: string, secret: Buffer): Buffer =>
  sealing.seal("two-step-secret", userId, secret);

export const openSecret = ({ sealing }: AccountContext, row: TwoStepRow): Buffer =>
  sealing.open("two-step-secret", row.user_id, row.secret);
