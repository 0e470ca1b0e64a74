import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "@veritick/domain/price.ts";
import { durationTicks, multiplierHundredths } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { saleAt } from "@veritick/domain/sale.ts";
import { settle } from "@veritick/domain/settlement.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { transaction } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { POSITION_COLUMNS, toPosition } from "@veritick/server/positions/list-positions.ts";
import type { PositionRow } from "@veritick/server/positions/list-positions.ts";
import { priceOracle } from "./price-oracle.ts";
import type { Trader } from "./trader.ts";

/** The promises that the server made to one trader: every answer that acknowledged something. */
export type Told = Pick<Trader, "name" | "positions" | "deposits" | "sales"> & {
  readonly user: { readonly id: string } | undefined;
};

/** The audit asks for no later price: a position enters at the end of its block, and settled positions are past. */
const LATEST_ENTRY_TICKS = 6;

/**
 * Compares the database with the answers that the traders received. Call it when no trader waits for an answer.
 *
 * @param settledUpTo positions that expire by this tick must be settled
 * @param isScreened false if no screening service is asked before money moves
 * @param newestTick called after the positions are read, because the server goes on settling meanwhile; no settled position
 * may expire later
 */
export async function audit(
  database: Database,
  context: {
    traders: readonly Told[];
    secret: Uint8Array;
    beaconKey: Uint8Array;
    settledUpTo: number;
    isScreened?: boolean;
    newestTick: () => number;
  },
): Promise<string[]> {
  const faults = (await checkLedger(database)).map((fault) => `ledger: ${JSON.stringify(fault)}`);
  const snapshot = await readSnapshot(database);
  const bounds = { settledUpTo: context.settledUpTo, newestTick: context.newestTick() };
  const priceAt = await priceOracle(database, context, bounds.newestTick + LATEST_ENTRY_TICKS);
  const stored = new Map(snapshot.positions.map((row) => [row.id, toPosition(row)]));
  const promised = context.traders.flatMap((trader) => [...trader.positions.values()]);

  for (const position of promised) {
    const found = stored.get(position.id);
    if (found === undefined) faults.push(`position ${position.id} was acknowledged and is gone`);
    else if (termsOf(found) !== termsOf(position)) faults.push(`position ${position.id} has other terms`);
  }
  // Each key has one position, so equal numbers prove that no position was opened twice.
  if (stored.size !== promised.length) {
    faults.push(`${promised.length} positions were acknowledged, ${stored.size} are there`);
  }
  const sales = context.traders.flatMap((trader) => [...trader.sales.values()]);
  for (const { signature: _, publicKey: __, ...sold } of sales)
    if (JSON.stringify(stored.get(sold.id)) !== JSON.stringify(sold))
      faults.push(`the sale of ${sold.id} was acknowledged, and is not what is there`);
  const soldThere = [...stored.values()].filter(({ status }) => status === "sold").length;
  if (soldThere !== sales.length)
    faults.push(`${sales.length} sales were acknowledged, ${soldThere} are there`);
  for (const position of stored.values()) {
    faults.push(
      ...auditPosition(position, priceAt, bounds).map((fault) => `position ${position.id} ${fault}`),
    );
  }
  if (context.isScreened !== false) faults.push(...(await auditScreening(database)));
  return [...faults, ...auditMoney(snapshot, context.traders, stored)];
}

/** Checks that no deposit was credited before the screening allowed exactly its amount and address. */
async function auditScreening(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select d.id from deposit_transactions d where d.status = 'confirmed' and not exists (
       select from screening_verdicts v where v.subject_id = d.id and v.verdict = 'allow' and v.is_current
         and v.amount = d.credited and v.address = d.pay_address)`,
  );
  return rows.map(({ id }) => `deposit ${id} was credited before the screening had allowed it`);
}

type Snapshot = {
  positions: PositionRow[];
  deposits: { id: string; user_id: string; amount: string; status: string }[];
  users: { id: string; balance: string }[];
};

/** Reads all at one instant: the server goes on confirming deposits and settling during the audit. */
function readSnapshot(database: Database): Promise<Snapshot> {
  return transaction(database, async (connection) => {
    await connection.query("set transaction isolation level repeatable read, read only");
    const positions = await connection.query<PositionRow>(
      `select ${POSITION_COLUMNS} from trading_positions`,
    );
    const deposits = await connection.query<Snapshot["deposits"][number]>(
      "select id, user_id, amount, status from deposit_transactions where payment_id is not null",
    );
    const users = await connection.query<Snapshot["users"][number]>("select id, balance from users");
    return { positions: positions.rows, deposits: deposits.rows, users: users.rows };
  });
}

/** Returns the terms that no later event may change. The signature, which only the answer to an order has, is left out. */
function termsOf(position: Position | OpenedPosition): string {
  const signed = { signature: "", publicKey: "", path: [] };
  const { signature: _, publicKey: __, path: ___, ...terms } = { ...signed, ...position };
  const ending = {
    status: null,
    resultPrice: null,
    profit: null,
    soldTick: null,
    soldPrice: null,
    proceeds: null,
  };
  return JSON.stringify({ ...terms, ...ending });
}

const terms = computeTerms({ houseEdge: 0.05, winRule: "barrier" });

function auditPosition(
  position: Position,
  priceAt: (tick: number) => number,
  { settledUpTo, newestTick }: { settledUpTo: number; newestTick: number },
): string[] {
  const { type, entryTick, expiryTick, status } = position;
  const duration = position.duration as Duration;
  const entryMilli = priceAt(entryTick);
  const barrier = barrierMilli(
    terms.find((term) => term.duration === duration)!,
    type,
    entryMilli,
  );
  if (position.entryPrice !== priceAsDecimal8(entryMilli))
    return [`was sold at another price than its tick's`];
  if (position.barrierPrice !== priceAsDecimal8(barrier))
    return [`was sold with another barrier than its terms'`];
  if (expiryTick !== entryTick + durationTicks(duration)) return [`expires at the wrong tick`];
  if (status === "sold") return auditSale(position, priceAt);
  if (status === "active") return expiryTick <= settledUpTo ? [`expired and is not settled`] : [];
  if (expiryTick > newestTick) return [`was settled before its tick`];
  const expected = settle(
    {
      side: type,
      barrierMilli: parsePriceMilli(position.barrierPrice),
      stakeMinor: parseMinor(position.amount),
      multiplierHundredths: multiplierHundredths(duration),
    },
    priceAt(expiryTick),
  );
  const isRight =
    status === expected.status &&
    position.profit === formatMinor(expected.profitMinor) &&
    position.resultPrice === priceAsDecimal8(priceAt(expiryTick));
  return isRight ? [] : [`was settled ${status} at ${position.resultPrice}, not ${expected.status}`];
}

/** Checks a sale: at the price of its own tick, at the end of a block, with two more blocks before the expiry. */
function auditSale(position: Position, priceAt: (tick: number) => number): string[] {
  const { type, entryTick, expiryTick, soldTick, soldPrice, proceeds, profit } = position;
  if (soldTick === null || blockEnd(QUICKNET, roundOf(QUICKNET, soldTick)) !== soldTick)
    return ["was sold within a block"];
  if (soldTick < entryTick || expiryTick - soldTick < 6) return ["was sold too early or too late"];
  const stakeMinor = parseMinor(position.amount);
  const { proceedsMinor } = saleAt(
    {
      side: type,
      barrierMilli: parsePriceMilli(position.barrierPrice),
      stakeMinor,
      multiplierHundredths: multiplierHundredths(position.duration as Duration),
      expiryTick,
    },
    soldTick,
    priceAt(soldTick),
    10_000,
  );
  const isRight =
    soldPrice === priceAsDecimal8(priceAt(soldTick)) &&
    proceeds === formatMinor(proceedsMinor) &&
    profit === formatMinor(minor(proceedsMinor - stakeMinor));
  return isRight ? [] : [`was sold at ${soldPrice} for ${proceeds}, not for ${formatMinor(proceedsMinor)}`];
}

/** Adds balances up from the traders' memory, not from the ledger, and compares them. */
function auditMoney(
  snapshot: Snapshot,
  traders: readonly Told[],
  stored: ReadonlyMap<string, Position>,
): string[] {
  const faults: string[] = [];
  const balances = new Map(snapshot.users.map((row) => [row.id, row.balance]));
  for (const { name, user, ...told } of traders) {
    if (user === undefined) continue;
    const credited = snapshot.deposits.filter((row) => row.user_id === user.id);
    const toldIds = [...told.deposits.values()].map((deposit) => deposit.id).sort();
    if (JSON.stringify(credited.map((row) => row.id).sort()) !== JSON.stringify(toldIds)) {
      faults.push(`${name} was told of ${toldIds.length} deposits, ${credited.length} are there`);
    }
    let balance = 0n;
    for (const row of credited) if (row.status === "confirmed") balance += parseMinor(row.amount);
    for (const { id } of told.positions.values()) {
      const position = stored.get(id);
      if (position === undefined) continue;
      balance -= parseMinor(position.amount);
      if (position.status === "won" || position.status === "sold")
        balance += parseMinor(position.amount) + parseMinor(position.profit!);
    }
    const found = balances.get(user.id);
    if (found !== formatMinor(minor(balance))) {
      faults.push(`${name} has ${found}, and should have ${formatMinor(minor(balance))}`);
    }
  }
  return faults;
}
