import type { Deposit } from "@veritick/contract/deposits.ts";
import { useEffect, useState } from "react";
import { useText } from "../../locales/text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AwaitingPayment } from "./awaiting-payment.tsx";
import { DepositForm } from "./deposit-form.tsx";
import { isOpen, useLiveDeposit } from "./deposits-query.ts";

const RESET_DELAY_MS = 300;

type DepositDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for an amount, then shows where to pay it. Closing forgets both, once the dialog is out of sight. */
export function DepositDialog({ open, onOpenChange }: DepositDialogProps) {
  const { wallet } = useText();
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
      title={created ? <CreatedTitle created={created} /> : wallet.form.title}
      description={created ? undefined : wallet.form.description}
    >
      {created ? (
        <AwaitingPayment created={created} onDone={() => onOpenChange(false)} />
      ) : (
        <DepositForm amount={amount} onAmountChange={setAmount} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

/** Payment is awaited only as long as it has not come. */
function CreatedTitle({ created }: { created: Deposit }) {
  const { wallet } = useText();
  return isOpen(useLiveDeposit(created)) ? wallet.awaiting.title : wallet.form.title;
}
