import { useState } from "react";
import type { ReactNode } from "react";
import type { Security } from "@veritick/contract/schemas/security.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Banner, Failure } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { DigitsInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { withProof } from "../step-up/step-up.ts";
import styles from "./profile-page.module.css";
import { refreshSecurity } from "./security-query.ts";

const FIELDS = ["code"] as const;
const CODE = /^[0-9]{5}$/;

type WithdrawalCodeCardProps = { exists: boolean; security: Security | undefined };

/** Lets people create their withdrawal code. Afterwards the card says that it exists, and offers to replace it. */
export function WithdrawalCodeCard({ exists, security }: WithdrawalCodeCardProps) {
  const { code } = useLaterText().profile;
  const holdHours = security?.withdrawalHoldHours ?? 0;
  // The words that come in the form's place.
  const keptFocus = useKeptFocus<HTMLDivElement>("[tabindex]");
  return (
    <Card title={code.title}>
      {security && <HoldBanner security={security} />}
      <div {...keptFocus}>
        {exists ? (
          <ExistingCode holdHours={holdHours} />
        ) : (
          <CodeForm
            warning={code.warning}
            holdHours={holdHours}
            submit={code.submit}
            pending={code.pending}
            failed={code.failed}
            send={(body) => call("createWithdrawalCode", { body })}
            onDone={() => notify({ title: code.done, body: code.doneBody })}
          />
        )}
      </div>
    </Card>
  );
}

function ExistingCode({ holdHours }: { holdHours: number }) {
  const text = useText();
  const { code } = useLaterText().profile;
  const [isReplacing, setReplacing] = useState(false);
  const keptFocus = useKeptFocus<HTMLDivElement>(":is(input,button)");
  return (
    <div tabIndex={-1} className={styles["outcome"]}>
      <Stack gap={4} {...keptFocus}>
        {isReplacing ? (
          <CodeForm
            warning={code.replaceWarning}
            holdHours={holdHours}
            submit={code.replaceSubmit}
            pending={code.replacing}
            failed={code.replaceFailed}
            send={(body) => call("replaceWithdrawalCode", { body })}
            onDone={() => {
              setReplacing(false);
              notify({ title: code.replaced, body: code.doneBody });
            }}
            startsAtCode
          >
            <Button variant="quiet" onClick={() => setReplacing(false)}>
              {text.common.cancel}
            </Button>
          </CodeForm>
        ) : (
          <>
            <Banner tone="info">{code.created}</Banner>
            <div className={styles["actions"]}>
              <Button variant="quiet" onClick={() => setReplacing(true)}>
                {code.replace}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </div>
  );
}

type CodeFormProps = {
  warning: string;
  holdHours: number;
  submit: string;
  pending: string;
  failed: string;
  send: (body: { code: string }) => Promise<unknown>;
  onDone: () => void;
  startsAtCode?: boolean;
  /** Further buttons. */
  children?: ReactNode;
};

function CodeForm(props: CodeFormProps) {
  const { warning, holdHours, submit, pending, failed, send, onDone, startsAtCode, children } = props;
  const { code, password } = useLaterText().profile;
  const form = useForm(useFields(FIELDS), {
    check: (values) => ({ code: CODE.test(values.code) ? undefined : code.invalid }),
    send: (body) => withProof(() => send(body)),
    failed,
    ...(startsAtCode === true && { startAt: "code" as const }),
    onDone() {
      void refreshSecurity();
      onDone();
      return refreshCurrentUser();
    },
    onRefused(error) {
      // Another tab created it first.
      if (error instanceof ApiError && error.code === "withdrawal_code_exists") void refreshCurrentUser();
    },
  });
  return (
    <form className={styles["form"]} {...form.attributes}>
      <Failure words={form.failure} />
      <Banner tone="warn">
        {warning} {holdHours > 0 && password.holdHint(holdHours)}
      </Banner>
      <Field label={code.label} hint={code.hint} error={form.errors.code}>
        {(control) => (
          <DigitsInput
            {...control}
            {...form.bind("code")}
            className={styles["short"]}
            showLabel={code.show}
            hideLabel={code.hide}
            maxLength={5}
            required
          />
        )}
      </Field>
      <div className={styles["actions"]}>
        <Button type="submit" pending={form.isPending} pendingLabel={pending}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  );
}

const REFRESH_SECONDS = 30;

/** Says until when withdrawals are on hold, and why. Shows nothing while they are open. */
function HoldBanner({ security }: { security: Security }) {
  const { hold } = useLaterText().profile;
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const until = security.withdrawalsHeldUntil;
  if (until === null || (now !== undefined && tickOf(until) <= now)) return null;
  return (
    <Banner tone="warn" live>
      <strong>{hold.until(format.moment(until))}</strong>{" "}
      {security.withdrawalHoldHours > 0 && hold.why(security.withdrawalHoldHours)}
    </Banner>
  );
}
