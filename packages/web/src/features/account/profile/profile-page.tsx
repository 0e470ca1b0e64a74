import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { plainEmail } from "@veritick/domain/emails.ts";
import { normalizePassword } from "@veritick/domain/typed-text.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useArrival } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import {
  LANGUAGES,
  setSellsAtOnce,
  setTheme,
  THEME_CHOICES,
  useLanguage,
  useSellsAtOnce,
  useThemeChoice,
} from "../../../lib/preferences.ts";
import { useTitle } from "../../../lib/browser.ts";
import { switchLanguage, useTextOf, useText } from "../../../locales/text.ts";
import { Isolated } from "../../../ui/boundary.tsx";
import { Actions, Button, buttonClass } from "../../../ui/button.tsx";
import { Card, CardLevel } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Check, Segmented } from "../../../ui/form/choices.tsx";
import { Failure, LoadingPage } from "../../../ui/states.tsx";
import { Num, PageTitle, Quiet, Stack, Title } from "../../../ui/primitives.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { LegalLinks } from "../legal/legal-links.tsx";
import { CurrentPassword, StepUpPlace } from "../step-up/step-up-form.tsx";
import { ApiKeysCard } from "./api-keys-card.tsx";
import { DataCards, ScheduledClosingNotice } from "./data-cards.tsx";
import { MailPhraseCard } from "./mail-phrase-card.tsx";
import { AddressesCard, WithdrawalCodeCard } from "./withdrawal-cards.tsx";
import { ActivityCard, SessionsCard } from "./sessions-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { AccountHeader } from "./profile-menu.tsx";
import { DevicesCard } from "./devices-card.tsx";
import { refreshSecurity } from "./security-query.ts";
import { TwoStepCard } from "./two-step/two-step-card.tsx";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { useFresh, useGet } from "../../../api/query.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { emailError } from "../email-error.ts";
import { withProof } from "../step-up/step-up.ts";
import { NewPasswordField, PASSWORD_MIN } from "../new-password-field.tsx";
import styles from "./profile-page.module.css";

export function ProfilePage() {
  const { common } = useText();
  const { profile } = useTextOf("later");
  const user = useCurrentUser();
  const security = useFresh("getSecurity");
  const sessions = useFresh("listSessions");
  const passkeys = useFresh("listPasskeys");
  const addresses = useFresh("listWithdrawalAddresses");
  const devices = useFresh("listPushDevices");
  const keys = useFresh("listApiKeys");
  const sendsMails = useGet("settings").data?.passwordReset;
  useTitle(`${profile.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <AccountHeader back={profile.back} />
      <StepUpPlace email={user.email} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <PageTitle className={styles["title"]}>{profile.title}</PageTitle>
        {[security, sessions, passkeys, addresses, devices, keys].some(({ isFetched }) => !isFetched) ? (
          // Without the answers, every second card would be shorter. It would push the others down as it grows. Only the first
          // answers count, failed or not: what people have typed stays while a card tries again.
          <LoadingPage className={styles["loading"]} />
        ) : (
          <>
            <Contents />
            <Stack gap={8} className={styles["cards"]}>
              <Stack id="account" gap={5}>
                <Isolated>
                  <ScheduledClosingNotice />
                  <AccountCard user={user} holdHours={security.data?.withdrawalHoldHours ?? 0} />
                  <PasswordCard email={user.email} holdHours={security.data?.withdrawalHoldHours ?? 0} />
                  <WithdrawalCodeCard exists={user.withdrawalCode === true} security={security.data} />
                </Isolated>
              </Stack>
              <Group name="preferences">
                <PreferenceCards />
              </Group>
              <Group name="security">
                <PasskeysCard passkeys={passkeys} hasApp={security.data?.twoStep} email={user.email} />
                <TwoStepCard email={user.email} security={security} />
                <AddressesCard addresses={addresses} security={security.data} />
                {sendsMails && <MailPhraseCard security={security} />}
                <SessionsCard sessions={sessions} />
                <ActivityCard security={security} />
              </Group>
              <Group name="notifications">
                <DevicesCard devices={devices} />
              </Group>
              <Group name="programs">
                <ApiKeysCard keys={keys} />
              </Group>
              <Group name="data">
                <DataCards />
              </Group>
              <LegalLinks />
            </Stack>
          </>
        )}
      </main>
    </>
  );
}

/** The parts of the page. The first one has no heading of its own: its cards follow the title of the page. */
const GROUPS = ["account", "preferences", "security", "notifications", "programs", "data"] as const;

/** Links to the groups of cards. They stay in view beside the cards where there is room. */
function Contents() {
  const { groups } = useTextOf("later").profile;
  return (
    <nav aria-label={groups.label} className={styles["contents"]}>
      <ul>
        {GROUPS.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className={styles["jump"]}>
              {groups[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type GroupProps = { name: Exclude<(typeof GROUPS)[number], "account">; children: ReactNode };

function Group({ name, children }: GroupProps) {
  const { groups } = useTextOf("later").profile;
  const place = useArrival<HTMLHeadingElement>(name);
  return (
    <Stack gap={5}>
      <Title as="h2" ref={place} id={name} tabIndex={-1}>
        {groups[name]}
      </Title>
      <CardLevel value={3}>
        <Isolated>{children}</Isolated>
      </CardLevel>
    </Stack>
  );
}

function AccountCard({ user, holdHours }: { user: CurrentUser; holdHours: number }) {
  const { account } = useTextOf("later").profile;
  const { change } = useTextOf("later").email;
  const format = useFormat();
  const sendsMails = useGet("settings").data?.passwordReset === true;
  const [isChanging, setChanging] = useState(false);
  return (
    <Card title={account.title}>
      <Facts>
        <Fact name={account.email}>{user.email}</Fact>
        <Fact name={account.balance}>
          <Num>
            {format.money(user.balance)} <Term term="usdms">USDMS</Term>
          </Num>
        </Fact>
      </Facts>
      {sendsMails && (
        <Actions>
          <Button variant="quiet" onClick={() => setChanging(true)}>
            {change.title}
          </Button>
        </Actions>
      )}
      {isChanging && <ChangeEmail user={user} holdHours={holdHours} onClose={() => setChanging(false)} />}
    </Card>
  );
}

type ChangeEmailProps = { user: CurrentUser; holdHours: number; onClose: () => void };

/** Asks for another address. The link that is sent there makes the change. */
function ChangeEmail({ user, holdHours, onClose }: ChangeEmailProps) {
  const auth = useTextOf("auth");
  const { email, profile } = useTextOf("later");
  const { change: words } = email;
  const { password } = profile;
  return (
    <AskDialog
      title={words.title}
      fields={[
        {
          name: "email",
          label: words.label,
          inputMode: "email",
          read: (typed) => (emailError(typed, auth) === undefined ? plainEmail(typed) : undefined),
          invalid: (typed) => emailError(typed, auth) ?? "",
        },
      ]}
      confirmLabel={words.submit}
      isDanger={false}
      send={(body) => withProof(() => call("changeEmail", { body }))}
      failed={words.failed}
      onDone={(_, { email }) => {
        void refreshSecurity();
        notify({ title: words.sent, body: words.sentTo(email) });
      }}
      onClose={onClose}
    >
      {words.text} {holdHours > 0 && password.holdHint(holdHours)}{" "}
      {user.emailConfirmed !== false && words.notice(user.email)}
    </AskDialog>
  );
}

/** What this browser remembers, and the way to the limits. */
function PreferenceCards() {
  const { common } = useText();
  const { profile, limits } = useTextOf("later");
  const { appearance, trading } = profile;
  return (
    <>
      <Card title={appearance.title}>
        <Segmented
          label={common.language}
          value={useLanguage()}
          onChange={(value) => void switchLanguage(value)}
          options={LANGUAGES.map((value) => ({ value, label: common.languages[value] }))}
        />
        <Segmented
          label={appearance.theme}
          hasUnevenLabels
          value={useThemeChoice()}
          onChange={setTheme}
          options={THEME_CHOICES.map((value) => ({ value, label: appearance.themes[value] }))}
        />
      </Card>
      <Card title={trading.title}>
        <Check checked={useSellsAtOnce()} onChange={setSellsAtOnce}>
          {trading.atOnce}
        </Check>
        <Quiet pretty>{trading.atOnceHint}</Quiet>
      </Card>
      <Card title={limits.title}>
        <Quiet pretty>{limits.card.text}</Quiet>
        <Actions>
          <Link href="/limits" className={buttonClass("quiet")}>
            {limits.title}
          </Link>
        </Actions>
      </Card>
    </>
  );
}

const FIELDS = ["currentPassword", "newPassword"] as const;

function PasswordCard({ email, holdHours }: { email: string; holdHours: number }) {
  const { password } = useTextOf("later").profile;
  const form = useForm(useFields(FIELDS), {
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === "" ? password.currentRequired : undefined,
      newPassword: normalizePassword(newPassword).length < PASSWORD_MIN ? password.tooShort : undefined,
    }),
    send: (body) => call("changePassword", { body }),
    failed: password.failed,
    onDone() {
      form.clear();
      void refreshSecurity();
      notify({ title: password.changed, body: password.changedBody });
    },
  });
  const { errors, bind } = form;
  return (
    <Card title={password.title}>
      <Stack as="form" gap={5} {...form.attributes}>
        <Failure words={form.failure} />
        <CurrentPassword
          email={email}
          label={password.current}
          error={errors.currentPassword}
          {...bind("currentPassword")}
        />
        <NewPasswordField
          label={password.new}
          hint={holdHours > 0 ? `${password.newHint} ${password.holdHint(holdHours)}` : password.newHint}
          email={email}
          error={errors.newPassword}
          {...bind("newPassword")}
        />
        <Actions>
          <Button type="submit" pending={form.isPending} pendingLabel={password.pending}>
            {password.submit}
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
}
