import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useMemo, useState } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button, TextLink } from "../../../ui/button.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { Badge, Caption, Lead, Note, Row, Stack } from "../../../ui/primitives.tsx";
import type { Cell } from "../lists/record-table.tsx";
import { Select } from "../lists/selection.tsx";
import { AwaitingSecond } from "../requests/awaiting.tsx";
import { useWithdrawalsById } from "../requests/request-lists.ts";
import { useMay } from "../roles.tsx";
import { Created } from "../times.tsx";
import { AttentionFacts, EarlierDecisions, ItemAmount, Outcome, Who } from "./attention-facts.tsx";
import {
  actionsFor,
  isOpenItem,
  payoutsOf,
  unitOf,
  useItemAmount,
  useItemName,
  useWithdrawalOf,
  Withdrawals,
} from "./attention-items.ts";
import type { AttentionAction } from "./attention-items.ts";
import {
  AskScreeningAgain,
  CreditPayment,
  DismissItem,
  MarkFailed,
  MarkPaid,
  OverrideScreening,
  SetAside,
} from "./decision-dialogs.tsx";

/** An item that the list of open ones does not show. */
export function FoundItem(cell: Cell<AttentionItem>) {
  const { item } = cell;
  const withdrawals = useWithdrawalsById(useMemo(() => (isOpenItem(item) ? payoutsOf([item]) : []), [item]));
  if (!isOpenItem(item)) return <DecidedItem {...cell} />;
  return (
    <Withdrawals value={withdrawals}>
      <OpenItem {...cell} />
    </Withdrawals>
  );
}

/** An open item: the event, the known facts and the possible actions. */
export function OpenItem({ item, isGone, isOver }: Cell<AttentionItem>) {
  const { attention: words, list } = useTextOf("admin");
  const { withdrawal, isKnown } = useWithdrawalOf()(item);
  const awaiting = item.awaiting ?? withdrawal?.awaiting ?? null;
  const what = useItemName()(item);
  return (
    <Stack gap={2}>
      <Row gap={[1, 3]} align="center" justify="between">
        <Row gap={3} align="center">
          <Select item={item} what={what} />
          <Badge tone={item.kind === "payment" ? "good" : "warn"}>{words.kinds[item.kind]}</Badge>
          <Who item={item} />
        </Row>
        <ItemAmount item={item} />
      </Row>
      <Lead measure>{words.reasons[item.reason]}</Lead>
      <Caption>
        {words.since} <Created at={item.createdAt} isDateFirst />
      </Caption>
      <AttentionFacts item={item} withdrawal={withdrawal} />
      <EarlierDecisions item={item} />
      <Row gap={2} justify="end">
        {isGone ? (
          <Badge tone="neutral">{list.gone}</Badge>
        ) : isOver ? (
          <Outcome item={item} />
        ) : awaiting !== null ? (
          <AwaitingSecond awaiting={awaiting} userId={item.userId} email={item.userEmail ?? words.nobody} />
        ) : (
          <AttentionButtons item={item} withdrawal={withdrawal} isKnown={isKnown} />
        )}
      </Row>
    </Stack>
  );
}

type AttentionButtonsProps = {
  item: AttentionItem;
  withdrawal: AdminWithdrawal | undefined;
  isKnown: boolean;
};

/** The actions that an item allows. Each asks for a reason or a proof first. */
function AttentionButtons({ item, withdrawal, isKnown }: AttentionButtonsProps) {
  const { attention: words } = useTextOf("admin");
  const amount = useItemAmount(item);
  const name = useItemName()(item);
  const [opened, setOpened] = useState<AttentionAction>();
  const close = () => setOpened(undefined);
  const may = useMay();
  if (!may("cashier")) return null;
  // The possible actions depend on the state of the withdrawal.
  if (item.kind === "payout" && !isKnown) return null;
  const what = `${amount ?? ""} ${unitOf(item)}`.trim();
  const who = item.userEmail ?? words.nobody;
  // Such an item concerns no money.
  const isPlain = item.kind === "webhook";
  const buttons = {
    "ask-again": { variant: "quiet", text: words.askAgain.button, label: words.askAgain.of(what, who) },
    override: { variant: "danger", text: words.override.button, label: words.override.of(what, who) },
    credit: { variant: "primary", text: words.credit.button, label: words.credit.of(what, who) },
    "set-aside": { variant: "quiet", text: words.setAside.button, label: words.setAside.of(what) },
    dismiss: {
      variant: "quiet",
      text: isPlain ? words.dismiss.plainButton : words.dismiss.button,
      label: isPlain ? words.dismiss.plainOf(name) : words.dismiss.of(name),
    },
    "mark-paid": { variant: "primary", text: words.markPaid.button, label: words.markPaid.of(what, who) },
    "mark-failed": {
      variant: "danger",
      text: words.markFailed.button,
      label: words.markFailed.of(what, who),
    },
  } as const;
  return (
    <>
      {actionsFor(item, withdrawal).map((action) => {
        const { variant, text, label } = buttons[action];
        return (
          <Button key={action} variant={variant} aria-label={label} onClick={() => setOpened(action)}>
            {text}
          </Button>
        );
      })}
      {opened === "ask-again" && <AskScreeningAgain item={item} onClose={close} />}
      {opened === "override" && <OverrideScreening item={item} onClose={close} />}
      {opened === "credit" && <CreditPayment item={item} onClose={close} />}
      {opened === "set-aside" && <SetAside item={item} onClose={close} />}
      {opened === "dismiss" && <DismissItem item={item} onClose={close} />}
      {opened === "mark-paid" && withdrawal && <MarkPaid withdrawal={withdrawal} onClose={close} />}
      {opened === "mark-failed" && withdrawal && <MarkFailed withdrawal={withdrawal} onClose={close} />}
    </>
  );
}

/** A decided item, in short. */
export function DecidedItem({ item }: Cell<AttentionItem>) {
  const { attention: words } = useTextOf("admin");
  return (
    <Stack gap={2}>
      <Row gap={[1, 3]} align="center" justify="between">
        <Row gap={3} align="center">
          <Badge tone="neutral">{words.kinds[item.kind]}</Badge>
          <Who item={item} />
        </Row>
        <ItemAmount item={item} />
      </Row>
      <p>{words.reasons[item.reason]}</p>
      <Caption>
        <Outcome item={item} />{" "}
        {item.resolvedBy !== null && (
          <>
            <Decider id={item.resolvedBy} email={item.resolvedByEmail} />
            {" · "}
          </>
        )}
        {item.resolvedAt !== null && <Created at={item.resolvedAt} />}
      </Caption>
      {item.transactionHash !== null && (
        <Row gap={2} align="center" nowrap>
          <Caption as="span">{words.transaction}</Caption>
          <LongCode code={item.transactionHash} copyLabel={words.copy(item.transactionHash)} />
        </Row>
      )}
      {item.note !== null && <Note>{item.note}</Note>}
      {item.setAside !== null && <KeptAside item={item} amount={item.setAside} />}
    </Stack>
  );
}

/** The amount that house:unclaimed holds of a payment, with a button to credit it once its owner is known. */
function KeptAside({ item, amount }: { item: AttentionItem; amount: string }) {
  const { attention: words, proposals } = useTextOf("admin");
  const format = useFormat();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const kept = `${format.exactAmount(amount)} USDMS`;
  return (
    <Row gap={2} align="center" justify="end">
      <Caption as="span">
        {words.setAside.kept} <Amount of={amount} unit="USDMS" />
      </Caption>
      {item.awaiting !== null ? (
        <AwaitingSecond
          awaiting={item.awaiting}
          userId={item.userId}
          email={item.userEmail ?? proposals.nobody}
        />
      ) : (
        may("cashier") && (
          <Button
            aria-label={words.credit.of(kept, item.userEmail ?? words.nobody)}
            onClick={() => setOpen(true)}
          >
            {words.credit.toOwner}
          </Button>
        )
      )}
      {isOpen && <CreditPayment item={item} onClose={() => setOpen(false)} />}
    </Row>
  );
}

/** The administrator who decided. A deleted account has no e-mail; only its id is on record. */
function Decider({ id, email }: { id: string; email: string | null }) {
  const { attention: words } = useTextOf("admin");
  if (email === null) return words.byAdministrator;
  return (
    <>
      {words.by} <TextLink href={`/admin/users/${id}`}>{email}</TextLink>
    </>
  );
}
