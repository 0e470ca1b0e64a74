import type { Maintenance, Settings } from "@veritick/contract/schemas/settings.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { keyOf, queryClient, useGet } from "../../../api/query.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall } from "../admin-queries.ts";
import { Created } from "../created.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Row } from "../../../ui/primitives.tsx";
import { LoadFailedLine } from "../../../ui/states/load-failed.tsx";
import { useKeptFocus } from "../../../lib/focus.ts";
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
        {opened === "message" && <SetMessage now={now} onClose={close} />}
        {opened === "end" && (
          <AskDialog
            title={words.endTitle}
            confirmLabel={words.end}
            isDanger={false}
            send={() => sendMaintenance({ on: false })}
            failed={words.failed}
            onDone={() => notify({ title: words.ended, body: words.endedBody })}
            onClose={close}
          >
            <p>{words.endText}</p>
          </AskDialog>
        )}
      </div>
    </Card>
  );
}

const LONGEST = 200;

/** Asks before maintenance begins, and for what everybody is told; while it lasts, for another message. */
function SetMessage({ now, onClose }: { now: Maintenance; onClose: () => void }) {
  const { maintenance: words } = useAdminText();
  // What was asked stays so when the page behind it says that it is done.
  const [before] = useState(now);
  const isBegin = before === null;
  return (
    <AskDialog
      title={isBegin ? words.beginTitle : words.changeTitle}
      confirmLabel={isBegin ? words.begin : words.save}
      isDanger={isBegin}
      fields={[
        {
          name: "message",
          label: words.field,
          hint: (typed) => words.fieldHint(LONGEST - typed.length),
          initial: before?.message ?? "",
          isLong: true,
          maxLength: LONGEST,
          read: (typed) => typed,
          invalid: "",
        },
      ]}
      send={({ message }) => sendMaintenance({ on: true, ...(message.trim() === "" ? {} : { message }) })}
      failed={words.failed}
      onDone={() =>
        notify(isBegin ? { title: words.begun, body: words.begunBody } : { title: words.changed })
      }
      onClose={onClose}
    >
      <p>{isBegin ? words.beginText : words.changeText}</p>
    </AskDialog>
  );
}

async function sendMaintenance(body: { on: boolean; message?: string }): Promise<void> {
  const { maintenance } = await adminCall("setMaintenance", { body });
  queryClient.setQueryData<Settings>(keyOf("settings"), (known) => known && { ...known, maintenance });
}
