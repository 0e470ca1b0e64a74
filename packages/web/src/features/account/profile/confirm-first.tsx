import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/states.tsx";
import { useSendConfirmation } from "./send-confirmation.ts";

/** Says what needs a confirmed address, with a button that sends the mail again. */
export function ConfirmFirst({ email, children }: { email: string; children: string }) {
  const { banner } = useTextOf("later").email;
  const sending = useSendConfirmation(email);
  return (
    <Banner
      tone="warn"
      live
      action={
        <Button variant="quiet" pending={sending.isPending} onClick={() => sending.mutate()}>
          {banner.sendAgain}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
