import type { UseQueryResult } from "@tanstack/react-query";
import type { Security } from "@veritick/contract/schemas/security.ts";
import { useState } from "react";
import { call } from "../../../../api/client.ts";
import { useFocusOnMount, useKeptFocus } from "../../../../lib/focus.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { Actions, Button, Choices } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Check } from "../../../../ui/form/choices.tsx";
import { Dialog, preloadDialog } from "../../../../ui/overlay/dialog.tsx";
import { notify } from "../../../../ui/overlay/notice-store.ts";
import { Badge, Code, Grid, Panel, Quiet, Row, Stack } from "../../../../ui/primitives.tsx";
import { Banner, Loaded } from "../../../../ui/states.tsx";
import { withProof } from "../../step-up/step-up.ts";
import { refreshSecurity } from "../security-query.ts";
import { ProofForm, ScanForm } from "./two-step-forms.tsx";

const FEW_CODES = 3;

type TwoStepCardProps = { email: string; security: UseQueryResult<Security> };

export function TwoStepCard({ email, security }: TwoStepCardProps) {
  const { twoStep } = useTextOf("later").profile;
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
          <Loaded query={security}>
            {(found) => <TwoStepState security={found} onChange={setChange} />}
          </Loaded>
        </Stack>
        {change && <TwoStepDialog change={change} email={email} onClose={() => setChange(undefined)} />}
      </div>
    </Card>
  );
}

type TwoStepStateProps = { security: Security; onChange: (change: TwoStepChange) => void };

function TwoStepState({ security, onChange }: TwoStepStateProps) {
  const { twoStep } = useTextOf("later").profile;
  if (!security.twoStep) {
    return (
      <>
        <Quiet pretty>{twoStep.offText}</Quiet>
        <Actions>
          <Button onClick={() => onChange("setUp")}>{twoStep.switchOn}</Button>
        </Actions>
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
      <Actions>
        <Button variant="quiet" onClick={() => onChange("newCodes")}>
          {twoStep.renew}
        </Button>
        <Button variant="danger" onClick={() => onChange("turnOff")}>
          {twoStep.switchOff}
        </Button>
      </Actions>
    </>
  );
}

type TwoStepChange = "setUp" | "newCodes" | "turnOff";

type Step =
  | { readonly name: "proof" }
  | { readonly name: "scan"; readonly secret: string; readonly uri: string }
  | { readonly name: "codes"; readonly codes: readonly string[] };

type TwoStepDialogProps = {
  change: TwoStepChange;
  /** Existing recovery codes, to show at once. */
  codes?: readonly string[];
  email: string;
  onClose: () => void;
};

/** Guides the user through every change of two-step sign-in. Closing the dialog forgets the secrets. */
export function TwoStepDialog({ change, codes, email, onClose }: TwoStepDialogProps) {
  const { twoStep } = useTextOf("later").profile;
  const [step, setStep] = useState<Step>(codes === undefined ? { name: "proof" } : { name: "codes", codes });
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const words = twoStep[change];

  function showCodes(codes: readonly string[]) {
    void refreshSecurity();
    setStep({ name: "codes", codes });
  }

  /** Shows the notice only now, because on a phone it would have covered the codes. */
  function leave() {
    if (step.name === "codes" && change === "setUp") notify({ title: twoStep.setUp.done });
    onClose();
  }

  function close() {
    if (step.name === "codes" && !isKept) setLeaving(!isLeaving);
    else leave();
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={isLeaving ? twoStep.codes.leaveTitle : step.name === "codes" ? twoStep.codes.title : words.title}
    >
      {step.name === "proof" ? (
        change === "setUp" ? (
          <ProofForm
            intro={words.proof}
            email={email}
            submitLabel={twoStep.next}
            send={({ password }) => withProof(() => call("beginTwoStep", { body: { password } }))}
            onDone={({ secret, uri }) => setStep({ name: "scan", secret, uri })}
          />
        ) : change === "newCodes" ? (
          <ProofForm
            asksCode
            intro={words.proof}
            email={email}
            submitLabel={twoStep.newCodes.submit}
            send={(body) => call("renewRecoveryCodes", { body })}
            onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          />
        ) : (
          <ProofForm
            asksCode
            isDanger
            intro={words.proof}
            email={email}
            submitLabel={twoStep.switchOff}
            send={(body) => call("disableTwoStep", { body })}
            onDone={async () => {
              await refreshSecurity();
              notify({ title: twoStep.turnOff.done });
            }}
            onClose={onClose}
          />
        )
      ) : step.name === "scan" ? (
        <ScanForm secret={step.secret} uri={step.uri} onDone={showCodes} />
      ) : isLeaving ? (
        <LeaveCodes onStay={() => setLeaving(false)} onLeave={leave} />
      ) : (
        <RecoveryCodes
          codes={step.codes}
          email={email}
          isKept={isKept}
          onKeptChange={setKept}
          onDone={leave}
        />
      )}
    </Dialog>
  );
}

/** Asks for confirmation before the dialog closes, because the codes are shown only once. */
function LeaveCodes({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const words = useTextOf("later").profile.twoStep.codes;
  const stay = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack gap={5}>
      <div role="alert">
        <Banner tone="warn">{words.leaveText}</Banner>
      </div>
      <Choices>
        <Button ref={stay} onClick={onStay}>
          {words.stay}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {words.leave}
        </Button>
      </Choices>
    </Stack>
  );
}

type RecoveryCodesProps = {
  codes: readonly string[];
  email: string;
  isKept: boolean;
  onKeptChange: (isKept: boolean) => void;
  onDone: () => void;
};

/** Shows the codes once: the server keeps no copy to show again. */
function RecoveryCodes({ codes, email, isKept, onKeptChange, onDone }: RecoveryCodesProps) {
  const words = useTextOf("later").profile.twoStep.codes;
  const intro = useFocusOnMount<HTMLParagraphElement>();

  const file = [words.fileTitle(email), words.fileText, "", ...codes, ""].join("\n");
  return (
    <Stack gap={5}>
      <Quiet pretty ref={intro} tabIndex={-1}>
        {words.text}
      </Quiet>
      <Panel>
        <Grid as="ul" gap={[2, 4]} min={180} aria-label={words.list} translate="no">
          {codes.map((code) => (
            <Code key={code} as="li">
              {code}
            </Code>
          ))}
        </Grid>
      </Panel>
      <Row gap={[2, 3]} align="center" justify="between">
        <CopyButton label={words.copy} value={codes.join("\n")} wide />
        <Button variant="quiet" onClick={() => saveText("veritick-recovery-codes.txt", file)}>
          {words.download}
        </Button>
      </Row>
      <Check checked={isKept} onChange={onKeptChange}>
        {words.kept}
      </Check>
      <Button size="large" disabled={!isKept} onClick={onDone}>
        {words.done}
      </Button>
    </Stack>
  );
}

function saveText(fileName: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the file only after they have handled the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
