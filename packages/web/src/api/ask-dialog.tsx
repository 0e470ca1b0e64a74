import { useId } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Failure } from "../ui/states.tsx";
import { Button, Choices } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { TextArea, TextInput } from "../ui/form/text-input.tsx";
import { TypingDialog } from "../ui/overlay/dialog.tsx";
import { Stack } from "../ui/primitives.tsx";
import { useIntent } from "./use-submit.ts";
import { useFields, useForm } from "./use-form.ts";

export type AskedField<N extends string> = {
  readonly name: N;
  readonly label: string;
  readonly hint?: string | ((typed: string) => string);
  readonly initial?: string;
  readonly suffix?: string;
  readonly inputMode?: "decimal";
  readonly isLong?: boolean;
  readonly maxLength?: number;
  /** What is sent for what was typed; undefined for what cannot be sent, about which `invalid` is said. */
  readonly read: (typed: string) => string | undefined;
  readonly invalid: string;
};

type AskDialogProps<N extends string, T> = {
  open?: boolean;
  title: string;
  /** What is asked, and what comes of it. */
  children: ReactNode;
  fields?: readonly AskedField<N>[];
  confirmLabel: string;
  /** The way back, where "Cancel" would be mistaken for the deed. */
  keepLabel?: string;
  /** False for what harms nobody and can be taken back. */
  isDanger?: boolean;
  /** True while there is nothing to confirm yet, or no way to. */
  isDisabled?: boolean;
  send: (values: Readonly<Record<N, string>>, idempotencyKey: string) => Promise<T>;
  /** Says that it failed, where the server does not say it better. */
  failed: string;
  onDone?: (answer: T, values: Readonly<Record<N, string>>) => unknown;
  /** Answers true where it has dealt with the refusal, so that nothing is said about it. */
  onRefused?: (error: Error) => boolean | void;
  onSettled?: () => void;
  onClose: () => void;
};

/**
 * Asks once before something is done, and for what has to be known for it: a reason, an amount. The focus starts at the
 * first field, or on the way back where there is none. Stays open with what was typed where it is refused, and sends the
 * same key again where it was not answered.
 */
export function AskDialog<N extends string, T>(props: AskDialogProps<N, T>) {
  const { open, title, children, fields = [], confirmLabel, keepLabel, isDanger = true, onClose } = props;
  const text = useText();
  const formId = useId();
  const intent = useIntent();
  const initial = Object.fromEntries(fields.map((field) => [field.name, field.initial ?? ""]));

  const read = (typed: Record<N, string>) =>
    Object.fromEntries(fields.map((field) => [field.name, field.read(typed[field.name])])) as Record<
      N,
      string
    >;

  const form = useForm(
    useFields(
      fields.map(({ name }) => name),
      initial as Record<N, string>,
    ),
    {
      check: (typed) =>
        Object.fromEntries(
          fields
            .filter((field) => field.read(typed[field.name]) === undefined)
            .map(({ name, invalid }) => [name, invalid]),
        ) as Partial<Record<N, string>>,
      send(typed) {
        const values = read(typed);
        return props.send(values, intent.keyFor(values));
      },
      failed: props.failed,
      async onDone(answer, typed) {
        await props.onDone?.(answer, read(typed));
        close();
      },
      ...(props.onRefused && { onRefused: props.onRefused }),
      onSettled(error) {
        intent.settle(error);
        props.onSettled?.();
      },
    },
  );

  function close() {
    form.reset();
    onClose();
  }

  return (
    <TypingDialog
      {...(open !== undefined && { open })}
      holdsWork={fields.some(({ name }) => form.values[name] !== initial[name])}
      onClose={close}
      title={title}
      footer={
        <Choices>
          <Button variant="quiet" data-autofocus={fields.length === 0 || undefined} onClick={close}>
            {keepLabel ?? text.common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? "danger" : "primary"}
            pending={form.isPending}
            disabled={props.isDisabled}
          >
            {confirmLabel}
          </Button>
        </Choices>
      }
    >
      <Stack as="form" gap={5} id={formId} {...form.attributes}>
        {children}
        <Failure words={form.failure} />
        {fields.map((field, index) => (
          <Asked key={field.name} field={field} isFirst={index === 0} form={form} />
        ))}
      </Stack>
    </TypingDialog>
  );
}

type AskedProps<N extends string> = {
  field: AskedField<N>;
  isFirst: boolean;
  form: Pick<ReturnType<typeof useFields<N>>, "values" | "errors" | "bind">;
};

function Asked<N extends string>({ field, isFirst, form }: AskedProps<N>) {
  const { name, label, hint, suffix, inputMode, isLong = false, maxLength } = field;
  return (
    <Field
      label={label}
      hint={typeof hint === "function" ? hint(form.values[name]) : hint}
      error={form.errors[name]}
    >
      {(control) => {
        const shared = {
          ...control,
          ...form.bind(name),
          maxLength,
          autoComplete: "off",
          "data-autofocus": isFirst || undefined,
        };
        return isLong ? (
          <TextArea {...shared} rows={3} />
        ) : (
          <TextInput {...shared} suffix={suffix} inputMode={inputMode} spellCheck={false} />
        );
      }}
    </Field>
  );
}

export const LONGEST_NOTE = 500;

/** A few words, as the server takes them. */
export function readNote(typed: string): string | undefined {
  const note = typed.trim();
  return note === "" || note.length > LONGEST_NOTE ? undefined : note;
}

/** The field for the words that are kept with what is done. */
export const noteField = (label: string, hint: string, invalid: string): AskedField<"note"> => ({
  name: "note",
  label,
  hint,
  isLong: true,
  read: readNote,
  invalid,
});
