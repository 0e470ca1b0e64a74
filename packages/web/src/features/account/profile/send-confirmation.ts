import { call } from "../../../api/client.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useTextOf } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";

/** Sends the mail that confirms the address again. */
export function useSendConfirmation(email: string) {
  const { banner } = useTextOf("later").email;
  const tellFailure = useTellFailure();
  return useSubmit({
    mutationFn: () => call("sendConfirmation"),
    onSuccess: () => notify({ title: banner.sent, body: banner.sentTo(email) }),
    onError: (error) => void tellFailure(error, banner.failed),
  });
}
