import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { notify } from "../../ui/notice-store.ts";
import { assertAsked } from "./asked-position.ts";
import { createReceiptFile, receiptFileName, receiptFileText } from "./receipt-file.ts";

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
