import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { formatFixed, formatMinor, parseMinor, parseSignedFormAmount, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { useEffect } from "react";
import type { KeyboardEvent } from "react";
import { readNote } from "../../../api/ask-dialog.tsx";
import type { Intent } from "../../../api/use-submit.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { adminCall, refreshAdministration, rememberUser, useStats } from "../admin-queries.ts";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import { Failure } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
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
  const needsReason = useStats().data?.reasonRequired === true;
  const form = useForm(useFields(FIELDS), {
    check: ({ amount, note }) => ({
      amount: changeOf(plainAdjustment(amount, language)) === undefined ? words.invalid : undefined,
      note: needsReason && readNote(note) === undefined ? userPage.reasonMissing : undefined,
    }),
    send(typed) {
      const note = readNote(typed.note);
      const amount = sentAdjustment(changeOf(plainAdjustment(typed.amount, language))!);
      const body = { amount, ...(note !== undefined && { note }) };
      return intent.send({ id, ...body }, (idempotencyKey) =>
        adminCall("adjustBalance", { params: { id }, body, idempotencyKey }),
      );
    },
    failed: words.adjustFailed,
    onDone(adjusted, { amount }) {
      rememberUser(adjusted);
      const change = format.signedMoney(plainAdjustment(amount, language).replace(/^\+/, ""));
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
  const plain = plainAdjustment(values.amount, language);
  const isEmpty = values.amount.trim() === "";

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
    const stepped = steppedAdjustment(plain, event.key === "ArrowUp" ? 1 : -1);
    form.set("amount", language === "fr" ? stepped.replace(".", ",") : stepped);
  }

  return (
    <Panel as="form" {...form.attributes}>
      <Stack gap={3}>
        <DecidedAlone />
        <Grid gap={3} columns="minmax(0, 360px) minmax(0, 1fr) auto" from="wide">
          <Field
            label={words.amount}
            // In a low list, the row with the e-mail address may be out of view.
            hint={words.newBalance(email, format.money(balanceAfter(user.balance, changeOf(plain) ?? ZERO)))}
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

const CENT = 1_000_000n;

/** Returns a typed adjustment as plain signed decimal text. It accepts any minus sign, and a plus sign. */
export function plainAdjustment(typed: string, language: Language): string {
  const [, sign = "", amount = ""] = /^\s*([-+\u2212]?)(.*)$/s.exec(typed) ?? [];
  return (sign === "\u2212" ? "-" : sign) + plainAmount(amount, language);
}

/** Returns the change of a balance, or undefined if the text is no amount or zero. */
export function changeOf(plain: string): Minor | undefined {
  const change = parseSignedFormAmount(plain);
  return change === 0n ? undefined : change;
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

/** Moves a plain adjustment by 0.01. Invalid text counts as 0. */
export function steppedAdjustment(plain: string, direction: 1 | -1): string {
  const cents = (parseSignedFormAmount(plain) ?? 0n) / CENT + BigInt(direction);
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${absolute / 100n}.${String(absolute % 100n).padStart(2, "0")}`;
}
