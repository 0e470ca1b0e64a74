import { useState } from "react";
import { Link, useSearch } from "wouter";
import { useGet } from "../../../api/query.ts";
import { forgetResetLink, useResetToken } from "../../../lib/links.ts";
import { useFields } from "../../../api/use-form.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useText } from "../../../locales/text.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PageTitle } from "../../../ui/primitives.tsx";
import { LanguageSwitch, ThemeToggle } from "../../../ui/switches.tsx";
import { HelpLinks } from "../limits/help-links.tsx";
import { AuthForm, PasskeySignIn, SecondStep } from "./auth-form.tsx";
import styles from "./auth-page.module.css";
import { ForgotForm, ResetForm } from "./password-reset-forms.tsx";

type View = "login" | "register" | "secondStep" | "forgot" | "reset";

const FIELDS = ["email", "password", "confirm"] as const;

/** Holds every way to sign in on one card. A link that sets a new password opens another card. */
export function AuthPage() {
  const resetToken = useResetToken();
  return <AuthCard key={resetToken} resetToken={resetToken} />;
}

/** The fields keep their text from one view to the next. */
function AuthCard({ resetToken }: { resetToken: string | undefined }) {
  const text = useText();
  const search = useSearch();
  const installation = useGet("settings");
  const fields = useFields(FIELDS);
  const [view, setView] = useState<View>(() => {
    if (resetToken !== undefined) return "reset";
    return new URLSearchParams(search).get("mode") === "register" ? "register" : "login";
  });
  const [hasApp, setHasApp] = useState(true);
  const { auth, common } = text;
  useTitle(`${auth[view].title} · ${common.product}`);

  function show(next: View) {
    fields.set("confirm", "");
    fields.complain({});
    setView(next);
  }

  function backToLogin() {
    show("login");
    // A person who is signed in and has opened a link goes back to where they were.
    forgetResetLink();
  }

  return (
    <>
      <PageHeader
        start={
          <Link href="/" aria-label={common.home}>
            <Logo name={common.product} />
          </Link>
        }
      >
        <LanguageSwitch />
        <ThemeToggle />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["card"]}>
          <PageTitle>{auth[view].title}</PageTitle>
          {view === "secondStep" ? (
            <SecondStep email={fields.values.email} password={fields.values.password} hasApp={hasApp} />
          ) : view === "forgot" ? (
            <ForgotForm fields={fields} />
          ) : view === "reset" ? (
            <ResetForm
              token={resetToken ?? ""}
              onAskAgain={installation.data?.passwordReset ? () => show("forgot") : undefined}
            />
          ) : (
            <AuthForm
              mode={view}
              fields={fields}
              onSecondStep={(found) => {
                setHasApp(found);
                show("secondStep");
              }}
            />
          )}
          {view === "login" && <PasskeySignIn />}
          {view === "login" && installation.data?.passwordReset !== false && (
            <div className={styles["forgot"]}>
              {installation.data && (
                <LinkButton onClick={() => show("forgot")}>{auth.forgot.link}</LinkButton>
              )}
            </div>
          )}
          {view === "register" && (
            <div className={styles["care"]}>
              <p className={styles["risk"]}>{common.risk}</p>
              <HelpLinks />
            </div>
          )}
          <p className={styles["other"]}>
            {view === "login" || view === "register" ? (
              <>
                {auth[view].other}{" "}
                <LinkButton onClick={() => show(view === "login" ? "register" : "login")}>
                  {auth[view].switch}
                </LinkButton>
              </>
            ) : (
              <LinkButton onClick={backToLogin}>{auth.backToLogin}</LinkButton>
            )}
          </p>
        </div>
      </main>
    </>
  );
}
