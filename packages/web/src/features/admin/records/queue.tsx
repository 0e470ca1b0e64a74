import { readFormAmount, ZERO } from "@veritick/domain/money.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Check } from "../../../ui/form/choices.tsx";
import { useAmountFault } from "../../../ui/form/amount-fault.ts";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { RunTogether } from "../lists/run-together.tsx";
import { Summary } from "../requests/decide-together.tsx";
import { rememberDecided } from "../requests/request-lists.ts";
import { useMay } from "../roles.tsx";
import {
  approvableUpTo,
  countUpTo,
  isForList,
  readQueueKeys,
  rowToFocus,
  writeQueueKeys,
} from "./queue-rules.ts";
import styles from "./records.module.css";

type Request = Parameters<typeof approvableUpTo>[0][number] & { readonly userEmail: string };

type BulkApprovalProps<T extends Request> = {
  items: readonly T[];
  /** Approves one item, with the same call as its own button. */
  approve: (item: T, idempotencyKey: string) => Promise<T>;
};

const USUAL_LIMIT = "100";

/** Approves small and plain items together, after one confirmation of the sum. Each has a call of its own. */
export function BulkApproval<T extends Request>({ items, approve }: BulkApprovalProps<T>) {
  const { queue: words } = useTextOf("admin");
  const language = useLanguage();
  const may = useMay();
  const [typed, setTyped] = useState(USUAL_LIMIT);
  const [asked, setAsked] = useState<readonly T[]>();
  const sayFault = useAmountFault();
  const limit = readFormAmount(plainAmount(typed, language), ZERO);
  const chosen = typeof limit === "string" ? [] : approvableUpTo(items, limit);
  const leftOut = typeof limit === "string" ? 0 : countUpTo(items, limit) - chosen.length;
  // Nothing is left to approve once all is approved, but the dialog still says how it went.
  if (!may("cashier") || (items.length === 0 && asked === undefined)) return null;
  return (
    <form
      className={styles["bulk"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) setAsked(chosen);
      }}
    >
      <Field label={words.limit} error={sayFault(limit, words.limitInvalid)}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            suffix="USDMS"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="quiet" className={styles["clear"]} disabled={chosen.length === 0}>
        {words.approveAll(chosen.length)}
      </Button>
      {leftOut > 0 && <Caption className={styles["leftOut"]}>{words.leftOut(leftOut)}</Caption>}
      {asked !== undefined && (
        <RunTogether
          items={asked}
          title={words.askTitle(asked.length)}
          confirmLabel={words.approveAll(asked.length)}
          summary={
            <Summary
              items={asked}
              text={words.askText}
              nets={asked.flatMap(({ netAmount }) => netAmount ?? [])}
            />
          }
          send={async (item, _, idempotencyKey) => {
            const decided = await approve(item, idempotencyKey);
            rememberDecided(decided);
            return decided;
          }}
          nameOf={({ userEmail }) => userEmail}
          onClose={() => setAsked(undefined)}
        />
      )}
    </form>
  );
}

/** Keys that move through a list of requests and decide the focused one, with the switch for them. */
export function QueueKeys({ list }: { list: RefObject<HTMLElement | null> }) {
  const { queue: words } = useTextOf("admin");
  const [isOn, setOn] = useState(readQueueKeys);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("li[tabindex]") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rowToFocus(event.key, at, rows.length);
    if (next !== undefined) {
      event.preventDefault();
      rows[next]!.focus();
      rows[next]!.scrollIntoView({ block: "nearest" });
      return;
    }
    const decision = { x: "select", a: "approve", r: "reject" }[event.key];
    const button = rows[at]?.querySelector<HTMLElement>(`[data-decision="${decision}"]`);
    // A key held down would decide one row after the other.
    if (decision === undefined || event.repeat || button == null) return;
    event.preventDefault();
    button.click();
  });

  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => isForList(event) && press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [isOn]);

  return (
    <div className={styles["keys"]}>
      <Check
        checked={isOn}
        onChange={(next) => {
          writeQueueKeys(next);
          setOn(next);
        }}
      >
        {words.keys}
      </Check>
    </div>
  );
}
