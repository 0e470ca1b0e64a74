import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { formatFixed, formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { positionOpened } from "@veritick/domain/postings.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import { multiplierHundredths } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { promisesText, promiseTree } from "@veritick/domain/signed/promise-tree.ts";
import { payoutMinor } from "@veritick/domain/terms.ts";
import type { Bus } from "../cluster/bus.ts";
import { gatherFunds } from "../ledger/public.ts";
import { COUNT_ANEW_AT, refusePassed, refusePaused } from "../limits/public.ts";
import { createBatcher, LATER } from "../platform/db/batcher.ts";
import { stopwatchMs } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { violatedConstraint } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { IdempotencyClaim, Replayed, SessionWatch } from "../platform/http/call.ts";
import { findFirstAnswer, orderKeyOf, runningKeys } from "../platform/http/idempotency.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { sha256 } from "../platform/signing.ts";
import type { Signer } from "../platform/signing.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { PriceFeed } from "../prices/public.ts";
import { MOST_WAIT_MS, runWithLiveSessions, submitInOpenBlock } from "./entry-gate.ts";
import type { EntryGate, Offer } from "./entry-gate.ts";
import { getOpened } from "./find-receipt.ts";
import { openPositions } from "./open-positions.sql.ts";
import type { OpenOutcome, OpenRequestRow, OpenRow } from "./open-positions.sql.ts";

/**
 * All orders that waited for a block's beginning arrive at once. In larger batches, the first of them would be answered so
 * late that orders arriving meanwhile find no room.
 */
const MAX_BATCH = 128;
/** The most tries of a request whose user changed limits meanwhile, or one of whose windows had ended. */
const MOST_TRIES: Partial<Record<OpenOutcome, number>> = { limits_changed: 20, window_over: 3 };

/** The most users with limits that a process remembers. */
const MOST_LIMITED = 10_000;

export type OpenRequest = {
  userId: string;
  session: SessionWatch;
  side: Side;
  stake: Minor;
  duration: Duration;
  /** The last tick at which the order may enter. */
  notAfterTick?: number | undefined;
  idempotency: IdempotencyClaim | undefined;
};

export type OpenContext = {
  database: Database;
  /** Connections for the statements that open and sell. */
  batches: Database;
  clock: Clock;
  feed: PriceFeed;
  stripe: number;
  /** Signs promises. `keyId` is the stored id of its public key. */
  signer: Signer & { keyId: number };
  gate: EntryGate;
  /** Begins the due windows of a user's limits, and counts past positions in them. */
  renewWindows(userId: string): Promise<void>;
  /** True while the price is current and this process's clock agrees with the database's. */
  mayTrade(): boolean;
  /** True once the server refuses further orders. No order waits for a row from then on. */
  isClosing(): boolean;
  bus: Bus;
  metrics: Pick<Metrics, "positionsOpened">;
};

type Submitted = OpenRequest & { submittedMs: number };
type Opened = OpenRow & { position: OpenedPosition | undefined };

export type OpenPosition = (request: OpenRequest) => Promise<OpenedPosition | Refused | Replayed>;

/** Opens positions. Requests that arrive while a statement runs share the next statement. */
export function createOpenPosition(context: OpenContext): OpenPosition {
  const keys = runningKeys();
  /** Users who set limits: a statement with their orders reads limits. Others who did are put off once and added. */
  const limited = new Set<string>();
  const mustReadLimits = ({ outcome }: Opened, { userId }: OpenRequest): boolean => {
    if (outcome !== "limits_changed" || limited.has(userId)) return false;
    if (limited.size >= MOST_LIMITED) limited.clear();
    limited.add(userId);
    return true;
  };
  const batcher = createBatcher<Submitted, Opened>({
    name: "open positions",
    keyOf: (request) => request.userId,
    maxBatch: MAX_BATCH,
    sendsAhead: true,
    database: context.batches,
    run: async (requests, connection) => {
      const unsure = noneOpened("session_unsure");
      const answers = await runWithLiveSessions(requests, unsure, (live) =>
        openOn(connection, context, limited, live),
      );
      return answers.map((answer, index) => {
        const request = requests[index]!;
        const isPutOff = mustWait(answer, request) || mustReadLimits(answer, request);
        return isPutOff && !context.isClosing() ? LATER : answer;
      });
    },
  });

  async function open(request: OpenRequest): Promise<OpenedPosition | Refused | Replayed> {
    if (!context.mayTrade()) {
      return (await findAnswered(request)) ?? refusePrice(isBeaconLate(context));
    }
    let opened = await submit(request);
    // Other stripes may have funds, or a refused request of the same batch may have used them up. This first gathers a fair
    // share, then everything: an order that the house can cover is never refused.
    for (const need of [payoutMinor(request.stake, multiplierHundredths(request.duration)), undefined]) {
      if (opened.outcome !== "house_limit") break;
      await gatherFunds(context.database, context.stripe, need);
      opened = await submit(request);
    }
    if (opened.outcome === "opened") {
      // Only this user waits, once in so many orders.
      if (opened.uncounted > COUNT_ANEW_AT) await context.renewWindows(request.userId);
      announce(context, request.userId, opened.balance!);
      return opened.position!;
    }
    return (await findAnswered(request)) ?? refusalOf(opened.outcome, opened);
  }

  /**
   * Waits until orders may enter. Tries again if the user set a limit while the order waited, or if one of their windows
   * ended.
   */
  async function submit(request: OpenRequest): Promise<Opened> {
    const tries = new Map<OpenOutcome, number>();
    const send = (submittedMs: number) => batcher.submit({ ...request, submittedMs });
    for (;;) {
      const opened = await submitInOpenBlock(context, request.session, send);
      if (opened === undefined)
        return noneOpened(isBeaconLate(context) ? "beacon_late" : "price_not_current");
      const count = (tries.get(opened.outcome) ?? 0) + 1;
      if (count >= (MOST_TRIES[opened.outcome] ?? 0)) return opened;
      tries.set(opened.outcome, count);
      if (opened.outcome === "window_over") await context.renewWindows(request.userId);
    }
  }

  /** Returns the first answer to a repeated request, whatever the balance and the price are now. */
  async function findAnswered({ userId, idempotency }: OpenRequest): Promise<Replayed | Refused | undefined> {
    if (idempotency === undefined) return undefined;
    const { database } = context;
    return findFirstAnswer(database, userId, idempotency, (id) => getOpened(database, id));
  }

  return (request) => keys.guard(request.userId, request.idempotency, () => open(request));
}

/** True while missing rounds hold the price back. */
export const isBeaconLate = ({ feed, clock }: Pick<OpenContext, "feed" | "clock">): boolean =>
  ["late", "catch_up"].includes(feed.beacon.state(clock.nowMs()));

const MAINTENANCE_RETRY_SECONDS = 30;
const PRICE_RETRY_SECONDS = 2;

export const refusePrice = (isBeaconLate: boolean): Refused =>
  refuse("price_not_current", {
    retryAfterSeconds: PRICE_RETRY_SECONDS,
    ...(isBeaconLate ? { saying: "beacon_late" } : {}),
  });

function refusalOf(
  outcome: Exclude<OpenOutcome, "opened">,
  { until, room, period }: Pick<OpenRow, "until" | "room" | "period">,
): Refused {
  switch (outcome) {
    case "balance_insufficient":
    case "house_limit":
    case "payout_too_large":
      return refuse(outcome, { field: "amount" });
    case "maintenance":
      return refuse(outcome, { retryAfterSeconds: MAINTENANCE_RETRY_SECONDS });
    case "trading_locked":
    case "open_positions_limit":
      return refuse(outcome);
    case "paused":
      return refusePaused(until!.toISOString());
    case "session_limit":
      return refuse(outcome, { values: { until: until!.toISOString() } });
    case "stake_limit":
      return refusePassed("stake", period!, parseMinor(room!));
    case "loss_limit":
      return refusePassed("loss", period!, parseMinor(room!));
    case "largest_stake_limit":
      return refuse(outcome, { field: "amount", values: { amount: formatFixed(parseMinor(room!), 2) } });
    case "not_after_passed":
      return refuse(outcome, { field: "notAfterTick" });
    case "no_user":
    case "session_unsure":
      return refuse("not_signed_in");
    case "late":
    case "price_not_current":
    case "beacon_late":
      return refusePrice(outcome === "beacon_late");
    case "limits_changed":
    case "window_over":
    case "user_locked":
      return refuse("busy", { retryAfterSeconds: 1 });
    case "key_taken":
      return refuse("idempotency_running", { retryAfterSeconds: 1 });
  }
}

/** True if another transaction has locked the user's row. Only the user's own orders wait for it. */
const mustWait = ({ outcome }: Opened, { submittedMs }: Submitted): boolean =>
  outcome === "user_locked" && stopwatchMs() - submittedMs < MOST_WAIT_MS;

/** Called after the commit. */
function announce({ bus, metrics }: OpenContext, userId: string, balance: string): void {
  metrics.positionsOpened.inc();
  bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
}

const noneOpened = (outcome: OpenOutcome): Opened => ({
  outcome,
  balance: null,
  until: null,
  room: null,
  period: null,
  uncounted: 0,
  position: undefined,
});

/** Decides terms, postings, the signed promise and the answer of each request. The statement checks and writes them. */
async function openOn(
  connection: Queryable,
  context: OpenContext,
  limited: ReadonlySet<string>,
  requests: OpenRequest[],
): Promise<Opened[]> {
  // Each request was checked on arrival, but it has waited since.
  if (!context.mayTrade()) return requests.map(() => noneOpened("price_not_current"));
  const nowMs = Math.floor(context.clock.nowMs());
  // The instant must be the one that is signed.
  const block = context.gate.blockAt(nowMs);
  if (block === undefined) return requests.map(() => noneOpened("late"));
  const { signer } = context;
  const createdAt = new Date(nowMs).toISOString();
  const orders = requests.map((request): Order => {
    const offer = block.offers.of(request);
    const { userId, stake } = request;
    const own = { id: newId(nowMs), userId, amount: formatMinor(stake), createdAt };
    return { request, offer, position: { ...offer.position, ...own } };
  });
  const tree = promiseTree(
    orders.map(({ offer, position }) => offer.writePromise(position)),
    sha256,
  );
  const signature = signer.sign(promisesText(tree.root, signer.publicKey));
  const batch = {
    stripe: context.stripe,
    at: new Date(nowMs),
    entryTick: block.entryTick,
    entryPrice: priceAsDecimal8(block.entryMilli),
    signature,
    leaves: Buffer.from(tree.leaves.join(""), "hex"),
    keyId: signer.keyId,
    genesisTick: context.feed.book.genesis.tick,
    round: block.round,
    from: new Date(block.fromMs),
    until: new Date(block.untilMs),
    aheadMs: context.clock.aheadOfDatabaseMs?.() ?? 0,
    delayMs: context.feed.beacon.delayMs,
    offers: block.offers.values,
  };
  const rows = orders.map(requestRow);
  const hasLimits = requests.some(({ userId }) => limited.has(userId));
  const send = (isContested: boolean) =>
    connection.query<OpenRow & { n: number }>(openPositions(batch, rows, { hasLimits, isContested }));
  const answers = await send(false).catch((error: unknown) => {
    if (violatedConstraint(error) !== "order_keys_pkey") throw error;
    return send(true);
  });
  const signed = { signature: signature.toString("hex"), publicKey: signer.publicKey };
  const opened: Opened[] = [];
  for (const { n, ...row } of answers.rows) {
    const position = { ...orders[n - 1]!.position, ...signed, path: tree.pathOf(n - 1) };
    opened[n - 1] = { ...row, position: row.outcome === "opened" ? position : undefined };
  }
  return opened;
}

type Order = { readonly request: OpenRequest; readonly offer: Offer; readonly position: Position };

function requestRow({ request, offer, position }: Order): OpenRequestRow {
  const [taken, given] = positionOpened({ userId: request.userId, stakeMinor: request.stake });
  const claim = request.idempotency;
  const names = claim === undefined ? undefined : orderKeyOf(claim);
  return {
    id: position.id,
    user_id: position.userId,
    offer: offer.place,
    amount: position.amount,
    payout: formatMinor(payoutMinor(request.stake, offer.term.multiplierHundredths)),
    not_after: request.notAfterTick ?? null,
    key: claim?.key ?? null,
    order_key: names?.key ?? null,
    request: names?.request ?? null,
    account_0: taken!.account,
    amount_0: formatMinor(taken!.amountMinor),
    account_1: given!.account,
    amount_1: formatMinor(given!.amountMinor),
  };
}
