import { useEffect } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { StepUpForm } from "./step-up-form.tsx";
import { cancelProof, useIsProofWanted } from "./step-up.ts";

/** Where a person proves who they are, above whatever is open, once a call needs it. */
export function StepUpPlace({ email }: { email: string }) {
  const { stepUp } = useAdminText();
  const isWanted = useIsProofWanted();
  // Whoever leaves the page does not go on with what waits.
  useEffect(() => cancelProof, []);
  return (
    isWanted && (
      <Dialog open onOpenChange={cancelProof} title={stepUp.title} description={stepUp.why}>
        <StepUpForm email={email} />
      </Dialog>
    )
  );
}
