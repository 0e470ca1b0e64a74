import { notify } from "../ui/overlay/notice-store.ts";
import { useText } from "../locales/text.ts";
import { errorText, GivenUp } from "./api-error.ts";
import { knownSession } from "./current-user.ts";

/** Says in a notice that a call failed, and answers the words; undefined where the person did not go on with it. */
export function useTellFailure(): (error: unknown, fallback: string) => string | undefined {
  const text = useText();
  return (error, fallback) => {
    if (error instanceof GivenUp) {
      // Where the session has ended, that is told instead.
      if (knownSession().state === "signed-in") notify(error.notice);
      return undefined;
    }
    const body = errorText(error, text, fallback);
    notify({ title: text.common.error, body, tone: "destructive" });
    return body;
  };
}
