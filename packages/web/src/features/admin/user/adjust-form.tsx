import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { formatMinor, parseMinor, parseSignedFormAmount, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { useEffect, useState } from "react";
import type { KeyboardEvent, SubmitEvent } from "react";
import type { Intent } from "../../../api/intent.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import styles from "./adjust-form.module.css";
import { adminCall, refreshAdministration, rememberUser } from "../admin-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { useInView } from "../use-kept-focus.ts";
import { useTellFailure } from "../use-tell-failure.ts";

type AdjustFormProps = { user: AdminUser; intent: Intent; onClose: () => void };

/** A signed amount in a row of the users' list. Enter is OK, Escape is Cancel. */
export function AdjustForm({ user, intent, onClose }: AdjustFormProps) {
  const { common } = useText();
  const { users: words } = useAdminText();
  const language = useLanguage();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const adjust = useAdjust(user, intent, { onDone: onClose, onFailed: setError });
  const form = useInView<HTMLFormElement>();
  const plain = plainAdjustment(typed, language);
  const change = changeOf(plain);

  useEffect(() => form.current?.querySelector("input")?.focus({ preventScroll: true }), [form]);

  function write(text: string) {
    setTyped(text);
    setError(undefined);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (typed.trim() === "" || adjust.isPending) return;
    if (change === undefined) setError(words.invalid);
    else adjust.mutate(plain);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") return onClose();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const stepped = steppedAdjustment(plain, event.key === "ArrowUp" ? 1 : -1);
    write(language === "fr" ? stepped.replace(".", ",") : stepped);
  }

  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <Field
        label={words.amount}
        hint={words.newBalance(format.money(balanceAfter(user.balance, change ?? ZERO)))}
        error={error}
      >
        {(control) => (
          // Keypads for decimals have no minus sign on some phones.
          <TextInput
            {...control}
            autoComplete="off"
            name="amount"
            value={typed}
            suffix="USDMS"
            onChange={(event) => write(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      <div className={styles["buttons"]}>
        <Button variant="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" disabled={typed.trim() === ""} pending={adjust.isPending}>
          {words.ok}
        </Button>
      </div>
    </form>
  );
}

type Handlers = { onDone: () => void; onFailed: (words: string) => void };

/** Adjusts a balance by a plain signed amount. Tried again after no answer it is sent with the same key. */
function useAdjust({ id, email }: AdminUser, intent: Intent, { onDone, onFailed }: Handlers) {
  const { users: words, proposals } = useAdminText();
  const tellFailure = useTellFailure();
  const format = useFormat();
  return useSubmit({
    mutationFn: (amount: string) =>
      adminCall("adjustBalance", {
        params: { id },
        body: { amount },
        idempotencyKey: intent.keyFor({ id, amount }),
      }),
    onSuccess(adjusted, amount) {
      rememberUser(adjusted);
      const change = format.signedExactAmount(amount.replace(/^\+/, ""));
      notify(
        adjusted.awaiting === null
          ? { title: words.adjusted, body: words.adjustedBody(change, email) }
          : { title: proposals.made, body: proposals.madeAdjustment(change, email) },
      );
      onDone();
    },
    onError(error) {
      const failure = tellFailure(error, words.adjustFailed);
      if (failure !== undefined) onFailed(failure);
    },
    onSettled(_, error) {
      intent.settle(error);
      refreshAdministration(id);
    },
  });
}

const CENT = 1_000_000n;

/** The plain signed decimal text of an adjustment as a person typed it; any minus sign counts, a plus sign too. */
export function plainAdjustment(typed: string, language: Language): string {
  const [, sign = "", amount = ""] = /^\s*([-+\u2212]?)(.*)$/s.exec(typed) ?? [];
  return (sign === "\u2212" ? "-" : sign) + plainAmount(amount, language);
}

/** What a plain text changes a balance by; undefined for what is no amount, and for nothing. */
export function changeOf(plain: string): Minor | undefined {
  const change = parseSignedFormAmount(plain);
  return change === 0n ? undefined : change;
}

/** The balance after a change, as decimal text. */
export function balanceAfter(balance: string, change: Minor): string {
  return formatMinor((parseMinor(balance) + change) as Minor);
}

/** A plain adjustment moved by a step of 0.01; what is none counts as nothing. */
export function steppedAdjustment(plain: string, direction: 1 | -1): string {
  const cents = (parseSignedFormAmount(plain) ?? 0n) / CENT + BigInt(direction);
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${absolute / 100n}.${String(absolute % 100n).padStart(2, "0")}`;
}
