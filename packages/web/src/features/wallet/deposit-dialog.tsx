import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { useEffect, useState } from "react";
import { useLaterText } from "../../locales/text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DepositForm } from "./deposit-form.tsx";
import { DepositTitle } from "./deposit-title.tsx";
import { DepositView } from "./deposit-view.tsx";

const RESET_DELAY_MS = 300;

type DepositDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for an amount, then shows where to pay it. Closing forgets both, once the dialog is out of sight. */
export function DepositDialog({ open, onOpenChange }: DepositDialogProps) {
  const { deposit } = useLaterText().payments;
  const [amount, setAmount] = useState("");
  const [created, setCreated] = useState<Deposit>();

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => {
      setAmount("");
      setCreated(undefined);
    }, RESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [open]);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={created ? <DepositTitle known={created} /> : deposit.form.title}
      description={created ? undefined : deposit.form.description}
    >
      {created ? (
        <DepositView known={created} onDone={() => onOpenChange(false)} />
      ) : (
        <DepositForm amount={amount} onAmountChange={setAmount} onCreated={setCreated} />
      )}
    </Dialog>
  );
}
