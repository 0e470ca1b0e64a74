import type { SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import { isTooLateToSell, saleAt } from "@veritick/domain/sale.ts";
import type { SaleAt } from "@veritick/domain/sale.ts";
import { saleText } from "@veritick/domain/signed/sale.ts";
import { shareMillionths } from "@veritick/domain/signed/terms-text.ts";
import { stopwatchMs } from "../platform/clock.ts";
import { createBatcher, LATER } from "../platform/db/batcher.ts";
import type { Queryable } from "../platform/db/database.ts";
import { findFirstAnswer, orderKeyOf, runningKeys } from "../platform/http/idempotency.ts";
import type { IdempotencyClaim, Replayed, SessionWatch } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { MOST_WAIT_MS, runWithLiveSessions, submitInOpenBlock } from "./entry-gate.ts";
import type { EntryBlock } from "./entry-gate.ts";
import { POSITION_COLUMNS, toPosition } from "./list-positions.ts";
import type { PositionRow } from "./list-positions.ts";
import { isBeaconLate, refusePrice } from "./open-position.ts";
import type { OpenContext } from "./open-position.ts";
import { SELL_POSITIONS } from "./sell-positions.sql.ts";

/** The planner expects a handful and loops over pairs of lists. That takes 1 ms for this many, and 90 ms for 512. */
const MAX_BATCH = 64;

export type SellRequest = {
  userId: string;
  session: SessionWatch;
  positionId: string;
  /** The least proceeds that the user accepts. */
  minProceeds: Minor;
  /** The last tick at whose price the position may be sold. */
  notAfterTick?: number | undefined;
  idempotency: IdempotencyClaim | undefined;
};

export type SellContext = Omit<OpenContext, "stripe" | "metrics" | "renewWindows"> & {
  metrics: Pick<Metrics, "positionsSold">;
};

/** The answer of the statement for one request, or the reason why it was not sent. */
type SellOutcome =
  | "sold"
  | "session_unsure"
  | "not_found"
  | "not_open"
  | "too_late"
  | "price_moved"
  | "locked"
  | "late"
  | "price_not_current"
  | "not_after_passed"
  | "balance_too_large"
  | "key_taken";

type Sold = { outcome: SellOutcome; balance: string | null; position?: SoldPosition; proceeds?: Minor };
type Submitted = SellRequest & { submittedMs: number };

export type SellPosition = (request: SellRequest) => Promise<SoldPosition | Refused | Replayed>;

/**
 * Sells positions back, each at the end of the block in which its sale is committed, like an order's entry. Requests that
 * arrive while a statement runs share the next one.
 */
export function createSellPosition(context: SellContext): SellPosition {
  const keys = runningKeys();
  const batcher = createBatcher<Submitted, Sold>({
    name: "sell positions",
    keyOf: (request) => request.userId,
    maxBatch: MAX_BATCH,
    database: context.batches,
    run: async (requests, connection) => {
      const unsure: Sold = { outcome: "session_unsure", balance: null };
      const answers = await runWithLiveSessions(requests, unsure, (live) =>
        sellOn(connection, context, live),
      );
      return answers.map((answer, index) =>
        !context.isClosing() && mustWait(answer, requests[index]!) ? LATER : answer,
      );
    },
  });

  async function sell(request: SellRequest): Promise<SoldPosition | Refused | Replayed> {
    const submit = (submittedMs: number) => batcher.submit({ ...request, submittedMs });
    const sold = context.mayTrade() ? await submitInOpenBlock(context, request.session, submit) : undefined;
    if (sold?.outcome === "sold") {
      announce(context, sold.position!, sold.balance!);
      return sold.position!;
    }
    const { userId, idempotency } = request;
    const first =
      idempotency === undefined ? undefined : await findFirstAnswer(context.database, userId, idempotency);
    return first ?? refusalOf(context, sold?.outcome, sold?.proceeds);
  }

  return (request) => keys.guard(request.userId, request.idempotency, () => sell(request));
}

/** True if another transaction has locked the position's or the user's row. */
const mustWait = ({ outcome }: Sold, { submittedMs }: Submitted): boolean =>
  outcome === "locked" && stopwatchMs() - submittedMs < MOST_WAIT_MS;

/** @param outcome undefined if no block took the sale */
function refusalOf(
  context: SellContext,
  outcome: Exclude<SellOutcome, "sold"> | undefined,
  proceeds: Minor | undefined,
): Refused {
  switch (outcome) {
    case "session_unsure":
      return refuse("not_signed_in");
    case "not_found":
    case "balance_too_large":
      return refuse(outcome);
    case "not_open":
      return refuse("position_not_open");
    case "too_late":
      return refuse("position_too_late");
    case "not_after_passed":
      return refuse(outcome, { field: "notAfterTick" });
    case "price_moved": {
      const amount = formatMinor(proceeds!);
      return refuse(outcome, { values: { amount }, proceeds: amount });
    }
    case "locked":
      return refuse("busy", { retryAfterSeconds: 1 });
    case "key_taken":
      return refuse("idempotency_running", { retryAfterSeconds: 1 });
    case "late":
    case "price_not_current":
    case undefined:
      return refusePrice(isBeaconLate(context));
  }
}

/** Called after the commit. Sends the same pushes as a settlement. */
function announce({ bus, metrics }: SellContext, sold: SoldPosition, balance: string): void {
  metrics.positionsSold.inc();
  const { signature: _signature, publicKey: _publicKey, ...position } = sold;
  const { userId } = position;
  bus.publish({ kind: "push", userId, push: { type: "positionResolved", position } });
  bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
}

/**
 * Decides the proceeds of each request at the end of the block. The statement checks the data that may have changed, and
 * writes.
 */
async function sellOn(connection: Queryable, context: SellContext, requests: SellRequest[]): Promise<Sold[]> {
  const none = (outcome: SellOutcome): Sold[] => requests.map(() => ({ outcome, balance: null }));
  const positions = await findPositions(connection, requests);
  // Each request was checked on arrival, but it has waited since.
  if (!context.mayTrade()) return none("price_not_current");
  const nowMs = Math.floor(context.clock.nowMs());
  // The instant must be the one that is signed.
  const block = context.gate.blockAt(nowMs);
  if (block === undefined) return none("late");
  const judged = requests.map((request) =>
    judge(context, block, nowMs, request, positions.get(request.positionId)),
  );
  const rows = judged.flatMap((each, n) => ("row" in each ? [{ n, ...each.row }] : []));
  const answers = rows.length === 0 ? [] : await writeSales(connection, context, block, nowMs, rows);
  return judged.map((each, n) => {
    if (!("row" in each)) return each;
    const { position, proceeds } = each;
    return { ...answers.find((answer) => answer.n === n)!, position, proceeds };
  });
}

async function findPositions(
  connection: Queryable,
  requests: readonly SellRequest[],
): Promise<Map<string, PositionRow>> {
  const { rows } = await connection.query<PositionRow>({
    name: "find_positions_to_sell",
    text: `select ${POSITION_COLUMNS} from trading_positions where id = any ($1)`,
    values: [requests.map(({ positionId }) => positionId)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

type Judged = Sold | { row: Record<string, unknown>; position: SoldPosition; proceeds: Minor };

/** Decides one request. None of the data it uses changes while a position is open. */
function judge(
  { feed, signer }: SellContext,
  block: EntryBlock,
  nowMs: number,
  { userId, minProceeds, notAfterTick, idempotency }: SellRequest,
  open: PositionRow | undefined,
): Judged {
  const no = (outcome: SellOutcome): Sold => ({ outcome, balance: null });
  if (open?.user_id !== userId) return no("not_found");
  // One with a reason was closed when its price ended, and waits to be paid.
  if (open.status !== "active" || open.refund_reason !== null) return no("not_open");
  const { entryTick: tick, entryMilli: milli, round } = block;
  if (isTooLateToSell(open.expiry_tick, tick, feed.beacon.chain.period)) return no("too_late");
  // A clock was put back: the position enters after this block.
  if (tick < open.entry_tick) return no("price_not_current");
  const { sellFee } = feed.termsAt(Math.max(epochOf(open.entry_tick), feed.book.firstEpoch)).rules;
  const sale = saleAt(openOf(open), tick, milli, shareMillionths(sellFee));
  const { proceedsMinor } = sale;
  const stated = statementOf(sale);
  const sold = new Date(nowMs).toISOString();
  const price = priceAsDecimal8(milli);
  const text = saleText({
    position: open.id,
    user: userId,
    round,
    soldTick: tick,
    soldPrice: price,
    ...stated,
    sold,
    key: signer.publicKey,
  });
  const profit = formatMinor((proceedsMinor - parseMinor(open.amount)) as Minor);
  const position: SoldPosition = {
    ...toPosition({ ...open, status: "sold", profit, closing_tick: tick, closing_price: price }),
    signature: signer.sign(text).toString("hex"),
    publicKey: signer.publicKey,
  };
  const row = {
    id: open.id,
    user_id: userId,
    chance: String(sale.chance),
    ...stated,
    signature: position.signature,
    is_too_little: proceedsMinor < minProceeds,
    not_after: notAfterTick ?? null,
    key: idempotency?.key ?? null,
    order_key: idempotency === undefined ? null : orderKeyOf(idempotency).key,
    request_hash: idempotency?.requestHash.toString("hex") ?? null,
    response: idempotency === undefined ? null : JSON.stringify(position),
  };
  return { row, position, proceeds: proceedsMinor };
}

const statementOf = ({ valueMinor, feeMinor, proceedsMinor }: SaleAt) => ({
  value: formatMinor(valueMinor),
  fee: formatMinor(feeMinor),
  proceeds: formatMinor(proceedsMinor),
});

const openOf = (row: PositionRow) => ({
  side: row.type,
  barrierMilli: parsePriceMilli(row.barrier_price),
  stakeMinor: parseMinor(row.amount),
  multiplierHundredths: parseMultiplier(row.multiplier),
  expiryTick: row.expiry_tick,
});

type Answer = { n: number; outcome: SellOutcome; balance: string | null };

async function writeSales(
  connection: Queryable,
  { clock, feed, signer }: SellContext,
  { round, entryTick, entryMilli, fromMs, untilMs }: EntryBlock,
  nowMs: number,
  sales: readonly object[],
): Promise<Answer[]> {
  const { rows } = await connection.query<Answer>({
    name: "sell_positions",
    text: SELL_POSITIONS,
    values: [
      JSON.stringify(sales),
      new Date(nowMs),
      round,
      entryTick,
      priceAsDecimal8(entryMilli),
      signer.keyId,
      new Date(fromMs),
      new Date(untilMs),
      clock.aheadOfDatabaseMs?.() ?? 0,
      feed.book.genesis.tick,
    ],
  });
  return rows;
}
