import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useArrival } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { setSellsAtOnce, useSellsAtOnce } from "../../../lib/preferences.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card, CardLevel } from "../../../ui/card.tsx";
import { Check } from "../../../ui/form/choices.tsx";
import { Failure, LoadingPage } from "../../../ui/states.tsx";
import { Num, PageTitle, Quiet, Stack } from "../../../ui/primitives.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { CurrentPassword, StepUpPlace } from "../step-up/step-up-form.tsx";
import { ScheduledClosingNotice } from "./scheduled-closing.tsx";
import { ApiKeysCard } from "./api-keys-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { OwnDataCard } from "./own-data-card.tsx";
import { AddressesCard, WithdrawalCodeCard } from "./withdrawal-cards.tsx";
import { ActivityCard, SessionsCard } from "./sessions-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { AccountHeader } from "./profile-menu.tsx";
import { DevicesCard } from "./devices-card.tsx";
import {
  refreshSecurity,
  useAddresses,
  useApiKeys,
  usePasskeys,
  usePushDevices,
  useSecurity,
  useSessions,
} from "./security-query.ts";
import { TwoStepCard } from "./two-step/two-step-card.tsx";
import { call } from "../../../api/client.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { PasswordHint } from "../password-hint.tsx";
import styles from "../account-page.module.css";
import parts from "./profile-page.module.css";

export function ProfilePage() {
  const { common } = useText();
  const { profile } = useTextOf("later");
  const user = useCurrentUser();
  const security = useSecurity();
  const sessions = useSessions();
  const passkeys = usePasskeys();
  const addresses = useAddresses();
  const devices = usePushDevices();
  const keys = useApiKeys();
  useTitle(`${profile.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <AccountHeader back={profile.back} />
      <StepUpPlace email={user.email} />
      <main id="content" tabIndex={-1} className={parts["page"]}>
        <PageTitle className={parts["title"]}>{profile.title}</PageTitle>
        {[security, sessions, passkeys, addresses, devices, keys].some(({ isFetched }) => !isFetched) ? (
          // Without the answers, every second card would be shorter. It would push the others down as it grows. Only the first
          // answers count, failed or not: what people have typed stays while a card tries again.
          <LoadingPage className={parts["loading"]} />
        ) : (
          <>
            <Contents />
            <div className={parts["cards"]}>
              <Stack id="account" gap={5}>
                <ScheduledClosingNotice />
                <AccountCard user={user} />
                <PasswordCard email={user.email} holdHours={security.data?.withdrawalHoldHours ?? 0} />
                <WithdrawalCodeCard exists={user.withdrawalCode === true} security={security.data} />
              </Stack>
              <Group name="preferences">
                <AppearanceCard />
                <TradingCard />
                <LimitsCard />
              </Group>
              <Group name="security">
                <PasskeysCard passkeys={passkeys} hasApp={security.data?.twoStep} email={user.email} />
                <TwoStepCard email={user.email} security={security} />
                <AddressesCard addresses={addresses} holdHours={security.data?.withdrawalHoldHours ?? 0} />
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
                <OwnDataCard />
                <ClosingCard />
              </Group>
            </div>
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
    <nav aria-label={groups.label} className={parts["contents"]}>
      <ul>
        {GROUPS.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className={parts["jump"]}>
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
      <h2 ref={place} id={name} tabIndex={-1} className={parts["heading"]}>
        {groups[name]}
      </h2>
      <CardLevel value={3}>{children}</CardLevel>
    </Stack>
  );
}

function AccountCard({ user }: { user: CurrentUser }) {
  const { account } = useTextOf("later").profile;
  const format = useFormat();
  return (
    <Card title={account.title}>
      <dl>
        <div className={styles["fact"]}>
          <dt>{account.email}</dt>
          <dd>{user.email}</dd>
        </div>
        <div className={styles["fact"]}>
          <dt>{account.balance}</dt>
          <dd>
            <Num>
              {format.money(user.balance)} <Term term="usdms">USDMS</Term>
            </Num>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function LimitsCard() {
  const { title, card } = useTextOf("later").limits;
  return (
    <Card title={title}>
      <Quiet pretty>{card.text}</Quiet>
      <div className={styles["actions"]}>
        <Link href="/limits" className={buttonClass("quiet")}>
          {title}
        </Link>
      </div>
    </Card>
  );
}

function ClosingCard() {
  const { card } = useTextOf("later").closing;
  return (
    <Card title={card.title}>
      <Quiet pretty>{card.text}</Quiet>
      <div className={styles["actions"]}>
        <Link href="/profile/close" className={buttonClass("quiet")}>
          {card.link}
        </Link>
      </div>
    </Card>
  );
}

function TradingCard() {
  const { trading } = useTextOf("later").profile;
  return (
    <Card title={trading.title}>
      <Check checked={useSellsAtOnce()} onChange={setSellsAtOnce}>
        {trading.atOnce}
      </Check>
      <Quiet pretty>{trading.atOnceHint}</Quiet>
    </Card>
  );
}

const PASSWORD_MIN = 6;
const FIELDS = ["currentPassword", "newPassword"] as const;

function PasswordCard({ email, holdHours }: { email: string; holdHours: number }) {
  const { password } = useTextOf("later").profile;
  const form = useForm(useFields(FIELDS), {
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === "" ? password.currentRequired : undefined,
      newPassword: newPassword.length < PASSWORD_MIN ? password.tooShort : undefined,
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
      <form className={styles["form"]} {...form.attributes}>
        <Failure words={form.failure} />
        <CurrentPassword
          email={email}
          label={password.current}
          error={errors.currentPassword}
          {...bind("currentPassword")}
        />
        <Field
          label={password.new}
          hint={
            <PasswordHint password={form.values.newPassword} email={email}>
              {holdHours > 0 ? `${password.newHint} ${password.holdHint(holdHours)}` : password.newHint}
            </PasswordHint>
          }
          error={errors.newPassword}
        >
          {(control) => (
            <PasswordInput {...control} {...bind("newPassword")} autoComplete="new-password" required />
          )}
        </Field>
        <Button type="submit" pending={form.isPending} pendingLabel={password.pending}>
          {password.submit}
        </Button>
      </form>
    </Card>
  );
}
