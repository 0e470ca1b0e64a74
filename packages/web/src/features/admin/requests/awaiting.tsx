import { DECIDERS, declinerOf } from "@veritick/contract/roles.ts";
import { useMay } from "../roles.tsx";
import type { Awaiting, Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent, useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import type { AdminMessages } from "../../../locales/messages.ts";
import { useTextOf } from "../../../locales/text.ts";
import { adminCall, refreshAdministration, rememberIn, useProposals } from "../admin-queries.ts";
import { proposedSetting, useSettingText } from "../setting-text.ts";
import { Badge, Caption, Grid, Row, Time } from "../../../ui/primitives.tsx";
import { Button, TextLink } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import type { Notice } from "../../../ui/overlay/notice-store.ts";

type AwaitingSecondProps = {
  awaiting: NonNullable<Awaiting>;
  /** The user whose money it concerns. */
  userId: string | null;
  email: string;
  /** Formatted, in USDMS, if the row has the amount of the proposal. */
  amount?: string;
};

/** Replaces a row's buttons while another administrator must agree: shows the decision, its author and its time. */
export function AwaitingSecond({ awaiting, userId, email, amount }: AwaitingSecondProps) {
  const { proposals: words } = useTextOf("admin");
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === awaiting.proposedBy;
  // The list of proposals has the note.
  const { data } = useProposals();
  const proposal = data?.find(({ id }) => id === awaiting.proposalId);
  const whom = proposal?.subjectEmail ?? email;
  const sum = proposal === undefined ? amount : format.money(proposal.amount);
  const facts = [...(sum === undefined ? [] : [`${sum} USDMS`]), ...(whom === email ? [] : [whom])];
  return (
    <Grid gap={2} columns="minmax(0, 36ch)">
      <p>
        <Badge tone="warn">{words.badge}</Badge>
      </p>
      <Caption anywhere>
        {whatOf(words, proposal ?? awaiting)}
        {facts.length > 0 && ` (${facts.join(", ")})`}
        {". "}
        {isOwn ? words.byYou : words.by(awaiting.proposedByEmail ?? words.nobody)}
        {" · "}
        <Time dateTime={awaiting.proposedAt} isRelative>
          {format.moment(awaiting.proposedAt)}
        </Time>
      </Caption>
      {proposal && <ProposalDetails proposal={proposal} />}
      <Row gap={2}>
        {sum !== undefined && (proposal !== undefined || userId !== null) && (
          <ProposalButtons
            id={awaiting.proposalId}
            action={awaiting.action}
            subject={proposal?.subject ?? userId}
            email={whom}
            amount={sum}
            isOwn={isOwn}
            effectiveAt={awaiting.effectiveAt}
          />
        )}
      </Row>
    </Grid>
  );
}

/** Replaces a row's buttons if the decision is made on the attention list: shows the reason and a link. */
export function NeedsAttention({ reason }: { reason: string }) {
  const { withdrawals: words, attention } = useTextOf("admin");
  return (
    <Grid gap={1} columns="minmax(0, 32ch)">
      <p>
        <Badge tone="warn">{words.attention}</Badge>
      </p>
      <Caption>{reason}</Caption>
      <p>
        <TextLink href="/admin/attention" isAccent>
          {attention.look}
        </TextLink>
      </p>
    </Grid>
  );
}

/** Returns what a proposal does. A credit without a subject sets the payment aside. */
export const whatOf = (
  { what }: AdminMessages["proposals"],
  { action, subject }: Pick<Proposal, "action"> & { subject?: string | null },
): string => (action === "payment_credited" && subject === null ? what.payment_set_aside : what[action]);

/** The details of a proposal: a role, a note, a transaction, a setting or a time. Empty if it has none. */
export function ProposalDetails({ proposal }: { proposal: Proposal }) {
  const { note, transactionId, action, role, setting, effectiveAt } = proposal;
  const { proposals: words, roles } = useTextOf("admin");
  const format = useFormat();
  const isOfRole = action === "role_changed";
  if (note === null && transactionId === null && !isOfRole && setting === null && effectiveAt === null)
    return null;
  return (
    <Facts look="inline">
      {isOfRole && <Fact name={roles.label}>{role === null ? roles.none : roles.names[role]}</Fact>}
      {setting !== null && <ProposedSetting setting={setting} />}
      {effectiveAt !== null && (
        <Fact name={words.effective}>
          <Time dateTime={effectiveAt}>{format.moment(effectiveAt)}</Time>
        </Fact>
      )}
      {note !== null && <Fact name={words.note}>{note}</Fact>}
      {transactionId !== null && (
        <Fact name={words.transaction}>
          <LongCode code={transactionId} copyLabel={words.copyTransaction(transactionId)} />
        </Fact>
      )}
    </Facts>
  );
}

function ProposedSetting({ setting }: { setting: string }) {
  const { proposals, installation } = useTextOf("admin");
  const { settings: words } = installation;
  const textOf = useSettingText();
  const { name, value } = proposedSetting(setting);
  const { label } = words.names[name];
  return (
    <>
      <Fact name={proposals.setting}>{value === null ? words.resetOf(label) : label}</Fact>
      {value !== null && <Fact name={words.field}>{textOf(name, value)}</Fact>}
    </>
  );
}

/** The subject of a proposal, for display. */
type ProposalWords = {
  readonly id: string;
  readonly action: Proposal["action"];
  readonly subject: string | null;
  readonly email: string;
  /** Formatted, in USDMS; null if no money is involved. */
  readonly amount: string | null;
  readonly isOwn: boolean;
  /** The time at which it takes effect by itself, if it does. */
  readonly effectiveAt: string | null;
};

/** The author may take a proposal back. Others agree at once, or decline after a confirmation. */
export function ProposalButtons(props: ProposalWords) {
  const { id, action, subject, email, amount, isOwn, effectiveAt } = props;
  const { proposals: words } = useTextOf("admin");
  const [isAsking, setAsking] = useState(false);
  const what = whatOf(words, { action, subject });
  const about = amount === null ? email : `${amount} USDMS, ${email}`;
  const refresh = () => refreshAdministration(subject ?? "");

  const agree = useProposalCall(refresh, {
    send: (idempotencyKey) => adminCall("agreeToProposal", { params: { id }, idempotencyKey }),
    done: { title: words.agreed, body: words.agreedBody(what, about) },
    failed: words.agreeFailed,
  });
  const end: ProposalCall = {
    send: (idempotencyKey) => adminCall("declineProposal", { params: { id }, body: {}, idempotencyKey }),
    done: { title: isOwn ? words.takenBack : words.declined, body: words.endedBody },
    failed: words.declineFailed,
  };
  const takeBack = useProposalCall(refresh, end);
  const may = useMay();
  const mayAgree = may(DECIDERS[action]);
  if (!mayAgree && !may(declinerOf(action, effectiveAt !== null))) return null;

  if (isOwn) {
    return (
      <Button
        variant="quiet"
        aria-label={words.takeBackOf(what, email)}
        pending={takeBack.isPending}
        onClick={() => takeBack.mutate()}
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
      {mayAgree && (
        <Button
          aria-label={words.agreeOf(what, email)}
          pending={agree.isPending}
          onClick={() => agree.mutate()}
        >
          {words.agree}
        </Button>
      )}
      {isAsking && (
        <AskDialog
          title={words.declineTitle}
          confirmLabel={words.decline}
          send={(_, idempotencyKey) => end.send(idempotencyKey)}
          failed={end.failed}
          onDone={(proposal) => tellEnded(proposal, end.done)}
          onSettled={refresh}
          onClose={() => setAsking(false)}
        >
          <p>{words.declineText(what, about)}</p>
        </AskDialog>
      )}
    </>
  );
}

type ProposalCall = {
  readonly send: (idempotencyKey: string) => Promise<Proposal>;
  readonly done: Notice;
  readonly failed: string;
};

function tellEnded(proposal: Proposal, done: Notice) {
  rememberIn("listProposals", proposal);
  notify(done);
}

/** Returns the action that agrees to a proposal or takes it back at once. */
function useProposalCall(onSettled: () => void, { send, done, failed }: ProposalCall) {
  const tellFailure = useTellFailure();
  const intent = useIntent();
  return useSubmit({
    mutationFn: () => intent.send("", send),
    onSuccess: (proposal) => tellEnded(proposal, done),
    onError: (error) => void tellFailure(error, failed),
    onSettled,
  });
}

/** The proposals about a user themselves, such as a change of balance or of rights, that await a second administrator. */
export function UserProposals({ userId }: { userId: string }) {
  const { proposals: words } = useTextOf("admin");
  const format = useFormat();
  const { data = [] } = useProposals();
  const said = ({ action, amount }: Proposal) =>
    action === "balance_adjusted" ? `${format.signedMoney(amount)} USDMS` : words.what[action];
  return data
    .filter(({ outcome, target }) => outcome === null && target === userId)
    .map((proposal) => (
      <span key={proposal.id} data-tip={words.badge}>
        <Badge tone="warn">{words.awaiting(said(proposal))}</Badge>
      </span>
    ));
}
