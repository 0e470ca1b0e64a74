import { formatMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import type { Period } from "@veritick/domain/calendar.ts";
import { limitsOfOrders, NO_LIMITS } from "../limits/public.ts";

/** The answer of the statement for one request, or the reason why it was not sent. */
export type OpenOutcome =
  | "opened"
  | "no_user"
  | "session_unsure"
  | "user_locked"
  | "maintenance"
  | "trading_locked"
  | "limits_changed"
  | "window_over"
  | "late"
  | "price_not_current"
  | "not_after_passed"
  | "beacon_late"
  | "paused"
  | "balance_insufficient"
  | "stake_limit"
  | "loss_limit"
  | "largest_stake_limit"
  | "open_positions_limit"
  | "session_limit"
  | "payout_too_large"
  | "house_limit"
  | "key_taken";

export type OpenRow = {
  outcome: OpenOutcome;
  balance: string | null;
  /** The reason of a refusal: the end of the pause or rest, or the room that a limit leaves and its period. */
  until: Date | null;
  room: string | null;
  period: Period | null;
  /** The number of positions that the user's limits had to add up. */
  uncounted: number;
};

/** The columns that all positions of a side and duration share in a block. */
const OFFER_COLUMNS = {
  type: "text",
  duration: "integer",
  multiplier: "numeric",
  barrier_price: "numeric",
  win_chance: "double precision",
  win_rule: "text",
  pull: "bigint",
  reach: "bigint",
  expiry_tick: "bigint",
} as const;

/**
 * The columns of a request. `offer` is the place of its offer, from 1. `order_key` and `request` stand for its idempotency key
 * (`orderKeyOf`).
 */
const REQUEST_COLUMNS = {
  id: "uuid",
  user_id: "uuid",
  offer: "integer",
  amount: "numeric",
  payout: "numeric",
  not_after: "bigint",
  key: "text",
  order_key: "uuid",
  request: "bigint",
  account_0: "text",
  amount_0: "numeric",
  account_1: "text",
  amount_1: "numeric",
} as const;

type Columns = Readonly<Record<string, string>>;
type RowOf<C extends Columns> = Readonly<Record<keyof C, string | number | null>>;
export type OfferRow = RowOf<typeof OFFER_COLUMNS>;
export type OpenRequestRow = RowOf<typeof REQUEST_COLUMNS>;

/**
 * Writes each column as an array of its own, which costs PostgreSQL half as much as JSON. The driver would look for characters
 * to escape in every number and every id. Only texts can have any, and they hold no control characters, which JSON escapes
 * differently.
 */
function arrayTexts<C extends Columns>(columns: C, rows: readonly RowOf<C>[]): string[] {
  return Object.entries(columns).map(([column, type]) => {
    const elements = rows.map(({ [column as keyof C]: value }) => {
      if (value === null) return "NULL";
      return type === "text" ? JSON.stringify(value) : value;
    });
    return `{${elements.join()}}`;
  });
}

/** Returns the values of the statement for the offers of a block, in the order of their places. */
export const offerValues = (offers: readonly OfferRow[]): string[] => arrayTexts(OFFER_COLUMNS, offers);

/** The values that all requests of a batch share, in the order of the statement's first values. */
export type OpenBatch = {
  readonly stripe: number;
  readonly at: Date;
  readonly entryTick: number;
  readonly entryPrice: string;
  /** The signature over the promises of the batch. */
  readonly signature: Buffer;
  /** The concatenated leaves of the batch's tree, in the order of the rows. */
  readonly leaves: Buffer;
  readonly keyId: number;
  /** The tick with which the price began. */
  readonly genesisTick: number;
  /** The round of the entry's block, and the instants between which orders may enter it. */
  readonly round: number;
  readonly from: Date;
  readonly until: Date;
  /** The lead of a test's clock over the database's. */
  readonly aheadMs: number;
  /** The delay with which a tick is shown after its second. */
  readonly delayMs: number;
  /** From `offerValues`. */
  readonly offers: readonly string[];
};

/** The form of the statement. Each form is planned once for each connection. */
export type OpenForm = {
  /**
   * True if it reads the users' own limits. Otherwise, `limits_changed` refuses everybody who ever set one. PostgreSQL takes
   * some 0.1 ms to get ready for reading limits, even if nobody in the batch has any.
   */
  readonly hasLimits: boolean;
  /** True if the statement failed because another one took the same key at the same moment. */
  readonly isContested: boolean;
};

/**
 * Returns the statement with its values. It answers one row for each request: its place in the batch (`n`, from 1) and its
 * outcome.
 */
export const openPositions = (batch: OpenBatch, rows: readonly OpenRequestRow[], form: OpenForm) => ({
  ...STATEMENTS[nameOf(form)]!,
  values: [
    batch.stripe,
    batch.at,
    batch.entryTick,
    batch.entryPrice,
    batch.keyId,
    batch.round,
    batch.from,
    batch.until,
    batch.aheadMs,
    batch.delayMs,
    batch.signature,
    batch.leaves,
    batch.genesisTick,
    ...batch.offers,
    ...arrayTexts(REQUEST_COLUMNS, rows),
  ],
});

const FIRST_OFFER = 14;
const FIRST_REQUEST = FIRST_OFFER + Object.keys(OFFER_COLUMNS).length;
const arrays = (columns: Columns, first: number) =>
  Object.entries(columns).map(([column, type], index) => ({ column, array: `$${first + index}::${type}[]` }));
const OFFERED = arrays(OFFER_COLUMNS, FIRST_OFFER);
const REQUESTED = arrays(REQUEST_COLUMNS, FIRST_REQUEST);
const offered = (name: keyof typeof OFFER_COLUMNS): string =>
  `(${OFFERED.find(({ column }) => column === name)!.array})[offer]`;

/**
 * Opens any number of positions in one statement, at most one for each user.
 *
 * Each request is opened whole or not at all:
 *   - It locks users first, in the order of their ids, then the stripe. Every statement keeps this order. It skips users
 *     whom another transaction has locked, so that no order waits for another user's row. Their requests are put off.
 *   - It computes the new balance from the locked row, never from `users` itself. If another transaction has just changed
 *     the row, PostgreSQL checks the table's constraints against a first draft of the update, made from the outdated row.
 *   - It reads an administrator's lock from the locked row too: once the lock is committed, nothing opens any more. It reads
 *     maintenance as the statement begins, so maintenance applies even if this process has not heard of it yet. It reads
 *     in the same way whether the price has ended (`end-price.ts`).
 *   - It reads the limits that users set on themselves as the statement begins, one by one through their key, whatever the
 *     planner expects. For users with limits, it adds the positions since to what their windows have counted. Setting a
 *     limit changes `limits_set` of the user's row, and every position changes that row, so the statement notices if it read
 *     a limit too early, or none.
 *   - It refuses a payout that the balance could not hold. It does not count the payouts of other open positions, because
 *     that would cost too much: if all of them together do not fit, settlement sets the last ones aside.
 *   - Once it has all locks it reads the clock: if the block is closed, it writes nothing. From half a second before the
 *     next round is due, somebody might know that round.
 *   - It refuses orders that would enter after the tick that their user named. It does so under the user's lock and while
 *     the block is open by the database's clock: the effect of another process for the same key is visible by then, or comes
 *     later and is refused too.
 *   - If the house cannot cover all payouts, the smaller ones come first, so a refused payout blocks no other.
 *   - It does not insert a key again that an order or another call has taken, and that request moves nothing. A key names its
 *     position, which contains the whole answer. A key taken after the statement began breaks the whole statement by the
 *     constraint of `order_keys`.
 *     It then runs once more with `on conflict`, which would write 48 bytes more to PostgreSQL's log for every order.
 *   - Everything after `decided` follows from it. The trigger of the ledger checks the postings.
 *   - It reads a user's row by a plain subquery: for `exists` the planner may read all users once, to look in that list.
 *   - It carries one row through, request by request, without what all requests of an offer share. It joins only tables,
 *     through their keys: the planner expects ten requests, and would plan loops over loops for more.
 */
const openingBy = ({ hasLimits, isContested }: OpenForm) => `
with request as materialized (
  select * from unnest(${REQUESTED.map(({ array }) => array).join(", ")})
    with ordinality as r (${REQUESTED.map(({ column }) => column).join(", ")}, n)
  order by user_id
),
maintenance as materialized (
  select exists (select from kept_values where name = 'maintenance' and value <> 'null') as is_on,
    exists (select from price_endings where genesis_tick = $13::bigint) as is_price_over
),
judged as materialized (
  select r.*, h.balance, own.positions as uncounted,
    own.paused_until, own.rested_at, own.largest_stake, own.stake, own.stake_period, own.loss, own.loss_period,
    case
      when h.id is null then 'user_locked'
      when r.not_after < $3::bigint then 'not_after_passed'
      when (select is_price_over from maintenance) then 'price_not_current'
      when (select is_on from maintenance) then 'maintenance'
      when h.is_locked then 'trading_locked'
      when coalesce(own.limits_set, 0) <> h.limits_set or own.has_moved then 'limits_changed'
      when own.paused_until > $2::timestamptz then 'paused'
      when own.is_window_over then 'window_over'
      when own.is_session_over then 'session_limit'
      when r.amount > h.balance then 'balance_insufficient'
      when r.amount > own.largest_stake then 'largest_stake_limit'
      when own.is_full then 'open_positions_limit'
      when r.amount > own.stake then 'stake_limit'
      when r.amount > own.loss then 'loss_limit'
      when h.balance - r.amount + r.payout > ${formatMinor(STORABLE_MAX)} then 'payout_too_large'
    end as refusal
  from request r
  left join lateral (
    select u.id, u.balance, u.trading_locked_at is not null as is_locked, u.limits_set, u.xmin as version
    from users u where u.id = r.user_id for no key update skip locked
  ) h on true
  left join lateral (${hasLimits ? limitsOfOrders("h", "$2::timestamptz") : NO_LIMITS}
  ) own on true
),
stripe as materialized (
  select s.funds - s.open_payout as headroom from house_stripes s
  where s.stripe = $1 and (select count(*) from judged) >= 0
  for no key update
),
locked as materialized (
  select headroom, clock_timestamp() + $9::float8 * interval '1 ms' as at from stripe
),
covered as materialized (
  select j.*, house.is_late, j.refusal is null and not house.is_late
      and sum(j.payout) filter (where j.refusal is null) over (order by j.payout, j.n) <= house.headroom as is_covered
  from judged j
  cross join (select headroom, not (at >= $7::timestamptz and at < $8::timestamptz) as is_late from locked) house
),
claimed as (
  insert into order_keys (user_id, key, position_id, request)
  select user_id, order_key, id, request from covered c where key is not null and is_covered
    and (select k.user_id from idempotency_keys k where k.user_id = c.user_id and k.key = c.key) is null
  ${isContested ? "on conflict do nothing" : IS_UNTAKEN}
  returning user_id
),
decided as materialized (
  select c.*, case when c.is_open then nextval('ledger_transactions_id_seq') end as ledger_id
  from (
    select c.*, c.is_covered and (c.key is null or c.user_id in (select user_id from claimed)) as is_open from covered c offset 0
  ) c
),
batch as materialized (
  select nextval('promise_batches_id_seq') as id
  where exists (select from decided where is_open)
),
signed as (
  insert into promise_batches (id, signature, leaves) overriding system value
  select id, $11::bytea, $12::bytea from batch
),
debited as (
  update users u
  set balance = d.balance - d.amount
  from decided d where d.is_open and u.id = d.user_id
),
opened as (
  insert into trading_positions (
    id, user_id, amount, ${OFFERED.map(({ column }) => column).join(", ")}, expires_at,
    entry_price, created_at, entry_tick, round, house_stripe, promise_batch, promise_leaf, signing_key)
  select id, user_id, amount, ${OFFERED.map(({ array }) => `(${array})[offer]`).join(", ")},
    to_timestamp(${offered("expiry_tick")}) + $10::float8 * interval '1 ms',
    $4::numeric, $2::timestamptz, $3::bigint, $6::bigint, $1, (select id from batch), (n - 1)::smallint, $5
  from decided where is_open
),
recorded as (
  insert into ledger_transactions (id, kind, reference, created_at) overriding system value
  select ledger_id, 'position_opened', id, $2::timestamptz from decided where is_open
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select d.ledger_id, p.line, 'position_opened', p.account, p.amount,
    case when p.account = 'user:' || d.user_id then d.balance - d.amount end
  from decided d
  cross join lateral (values (0::smallint, d.account_0, d.amount_0), (1::smallint, d.account_1, d.amount_1))
    as p (line, account, amount)
  where d.is_open
),
promised as (
  update house_stripes s set open_payout = s.open_payout + total.payout
  from (select sum(payout) as payout from decided where is_open) total
  where s.stripe = $1 and total.payout is not null
)
select n, case when is_open then balance - amount end as balance, coalesce(uncounted, 0) as uncounted,
  case refusal when 'paused' then paused_until else rested_at end as until,
  case refusal when 'stake_limit' then stake when 'loss_limit' then loss else largest_stake end as room,
  case refusal when 'stake_limit' then stake_period else loss_period end as period,
  case
    when is_open then 'opened'
    when refusal = 'user_locked' and (select u.id from users u where u.id = user_id) is null then 'no_user'
    when refusal = 'not_after_passed' and is_late then 'late'
    when refusal is not null then refusal
    when is_late then 'late'
    when not is_covered then 'house_limit'
    else 'key_taken'
  end as outcome
from decided`;

const IS_UNTAKEN =
  "and (select k.user_id from order_keys k where k.user_id = c.user_id and k.key = c.order_key) is null";

const nameOf = ({ hasLimits, isContested }: OpenForm): string =>
  `open_positions${hasLimits ? "_limited" : ""}${isContested ? "_contested" : ""}`;
const STATEMENTS = Object.fromEntries(
  [true, false].flatMap((hasLimits) =>
    [true, false].map((isContested) => {
      const form = { hasLimits, isContested };
      return [nameOf(form), { name: nameOf(form), text: openingBy(form) }];
    }),
  ),
);
