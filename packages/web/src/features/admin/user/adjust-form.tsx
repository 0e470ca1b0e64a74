import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { formatFixed, formatMinor, parseMinor, readAdjustment, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { useEffect } from "react";
import type { KeyboardEvent } from "react";
import { readNote } from "../../../api/ask-dialog.tsx";
import type { Intent } from "../../../api/use-submit.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { steppedAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { adminCall, refreshAdministration, rememberUser, useStats } from "../admin-queries.ts";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import { Failure } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { useAmountFault } from "../../../ui/form/amount-fault.ts";
import { BesideField, Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Grid, Panel, Stack } from "../../../ui/primitives.tsx";

type AdjustFormProps = { user: AdminUser; intent: Intent; onClose: () => void };

const FIELDS = ["amount", "note"] as const;

/** A signed amount and an optional reason, in a row of the users' list. Enter confirms, Escape cancels. */
export function AdjustForm({ user, intent, onClose }: AdjustFormProps) {
  const { common } = useText();
  const { users: words, proposals, userPage } = useTextOf("admin");
  const language = useLanguage();
  const format = useFormat();
  const { id, email } = user;
  const sayFault = useAmountFault();
  const needsReason = useStats().data?.reasonRequired === true;
  const form = useForm(useFields(FIELDS), {
    check: ({ amount, note }) => ({
      amount: sayFault(readAdjustment(plainAmount(amount, language)), words.invalid),
      note: needsReason && readNote(note) === undefined ? userPage.reasonMissing : undefined,
    }),
    send(typed) {
      const note = readNote(typed.note);
      // The form has just checked that the typed text is an amount.
      const amount = sentAdjustment(readAdjustment(plainAmount(typed.amount, language)) as Minor);
      const body = { amount, ...(note !== undefined && { note }) };
      return intent.send({ id, ...body }, (idempotencyKey) =>
        adminCall("adjustBalance", { params: { id }, body, idempotencyKey }),
      );
    },
    failed: words.adjustFailed,
    onDone(adjusted, { amount }) {
      rememberUser(adjusted);
      const change = format.signedMoney(plainAmount(amount, language));
      notify(
        adjusted.awaiting === null
          ? { title: words.adjusted, body: words.adjustedBody(change, email) }
          : { title: proposals.made, body: proposals.madeAdjustment(change, email) },
      );
    },
    onSettled: () => refreshAdministration(id),
    onClose,
  });
  const { form: place, values, errors } = form;
  const plain = plainAmount(values.amount, language);
  const change = readAdjustment(plain);
  const isEmpty = plain === "";

  // A form opened below a row may lie beyond the edge of the list.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
    place.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [place]);

  function leave(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
  }

  function press(event: KeyboardEvent) {
    leave(event);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const stepped = steppedAmount(values.amount, language, event.key === "ArrowUp" ? 1 : -1);
    if (stepped !== undefined) form.set("amount", stepped);
  }

  return (
    <Panel as="form" {...form.attributes}>
      <Stack gap={3}>
        <DecidedAlone />
        <Grid gap={3} columns="minmax(0, 360px) minmax(0, 1fr) auto" from="wide">
          <Field
            label={words.amount}
            // In a low list, the row with the e-mail address may be out of view.
            hint={words.newBalance(
              email,
              format.money(balanceAfter(user.balance, typeof change === "bigint" ? change : ZERO)),
            )}
            error={errors.amount}
          >
            {(control) => (
              // On some phones, the decimal keypad has no minus sign.
              <TextInput
                {...control}
                {...form.bind("amount")}
                autoComplete="off"
                suffix="USDMS"
                onKeyDown={press}
              />
            )}
          </Field>
          <Field
            label={needsReason ? userPage.reason : words.note}
            hint={userPage.reasonHint}
            error={errors.note}
          >
            {(control) => (
              <TextInput
                {...control}
                {...form.bind("note")}
                autoComplete="off"
                maxLength={500}
                onKeyDown={leave}
              />
            )}
          </Field>
          <BesideField from="wide">
            <Button variant="quiet" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={isEmpty} pending={form.isPending}>
              {words.ok}
            </Button>
          </BesideField>
        </Grid>
        <Failure words={form.failure} />
      </Stack>
    </Panel>
  );
}

/**
 * Returns an adjustment as it is sent: a JSON number, however it was typed, because a retry must send the same text. The form
 * takes at most 12 digits and two decimals. Binary floating point keeps 15 digits, so the text of the number is the amount.
 */
export const sentAdjustment = (change: Minor): number => Number(formatFixed(change, 2));

/** Returns the balance after a change, as decimal text. */
export function balanceAfter(balance: string, change: Minor): string {
  return formatMinor((parseMinor(balance) + change) as Minor);
}
