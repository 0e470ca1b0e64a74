import type { Security } from "@veritick/contract/schemas/security.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useKeptFocus } from "../../../../lib/focus.ts";
import { useLaterText } from "../../../../locales/text.ts";
import { Badge, Quiet, Stack } from "../../../../ui/primitives.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { preloadDialog } from "../../../../ui/overlay/dialog.tsx";
import { LoadFailed } from "../../../../ui/states/placeholders.tsx";
import { TwoStepDialog } from "./two-step-dialog.tsx";
import type { TwoStepChange } from "./two-step-dialog.tsx";
import styles from "../profile-page.module.css";

const FEW_CODES = 3;

type TwoStepCardProps = { email: string; security: UseQueryResult<Security> };

export function TwoStepCard({ email, security }: TwoStepCardProps) {
  const { twoStep } = useLaterText().profile;
  const [change, setChange] = useState<TwoStepChange>();
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  const { data } = security;

  return (
    <Card
      title={twoStep.title}
      aside={
        data && (
          <Badge tone={data.twoStep ? "good" : "neutral"}>{data.twoStep ? twoStep.on : twoStep.off}</Badge>
        )
      }
    >
      <div {...keptFocus}>
        <Stack gap={4} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
          {data ? (
            <TwoStepState security={data} onChange={setChange} />
          ) : (
            <LoadFailed onRetry={() => security.refetch()} />
          )}
        </Stack>
        {change && <TwoStepDialog change={change} email={email} onClose={() => setChange(undefined)} />}
      </div>
    </Card>
  );
}

type TwoStepStateProps = { security: Security; onChange: (change: TwoStepChange) => void };

function TwoStepState({ security, onChange }: TwoStepStateProps) {
  const { twoStep } = useLaterText().profile;
  if (!security.twoStep) {
    return (
      <>
        <Quiet pretty>{twoStep.offText}</Quiet>
        <div className={styles["actions"]}>
          <Button onClick={() => onChange("setUp")}>{twoStep.switchOn}</Button>
        </div>
      </>
    );
  }
  const left = twoStep.codesLeft(security.recoveryCodesLeft);
  const isFew = security.recoveryCodesLeft <= FEW_CODES;
  return (
    <>
      <Quiet pretty>
        {twoStep.onText} {!isFew && left}
      </Quiet>
      {isFew && (
        <Banner tone="warn">
          {left} {twoStep.fewLeft}
        </Banner>
      )}
      <div className={styles["actions"]}>
        <Button variant="quiet" onClick={() => onChange("newCodes")}>
          {twoStep.renew}
        </Button>
        <Button variant="danger" onClick={() => onChange("turnOff")}>
          {twoStep.switchOff}
        </Button>
      </div>
    </>
  );
}
