import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { Screening } from "@veritick/contract/schemas/screening.ts";
import { isCleared, isHeld } from "@veritick/domain/screening.ts";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { GivenUp, isUnanswered } from "../../../api/client.ts";
import { AskDialog, LONGEST_NOTE } from "../../../api/ask-dialog.tsx";
import type { AskedField } from "../../../api/ask-dialog.tsx";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent, useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import type { AdminMessages } from "../../../locales/messages.ts";
import { useTextOf } from "../../../locales/text.ts";
import { refreshAdministration, rememberIn, useStats } from "../admin-queries.ts";
import type { AdminCallName } from "../admin-queries.ts";
import { useMay } from "../roles.tsx";
import { Button, TextLink } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption, Row, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import { rememberDecided } from "./request-lists.ts";

type DecideButtonsProps = {
  decision: ReturnType<typeof useDecision>;
  /** Until the screening allows it, it can only be rejected. */
  screening: Screening;
  approval?: Approval;
};

/** The question before an approval. */
type Approval = {
  readonly title: string;
  readonly about: ReactNode;
  /** Set if approving requires a reason. */
  readonly reason?: AskedField<"note">;
};

/** Rejecting asks first. Approving acts at once unless `approval` asks something. */
export function DecideButtons({ decision, screening, approval }: DecideButtonsProps) {
  const [asking, setAsking] = useState<"approve" | "reject">();
  const { words, figure, amount, email, approve, approveAsked, reject } = decision;
  const close = () => setAsking(undefined);
  const reasonField = useReasonField();
  const may = useMay();
  if (!may("cashier")) return null;
  return (
    <>
      <Button
        variant="danger"
        data-decision="reject"
        aria-label={words.rejectOf(amount, email)}
        disabled={approve.isPending}
        onClick={() => setAsking("reject")}
      >
        {words.reject}
      </Button>
      <Button
        data-decision="approve"
        aria-label={words.approveOf(figure, email)}
        disabled={isHeldBack(screening)}
        pending={approve.isPending}
        onClick={() => (approval === undefined ? approve.mutate() : setAsking("approve"))}
      >
        {words.approve}
      </Button>
      {asking === "approve" && approval !== undefined && (
        <AskDialog
          title={approval.title}
          confirmLabel={words.approve}
          isDanger={false}
          {...(approval.reason && { fields: [approval.reason] })}
          send={({ note }) => approveAsked(note)}
          failed={words.approveFailed}
          onClose={close}
        >
          {approval.about}
        </AskDialog>
      )}
      {asking === "reject" && (
        <AskDialog
          title={words.rejectTitle}
          confirmLabel={words.reject}
          fields={[reasonField]}
          send={({ reason }) => reject(reason === "" ? undefined : reason)}
          failed={words.rejectFailed}
          onClose={close}
        >
          <p>{words.rejectText(amount, email)}</p>
        </AskDialog>
      )}
    </>
  );
}

/** Returns the field for the reason that the user may read. */
export function useReasonField(): AskedField<"reason"> {
  const { requests } = useTextOf("admin");
  return {
    name: "reason",
    label: requests.reason,
    hint: requests.reasonHint,
    isLong: true,
    maxLength: LONGEST_NOTE,
    read: (typed) => typed.trim(),
  };
}

type Request = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string;
  readonly amount: string;
  readonly status: AdminDeposit["status"] | AdminWithdrawal["status"];
  readonly failureReason: string | null;
  readonly awaiting: Awaiting;
};

/** The words that deposits and withdrawals share. */
type Words = AdminMessages["deposits"] | AdminMessages["withdrawals"];

type Deciding<T> = {
  readonly list: AdminCallName;
  readonly words: Words;
  readonly send: Readonly<
    Record<"approve" | "reject", (idempotencyKey: string, note?: string) => Promise<T>>
  >;
  /** The amount that an approval gives the user. */
  readonly figureOf: (item: T) => string;
};

/** Tells whether a sent call got no answer. A call that was given up was never sent. */
const isLost = (error: unknown) => !(error instanceof GivenUp) && isUnanswered(error);

const APPROVED: readonly Request["status"][] = ["confirmed", "processing", "completed"];

/** Tells whether a row shows the decision sent: the decision itself or, for an approval, its proposal by `by`. */
export function isShownDone(
  { status, failureReason, awaiting }: Pick<Request, "status" | "failureReason" | "awaiting">,
  name: "approve" | "reject",
  by: string | undefined,
): boolean {
  if (name === "reject") return status === "failed" && failureReason === "rejected";
  return APPROVED.includes(status) || (awaiting !== null && awaiting.proposedBy === by);
}

/** Decides one deposit or withdrawal. A retry after no answer uses the same idempotency key. */
export function useDecision<T extends Request>(item: T, { list, words, send, figureOf }: Deciding<T>) {
  const { userId, userEmail: email } = item;
  const me = useCurrentUser()?.id;
  const { proposals } = useTextOf("admin");
  const format = useFormat();
  const tellFailure = useTellFailure();
  const intent = useIntent();
  const shown = useRef(item);
  useEffect(() => void (shown.current = item));
  const amount = format.money(item.amount);

  async function decide(name: "approve" | "reject", note?: string): Promise<T> {
    try {
      const decided = await intent.send(note === undefined ? name : { name, note }, (idempotencyKey) =>
        send[name](idempotencyKey, note),
      );
      rememberIn(list, decided, userId);
      rememberDecided(decided);
      return decided;
    } catch (error) {
      // The answer may be lost although the row already shows the decision.
      if (isLost(error) && isShownDone(shown.current, name, me)) return shown.current;
      throw error;
    } finally {
      // Refreshes after a refusal too: most likely another administrator was quicker.
      refreshAdministration(userId);
    }
  }

  const tellApproved = (decided: T) =>
    notify(
      decided.awaiting === null
        ? { title: words.approved, body: words.approvedBody(figureOf(decided), email) }
        : { title: proposals.made, body: proposals.madeDecision },
    );

  const approve = useSubmit({
    mutationFn: () => decide("approve"),
    onSuccess: tellApproved,
    onError: (error) => void tellFailure(error, words.approveFailed),
  });

  async function approveAsked(note: string | undefined) {
    tellApproved(await decide("approve", note));
  }

  async function reject(reason: string | undefined) {
    await decide("reject", reason);
    notify({ title: words.rejected, body: words.rejectedBody(amount, email) });
  }

  return { words, figure: figureOf(item), amount, email, approve, approveAsked, reject };
}

/**
 * The amount that the administrator has decided alone in 24 hours, and its limit. Empty if one administrator is always
 * enough.
 */
export function DecidedAlone() {
  const { requests: words } = useTextOf("admin");
  const format = useFormat();
  const may = useMay();
  const decided = useStats().data?.decidedAlone ?? null;
  if (decided === null || !may("cashier")) return null;
  const [amount, limit] = [format.money(decided.amount), format.money(decided.limit)];
  return <Caption as="p">{words.decidedAlone(amount, limit)}</Caption>;
}

const TONES: Record<NonNullable<Screening>["state"], BadgeTone> = {
  asking: "neutral",
  allow: "good",
  hold: "warn",
  refuse: "bad",
  unreachable: "warn",
  overridden: "warn",
};

/** Tells whether the screening prevents an approval. */
export const isHeldBack = (screening: Screening): boolean =>
  screening !== null && !isCleared(screening.state);

/** The screening service's answer about a deposit or withdrawal; empty if it was never asked. */
export function ScreeningLine({ screening, isOver }: { screening: Screening; isOver: boolean }) {
  const { screening: words, attention } = useTextOf("admin");
  const format = useFormat();
  if (screening === null) return null;
  const { state, reference, reason, at, askAgainAt } = screening;
  return (
    <Row gap={[1, 2]} align="center">
      <Caption as="span">{words.label}</Caption>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      <Caption as="span" anywhere>
        <Time dateTime={at}>{format.moment(at)}</Time>
        {reference !== null && <span translate="no"> · {words.reference(reference)}</span>}
        {askAgainAt !== null && ` · ${words.askAgain(format.moment(askAgainAt))}`}
        {reason !== null && ` · ${reason}`}
      </Caption>
      {isHeld(state) && !isOver && (
        <TextLink href="/admin/attention" isAccent>
          {attention.look}
        </TextLink>
      )}
    </Row>
  );
}
