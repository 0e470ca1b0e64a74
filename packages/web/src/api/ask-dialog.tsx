import { useId } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Failure } from "../ui/states.tsx";
import { Button, Choices } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { SelectInput, TextArea, TextInput } from "../ui/form/text-input.tsx";
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
  readonly inputMode?: "decimal" | "email" | "url";
  readonly isLong?: boolean;
  readonly maxLength?: number;
  /** The values to choose from, each with its label. Without them, people type. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Returns the value to send for the typed text. If it cannot be sent, returns undefined and the field shows `invalid`. */
  readonly read?: (typed: string) => string | undefined;
  readonly invalid?: string | ((typed: string) => string);
};

const read = ({ read: by }: Pick<AskedField<string>, "read">, typed: string) => (by ? by(typed) : typed);

type Values<N extends string> = Record<N, string>;
type AskedFields<N extends string> = readonly AskedField<N>[];

export const initialOf = <N extends string>(fields: AskedFields<N>) =>
  Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial])) as Values<N>;

/** Returns the values to send for the typed texts. */
export const readAll = <N extends string>(fields: AskedFields<N>, typed: Values<N>) =>
  Object.fromEntries(fields.map((field) => [field.name, read(field, typed[field.name])])) as Values<N>;

/** Returns the words for each typed text that cannot be sent. */
export const faultsOf = <N extends string>(fields: AskedFields<N>, typed: Values<N>) =>
  Object.fromEntries(
    fields
      .filter((field) => read(field, typed[field.name]) === undefined)
      .map(({ name, invalid }) => [name, typeof invalid === "function" ? invalid(typed[name]) : invalid]),
  ) as Partial<Values<N>>;

type AskDialogProps<N extends string, T> = {
  open?: boolean;
  title: string;
  description?: string;
  children?: ReactNode;
  fields?: readonly AskedField<N>[];
  below?: ReactNode;
  confirmLabel: string;
  /** The label of the button that goes back, if people could mistake "Cancel" for the action itself. */
  keepLabel?: string;
  /** False for an action that harms nobody and can be undone. */
  isDanger?: boolean;
  /** True while there is nothing to confirm yet, or no way to confirm it. */
  isDisabled?: boolean;
  send: (values: Readonly<Record<N, string>>, idempotencyKey: string) => Promise<T>;
  failed: string;
  onDone?: (answer: T, values: Readonly<Record<N, string>>) => unknown;
  /** Returns true if it has handled the refusal. The dialog then shows no message. */
  onRefused?: (error: Error) => boolean | void;
  onSettled?: () => void;
  onClose: () => void;
};

/**
 * Asks for confirmation of an action, and for the values that it needs: a reason, an amount. The focus starts at the first
 * field, or on the button that goes back if there is no field. If the server refuses, the dialog stays open and keeps the
 * typed text. If no answer comes, the next try sends the same idempotency key.
 */
export function AskDialog<N extends string, T>(props: AskDialogProps<N, T>) {
  const { open, title, children, fields = [], confirmLabel, keepLabel, isDanger = true, onClose } = props;
  const text = useText();
  const formId = useId();
  const intent = useIntent();
  const initial = initialOf(fields);

  const form = useForm(
    useFields(
      fields.map(({ name }) => name),
      initial,
    ),
    {
      check: (typed) => faultsOf(fields, typed),
      send(typed) {
        const values = readAll(fields, typed);
        return intent.send(values, (idempotencyKey) => props.send(values, idempotencyKey));
      },
      failed: props.failed,
      onDone: (answer, typed) => props.onDone?.(answer, readAll(fields, typed)),
      ...(props.onRefused && { onRefused: props.onRefused }),
      onSettled: () => props.onSettled?.(),
      onClose: close,
    },
  );

  function close() {
    form.reset();
    onClose();
  }

  return (
    <TypingDialog
      {...(open !== undefined && { open })}
      // A choice is quickly made again.
      holdsWork={fields.some(
        ({ name, options }) => options === undefined && form.values[name] !== initial[name],
      )}
      onClose={close}
      title={title}
      description={props.description}
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
        <AskedInputs fields={fields} form={form} />
        {props.below}
      </Stack>
    </TypingDialog>
  );
}

type AskedForm<N extends string> = Pick<ReturnType<typeof useFields<N>>, "values" | "errors" | "bind">;

/** The fields of a question. The focus starts at the first. */
export function AskedInputs<N extends string>(props: { fields: AskedFields<N>; form: AskedForm<N> }) {
  return props.fields.map((field, index) => (
    <Asked key={field.name} field={field} isFirst={index === 0} form={props.form} />
  ));
}

type AskedProps<N extends string> = {
  field: AskedField<N>;
  isFirst: boolean;
  form: AskedForm<N>;
};

function Asked<N extends string>({ field, isFirst, form }: AskedProps<N>) {
  const { name, label, hint, suffix, inputMode, isLong = false, maxLength, options } = field;
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
          autoComplete: "off",
          "data-autofocus": isFirst || undefined,
        };
        if (options !== undefined) {
          return (
            <SelectInput {...shared}>
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectInput>
          );
        }
        return isLong ? (
          <TextArea {...shared} maxLength={maxLength} rows={3} />
        ) : (
          <TextInput
            {...shared}
            suffix={suffix}
            inputMode={inputMode}
            maxLength={maxLength}
            spellCheck={false}
            translate={inputMode === "url" ? "no" : undefined}
          />
        );
      }}
    </Field>
  );
}

export const LONGEST_NOTE = 500;

/** Returns the trimmed note; undefined if it is empty or longer than the server accepts. */
export function readNote(typed: string): string | undefined {
  const note = typed.trim();
  return note === "" || note.length > LONGEST_NOTE ? undefined : note;
}

/** The field for the note that the server keeps with the action. */
export const noteField = (label: string, hint: string, invalid: string): AskedField<"note"> => ({
  name: "note",
  label,
  hint,
  isLong: true,
  read: readNote,
  invalid,
});
