import type { Maintenance, Settings } from "@veritick/contract/schemas/settings.ts";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { keyOf, queryClient, useGet } from "../../../api/query.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import { adminCall } from "../admin-queries.ts";
import { Created } from "../created.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, Choices } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-input.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { ConfirmDialog, TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Row, Stack } from "../../../ui/primitives.tsx";
import { LoadFailedLine } from "../../../ui/load-failed.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import { useTellFailure } from "../use-tell-failure.ts";
import styles from "./admin-page.module.css";

/** Whether positions can be opened, and the switch for it. */
export function MaintenanceCard() {
  const { maintenance: words } = useAdminText();
  const { data, isError, isFetching, refetch } = useGet("settings");
  if (data !== undefined) return <Switch now={data.maintenance} />;
  return (
    <Card title={words.title}>
      {isError && !isFetching ? (
        <LoadFailedLine words={words.unknown} onRetry={() => refetch()} />
      ) : (
        <Skeleton width="100%" height={44} />
      )}
    </Card>
  );
}

function Switch({ now }: { now: Maintenance }) {
  const { maintenance: words } = useAdminText();
  const [opened, setOpened] = useState<"message" | "end">();
  const close = () => setOpened(undefined);
  const end = useMaintenanceSwitch(now, close);
  // The button that was pressed becomes another one.
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  return (
    <Card title={words.title}>
      <div {...keptFocus}>
        <div className={styles["switch"]}>
          <div className={styles["state"]}>
            {now === null ? (
              <p>{words.off}</p>
            ) : (
              <p>
                <Badge tone="warn">{words.on}</Badge> {words.onText}
              </p>
            )}
            {now !== null && (
              <p className={styles["quiet"]}>
                {words.since} <Created at={now.since} isDateFirst />
              </p>
            )}
            {now !== null && now.message !== null && (
              <p className={styles["quiet"]}>{words.message(now.message)}</p>
            )}
          </div>
          <Row gap={2}>
            {now === null ? (
              <Button variant="quiet" onClick={() => setOpened("message")}>
                {words.begin}
              </Button>
            ) : (
              <>
                <Button variant="quiet" onClick={() => setOpened("message")}>
                  {words.change}
                </Button>
                <Button onClick={() => setOpened("end")}>{words.end}</Button>
              </>
            )}
          </Row>
        </div>
        {opened === "message" && <MaintenanceDialog now={now} onClose={close} />}
        {opened === "end" && (
          <ConfirmDialog
            open
            onOpenChange={close}
            title={words.endTitle}
            confirmLabel={words.end}
            pending={end.isPending}
            onConfirm={() => end.mutate({ on: false, message: "" })}
          >
            <p>{words.endText}</p>
          </ConfirmDialog>
        )}
      </div>
    </Card>
  );
}

const LONGEST = 200;

/** Asks before maintenance begins, and for what everybody is told; while it lasts, for another message. */
function MaintenanceDialog({ now, onClose }: { now: Maintenance; onClose: () => void }) {
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
      <Stack as="form" gap={4} id={form} onSubmit={submit}>
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
      </Stack>
    </TypingDialog>
  );
}

type Change = { readonly on: boolean; readonly message: string };

/** Begins or ends maintenance, or gives it another message. What was typed for it stays where it fails. */
function useMaintenanceSwitch(now: Maintenance, onDone: () => void) {
  const { maintenance: words } = useAdminText();
  const tellFailure = useTellFailure();
  const doneWords = ({ on }: Change) => {
    if (!on) return { title: words.ended, body: words.endedBody };
    return now === null ? { title: words.begun, body: words.begunBody } : { title: words.changed };
  };

  return useSubmit({
    mutationFn: ({ on, message }: Change) =>
      adminCall("setMaintenance", { body: { on, ...(message.trim() === "" ? {} : { message }) } }),
    onSuccess({ maintenance }, change) {
      queryClient.setQueryData<Settings>(keyOf("settings"), (known) => known && { ...known, maintenance });
      notify(doneWords(change));
      onDone();
    },
    onError: (error) => void tellFailure(error, words.failed),
  });
}
