import { randomUuid } from "@veritick/client/request.ts";
import { useId, useRef, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { AskedInputs, faultsOf, initialOf, readAll } from "../../../api/ask-dialog.tsx";
import type { AskedField } from "../../../api/ask-dialog.tsx";
import { errorText, GivenUp, isUnanswered } from "../../../api/client.ts";
import { useFields } from "../../../api/use-form.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { Num, Stack } from "../../../ui/primitives.tsx";
import { refreshAdministration } from "../admin-queries.ts";

type RunTogetherProps<T, N extends string> = {
  items: readonly T[];
  title: string;
  confirmLabel: string;
  isDanger?: boolean;
  fields?: readonly AskedField<N>[];
  /** What is about to happen, above the fields. */
  summary: ReactNode;
  /** Makes the call for one item. An answer that is `awaiting` a second administrator counts as proposed. */
  send: (item: T, values: Readonly<Record<N, string>>, idempotencyKey: string) => Promise<object>;
  nameOf: (item: T) => string;
  /** Called at the end with the items whose calls were accepted. */
  onDone?: ((accepted: readonly T[]) => void) | undefined;
  onClose: () => void;
};

/** Asks once, makes one call for each of several items, then says how it went. Each call has an idempotency key of its own. */
export function RunTogether<T, N extends string = never>(props: RunTogetherProps<T, N>) {
  const { items, title, confirmLabel, isDanger = false, fields = [], summary, onClose } = props;
  const text = useText();
  const { together: words } = useTextOf("admin").queue;
  const formId = useId();
  const initial = initialOf(fields);
  const {
    form: place,
    values,
    errors,
    bind,
    complain,
  } = useFields(
    fields.map(({ name }) => name),
    initial,
  );
  const [state, setState] = useState<"asking" | "running" | "over">("asking");
  const [progress, setProgress] = useState<Progress<T>>(NONE);
  const isStopped = useRef(false);

  async function run(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (state !== "asking" || complain(faultsOf(fields, values)) !== undefined) return;
    const given = readAll(fields, values);
    setState("running");
    const { accepted } = await sendEach(items, {
      send: (item) => props.send(item, given, randomUuid()),
      refusalOf: (item, error) =>
        `${props.nameOf(item)}: ${error instanceof GivenUp ? error.notice.title : errorText(error, text, words.failed)}`,
      isStopped: () => isStopped.current,
      tell: setProgress,
    });
    setState("over");
    props.onDone?.(accepted);
    refreshAdministration("");
  }

  function close() {
    isStopped.current = true;
    if (state !== "running") onClose();
  }

  return (
    <TypingDialog
      holdsWork={state === "asking" && fields.some(({ name }) => values[name] !== initial[name])}
      onClose={close}
      title={state === "over" ? words.over : title}
      footer={
        <Choices>
          <Button variant="quiet" data-autofocus={fields.length === 0 || undefined} onClick={close}>
            {{ asking: text.common.cancel, running: words.stop, over: text.common.close }[state]}
          </Button>
          {state === "asking" && (
            <Button type="submit" form={formId} variant={isDanger ? "danger" : "primary"}>
              {confirmLabel}
            </Button>
          )}
        </Choices>
      }
    >
      {state === "asking" ? (
        <Stack as="form" gap={4} id={formId} ref={place} noValidate onSubmit={(event) => void run(event)}>
          {summary}
          <AskedInputs fields={fields} form={{ values, errors, bind }} />
        </Stack>
      ) : (
        <Result count={items.length} progress={progress} />
      )}
    </TypingDialog>
  );
}

function Result({ count, progress }: { count: number; progress: Progress<unknown> }) {
  const { together: words } = useTextOf("admin").queue;
  const { accepted, proposed, refused } = progress;
  const facts = [
    [words.done, accepted.length - proposed],
    [words.proposed, proposed],
    [words.refused, refused.length],
  ] as const;
  return (
    <Stack gap={4}>
      <p role="status">{words.progress(accepted.length + refused.length, count)}</p>
      <Facts>
        {facts.map(
          ([name, figure], index) =>
            (index === 0 || figure > 0) && (
              <Fact key={name} name={name}>
                <Num>{figure}</Num>
              </Fact>
            ),
        )}
      </Facts>
      {refused.length > 0 && (
        <ul>
          {[...new Set(refused)].map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

type Progress<T> = {
  /** The items whose calls were accepted. `proposed` of them await a second administrator. */
  readonly accepted: readonly T[];
  readonly proposed: number;
  readonly refused: readonly string[];
};

const NONE: Progress<never> = { accepted: [], proposed: 0, refused: [] };

type Sending<T> = {
  readonly send: (item: T) => Promise<object>;
  readonly refusalOf: (item: T, error: unknown) => string;
  readonly isStopped: () => boolean;
  readonly tell: (progress: Progress<T>) => void;
};

/**
 * Makes one call after the other. A refusal does not stop the others. After a cancelled proof or a missing answer, the
 * administrator decides the rest again.
 */
export async function sendEach<T>(items: readonly T[], { send, refusalOf, isStopped, tell }: Sending<T>) {
  let progress: Progress<T> = NONE;
  for (const item of items) {
    if (isStopped()) break;
    let isUncertain = false;
    try {
      const answer: { readonly awaiting?: unknown } = await send(item);
      const isProposed = answer.awaiting !== undefined && answer.awaiting !== null;
      progress = {
        ...progress,
        accepted: [...progress.accepted, item],
        proposed: progress.proposed + (isProposed ? 1 : 0),
      };
    } catch (error) {
      isUncertain = error instanceof GivenUp || isUnanswered(error);
      progress = { ...progress, refused: [...progress.refused, refusalOf(item, error)] };
    }
    tell(progress);
    if (isUncertain) break;
  }
  return progress;
}
