import { Suspense } from "react";
import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFields } from "../../../api/use-form.ts";
import type { Address } from "../../../lib/addresses.ts";
import { useTitle } from "../../../lib/browser.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { BackLink, LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../../ui/page-header.tsx";
import { classNames } from "../../../ui/primitives.tsx";
import reading from "../../../ui/reading-page.module.css";
import styles from "./fairness.module.css";

/** Loaded only for signed-in users. */
const ProfileMenu = lazyPart(async () => (await import("../../account/public.ts")).ProfileMenu);

export function PublicHeader() {
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
        <Link href="/auth" className={`${buttonClass("primary")} ${styles["getStarted"]}`}>
          {pages.getStarted}
        </Link>
      ) : (
        <Suspense fallback={<span className={styles["menuPlace"]} />}>
          <ProfileMenu email={user.email} />
        </Suspense>
      )}
    </PageHeader>
  );
}

type PublicPageProps = Omit<ComponentProps<"main">, "title"> & {
  /** The link back: the name of its page, and the full text for screen readers. */
  back: { href: Address; name: string; label: string };
  title: string;
  lead: ReactNode;
  head?: ReactNode;
};

/** A public page about fairness: its title, a short introduction, and its cards. */
export function PublicPage(props: PublicPageProps) {
  const { back, title, lead, head, className, children, ...rest } = props;
  const { common } = useText();
  useTitle(`${title} · ${common.product}`);
  return (
    <>
      <PublicHeader />
      <main {...rest} id="content" tabIndex={-1} className={classNames(reading["page"], className)}>
        <div className={reading["head"]}>
          <Link href={back.href} asChild>
            <BackLink label={back.label}>{back.name}</BackLink>
          </Link>
          <h1 className={reading["title"]}>{title}</h1>
          <p className={reading["lead"]}>{lead}</p>
          {head}
        </div>
        {children}
      </main>
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
  className: string | undefined;
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
    <form ref={form} className={props.className} onSubmit={onSubmit} noValidate>
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
              set("asked", isNumber ? value.replace(/\D/g, "").slice(0, MOST_DIGITS) : value)
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
