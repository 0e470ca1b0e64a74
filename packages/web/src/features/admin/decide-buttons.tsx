import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { Decision } from "./use-decision.ts";

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
