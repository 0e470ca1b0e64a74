import { PERIODS } from "@veritick/domain/calendar.ts";
import type { Period } from "@veritick/domain/calendar.ts";
import { kindOf } from "@veritick/domain/limits.ts";
import { returnedSince, sessionOf, stakedSince } from "./own-limits.ts";

const FLOWS = ["stake", "loss"] as const;
type Flow = (typeof FLOWS)[number];
const perPeriod = (text: (period: Period) => string): string => PERIODS.map(text).join(",\n        ");

const cap = (kind: string, now: string): string =>
  `limit_at(l.${kind}, l.${kind}_next, l.${kind}_next_at, ${now}) as ${kind}`;
/** Returns SQL for the amount that a limit leaves, or null if there is no limit. */
const roomOf = (flow: Flow, period: Period): string => {
  const staked = `own.${period}_staked - tail.${period}_staked`;
  const returned = flow === "loss" ? ` + own.${period}_returned + tail.${period}_returned` : "";
  return `own.${kindOf(flow, period)} - ${staked}${returned} as ${flow}_${period}`;
};
const leastOf = (flow: Flow): string =>
  `least(${PERIODS.map((period) => `room.${flow}_${period}`).join(", ")})`;
const tightestOf = (flow: Flow): string =>
  `case ${leastOf(flow)} ${PERIODS.map((period) => `when room.${flow}_${period} then '${period}'`).join(" ")} end`;
const FLOW_CAPS = FLOWS.flatMap((flow) => PERIODS.map((period) => kindOf(flow, period)));

/**
 * Returns SQL that checks an order against the user's own limits. It reads and adds up nothing for users who never set any.
 *
 * @param holder the alias of the user's locked row, with its `xmin` as `version`
 */
export const limitsOfOrders = (holder: string, now: string): string => `
    select own.limits_set, own.paused_until, own.largest_stake, session.rested_at, tail.positions,
      (own.is_counted or own.session is not null)
        and (select u.xmin from users u where u.id = ${holder}.id) <> ${holder}.version as has_moved,
      own.is_counted
        and coalesce(least(${PERIODS.map((period) => `own.${period}_ends`).join(", ")}) <= ${now}, true) as is_window_over,
      session.began_at + own.session * interval '1 minute' <= ${now} as is_session_over,
      tail.open >= own.open_positions as is_full,
      ${FLOWS.map((flow) => `${leastOf(flow)} as ${flow}, ${tightestOf(flow)} as ${flow}_period`).join(",\n      ")}
    from (
      select c.*, coalesce(${FLOW_CAPS.join(", ")}, open_positions) is not null as is_counted
      from (
        select l.limits_set, greatest(l.paused_until, l.excluded_until) as paused_until,
          ${[...FLOW_CAPS, "largest_stake", "open_positions", "session"].map((kind) => cap(kind, now)).join(",\n          ")},
          ${PERIODS.flatMap((period) => ["ends", "starts", "staked", "returned"].map((part) => `l.${period}_${part}`)).join(", ")},
          l.counted_to
        from user_limits l where l.user_id = ${holder}.id and ${holder}.limits_set > 0 limit 1
      ) c
    ) own
    cross join lateral (
      select count(*) as positions, count(*) filter (where t.status = 'active') as open,
        ${perPeriod((period) => `${stakedSince(`own.${period}_starts`)} as ${period}_staked, ${returnedSince(`own.${period}_starts`)} as ${period}_returned`)}
      from trading_positions t where own.is_counted and t.user_id = ${holder}.id and t.id >= own.counted_to
    ) tail
    cross join lateral (${sessionOf(`${holder}.id`, now, "own.session is not null")}) session
    cross join lateral (
      select ${FLOWS.flatMap((flow) => PERIODS.map((period) => roomOf(flow, period))).join(",\n        ")}
    ) room
    offset 0`;

/** The same columns for an order of somebody without limits, from a statement that reads none. */
export const NO_LIMITS = `
    select null::integer as limits_set, null::timestamptz as paused_until, null::numeric as largest_stake,
      null::timestamptz as rested_at, null::bigint as positions, false as has_moved, false as is_window_over,
      false as is_session_over, false as is_full,
      ${FLOWS.map((flow) => `null::numeric as ${flow}, null::text as ${flow}_period`).join(", ")}
    where false`;
