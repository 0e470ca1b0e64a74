import type { Fairness, FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { EPOCHS_AHEAD, epochOf } from "@veritick/domain/epochs.ts";
import { RECEIPT_FORMAT } from "@veritick/domain/verify/position-evidence.ts";
import { call } from "../../lib/api.ts";

/** A receipt with the public data that it is checked by; `docs/fairness.md` has its form. */
export type ReceiptFile = {
  readonly format: typeof RECEIPT_FORMAT;
  readonly site: string;
  readonly downloaded: string;
  readonly receipt: PositionReceipt;
  readonly fairness: Fairness;
  readonly epochs: readonly FairnessEpoch[];
};

/**
 * From the epoch before the entry to the one whose head a position is signed with: as far ahead as commitments are published,
 * and one epoch further where genesis was an epoch's last tick, or the entry was the last one before the order was recorded.
 */
export function epochRange(entryTick: number): { from: number; to: number } {
  const epoch = epochOf(entryTick);
  return { from: Math.max(epoch - 1, 0), to: epoch + EPOCHS_AHEAD + 1 };
}

/** The rows that are published of a position's epochs: none where the price was started anew after it. */
export async function loadEpochs(
  entryTick: number,
  { genesis }: Pick<Fairness, "genesis">,
  signal?: AbortSignal,
): Promise<FairnessEpoch[]> {
  if (entryTick < genesis.tick) return [];
  const query = epochRange(entryTick);
  return call("fairnessEpochs", signal === undefined ? { query } : { query, signal });
}

/** Puts a receipt together with what is published about it now. */
export async function createReceiptFile(receipt: PositionReceipt): Promise<ReceiptFile> {
  const fairness = await call("fairness");
  const epochs = await loadEpochs(receipt.position.entryTick, fairness);
  const downloaded = new Date().toISOString();
  return { format: RECEIPT_FORMAT, site: location.origin, downloaded, receipt, fairness, epochs };
}

export const receiptFileName = (positionId: string): string => `veritick-receipt-${positionId}.json`;

export const receiptFileText = (file: ReceiptFile): string => `${JSON.stringify(file, undefined, 2)}\n`;
