import { useState } from "react";
import type { Security } from "@veritick/contract/schemas/security.ts";
import { call } from "../../../api/client.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import styles from "./profile-page.module.css";
import { CodeForm, NewCodeForm } from "./withdrawal-code-form.tsx";

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
        {exists ? <ExistingCode holdHours={holdHours} /> : <NewCodeForm holdHours={holdHours} />}
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
