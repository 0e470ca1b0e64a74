import { useLocation } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { HelpLinks } from "./help-links.tsx";
import styles from "./paused-dialog.module.css";

type PausedDialogProps = { until: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Opens in place of the ticket and of the deposit during a break. */
export function PausedDialog({ until, open, onOpenChange }: PausedDialogProps) {
  const { paused, link } = useLaterText().limits;
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
      <div className={styles["content"]}>
        <p>{paused.until(format.moment(until))}</p>
        <p className={styles["rest"]}>{paused.rest}</p>
        <HelpLinks />
      </div>
    </Dialog>
  );
}
