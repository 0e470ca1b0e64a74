import { useFormat } from "../../../lib/format.ts";
import { useMay } from "../roles.tsx";
import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { memo, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { useTextOf } from "../../../locales/text.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { Created, Freshness } from "../times.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { AwaitingSecond } from "../requests/awaiting.tsx";
import { LinkedItem, useLinkedId, useLinkedRow } from "../lists/linked-item.tsx";
import { useWithdrawalsById } from "../requests/request-lists.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Badge, Caption } from "../../../ui/primitives.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { useKeptFocus } from "../../../lib/focus.ts";
import { AttentionFacts, EarlierDecisions, ItemAmount, Outcome, Who } from "./attention-facts.tsx";
import {
  actionsFor,
  isOpenItem,
  unitOf,
  useAttention,
  useAttentionCount,
  useItemAmount,
} from "./attention-items.ts";
import type { AttentionAction } from "./attention-items.ts";
import { Intro, Item, ItemActions, ItemHead, ItemNote } from "../lists/item.tsx";
import styles from "./attention.module.css";
import {
  AskScreeningAgain,
  CreditPayment,
  DismissItem,
  MarkFailed,
  MarkPaid,
  OverrideScreening,
  SetAside,
} from "./decision-dialogs.tsx";

/** Payments and payouts that need a person: the open items with their actions, then the decided ones. */
export function AttentionPage() {
  const { attention: words } = useTextOf("admin");
  const pages = useAttention();
  const { items, olderOpen } = pages;
  const count = useAttentionCount() ?? 0;
  const linkedId = useLinkedId("item");
  const open = useMemo(() => items?.filter(isOpenItem), [items]);
  // Items about payouts need the state of their withdrawals.
  const { byId, isMissing } = useWithdrawalsById(useMemo(() => payoutsOf(open), [open]));
  const decided = useMemo(() => items?.filter((item) => !isOpenItem(item)), [items]);
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={items !== undefined} />}>
      <Intro>{words.intro}</Intro>
      <LinkedItem<AttentionItem>
        id={linkedId}
        list="listAttention"
        isListed={open?.some(({ id }) => id === linkedId)}
        isOpen={isOpenItem}
        columns="one"
        row={(item) => (isOpenItem(item) ? <FoundRow item={item} /> : <DecidedRow item={item} isLinked />)}
      />
      <Card
        title={
          open === undefined ? words.openUncounted : words.open(Math.max(open.length, olderOpen ? count : 0))
        }
      >
        <EndlessList
          label={words.title}
          pages={{ ...pages, items: open }}
          known={items}
          isWhole={!olderOpen}
          name={linkedId ?? ""}
          empty={words.empty}
          columns="one"
          row={({ item, isGone }) => {
            const withdrawal = byId?.get(item.withdrawalId ?? "");
            const isKnown = withdrawal !== undefined || !isMissing;
            const isLinked = item.id === linkedId;
            return <AttentionRow key={item.id} {...{ item, isGone, withdrawal, isKnown, isLinked }} />;
          }}
        />
      </Card>
      <Card title={words.decided}>
        <EndlessList
          label={words.decided}
          pages={{ ...pages, items: decided }}
          empty={words.decidedEmpty}
          columns="one"
          row={({ item }) => <DecidedRow key={item.id} item={item} />}
        />
      </Card>
    </AdminFrame>
  );
}

const payoutsOf = (items: readonly AttentionItem[] = []): string[] =>
  items.flatMap(({ kind, withdrawalId }) =>
    (kind === "payout" || kind === "screening") && withdrawalId !== null ? [withdrawalId] : [],
  );

type AttentionRowProps = {
  item: AttentionItem;
  isGone: boolean;
  /** The withdrawal behind an open item about a payout or a screening. */
  withdrawal: AdminWithdrawal | undefined;
  /** Whether the state of the withdrawal is known. */
  isKnown: boolean;
  /** Whether the address asks for this item. */
  isLinked: boolean;
};

/** An open item that the list does not show. */
function FoundRow({ item }: { item: AttentionItem }) {
  const { byId, isMissing } = useWithdrawalsById(useMemo(() => payoutsOf([item]), [item]));
  const withdrawal = byId?.get(item.withdrawalId ?? "");
  const isKnown = withdrawal !== undefined || !isMissing;
  return <AttentionRow {...{ item, withdrawal, isKnown }} isGone={false} isLinked />;
}

/** An open item: the event, the known facts and the possible actions. */
function AttentionRow({ item, isGone, withdrawal, isKnown, isLinked }: AttentionRowProps) {
  const { attention: words, list } = useTextOf("admin");
  const isOver = isGone || !isOpenItem(item);
  const keptFocus = useKeptFocus();
  const isMarked = useLinkedRow(keptFocus.ref, isLinked);
  const awaiting = item.awaiting ?? withdrawal?.awaiting ?? null;
  return (
    <Item {...keptFocus} isOver={isOver} isLinked={isMarked}>
      <ItemHead>
        <Badge tone={item.kind === "payment" ? "good" : "warn"}>{words.kinds[item.kind]}</Badge>
        <Who item={item} />
        <ItemAmount item={item} />
      </ItemHead>
      <p className={styles["reason"]}>{words.reasons[item.reason]}</p>
      <Caption>
        {words.since} <Created at={item.createdAt} isDateFirst />
      </Caption>
      <AttentionFacts item={item} withdrawal={withdrawal} />
      <EarlierDecisions item={item} />
      <ItemActions>
        {isOver ? (
          isGone ? (
            <Badge tone="neutral">{list.gone}</Badge>
          ) : (
            <Outcome item={item} />
          )
        ) : awaiting !== null ? (
          <AwaitingSecond awaiting={awaiting} userId={item.userId} email={item.userEmail ?? words.nobody} />
        ) : (
          <AttentionButtons item={item} withdrawal={withdrawal} isKnown={isKnown} />
        )}
      </ItemActions>
    </Item>
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
      label: isPlain
        ? words.dismiss.plainOf(item.details["url"] ?? "")
        : words.dismiss.of(`${words.kinds[item.kind]}, ${what}, ${who}`),
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

type DecidedRowProps = { item: AttentionItem; isLinked?: boolean };

/** A decided item, in short. */
const DecidedRow = memo(function DecidedRow({ item, isLinked = false }: DecidedRowProps) {
  const { attention: words } = useTextOf("admin");
  const place = useRef<HTMLLIElement>(null);
  const isMarked = useLinkedRow(place, isLinked);
  return (
    <Item ref={place} isLinked={isMarked}>
      <ItemHead>
        <Badge tone="neutral">{words.kinds[item.kind]}</Badge>
        <Who item={item} />
        <ItemAmount item={item} />
      </ItemHead>
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
        <div className={styles["transaction"]}>
          <Caption as="span">{words.transaction}</Caption>
          <LongCode code={item.transactionHash} copyLabel={words.copy(item.transactionHash)} />
        </div>
      )}
      {item.note !== null && <ItemNote>{item.note}</ItemNote>}
      {item.setAside !== null && <KeptAside item={item} amount={item.setAside} />}
    </Item>
  );
});

/** The amount that house:unclaimed holds of a payment, with a button to credit it once its owner is known. */
function KeptAside({ item, amount }: { item: AttentionItem; amount: string }) {
  const { attention: words, proposals } = useTextOf("admin");
  const format = useFormat();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const kept = `${format.exactAmount(amount)} USDMS`;
  return (
    <ItemActions>
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
    </ItemActions>
  );
}

/** The administrator who decided. A deleted account has no e-mail; only its id is on record. */
function Decider({ id, email }: { id: string; email: string | null }) {
  const { attention: words } = useTextOf("admin");
  if (email === null) return words.byAdministrator;
  return (
    <>
      {words.by}{" "}
      <Link href={`/admin/users/${id}`} className={styles["decider"]}>
        {email}
      </Link>
    </>
  );
}
