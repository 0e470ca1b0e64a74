import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { setCurrentUser } from "../../../api/current-user.ts";
import { useText, useTextOf } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Quiet, Stack, Strong } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { TermsStatement } from "./legal-links.tsx";

type TermsDialogProps = { version: string; isFirst: boolean; onClose: () => void };

/** Asks a signed-in person to accept the current terms. Who declines can do everything but open positions and deposit. */
export function TermsDialog({ version, isFirst, onClose }: TermsDialogProps) {
  const { terms } = useTextOf("later").legal;
  return (
    <AskDialog
      title={isFirst ? terms.first : terms.again}
      confirmLabel={terms.accept}
      keepLabel={terms.later}
      isDanger={false}
      send={() => call("acceptTerms", { body: { version } })}
      failed={terms.failed}
      onDone={setCurrentUser}
      onClose={onClose}
    >
      <Stack gap={3}>
        <p>
          <TermsStatement />
        </p>
        <Quiet>{terms.until}</Quiet>
      </Stack>
    </AskDialog>
  );
}

/** Opens instead of the ticket or the deposit in a blocked country. */
export function BlockedDialog({ onClose }: { onClose: () => void }) {
  const { blocked, close } = useText().common;
  const { rest } = useTextOf("later").legal.blocked;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={blocked.title}
      footer={
        <Choices>
          <Button data-autofocus onClick={onClose}>
            {close}
          </Button>
        </Choices>
      }
    >
      <Stack gap={2}>
        <p>{blocked.body}</p>
        <Quiet>{rest}</Quiet>
      </Stack>
    </Dialog>
  );
}

export function BlockedBanner() {
  const { blocked } = useText().common;
  const { rest } = useTextOf("later").legal.blocked;
  return (
    <Banner tone="warn" live>
      <Strong as="p">{blocked.title}</Strong>
      <p>
        {blocked.body} {rest}
      </p>
    </Banner>
  );
}
