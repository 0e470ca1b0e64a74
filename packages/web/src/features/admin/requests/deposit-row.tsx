import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { memo } from "react";
import { noteField } from "../../../api/ask-dialog.tsx";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { DepositStatusBadge } from "../../money/public.ts";
import { adminCall } from "../admin-queries.ts";
import { Created } from "../created.tsx";
import styles from "./requests.module.css";
import { DecideButtons, useDecision } from "./decide-buttons.tsx";
import { AwaitingSecond, NeedsAttention } from "./awaiting.tsx";
import { isOpenDeposit } from "./requests.ts";
import { Row } from "../lists/row.tsx";
import type { SteadyRow } from "../lists/steady-list.ts";
import { Badge, Caption, Num, Strong } from "../../../ui/primitives.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";

export const DepositRow = memo(function DepositRow({ item, isGone }: SteadyRow<AdminDeposit>) {
  const { deposits: words, list, attention, userPage } = useAdminText();
  const reasons: Readonly<Record<string, string>> = attention.reasons;
  const format = useFormat();
  const isOver = isGone || !isOpenDeposit(item);
  const { id, userEmail: email, paymentId } = item;
  const amount = format.exactAmount(item.amount);
  const params = { id };

  // More than what has arrived is the house's own money, so it takes a reason.
  const isCovered = item.sandbox || parseMinor(item.arrived ?? "0") >= parseMinor(item.amount);
  const arrived = words.arrived(format.exactAmount(item.arrived ?? "0"));
  const approval = {
    title: words.trustTitle,
    about: <p>{words.trustText(amount, arrived, email)}</p>,
    reason: noteField(userPage.reason, userPage.reasonHint, userPage.reasonMissing),
  };

  const decision = useDecision(item, {
    list: "adminListDeposits",
    words,
    send: {
      approve: (idempotencyKey, note) =>
        adminCall("approveDeposit", {
          params,
          idempotencyKey,
          ...(note !== undefined && { body: { note } }),
        }),
      reject: (idempotencyKey) => adminCall("rejectDeposit", { params, idempotencyKey }),
    },
    figureOf: ({ credited, amount }) => format.exactAmount(credited ?? amount),
  });

  return (
    <Row
      userId={item.userId}
      email={email}
      isOver={isOver}
      note={<Created at={item.createdAt} />}
      figure={
        <>
          <Strong as="p">
            <Num>{amount} USDMS</Num>
          </Strong>
          {!isOver && <DepositStatusBadge status={item.status} isExplained={false} />}
          {!isOver && !item.sandbox && <Caption as="p">{arrived}</Caption>}
        </>
      }
      detail={
        <div className={styles["payment"]}>
          <span className={styles["name"]}>{words.payment}</span>
          {paymentId === null ? (
            <span>{words.noPayment}</span>
          ) : (
            <>
              <span className={styles["code"]} translate="no">
                {paymentId}
              </span>
              <CopyButton label={words.copyPayment(paymentId)} value={paymentId} />
            </>
          )}
        </div>
      }
      actions={
        isOver ? (
          isGone ? (
            <Badge tone="neutral">{list.gone}</Badge>
          ) : (
            <DepositStatusBadge status={item.status} isExplained={false} />
          )
        ) : item.awaiting !== null ? (
          <AwaitingSecond awaiting={item.awaiting} userId={item.userId} email={email} amount={amount} />
        ) : item.attention !== null ? (
          <NeedsAttention reason={reasons[item.attention] ?? words.otherReason} />
        ) : (
          <DecideButtons decision={decision} {...(!isCovered && { approval })} />
        )
      }
    />
  );
});
