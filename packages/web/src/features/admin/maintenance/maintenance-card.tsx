import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { useState } from "react";
import { useGet } from "../../../lib/query.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Created } from "../created.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import { MaintenanceDialog } from "./maintenance-dialog.tsx";
import styles from "./maintenance.module.css";
import { useMaintenanceSwitch } from "./use-maintenance-switch.ts";

/** Whether positions can be opened, and the switch for it. */
export function MaintenanceCard() {
  const { common } = useText();
  const { maintenance: words } = useAdminText();
  const { data, isError, isFetching, refetch } = useGet("settings");
  if (data !== undefined) return <Switch now={data.maintenance} />;
  return (
    <Card title={words.title}>
      {isError && !isFetching ? (
        <p role="status" className={styles["quiet"]}>
          {words.unknown} <LinkButton onClick={() => void refetch()}>{common.retry}</LinkButton>
        </p>
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
          <div className={styles["buttons"]}>
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
          </div>
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
