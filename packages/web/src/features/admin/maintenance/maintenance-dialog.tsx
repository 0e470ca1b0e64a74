import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Choices } from "../../../ui/choices.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TypingDialog } from "../../../ui/typing-dialog.tsx";
import styles from "./maintenance.module.css";
import { useMaintenanceSwitch } from "./use-maintenance-switch.ts";

const LONGEST = 200;

/** Asks before maintenance begins, and for what everybody is told; while it lasts, for another message. */
export function MaintenanceDialog({ now, onClose }: { now: Maintenance; onClose: () => void }) {
  const { common } = useText();
  const { maintenance: words, frame } = useAdminText();
  const form = useId();
  // What was asked stays so when the page behind it says that it is done.
  const [before] = useState(now);
  const [message, setMessage] = useState(before?.message ?? "");
  const change = useMaintenanceSwitch(before, onClose);
  const isBegin = before === null;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    change.mutate({ on: true, message });
  }

  return (
    <TypingDialog
      holdsWork={message !== (before?.message ?? "")}
      discard={frame.discard}
      onClose={onClose}
      title={isBegin ? words.beginTitle : words.changeTitle}
      footer={
        <Choices>
          <Button variant="quiet" data-autofocus onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={isBegin ? "danger" : "primary"}
            pending={change.isPending}
          >
            {isBegin ? words.begin : words.save}
          </Button>
        </Choices>
      }
    >
      <form id={form} className={styles["form"]} onSubmit={submit}>
        <p>{isBegin ? words.beginText : words.changeText}</p>
        <Field label={words.field} hint={words.fieldHint(LONGEST - message.length)}>
          {(control) => (
            <TextArea
              {...control}
              name="message"
              rows={3}
              maxLength={LONGEST}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
      </form>
    </TypingDialog>
  );
}
