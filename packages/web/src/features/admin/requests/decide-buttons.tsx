import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { useEffect, useRef, useState } from "react";
import { GivenUp, isUnanswered } from "../../../api/api-error.ts";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/intent.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useTellFailure } from "../../../api/use-tell-failure.ts";
import { useAdminText } from "../../../locales/text.ts";
import { refreshAdministration, rememberIn } from "../admin-queries.ts";
import type { AdminCallName } from "../admin-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import type { Notice } from "../../../ui/overlay/notice-store.ts";

type Words = Record<"approve" | "approveOf" | "reject" | "rejectOf" | "rejectTitle" | "rejectText", string>;

type DecideButtonsProps = { words: Words; decision: ReturnType<typeof useDecision> };

/** Approving acts at once; rejecting asks first. */
export function DecideButtons({ words, decision: { approve, reject, rejectFailed } }: DecideButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        aria-label={words.rejectOf}
        disabled={approve.isPending}
        onClick={() => setAsking(true)}
      >
        {words.reject}
      </Button>
      <Button aria-label={words.approveOf} pending={approve.isPending} onClick={() => approve.mutate()}>
        {words.approve}
      </Button>
      {isAsking && (
        <AskDialog
          title={words.rejectTitle}
          confirmLabel={words.reject}
          send={reject}
          failed={rejectFailed}
          onClose={() => setAsking(false)}
        >
          <p>{words.rejectText}</p>
        </AskDialog>
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
  readonly send: (idempotencyKey: string) => Promise<T>;
  readonly done: (decided: T) => Notice;
  readonly failed: string;
};

type Decisions<T> = { readonly approve: Decision<T>; readonly reject: Decision<T> };

/** Where it was not sent there is no answer to lose. */
const isLost = (error: unknown) => !(error instanceof GivenUp) && isUnanswered(error);

const APPROVED: readonly Request["status"][] = ["confirmed", "processing", "completed"];

/** Whether a row shows what was sent: that it was decided so, or for an approval that `by` proposed it. */
export function isShownDone(
  { status, failureReason, awaiting }: Pick<Request, "status" | "failureReason" | "awaiting">,
  name: keyof Decisions<unknown>,
  by: string | undefined,
): boolean {
  if (name === "reject") return status === "failed" && failureReason === "rejected";
  return APPROVED.includes(status) || (awaiting !== null && awaiting.proposedBy === by);
}

/** Decides one deposit or withdrawal. Tried again after no answer it is sent with the same key. */
export function useDecision<T extends Request>(list: AdminCallName, item: T, decisions: Decisions<T>) {
  const { userId } = item;
  const me = useCurrentUser()?.id;
  const { proposals } = useAdminText();
  const tellFailure = useTellFailure();
  const intent = useIntent();
  const shown = useRef(item);
  useEffect(() => void (shown.current = item));

  async function decide(name: keyof Decisions<T>): Promise<T> {
    try {
      const decided = await decisions[name].send(intent.keyFor(name));
      intent.settle();
      rememberIn(list, decided, userId);
      return decided;
    } catch (error) {
      intent.settle(error);
      // The answer may be lost while the row already shows that it was done.
      if (isLost(error) && isShownDone(shown.current, name, me)) return shown.current;
      throw error;
    } finally {
      // After a refusal too: most likely somebody else was quicker.
      refreshAdministration(userId);
    }
  }

  async function decideAndTell(name: keyof Decisions<T>): Promise<void> {
    const decided = await decide(name);
    const isDone = decided.awaiting === null;
    notify(isDone ? decisions[name].done(decided) : { title: proposals.made, body: proposals.madeDecision });
  }

  return {
    approve: useSubmit({
      mutationFn: () => decideAndTell("approve"),
      onError: (error) => void tellFailure(error, decisions.approve.failed),
    }),
    reject: () => decideAndTell("reject"),
    rejectFailed: decisions.reject.failed,
  };
}
