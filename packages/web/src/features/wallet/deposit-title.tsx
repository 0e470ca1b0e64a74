import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { useLaterText } from "../../locales/text.ts";
import { isOpen, useLiveDeposit } from "./deposits-query.ts";

/** Payment is awaited only as long as it has not come. */
export function DepositTitle({ known }: { known: Deposit }) {
  const { deposit } = useLaterText().payments;
  return isOpen(useLiveDeposit(known)) ? deposit.awaiting.title : deposit.form.title;
}
