import type { Security } from "@veritick/contract/schemas/security.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Banner, Failure } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { DigitsInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import styles from "./profile-page.module.css";
import { refreshSecurity } from "./security-query.ts";

const FIELDS = ["code"] as const;
const CODE = /^[0-9]{5}$/;

type WithdrawalCodeCardProps = { exists: boolean; security: Security | undefined };

/** Lets people create their withdrawal code once. Afterwards the card only says that it exists. */
export function WithdrawalCodeCard({ exists, security }: WithdrawalCodeCardProps) {
  const { code } = useLaterText().profile;
  // The words that come in the form's place.
  const keptFocus = useKeptFocus<HTMLDivElement>("[tabindex]");
  return (
    <Card title={code.title}>
      {security && <HoldBanner security={security} />}
      <div {...keptFocus}>
        {exists ? (
          <div tabIndex={-1} className={styles["outcome"]}>
            <Banner tone="info">{code.created}</Banner>
          </div>
        ) : (
          <CodeForm />
        )}
      </div>
    </Card>
  );
}

function CodeForm() {
  const { code } = useLaterText().profile;
  const form = useForm(useFields(FIELDS), {
    check: (values) => ({ code: CODE.test(values.code) ? undefined : code.invalid }),
    send: (body) => call("createWithdrawalCode", { body }),
    failed: code.failed,
    onDone() {
      void refreshSecurity();
      notify({ title: code.done, body: code.doneBody });
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
      <Banner tone="warn">{code.warning}</Banner>
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
      <Button type="submit" pending={form.isPending} pendingLabel={code.pending}>
        {code.submit}
      </Button>
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
