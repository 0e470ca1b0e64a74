import { compactDigits } from "@veritick/domain/typed-text.ts";
import { Suspense } from "react";
import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFields } from "../../../api/use-form.ts";
import { useTitle } from "../../../lib/browser.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../../ui/page-header.tsx";
import { classNames, Skeleton } from "../../../ui/primitives.tsx";
import { PageHead, ReadingPage } from "../../../ui/reading-page.tsx";
import styles from "./fairness.module.css";

/** Loaded only for signed-in users. */
const ProfileMenu = lazyPart(async () => (await import("../../account/public.ts")).ProfileMenu);

function PublicHeader() {
  const { common } = useText();
  const { pages } = useTextOf("fairness");
  const user = useCurrentUser();
  return (
    <PageHeader
      start={
        <Link href="/" aria-label={common.home}>
          <Logo name={common.product} />
        </Link>
      }
    >
      <LanguageSwitch />
      <ThemeToggle />
      {user === undefined ? (
        <Link href="/auth" className={classNames(buttonClass("primary"), styles["getStarted"])}>
          {pages.getStarted}
        </Link>
      ) : (
        <Suspense fallback={<Skeleton width="var(--touch)" height="var(--touch)" />}>
          <ProfileMenu email={user.email} />
        </Suspense>
      )}
    </PageHeader>
  );
}

type PublicPageProps = Omit<ComponentProps<typeof ReadingPage>, "title"> &
  Pick<ComponentProps<typeof PageHead>, "back" | "lead"> & { title: string; head?: ReactNode };

/** A public page about fairness: its title, a short introduction, and its cards. */
export function PublicPage({ back, title, lead, head, children, ...rest }: PublicPageProps) {
  const { common } = useText();
  useTitle(`${title} · ${common.product}`);
  return (
    <>
      <PublicHeader />
      <ReadingPage {...rest}>
        <PageHead back={back} title={title} lead={lead}>
          {head}
        </PageHead>
        {children}
      </ReadingPage>
    </>
  );
}

const ASK_FIELDS = ["asked"] as const;
const MOST_DIGITS = 12;

type AskFormProps<T> = {
  label: string;
  hint?: string;
  isNumber?: boolean;
  /** Reads the typed text. Undefined if there is nothing of that name; the field then shows `invalid`. */
  read: (typed: string) => T | undefined;
  invalid: string;
  submit: string;
  isMain?: boolean;
  className?: string | undefined;
  inputClass?: string | undefined;
  onAsk: (asked: T) => void;
};

/** Asks for something to show by its number or its id. It sends nothing, so the field alone says what is wrong. */
export function AskForm<T>(props: AskFormProps<T>) {
  const { label, hint, isNumber = false, read, invalid, submit, isMain = false } = props;
  const { form, values, errors, set, bind, complain, clear } = useFields(ASK_FIELDS);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const asked = read(values.asked);
    complain({ asked: asked === undefined ? invalid : undefined });
    if (asked === undefined) return;
    // A number is often changed by one. An id is pasted anew.
    if (!isNumber) clear();
    props.onAsk(asked);
  }

  return (
    <form ref={form} className={props.className ?? styles["ask"]} onSubmit={onSubmit} noValidate>
      <Field label={label} hint={hint} error={errors.asked}>
        {(control) => (
          <TextInput
            {...control}
            {...bind("asked")}
            className={props.inputClass}
            inputMode={isNumber ? "numeric" : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target: { value } }) =>
              set("asked", isNumber ? compactDigits(value).replace(/\D/g, "").slice(0, MOST_DIGITS) : value)
            }
          />
        )}
      </Field>
      <Button type="submit" variant={isMain ? "primary" : "quiet"}>
        {submit}
      </Button>
    </form>
  );
}
