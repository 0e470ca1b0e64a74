import { randomUuid } from "@veritick/client/request.ts";
import { formatMinor, parseFormAmount, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { RefObject } from "react";
import { errorText, GivenUp, isUnanswered } from "../../../api/client.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button, Choices } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/card.tsx";
import { Check } from "../../../ui/form/choices.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Caption, Num, Stack } from "../../../ui/primitives.tsx";
import { refreshAdministration } from "../admin-queries.ts";
import { rememberDecided } from "../requests/request-lists.ts";
import { useMay } from "../roles.tsx";
import {
  approvableUpTo,
  countUpTo,
  isForList,
  readQueueKeys,
  rowToFocus,
  withOne,
  writeQueueKeys,
} from "./queue-rules.ts";
import type { Outcome } from "./queue-rules.ts";
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
  const limit = parseFormAmount(plainAmount(typed, language));
  const chosen = limit === undefined ? [] : approvableUpTo(items, limit);
  const leftOut = limit === undefined ? 0 : countUpTo(items, limit) - chosen.length;
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
      <Field label={words.limit} error={limit === undefined ? words.limitInvalid : undefined}>
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
        <ApproveAll items={asked} approve={approve} onClose={() => setAsked(undefined)} />
      )}
    </form>
  );
}

const NONE: Outcome = { done: 0, proposed: 0, refused: [] };

type ApproveAllProps<T extends Request> = BulkApprovalProps<T> & { onClose: () => void };

/** Shows the sum first, then the progress, then the results. */
function ApproveAll<T extends Request>({ items, approve, onClose }: ApproveAllProps<T>) {
  const text = useText();
  const { queue: words } = useTextOf("admin");
  const [state, setState] = useState<"asking" | "running" | "over">("asking");
  const [outcome, setOutcome] = useState(NONE);
  const isStopped = useRef(false);

  async function run() {
    setState("running");
    let reached = NONE;
    for (const item of items) {
      if (isStopped.current) break;
      try {
        const decided = await approve(item, randomUuid());
        rememberDecided(decided);
        reached = withOne(reached, decided.awaiting === null ? "done" : "proposed");
      } catch (error) {
        const why = error instanceof GivenUp ? error.notice.title : errorText(error, text, words.failed);
        reached = withOne(reached, { refused: `${item.userEmail}: ${why}` });
        // After a cancelled proof or a missing answer, the administrator decides the rest again.
        if (error instanceof GivenUp || isUnanswered(error)) break;
      } finally {
        setOutcome(reached);
      }
    }
    setState("over");
    refreshAdministration("");
  }

  function close() {
    isStopped.current = true;
    if (state !== "running") onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={state === "over" ? words.overTitle : words.askTitle(items.length)}
      footer={
        <Choices>
          {state === "asking" ? (
            <>
              <Button variant="quiet" data-autofocus onClick={close}>
                {text.common.cancel}
              </Button>
              <Button onClick={() => void run()}>{words.approveAll(items.length)}</Button>
            </>
          ) : (
            <Button variant="quiet" onClick={close}>
              {state === "running" ? words.stop : text.common.close}
            </Button>
          )}
        </Choices>
      }
    >
      <Stack gap={4}>
        {state === "asking" ? <Summary items={items} /> : <Result items={items} outcome={outcome} />}
      </Stack>
    </Dialog>
  );
}

const total = (amounts: readonly string[]): string =>
  formatMinor(sumMinor(amounts.map((amount): Minor => parseMinor(amount))));

function Summary({ items }: { items: readonly Request[] }) {
  const { queue: words } = useTextOf("admin");
  const format = useFormat();
  const nets = items.flatMap(({ netAmount }) => netAmount ?? []);
  const people = new Set(items.map(({ userEmail }) => userEmail)).size;
  return (
    <>
      <p>{words.askText}</p>
      <Facts>
        <Fact name={words.count}>
          <Num>{format.number(items.length)}</Num>
        </Fact>
        <Fact name={words.people}>
          <Num>{format.number(people)}</Num>
        </Fact>
        <Fact name={words.sum}>
          <Amount of={total(items.map(({ amount }) => amount))} unit="USDMS" />
        </Fact>
        {nets.length > 0 && (
          <Fact name={words.net}>
            <Amount tone="strong" of={total(nets)} unit="USDT" />
          </Fact>
        )}
      </Facts>
    </>
  );
}

function Result({ items, outcome }: { items: readonly Request[]; outcome: Outcome }) {
  const { queue: words } = useTextOf("admin");
  const { done, proposed, refused } = outcome;
  return (
    <>
      <p role="status">{words.progress(done + proposed + refused.length, items.length)}</p>
      <Facts>
        <Fact name={words.done}>
          <Num>{done}</Num>
        </Fact>
        {proposed > 0 && (
          <Fact name={words.proposed}>
            <Num>{proposed}</Num>
          </Fact>
        )}
        {refused.length > 0 && (
          <Fact name={words.refused}>
            <Num>{refused.length}</Num>
          </Fact>
        )}
      </Facts>
      {refused.length > 0 && (
        <ul>
          {[...new Set(refused)].map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
    </>
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
    const decision = { a: "approve", r: "reject" }[event.key];
    const button = rows[at]?.querySelector<HTMLButtonElement>(`[data-decision="${decision}"]`);
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
