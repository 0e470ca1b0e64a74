import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DepositTitle } from "./deposit-title.tsx";
import { DepositView } from "./deposit-view.tsx";

type DepositDetailsProps = { known: Deposit; open: boolean; onOpenChange: (open: boolean) => void };

/** A deposit opened again from the history: the same view that its creation led to. */
export function DepositDetails({ known, open, onOpenChange }: DepositDetailsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<DepositTitle known={known} />}>
      <DepositView known={known} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
