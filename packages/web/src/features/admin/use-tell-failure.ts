import { errorText } from "../../api/api-error.ts";
import { knownSession } from "../../api/current-user.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { notify } from "../../ui/overlay/notice-store.ts";
import { StepUpCancelled } from "./step-up/step-up.ts";

/**
 * Says that a call of an administrator failed, and answers the words; undefined where they themselves did not go on, which
 * is no failure.
 */
export function useTellFailure(): (error: Error, fallback: string) => string | undefined {
  const text = useText();
  const { stepUp } = useAdminText();
  return (error, fallback) => {
    if (error instanceof StepUpCancelled) {
      // Where the session has ended, that is told instead.
      if (knownSession().state === "signed-in") {
        notify({ title: stepUp.cancelled, body: stepUp.cancelledBody });
      }
      return undefined;
    }
    const body = errorText(error, text, fallback);
    notify({ title: text.common.error, body, tone: "destructive" });
    return body;
  };
}
