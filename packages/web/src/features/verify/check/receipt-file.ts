import type { Fairness, FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epochs.ts";
import { RECEIPT_FORMAT } from "@veritick/domain/verify/position-evidence.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { notify } from "../../../ui/notice-store.ts";

/** A receipt with the public data that it is checked by; `docs/fairness.md` has its form. */
type ReceiptFile = {
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
async function createReceiptFile(receipt: PositionReceipt): Promise<ReceiptFile> {
  const fairness = await call("fairness");
  const epochs = await loadEpochs(receipt.position.entryTick, fairness);
  const downloaded = new Date().toISOString();
  return { format: RECEIPT_FORMAT, site: location.origin, downloaded, receipt, fairness, epochs };
}

export const receiptFileName = (positionId: string): string => `veritick-receipt-${positionId}.json`;

const receiptFileText = (file: ReceiptFile): string => `${JSON.stringify(file, undefined, 2)}\n`;

/** A platform that answers with another position than the one that was asked for would have that one checked instead. */
export class OtherPositionError extends Error {
  override readonly name = "OtherPositionError";
}

/** @param user the id of whoever asks, who sees their own positions alone */
export function assertAsked({ position }: PositionReceipt, id: string, user?: string): void {
  const isOther = position.id !== id || (user !== undefined && position.userId !== user);
  if (isOther) throw new OtherPositionError();
}

type Words = { readonly title: string; readonly hint: string };

/** Puts a receipt together with what is published about it, and has the browser save it. That it failed is told. */
export function useReceiptDownload(failed: Words) {
  const [isPending, setIsPending] = useState(false);

  /** @param id of the position that is wanted: a receipt of another one is none of it */
  async function download(id: string, load: () => Promise<PositionReceipt>) {
    setIsPending(true);
    try {
      const receipt = await load();
      assertAsked(receipt, id);
      saveFile(receiptFileName(receipt.position.id), receiptFileText(await createReceiptFile(receipt)));
    } catch {
      notify({ title: failed.title, body: failed.hint, tone: "destructive" });
    } finally {
      setIsPending(false);
    }
  }

  return { isPending, download };
}
