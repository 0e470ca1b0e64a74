import type { Fairness, FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epoch-times.ts";
import { RECEIPT_FORMAT } from "@veritick/domain/verify/position-evidence.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { receivedFields } from "../../../api/received-answers.ts";
import { saveFile } from "../../../lib/files.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { loadRoundsOf } from "./load-rounds.ts";

/** A receipt with the public data that a check of it needs. `docs/protocol.md` describes the format. */
type ReceiptFile = {
  readonly format: typeof RECEIPT_FORMAT;
  readonly site: string;
  readonly downloaded: string;
  readonly receipt: PositionReceipt;
  readonly fairness: Fairness;
  readonly epochs: readonly FairnessEpoch[];
  readonly rounds: readonly BeaconRound[];
} & ReturnType<typeof receivedFields>;

/**
 * Returns the range from the epoch before the entry to the epoch whose head was signed with the position. Commitments reach
 * `EPOCHS_AHEAD` epochs ahead. They reach one epoch further if genesis was the last tick of an epoch, or if an epoch began
 * between the entry and the recording of the order.
 */
export function epochRange(entryTick: number): { from: number; to: number } {
  const epoch = epochOf(entryTick);
  return { from: Math.max(epoch - 1, 0), to: epoch + EPOCHS_AHEAD + 1 };
}

/** Loads the published rows of a position's epochs. There are none if the price began anew after the position. */
export async function loadEpochs(
  entryTick: number,
  { genesis }: Pick<Fairness, "genesis">,
  signal?: AbortSignal,
): Promise<FairnessEpoch[]> {
  if (entryTick < genesis.tick) return [];
  const query = epochRange(entryTick);
  return call("fairnessEpochs", signal === undefined ? { query } : { query, signal });
}

async function createReceiptFile(receipt: PositionReceipt): Promise<ReceiptFile> {
  const fairness = await call("fairness");
  const [epochs, rounds] = await Promise.all([
    loadEpochs(receipt.position.entryTick, fairness),
    loadRoundsOf(receipt.position, fairness),
  ]);
  const published = { receipt, fairness, epochs, rounds };
  const downloaded = new Date().toISOString();
  const about = { format: RECEIPT_FORMAT, site: location.origin, downloaded } as const;
  return { ...about, ...published, ...receivedFields(receipt.position) };
}

export const receiptFileName = (positionId: string): string => `veritick-receipt-${positionId}.json`;

const receiptFileText = (file: ReceiptFile): string => `${JSON.stringify(file, undefined, 2)}\n`;

/** Thrown if the platform answered with another position than the requested one. It must not be checked in its place. */
export class OtherPositionError extends Error {
  override readonly name = "OtherPositionError";
}

/** @param user the id of the user who asks; users see only their own positions */
export function assertAsked({ position }: PositionReceipt, id: string, user?: string): void {
  const isOther = position.id !== id || (user !== undefined && position.userId !== user);
  if (isOther) throw new OtherPositionError();
}

type Words = { readonly title: string; readonly hint: string };

/** Lets the browser save a receipt file. A notice tells the user if that fails. */
export function useReceiptDownload(failed: Words) {
  const [isPending, setIsPending] = useState(false);

  /** @param id the id of the wanted position; a receipt of another one is refused */
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
