import { plainEmail } from "@veritick/domain/emails.ts";
import { Suspense, useState } from "react";
import { useSearch } from "wouter";
import { useGet } from "../../../api/query.ts";
import { forgetAuthLink, isLinkToken, useAuthLink, useInvitation } from "../../../lib/links.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { useTitle } from "../../../lib/browser.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useFocusOnMount } from "../../../lib/focus.ts";
import { useText, withTextOf, useTextOf } from "../../../locales/text.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Caption, Quiet, Stack, Text } from "../../../ui/primitives.tsx";
import { emailError } from "../email-error.ts";
import { LegalLinks } from "../legal/legal-links.tsx";
import { HelpLinks } from "../limits/help-links.tsx";
import { NewPasswordField } from "../new-password-field.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import {
  AuthForm,
  ConfirmField,
  EmailField,
  PasskeySignIn,
  SecondStep,
  passwordErrors,
} from "./auth-form.tsx";
import type { AuthField } from "./auth-form.tsx";
import { ApiError, call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { Banner, Failure } from "../../../ui/states.tsx";
import { dismissRefusal, notify } from "../../../ui/overlay/notice-store.ts";
import styles from "./auth-page.module.css";

type View = "login" | "register" | "secondStep" | "forgot" | "reset";

const FIELDS = ["email", "password", "confirm", "invitation", "acceptedTerms"] as const;

type AuthCardProps = { resetToken: string | undefined; invitation: string | undefined };

const EmailLinkPage = lazyPart(
  async () => (await withTextOf("later", import("./email-link-page.tsx"))).EmailLinkPage,
);

/**
 * Holds every way to sign in on one card. A mailed link opens a different card, and that of an invitation the one to
 * register.
 */
export function AuthPage() {
  const link = useAuthLink();
  const invitation = useInvitation();
  if (link !== undefined && link.does !== "reset") {
    return (
      <Suspense fallback={null}>
        <EmailLinkPage key={link.token} link={link} />
      </Suspense>
    );
  }
  return <AuthCard key={link?.token ?? invitation} resetToken={link?.token} invitation={invitation} />;
}

/** Keeps the text of the fields from one view to the next. */
function AuthCard({ resetToken, invitation }: AuthCardProps) {
  const search = useSearch();
  const installation = useGet("settings");
  const fields = useFields(FIELDS, { invitation: invitation ?? "" });
  const [view, setView] = useState<View>(() => {
    if (resetToken !== undefined) return "reset";
    if (invitation !== undefined) return "register";
    return new URLSearchParams(search).get("mode") === "register" ? "register" : "login";
  });
  const [hasApp, setHasApp] = useState(true);
  const { common } = useText();
  const auth = useTextOf("auth");
  const registration = installation.data?.registration;
  const isClosed = registration === "closed";
  const { title } = view === "register" && isClosed ? auth.closed : auth[view];
  useTitle(`${title} · ${common.product}`);

  function show(next: View) {
    fields.set("confirm", "");
    fields.complain({});
    setView(next);
  }

  function backToLogin() {
    show("login");
    // Signed-in people who open such a link return to the page they came from.
    forgetAuthLink();
  }

  return (
    <AuthFrame title={title}>
      {view === "secondStep" ? (
        <SecondStep email={fields.values.email} password={fields.values.password} hasApp={hasApp} />
      ) : view === "forgot" ? (
        <ForgotForm fields={fields} />
      ) : view === "reset" ? (
        <ResetForm
          token={resetToken ?? ""}
          onAskAgain={installation.data?.passwordReset ? () => show("forgot") : undefined}
        />
      ) : view === "register" && isClosed ? (
        <Quiet pretty>{auth.closed.text}</Quiet>
      ) : view === "register" && installation.data?.countryBlocked ? (
        <Banner tone="warn">{common.blocked.body}</Banner>
      ) : (
        <AuthForm
          mode={view}
          fields={fields}
          asksInvitation={view === "register" && registration === "invite"}
          onSecondStep={(found) => {
            setHasApp(found);
            show("secondStep");
          }}
        />
      )}
      {view === "login" && <PasskeySignIn />}
      {view === "login" && installation.data?.passwordReset !== false && (
        <p className={styles["forgot"]}>
          {installation.data && <LinkButton onClick={() => show("forgot")}>{auth.forgot.link}</LinkButton>}
        </p>
      )}
      {view === "register" && !isClosed && (
        <Stack gap={1} align="center">
          <Caption pretty>{common.risk}</Caption>
          <HelpLinks />
        </Stack>
      )}
      <Quiet className={styles["other"]}>
        {view === "login" && isClosed ? (
          auth.closed.note
        ) : view === "login" || view === "register" ? (
          <>
            {auth[view].other}{" "}
            <LinkButton onClick={() => show(view === "login" ? "register" : "login")}>
              {auth[view].switch}
            </LinkButton>
          </>
        ) : (
          <LinkButton onClick={backToLogin}>{auth.backToLogin}</LinkButton>
        )}
      </Quiet>
      <LegalLinks />
    </AuthFrame>
  );
}

/** Asks for a link that sets a new password. The answer does not reveal whether the account exists. */
function ForgotForm({ fields }: { fields: Fields<AuthField> }) {
  const auth = useTextOf("auth");
  const { forgot } = auth;
  const form = useForm(fields, {
    check: ({ email }) => ({ email: emailError(email, auth) }),
    send: ({ email }) => call("forgotPassword", { body: { email: plainEmail(email) } }),
    failed: forgot.failed,
    startAt: "email",
    onDone: dismissRefusal,
  });

  if (form.isDone) return <Sent email={plainEmail(form.values.email)} />;
  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Quiet>{forgot.intro}</Quiet>
      <Failure words={form.failure} />
      <EmailField error={fields.errors.email} {...fields.bind("email")} />
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={forgot.pending}>
        {forgot.submit}
      </Button>
    </Stack>
  );
}

function Sent({ email }: { email: string }) {
  const { forgot } = useTextOf("auth");
  const place = useFocusOnMount<HTMLDivElement>();
  return (
    <Stack gap={3} ref={place} tabIndex={-1}>
      <Text anywhere>{forgot.sent(email)}</Text>
      <Quiet>{forgot.sentHint}</Quiet>
    </Stack>
  );
}

const RESET_FIELDS = ["newPassword", "confirm"] as const;

type ResetFormProps = {
  token: string;
  /** Undefined if the installation sends no links. */
  onAskAgain: (() => void) | undefined;
};

/** Sets a new password with the token of a link. It does not sign in; people sign in with the new password next. */
function ResetForm({ token, onAskAgain }: ResetFormProps) {
  const auth = useTextOf("auth");
  const { reset } = auth;
  const form = useForm(useFields(RESET_FIELDS), {
    check({ newPassword, confirm }) {
      const words = { passwordTooShort: reset.tooShort, mismatch: auth.mismatch };
      const found = passwordErrors({ password: newPassword, confirm }, words);
      return { newPassword: found.password, confirm: found.confirm };
    },
    send: ({ newPassword }) => call("resetPassword", { body: { token, newPassword } }),
    failed: reset.failed,
    startAt: "newPassword",
    async onDone() {
      // This ended every session of the account. Another account may still be signed in here.
      await refreshCurrentUser();
      forgetAuthLink();
      notify({ title: reset.done, body: reset.doneBody });
    },
  });
  const { errors, bind, error } = form;

  const isRefused = error instanceof ApiError && error.code === "reset_link_invalid";
  if (isRefused || !isLinkToken(token)) return <InvalidLink onAskAgain={onAskAgain} />;
  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Failure words={form.failure} />
      <NewPasswordField label={reset.password} error={errors.newPassword} {...bind("newPassword")} />
      <ConfirmField error={errors.confirm} {...bind("confirm")} />
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={reset.pending}>
        {reset.submit}
      </Button>
    </Stack>
  );
}

function InvalidLink({ onAskAgain }: Pick<ResetFormProps, "onAskAgain">) {
  const { reset } = useTextOf("auth");
  return (
    <Stack gap={5}>
      <Failure words={reset.invalid} />
      {onAskAgain && (
        <Button size="large" onClick={onAskAgain}>
          {reset.askAgain}
        </Button>
      )}
    </Stack>
  );
}
