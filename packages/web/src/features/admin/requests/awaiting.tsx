import type { Awaiting, Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useState } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/intent.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, refreshAdministration, rememberIn, useProposals } from "../admin-queries.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { ConfirmDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Time } from "../../../ui/primitives.tsx";
import { useTellFailure } from "../use-tell-failure.ts";
import styles from "./requests.module.css";

type AwaitingSecondProps = {
  awaiting: NonNullable<Awaiting>;
  /** Whose money it is about. */
  userId: string | null;
  email: string;
  /** Formatted, in USDMS. */
  amount: string;
};

/** In the place of a row's buttons while another administrator must agree: what to, who asks and since when. */
export function AwaitingSecond({ awaiting, userId, email, amount }: AwaitingSecondProps) {
  const { proposals: words } = useAdminText();
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === awaiting.proposedBy;
  // The list of proposals knows what was noted with it.
  const { data } = useProposals();
  const proposal = data?.find(({ id }) => id === awaiting.proposalId);
  return (
    <div className={styles["place"]}>
      <Badge tone="warn">{words.badge}</Badge>
      <p className={styles["who"]}>
        {words.what[awaiting.action]}
        {". "}
        {isOwn ? words.byYou : words.by(awaiting.proposedByEmail ?? words.nobody)}
        {" · "}
        <Time dateTime={awaiting.proposedAt} isRelative>
          {format.moment(awaiting.proposedAt)}
        </Time>
      </p>
      {proposal && <ProposalDetails proposal={proposal} />}
      <div className={styles["buttons"]}>
        <ProposalButtons
          id={awaiting.proposalId}
          action={awaiting.action}
          subject={userId}
          email={email}
          amount={amount}
          isOwn={isOwn}
        />
      </div>
    </div>
  );
}

/** What was given with a proposal: words, a transaction. Nothing where there is neither. */
export function ProposalDetails({ proposal: { note, transactionId } }: { proposal: Proposal }) {
  const { proposals: words } = useAdminText();
  if (note === null && transactionId === null) return null;
  return (
    <dl className={styles["details"]}>
      {note !== null && (
        <div>
          <dt>{words.note}</dt>
          <dd>{note}</dd>
        </div>
      )}
      {transactionId !== null && (
        <div>
          <dt>{words.transaction}</dt>
          <dd className={styles["transaction"]}>
            <LongCode code={transactionId} />
            <CopyButton label={words.copyTransaction(transactionId)} value={transactionId} />
          </dd>
        </div>
      )}
    </dl>
  );
}

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

/** What a proposal is about, in words. */
type ProposalWords = {
  readonly id: string;
  readonly action: Proposal["action"];
  readonly subject: string | null;
  readonly email: string;
  /** Formatted, in USDMS; null for what is about no money. */
  readonly amount: string | null;
  readonly isOwn: boolean;
};

/** Whose it is, and how much of it. */
const aboutOf = ({ amount, email }: Pick<ProposalWords, "amount" | "email">): string =>
  amount === null ? email : `${amount} USDMS, ${email}`;

/** Agrees to a proposal, or ends it: declined by another administrator, taken back by the one who made it. */
function useProposal({ id, action, subject, isOwn, ...rest }: ProposalWords) {
  const { proposals: words } = useAdminText();
  const tellFailure = useTellFailure();
  const intent = useIntent();
  const what = words.what[action];
  const params = { id };

  const settle = (_: unknown, error: unknown) => {
    intent.settle(error);
    refreshAdministration(subject ?? "");
  };

  const agree = useSubmit({
    mutationFn: () => adminCall("agreeToProposal", { params, idempotencyKey: intent.keyFor("agree") }),
    onSuccess(proposal) {
      rememberIn("listProposals", proposal);
      notify({ title: words.agreed, body: words.agreedBody(what, aboutOf(rest)) });
    },
    onError: (error) => void tellFailure(error, words.agreeFailed),
    onSettled: settle,
  });

  const end = useSubmit({
    mutationFn: () =>
      adminCall("declineProposal", { params, body: {}, idempotencyKey: intent.keyFor("decline") }),
    onSuccess(proposal) {
      rememberIn("listProposals", proposal);
      notify({ title: isOwn ? words.takenBack : words.declined, body: words.endedBody });
    },
    onError: (error) => void tellFailure(error, words.declineFailed),
    onSettled: settle,
  });

  return { agree, end };
}

/** What awaits a second administrator about a user themselves: a change of their balance, their administration. */
export function UserProposals({ userId }: { userId: string }) {
  const { proposals: words } = useAdminText();
  const format = useFormat();
  const { data = [] } = useProposals();
  const whatOf = ({ action, amount }: Proposal) =>
    action === "balance_adjusted" ? `${format.signedExactAmount(amount)} USDMS` : words.what[action];
  return data
    .filter(({ outcome, target }) => outcome === null && target === userId)
    .map((proposal) => (
      <span key={proposal.id} data-tip={words.badge}>
        <Badge tone="warn">{words.awaiting(whatOf(proposal))}</Badge>
      </span>
    ));
}
