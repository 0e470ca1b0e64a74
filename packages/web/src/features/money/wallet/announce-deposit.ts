import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { useEffect } from "react";
import { formatIn } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { laterTextIn, textIn } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";

const shown = new Set<string>();
const told = new Set<string>();

/** While a dialog shows a deposit, it says by itself what becomes of it. */
export function useShownDeposit(id: string) {
  useEffect(() => {
    shown.add(id);
    return () => void shown.delete(id);
  }, [id]);
}

/** Tells once that a deposit is on the balance, unless its dialog does. */
export function announceDeposit({ id, credited, amount }: Deposit): void {
  if (told.has(id)) return;
  told.add(id);
  if (shown.has(id)) return;
  const language = chosenLanguage();
  notify({
    title: laterTextIn(language).payments.deposit.told,
    body: textIn(language).trade.amount(formatIn(language).signedMoney(credited ?? amount)),
    isNews: true,
  });
}
