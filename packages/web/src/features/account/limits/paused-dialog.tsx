import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { Link, useLocation } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button, buttonClass, Choices, TextLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Quiet, Stack, Strong } from "../../../ui/primitives.tsx";
import { HelpLinks } from "./help-links.tsx";

type PausedDialogProps = { until: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Opens instead of the ticket or the deposit during a break. */
export function PausedDialog({ until, open, onOpenChange }: PausedDialogProps) {
  const { paused, link } = useTextOf("later").limits;
  const format = useFormat();
  const [, navigate] = useLocation();

  function goToLimits() {
    onOpenChange(false);
    navigate("/limits");
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={paused.title}
      footer={
        <Choices>
          <Button variant="quiet" onClick={goToLimits}>
            {link}
          </Button>
          <Button data-autofocus onClick={() => onOpenChange(false)}>
            {paused.close}
          </Button>
        </Choices>
      }
    >
      <Stack gap={2}>
        <p>{paused.until(format.moment(until))}</p>
        <Quiet>{paused.rest}</Quiet>
        <HelpLinks />
      </Stack>
    </Dialog>
  );
}

/** Says until when the user can neither open positions nor deposit. */
export function PauseBanner({ pause }: { pause: Pause }) {
  const { paused, title } = useTextOf("later").limits;
  const format = useFormat();
  return (
    <section aria-label={paused.label}>
      <Banner
        tone="info"
        live
        action={
          <Link href="/limits" className={buttonClass("quiet")}>
            {title}
          </Link>
        }
      >
        <Strong as="p">{paused.title}</Strong>
        <p>
          {paused.until(format.moment(pause.until))} {paused.rest}
        </p>
      </Banner>
    </section>
  );
}

export function LimitsLink() {
  const { link } = useTextOf("later").limits;
  return (
    <TextLink isAccent href="/limits">
      {link}
    </TextLink>
  );
}
