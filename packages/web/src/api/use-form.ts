import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { useText } from "../locales/text.ts";
import { notify } from "../ui/overlay/notice-store.ts";
import { ApiError, errorText } from "./client.ts";
import { useSubmit, useTellFailure } from "./use-submit.ts";

type FieldErrors<N extends string> = Partial<Record<N, string | undefined>>;
export type Fields<N extends string> = ReturnType<typeof useFields<N>>;

/** Holds the text fields of a form: their values, their errors, and the focus on the first error. */
export function useFields<N extends string>(
  names: readonly N[],
  initial?: Readonly<Partial<Record<N, string>>>,
) {
  const form = useRef<HTMLFormElement>(null);
  const empty = Object.fromEntries(names.map((name) => [name, initial?.[name] ?? ""])) as Record<N, string>;
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors<N>>({});

  const find = (name: N) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const focus = (name: N) => find(name)?.focus();

  function set(name: N, value: string | ((before: string) => string)) {
    setValues((before) => ({
      ...before,
      [name]: typeof value === "string" ? value : value(before[name]),
    }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  }

  /** Shows the errors at their fields, focuses the first of them and returns its words. */
  function complain(found: FieldErrors<N>): string | undefined {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first === undefined) return undefined;
    focus(first);
    return found[first];
  }

  /** Shows `words` at the field that a refusal names. Returns false if it names none of these fields. */
  function blame(error: unknown, words: string): boolean {
    const field = names.find((name) => error instanceof ApiError && error.field === name);
    complain(field === undefined ? {} : ({ [field]: words } as FieldErrors<N>));
    return field !== undefined;
  }

  return {
    form,
    empty,
    values,
    errors,
    hasErrors: names.some((name) => errors[name] !== undefined),
    set,
    find,
    focus,
    complain,
    blame,
    clear() {
      setValues(empty);
      setErrors({});
    },
    bind: (name: N) => ({
      name,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    }),
  };
}

type FormOptions<N extends string, T> = {
  /** Finds the errors that can be seen before sending. The server decides. */
  check?: (values: Record<N, string>) => FieldErrors<N>;
  /** The title of the notice about such an error, if it is not "Error". */
  faultTitle?: (values: Record<N, string>) => string;
  send: (values: Record<N, string>) => Promise<T>;
  failed: string;
  /** True if the form shows a refusal in its place only, without a notice. */
  isQuiet?: boolean;
  /** The field that gets the focus at the start. */
  startAt?: N;
  /** The field whose refused text the person types anew rather than corrects. */
  retype?: N;
  onDone: (answer: T, values: Record<N, string>) => unknown;
  /** Returns true if it has handled the refusal. The form then shows no message. */
  onRefused?: (error: Error) => boolean | void;
  onSettled?: () => void;
  /** Closes the form after `onDone`. Not called if it was closed meanwhile, because it would close the next form. */
  onClose?: () => void;
};

/**
 * Does what every form does: checks, sends once, and keeps the typed text on failure. It shows a refusal at the field that
 * the refusal names; `failure` has the words of any other refusal.
 */
export function useForm<N extends string, T>(fields: Fields<N>, options: FormOptions<N, T>) {
  const text = useText();
  const tellFailure = useTellFailure();
  const [failure, setFailure] = useState<string>();

  const submission = useSubmit<T, { values: Record<N, string>; sentFrom: HTMLFormElement | null }>({
    mutationFn: ({ values }) => options.send(values),
    async onSuccess(answer, { values, sentFrom }) {
      await options.onDone(answer, values);
      if (sentFrom === fields.form.current) options.onClose?.();
    },
    onError(error) {
      if (options.onRefused?.(error) === true) return;
      const words = options.isQuiet
        ? errorText(error, text, options.failed)
        : tellFailure(error, options.failed);
      if (words === undefined) return;
      if (!fields.blame(error, words)) setFailure(words);
      if (options.retype !== undefined) fields.find(options.retype)?.select();
    },
    onSettled(_, _error, sent) {
      // A value may be a password, which must not stay in memory.
      sent.values = fields.empty;
      sent.sentFrom = null;
      options.onSettled?.();
    },
  });

  const start = useEffectEvent(() => {
    if (options.startAt !== undefined) fields.focus(options.startAt);
  });
  useEffect(() => start(), [options.startAt]);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    // A dialog's form does not belong to the form from which the dialog was opened.
    event.stopPropagation();
    if (submission.isPending) return;
    setFailure(undefined);
    const fault = fields.complain(options.check?.(fields.values) ?? {});
    if (fault === undefined) {
      return submission.mutate({ values: fields.values, sentFrom: fields.form.current });
    }
    const title = options.faultTitle?.(fields.values) ?? text.common.error;
    notify({ title, body: fault, tone: "destructive" });
  }

  return {
    ...fields,
    failure,
    isPending: submission.isPending,
    isDone: submission.isSuccess,
    error: submission.error,
    reset() {
      setFailure(undefined);
      submission.reset();
    },
    attributes: { ref: fields.form, onSubmit, noValidate: true },
  };
}
