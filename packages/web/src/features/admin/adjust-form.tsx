import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { useEffect, useState } from "react";
import type { KeyboardEvent, SubmitEvent } from "react";
import { useFormat } from "../../lib/format.ts";
import type { Intent } from "../../lib/intent.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./adjust-form.module.css";
import { balanceAfter, changeOf, plainAdjustment, steppedAdjustment } from "./adjustment.ts";
import { useAdjust } from "./use-adjust.ts";
import { useInView } from "./use-in-view.ts";

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
