import { useMutation } from "@tanstack/react-query";
import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { useRef, useState } from "react";
import { isUnanswered } from "../../../api/api-error.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/intent.ts";
import { useAdminText } from "../../../locales/text.ts";
import { refreshAdministration, rememberIn } from "../admin-queries.ts";
import type { AdminCallName } from "../admin-queries.ts";
import { StepUpCancelled } from "../step-up/step-up.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { useTellFailure } from "../use-tell-failure.ts";

type Words = Record<"approve" | "approveOf" | "reject" | "rejectOf" | "rejectTitle" | "rejectText", string>;

type DecideButtonsProps = {
  words: Words;
  pending: Decision<unknown>["name"] | undefined;
  onApprove: () => void;
  onReject: () => Promise<void>;
};

/** Approving acts at once; rejecting asks first. */
export function DecideButtons({ words, pending, onApprove, onReject }: DecideButtonsProps) {
  const [isAsking, setAsking] = useState(false);

  async function reject() {
    await onReject();
    setAsking(false);
  }

  return (
    <>
      <Button
        variant="danger"
        aria-label={words.rejectOf}
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
      >
        {words.reject}
      </Button>
      <Button
        aria-label={words.approveOf}
        pending={pending === "approve"}
        disabled={pending === "reject"}
        onClick={onApprove}
      >
        {words.approve}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={words.rejectTitle}
          confirmLabel={words.reject}
          pending={pending === "reject"}
          onConfirm={() => void reject()}
        >
          <p>{words.rejectText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type Request = {
  readonly id: string;
  readonly userId: string;
  readonly status: AdminDeposit["status"] | AdminWithdrawal["status"];
  readonly failureReason: string | null;
  readonly awaiting: Awaiting;
};

type Decision<T> = {
  readonly name: "approve" | "reject";
  readonly send: (idempotencyKey: string) => Promise<T>;
  readonly done: (decided: T) => { readonly title: string; readonly body: string };
  readonly failed: string;
};

/** Where it was not sent there is no answer to lose. */
const isLost = (error: Error) => !(error instanceof StepUpCancelled) && isUnanswered(error);

const APPROVED: readonly Request["status"][] = ["confirmed", "processing", "completed"];

/** Whether a row shows what was sent: that it was decided so, or for an approval that `by` proposed it. */
export function isShownDone(
  { status, failureReason, awaiting }: Pick<Request, "status" | "failureReason" | "awaiting">,
  name: "approve" | "reject",
  by: string | undefined,
): boolean {
  if (name === "reject") return status === "failed" && failureReason === "rejected";
  return APPROVED.includes(status) || (awaiting !== null && awaiting.proposedBy === by);
}

/**
 * Decides one deposit or withdrawal. Tried again after no answer it is sent with the same key, and a second click while
 * the first is under way does nothing.
 */
export function useDecision<T extends Request>(list: AdminCallName, item: T) {
  const { userId } = item;
  const me = useCurrentUser()?.id;
  const { proposals } = useAdminText();
  const tellFailure = useTellFailure();
  const intent = useIntent();
  const isBusy = useRef(false);
  const tellDone = (decided: T, done: Decision<T>["done"]) =>
    notify(
      decided.awaiting === null ? done(decided) : { title: proposals.made, body: proposals.madeDecision },
    );
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ name, send }: Decision<T>) => send(intent.keyFor(name)),
    onSuccess(decided, { done }) {
      rememberIn(list, decided, userId);
      tellDone(decided, done);
    },
    onError(error, { name, done, failed }) {
      // The answer may be lost while the row already shows that it was done.
      if (isLost(error) && isShownDone(item, name, me)) tellDone(item, done);
      else tellFailure(error, failed);
    },
    onSettled(_, error) {
      intent.settle(error);
      // After a refusal too: most likely somebody else was quicker.
      refreshAdministration(userId);
    },
  });

  return {
    pending: isPending ? variables.name : undefined,
    async decide(decision: Decision<T>): Promise<void> {
      if (isBusy.current) return;
      isBusy.current = true;
      await mutateAsync(decision).catch(() => undefined);
      isBusy.current = false;
    },
  };
}
