import { useId, useRef, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useIntent } from "../../api/intent.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { Button, Choices } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea, TextInput } from "../../ui/form/text-input.tsx";
import { TypingDialog } from "../../ui/overlay/dialog.tsx";
import { Stack } from "../../ui/primitives.tsx";
import { useTellFailure } from "./use-tell-failure.ts";

export type AskedField<N extends string> = {
  readonly name: N;
  readonly label: string;
  readonly hint?: string;
  readonly initial?: string;
  readonly suffix?: string;
  readonly inputMode?: "decimal";
  readonly isLong?: boolean;
  /** What is sent for what was typed; undefined for what cannot be sent, about which `invalid` is said. */
  readonly read: (typed: string) => string | undefined;
  readonly invalid: string;
};

type AskDialogProps<N extends string, T> = {
  title: string;
  confirmLabel: string;
  isDanger?: boolean;
  fields: readonly AskedField<N>[];
  /** What failed, where the server does not say it better. */
  failed: string;
  send: (values: Readonly<Record<N, string>>, idempotencyKey: string) => Promise<T>;
  onDone: (answer: T, values: Readonly<Record<N, string>>) => void;
  onSettled?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Asks before something is done, for what has to be known for it: a reason, an amount. Stays open with what was typed
 * where it is refused, and sends the same key again where it was not answered.
 */
export function AskDialog<N extends string, T>(props: AskDialogProps<N, T>) {
  const { title, confirmLabel, isDanger = false, fields, failed, send, onDone, onClose, children } = props;
  const text = useText();
  const { discard } = useAdminText().frame;
  const tellFailure = useTellFailure();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const intent = useIntent();
  const [typed, setTyped] = useState<Partial<Record<N, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<N, string>>>({});
  const valueOf = ({ name, initial = "" }: AskedField<N>) => typed[name] ?? initial;

  function complain(found: Partial<Record<N, string>>) {
    setErrors(found);
    const first = fields.find(({ name }) => found[name] !== undefined);
    if (first === undefined) return;
    form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
  }

  const submission = useSubmit<T, Record<N, string>>({
    mutationFn: (values) => send(values, intent.keyFor(values)),
    onSuccess(answer, values) {
      onDone(answer, values);
      onClose();
    },
    onError(error) {
      const field = fields.find(({ name }) => error instanceof ApiError && error.field === name);
      // What is said beside a field need not be said twice.
      if (field === undefined) tellFailure(error, failed);
      else complain({ [field.name]: errorText(error, text, failed) } as typeof errors);
    },
    onSettled(_, error) {
      intent.settle(error);
      props.onSettled?.();
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // What is asked in a dialog is no part of a form that the dialog may have been opened from.
    event.stopPropagation();
    if (submission.isPending) return;
    const read = fields.map((field) => [field.name, field.read(valueOf(field))] as const);
    const wrong = fields.filter(({ name }) => read.some(([of, value]) => of === name && value === undefined));
    complain(Object.fromEntries(wrong.map(({ name, invalid }) => [name, invalid])) as typeof errors);
    if (wrong.length === 0) submission.mutate(Object.fromEntries(read) as Record<N, string>);
  }

  return (
    <TypingDialog
      holdsWork={fields.some((field) => valueOf(field) !== (field.initial ?? ""))}
      discard={discard}
      onClose={onClose}
      title={title}
      footer={
        <Choices>
          <Button variant="quiet" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? "danger" : "primary"}
            pending={submission.isPending}
          >
            {confirmLabel}
          </Button>
        </Choices>
      }
    >
      {children}
      <Stack as="form" gap={3} ref={form} id={formId} onSubmit={submit} noValidate>
        {fields.map((field, index) => (
          <Field key={field.name} label={field.label} hint={field.hint} error={errors[field.name]}>
            {(control) => {
              const shared = {
                ...control,
                name: field.name,
                value: valueOf(field),
                autoComplete: "off",
                ...(index === 0 ? { "data-autofocus": true } : {}),
              };
              const write = (value: string) => {
                setTyped((before) => ({ ...before, [field.name]: value }));
                setErrors((before) => ({ ...before, [field.name]: undefined }));
              };
              return field.isLong === true ? (
                <TextArea {...shared} rows={3} onChange={(event) => write(event.target.value)} />
              ) : (
                <TextInput
                  {...shared}
                  suffix={field.suffix}
                  inputMode={field.inputMode}
                  spellCheck={false}
                  onChange={(event) => write(event.target.value)}
                />
              );
            }}
          </Field>
        ))}
      </Stack>
    </TypingDialog>
  );
}

const LONGEST = 500;

/** A few words, as the server takes them. */
export function readNote(typed: string): string | undefined {
  const note = typed.trim();
  return note === "" || note.length > LONGEST ? undefined : note;
}
