import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { useLaterText } from "../../locales/text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { WithdrawalView } from "./withdrawal-view.tsx";

type WithdrawalDetailsProps = { known: Withdrawal; open: boolean; onOpenChange: (open: boolean) => void };

export function WithdrawalDetails({ known, open, onOpenChange }: WithdrawalDetailsProps) {
  const { details } = useLaterText().payments.withdrawal;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={details.title}>
      <WithdrawalView known={known} />
    </Dialog>
  );
}
