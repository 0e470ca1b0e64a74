import { useState } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { aboutOf, useProposal } from "./use-proposal.ts";
import type { ProposalWords } from "./use-proposal.ts";

/** Whoever made it may take it back; everybody else agrees at once or declines, which asks first. */
export function ProposalButtons(proposal: ProposalWords) {
  const { proposals: words } = useAdminText();
  const [isAsking, setAsking] = useState(false);
  const { agree, end } = useProposal(proposal);
  const { action, email, isOwn } = proposal;
  const what = words.what[action];

  if (isOwn) {
    return (
      <Button
        variant="quiet"
        aria-label={words.takeBackOf(what, email)}
        pending={end.isPending}
        onClick={() => end.mutate()}
      >
        {words.takeBack}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="danger"
        aria-label={words.declineOf(what, email)}
        disabled={agree.isPending}
        onClick={() => setAsking(true)}
      >
        {words.decline}
      </Button>
      <Button
        aria-label={words.agreeOf(what, email)}
        pending={agree.isPending}
        disabled={end.isPending}
        onClick={() => agree.mutate()}
      >
        {words.agree}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={words.declineTitle}
          confirmLabel={words.decline}
          pending={end.isPending}
          onConfirm={() => end.mutate(undefined, { onSettled: () => setAsking(false) })}
        >
          <p>{words.declineText(what, aboutOf(proposal))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
