import { isDeepStrictEqual } from "node:util";
import type { Limits } from "@veritick/contract/schemas/limits.ts";
import type { SelfLimit } from "@veritick/domain/limits.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findOwnLimits, toLimits } from "./own-limits.ts";
import type { OwnLimits } from "./own-limits.ts";
import { recountDay } from "./recount-day.ts";
import type { LimitContext } from "./routes.ts";

/**
 * Lets `decide` say what becomes of somebody's own limits, and answers them as they are then. The user's row, which every
 * order and deposit of theirs needs, is locked first: no order is opened and no deposit made against limits that were
 * replaced, and two changes at once come one after the other. The time is taken once it is locked, so that the later
 * change has the later time. Where nothing changes, nothing is written.
 */
export function changeLimits(
  { database, clock, userQueue }: LimitContext,
  userId: string,
  decide: (own: OwnLimits, now: Date) => OwnLimits,
): Promise<Limits | Refused> {
  const change = () =>
    transaction(database, async (connection) => {
      const { rows } = await connection.query<{ limits_set: number }>(
        "select limits_set from users where id = $1 for no key update",
        [userId],
      );
      const now = dateOf(clock);
      const own = await findOwnLimits(connection, userId, now);
      if (own === undefined) return refuse("not_signed_in");
      const changed = decide(own, now);
      // Each write has the orders on their way look again.
      if (isDeepStrictEqual(changed, own)) return toLimits(own, now);
      await write(connection, userId, changed);
      if (rows[0]!.limits_set > 0) return toLimits(changed, now);
      await recountDay(connection, userId, now);
      return toLimits((await findOwnLimits(connection, userId, now))!, now);
    });
  return userQueue.run(userId, change);
}

async function write(connection: Queryable, userId: string, own: OwnLimits): Promise<void> {
  const { deposit, stake, loss } = own.limits;
  await connection.query({
    name: "write_own_limits",
    text: WRITE,
    values: [
      userId,
      ...columnsOf(deposit),
      ...columnsOf(stake),
      ...columnsOf(loss),
      own.pauses.timeOut,
      own.pauses.selfExclusion,
    ],
  });
}

const columnsOf = ({ amount, next }: SelfLimit) => [
  amount === null ? null : formatMinor(amount),
  next === null || next.amount === null ? null : formatMinor(next.amount),
  next === null ? null : new Date(next.fromMs),
];

const COLUMNS = [
  ...["deposit", "stake", "loss"].flatMap((kind) => [kind, `${kind}_next`, `${kind}_next_at`]),
  "paused_until",
  "excluded_until",
];

/**
 * Orders that wait for the user's row have read the limits before, and see by the row that they must again. The reminder
 * is written by itself.
 */
const WRITE = `
with counted as (update users set limits_set = limits_set + 1 where id = $1 returning limits_set)
insert into user_limits (user_id, limits_set, ${COLUMNS.join(", ")})
select $1, limits_set, ${COLUMNS.map((_, index) => `$${index + 2}`).join(", ")} from counted
on conflict (user_id) do update
set limits_set = excluded.limits_set, ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}`;
