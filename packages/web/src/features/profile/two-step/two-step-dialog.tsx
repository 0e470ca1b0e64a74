import { useState } from "react";
import { call } from "../../../lib/api.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useNotify } from "../../../ui/notices.tsx";
import { refreshSecurity } from "../security-query.ts";
import { LeaveCodes } from "./leave-codes.tsx";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanForm } from "./scan-form.tsx";

export type TwoStepChange = "setUp" | "newCodes" | "turnOff";

type Step =
  | { readonly name: "proof" }
  | { readonly name: "scan"; readonly secret: string; readonly uri: string }
  | { readonly name: "codes"; readonly codes: readonly string[] };

type TwoStepDialogProps = { change: TwoStepChange; email: string; onClose: () => void };

/** Every change of two-step sign-in, step by step. What is secret in it goes with the dialog. */
export function TwoStepDialog({ change, email, onClose }: TwoStepDialogProps) {
  const { twoStep } = useLaterText().profile;
  const notify = useNotify();
  const [step, setStep] = useState<Step>({ name: "proof" });
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const words = twoStep[change];

  function showCodes(codes: readonly string[]) {
    void refreshSecurity();
    setStep({ name: "codes", codes });
  }

  /** The notice waits for the end of the dialog, so that it does not cover the codes on a phone. */
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
            send={({ password }) => call("beginTwoStep", { body: { password } })}
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
              onClose();
            }}
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
