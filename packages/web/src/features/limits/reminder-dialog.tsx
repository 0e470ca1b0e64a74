import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { call } from "../../lib/api.ts";
import { useFormat } from "../../lib/format.ts";
import { keyOf } from "../../lib/query.ts";
import { useLaterText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { BREAK_ANCHOR } from "./break-end.ts";
import { HelpLinks } from "./help-links.tsx";
import { ReminderResult } from "./reminder-result.tsx";
import styles from "./reminder-dialog.module.css";
import type { Stretch } from "./stretch.ts";
import { useBegan } from "./use-began.ts";

const MINUTE_MS = 60_000;

/**
 * How long the person has been here and what it came to, said alike after a win and after a loss. Neither going on nor a
 * break is made the easier answer: both look alike, and the focus starts on the dialog, which reads its title out.
 */
export function ReminderDialog({ stretch, onClose }: { stretch: Stretch; onClose: () => void }) {
  const { reminder } = useLaterText().limits;
  const format = useFormat();
  const [, navigate] = useLocation();
  const since = useBegan(stretch);
  const summary = useQuery({
    queryKey: [...keyOf("tradingSummary"), since],
    queryFn: ({ signal }) => call("tradingSummary", { query: { since: since ?? "" }, signal }),
    enabled: since !== undefined,
    gcTime: 0,
  });
  const minutes = Math.floor(stretch.spentMs / MINUTE_MS);

  function goToBreak() {
    onClose();
    navigate(`/limits#${BREAK_ANCHOR}`);
    // Where the page is open already; otherwise it goes there itself.
    requestAnimationFrame(() => document.getElementById(BREAK_ANCHOR)?.scrollIntoView({ block: "start" }));
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={reminder.title(Math.floor(minutes / 60), minutes % 60)}
      description={reminder.since(format.clock(Math.floor(stretch.beganMs / 1000)))}
      footer={
        <Choices>
          <Button variant="quiet" onClick={goToBreak}>
            {reminder.takeBreak}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {reminder.goOn}
          </Button>
        </Choices>
      }
    >
      <div className={styles["content"]}>
        <ReminderResult
          summary={summary.data}
          hasFailed={summary.isError}
          onRetry={() => void summary.refetch()}
        />
        <HelpLinks />
      </div>
    </Dialog>
  );
}
