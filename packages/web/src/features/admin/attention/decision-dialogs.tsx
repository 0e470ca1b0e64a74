import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { EMAIL, plainEmail } from "@veritick/domain/emails.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { readTransactionId } from "@veritick/domain/typed-text.ts";
import { inFours, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { DecisionDialog } from "../decision-dialog.tsx";
import { adminCall, rememberIn } from "../admin-queries.ts";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import { PayoutWord } from "./attention-facts.tsx";
import {
  OUR_ASSET,
  amountToBeginWith,
  readCredit,
  rememberItem,
  unitOf,
  useItemAmount,
  CREDIT_PLACES,
} from "./attention-items.ts";
import { noteField } from "../../../api/ask-dialog.tsx";
import type { AskedField } from "../../../api/ask-dialog.tsx";
import { useAmountFault } from "../../../ui/form/amount-fault.ts";
import { plainDecimal, typedAmount } from "../../../lib/amount.ts";
import { useLanguage } from "../../../lib/preferences.ts";

type ItemDialogProps = { item: AttentionItem; onClose: () => void };

/**
 * Asks for the amount and a note before a payment is credited. The amount begins with what is left to decide. If the payment
 * has no user, it also asks for the recipient.
 */
export function CreditPayment({ item, onClose }: ItemDialogProps) {
  const { credit: words } = useTextOf("admin").attention;
  const format = useFormat();
  const { id, userEmail } = item;
  const amountField = useAmountField(item);
  const note = useNoteField();
  const to = { name: "to", label: words.to, read: readEmail, invalid: words.toInvalid } as const;
  return (
    <DecisionDialog<"to" | "amount" | "note", AttentionItem>
      title={userEmail === null ? words.titleUnowned : words.title(userEmail)}
      confirmLabel={words.button}
      isDanger={false}
      fields={userEmail === null ? [to, amountField, note] : [amountField, note]}
      failed={words.failed}
      send={(body, idempotencyKey) => adminCall("creditPayment", { params: { id }, body, idempotencyKey })}
      userId={item.userId}
      remember={rememberItem}
      done={(_, { amount, to: named }) => ({
        title: words.done,
        body: words.doneBody(format.exactAmount(amount), userEmail ?? named),
      })}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {item.asset !== OUR_ASSET && item.resolvedAt === null && <p>{words.otherAsset}</p>}
      <DecidedAlone />
    </DecisionDialog>
  );
}

/** Asks the same before a payment without a known owner is set aside. */
export function SetAside({ item, onClose }: ItemDialogProps) {
  const { setAside: words, credit } = useTextOf("admin").attention;
  const format = useFormat();
  const { id } = item;
  return (
    <DecisionDialog
      title={words.title}
      confirmLabel={words.button}
      isDanger={false}
      fields={[useAmountField(item), useNoteField()]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("creditPayment", {
          params: { id },
          body: { ...body, to: "house:unclaimed" },
          idempotencyKey,
        })
      }
      userId={null}
      remember={rememberItem}
      done={(_, { amount }) => ({ title: words.done, body: words.doneBody(format.exactAmount(amount)) })}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {item.asset !== OUR_ASSET && <p>{credit.otherAsset}</p>}
      <DecidedAlone />
    </DecisionDialog>
  );
}

function useAmountField(item: AttentionItem): AskedField<"amount"> {
  const { credit: words } = useTextOf("admin").attention;
  const language = useLanguage();
  const sayFault = useAmountFault();
  const begin = plainDecimal(amountToBeginWith(item));
  return {
    name: "amount",
    label: words.amount,
    initial: typedAmount(begin, language),
    suffix: "USDMS",
    inputMode: "decimal",
    read(typed) {
      const plain = plainAmount(typed, language, CREDIT_PLACES);
      return typeof readCredit(plain) === "bigint" ? plain : undefined;
    },
    invalid: (typed) =>
      sayFault(
        readCredit(plainAmount(typed, language, CREDIT_PLACES)),
        words.amountInvalid,
        words.amountInvalid,
      ) ?? "",
  };
}

/** Checks only the form of an e-mail address; the server checks that the account exists. */
function readEmail(typed: string): string | undefined {
  const email = plainEmail(typed);
  return EMAIL.test(email) ? email : undefined;
}

/** Asks for a note before an item is closed without moving money. */
export function DismissItem({ item, onClose }: ItemDialogProps) {
  const { dismiss: words, reasons } = useTextOf("admin").attention;
  const { id } = item;
  const isPlain = item.kind === "webhook";
  const text = isPlain ? words.webhookText : item.kind === "payment" ? words.text : words.payoutText;
  return (
    <DecisionDialog
      title={isPlain ? words.plainTitle : words.title}
      confirmLabel={isPlain ? words.plainButton : words.button}
      isDanger={false}
      fields={[useNoteField()]}
      failed={words.failed}
      send={(body, idempotencyKey) => adminCall("dismissAttention", { params: { id }, body, idempotencyKey })}
      userId={item.userId}
      remember={rememberItem}
      done={{
        title: isPlain ? words.plainDone : words.done,
        ...(item.userEmail === null ? {} : { body: item.userEmail }),
      }}
      onClose={onClose}
    >
      <p>{reasons[item.reason]}</p>
      <p>{text}</p>
      {item.kind === "payout" && item.withdrawalId !== null && (
        <PayoutWord withdrawalId={item.withdrawalId} />
      )}
    </DecisionDialog>
  );
}

type PayoutDialogProps = { withdrawal: AdminWithdrawal; onClose: () => void };

/** Asks for a note before a payout is marked as failed for good and refunded. */
export function MarkFailed({ withdrawal, onClose }: PayoutDialogProps) {
  const { markFailed: words } = useTextOf("admin").attention;
  const format = useFormat();
  const { id, userId, userEmail: email } = withdrawal;
  const amount = format.money(withdrawal.amount);
  return (
    <DecisionDialog
      title={words.title}
      confirmLabel={words.button}
      fields={[useNoteField()]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("markWithdrawalFailed", { params: { id }, body, idempotencyKey })
      }
      userId={userId}
      remember={(decided) => rememberIn("adminListWithdrawals", decided, userId)}
      done={{ title: words.done, body: words.doneBody(amount, email) }}
      onClose={onClose}
    >
      <p>{words.text(amount, email)}</p>
      <DecidedAlone />
      <PayoutWord withdrawalId={id} />
    </DecisionDialog>
  );
}

/** Asks for the transaction before a payout is marked as paid. */
export function MarkPaid({ withdrawal, onClose }: PayoutDialogProps) {
  const { markPaid: words } = useTextOf("admin").attention;
  const format = useFormat();
  const { id, userId, userEmail: email, address } = withdrawal;
  const net = format.exactAmount(withdrawal.netAmount);
  return (
    <DecisionDialog
      title={words.title}
      confirmLabel={words.button}
      isDanger={false}
      fields={[
        {
          name: "transactionId",
          label: words.transaction,
          hint: words.transactionHint,
          read: readTransactionId,
          invalid: words.transactionInvalid,
        },
      ]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("markWithdrawalPaid", { params: { id }, body, idempotencyKey })
      }
      userId={userId}
      remember={(decided) => rememberIn("adminListWithdrawals", decided, userId)}
      done={{ title: words.done, body: words.doneBody(net, email) }}
      onClose={onClose}
    >
      <p>{words.text(net, inFours(address).join(" "))}</p>
      <PayoutWord withdrawalId={id} />
    </DecisionDialog>
  );
}

/** Asks for confirmation before the screening service is asked again about an item it holds. */
export function AskScreeningAgain({ item, onClose }: ItemDialogProps) {
  const { askAgain: words } = useTextOf("admin").attention;
  const { id } = item;
  return (
    <DecisionDialog
      title={words.title}
      confirmLabel={words.button}
      isDanger={false}
      failed={words.failed}
      send={() => adminCall("askScreeningAgain", { params: { id } })}
      userId={item.userId}
      done={{ title: words.done }}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </DecisionDialog>
  );
}

/** Asks for a note before an item that the screening holds is allowed, which takes two administrators. */
export function OverrideScreening({ item, onClose }: ItemDialogProps) {
  const { override: words, reasons, nobody } = useTextOf("admin").attention;
  const amount = useItemAmount(item);
  const { id } = item;
  return (
    <DecisionDialog
      title={words.title}
      confirmLabel={words.button}
      fields={[useNoteField()]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("overrideScreening", { params: { id }, body, idempotencyKey })
      }
      userId={item.userId}
      done={{ title: words.done }}
      onClose={onClose}
    >
      <p>{reasons[item.reason]}</p>
      <p>{words.text(`${amount ?? ""} ${unitOf(item)}`.trim(), item.userEmail ?? nobody)}</p>
    </DecisionDialog>
  );
}

/** Returns the field for the note kept with a decision. */
export function useNoteField() {
  const { attention: words, userPage } = useTextOf("admin");
  return noteField(words.note, words.noteHint, userPage.reasonMissing);
}
