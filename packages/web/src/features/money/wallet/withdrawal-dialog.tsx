import { useState } from "react";
import type { ComponentProps } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/use-submit.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { Skeleton, Stack } from "../../../ui/primitives.tsx";
import { NewCodeForm, StepUpPlace } from "../../account/public-forms.ts";
import { useWithdrawalGuard } from "./use-withdraw.ts";
import { WithdrawalForm } from "./withdrawal-form.tsx";
import { WithdrawalObstacles } from "./withdrawal-obstacles.tsx";

type WithdrawalDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * Asks for confirmation before it closes and forgets the fields, unless they hold only an amount, which is quick to retype.
 * The intent stays: the same withdrawal, typed again after no answer, counts as the same one.
 */
export function WithdrawalDialog({ open, onOpenChange }: WithdrawalDialogProps) {
  const { form } = useTextOf("later").payments.withdrawal;
  const intent = useIntent();
  const [holdsWork, setHoldsWork] = useState(false);

  function close() {
    setHoldsWork(false);
    onOpenChange(false);
  }

  return (
    <TypingDialog
      open={open}
      holdsWork={holdsWork}
      onClose={close}
      title={form.title}
      description={form.description}
    >
      <WithdrawalStep intent={intent} onHoldsWork={setHoldsWork} onDone={close} />
    </TypingDialog>
  );
}

/** Creates a withdrawal code first if there is none, because the code confirms the withdrawal. */
function WithdrawalStep(props: Omit<ComponentProps<typeof WithdrawalForm>, "guard">) {
  const text = useText();
  const { noCode } = useTextOf("later").payments.withdrawal;
  const user = useCurrentUser();
  const guard = useWithdrawalGuard();
  const [hadCode] = useState(user?.withdrawalCode !== null);
  if (!user) return null;
  if (user.withdrawalCode !== null || guard.hasPasskey) {
    return <WithdrawalForm {...props} guard={guard} startsAtAmount={!hadCode} />;
  }
  if (guard.isPending) {
    return (
      <div role="status" aria-label={text.common.loading}>
        <Skeleton width="100%" height={260} />
      </div>
    );
  }
  return (
    <Stack gap={5}>
      <WithdrawalObstacles {...guard} />
      <p>{noCode}</p>
      <NewCodeForm holdHours={guard.holdHours} startsAtCode />
      <StepUpPlace email={user.email} />
    </Stack>
  );
}
