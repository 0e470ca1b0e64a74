import type { Position, PositionStatus } from "@veritick/contract/schemas/positions.ts";
import type { Side } from "@veritick/domain/product.ts";

export type PositionRow = {
  id: string;
  user_id: string;
  type: Side;
  entry_price: string;
  barrier_price: string;
  win_chance: number;
  amount: string;
  duration: number;
  multiplier: string;
  status: PositionStatus;
  created_at: Date;
  expires_at: Date;
  entry_tick: number;
  expiry_tick: number;
  result_price: string | null;
  profit: string | null;
  refund_reason: "price_lost" | null;
};

export const POSITION_COLUMNS = `id, user_id, type, entry_price, barrier_price, win_chance, amount, duration, multiplier,
  status, created_at, expires_at, entry_tick, expiry_tick, result_price, profit, refund_reason`;

export function toPosition(row: PositionRow): Position {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    entryPrice: row.entry_price,
    barrierPrice: row.barrier_price,
    winChance: row.win_chance,
    amount: row.amount,
    duration: row.duration,
    multiplier: row.multiplier,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    entryTick: row.entry_tick,
    expiryTick: row.expiry_tick,
    resultPrice: row.result_price,
    profit: row.profit,
    refundReason: row.refund_reason,
  };
}
