import type { Maintenance, Settings } from "@veritick/contract/schemas/settings.ts";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { keyOf, queryClient, useGet } from "../../../api/query.ts";
import { useTextOf } from "../../../locales/text.ts";
import { adminCall } from "../admin-queries.ts";
import { useWithdrawals } from "../requests/request-lists.ts";
import { Created } from "../times.tsx";
import { Badge, Caption, Row, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Check } from "../../../ui/form/choices.tsx";
import { Banner, Loaded } from "../../../ui/states.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { useKeptFocus } from "../../../lib/focus.ts";

/** Shows whether positions can be opened, with the switch for it. */
export function MaintenanceCard() {
  const { maintenance: words } = useTextOf("admin");
  const query = useGet("settings");
  return (
    <Card title={words.title}>
      <Loaded
        query={query}
        look="line"
        failed={words.unknown}
        loading={<Skeleton width="100%" height={44} />}
      >
        {({ maintenance }) => <Switch now={maintenance} />}
      </Loaded>
    </Card>
  );
}

function Switch({ now }: { now: Maintenance }) {
  const { maintenance: words } = useTextOf("admin");
  const [opened, setOpened] = useState<"message" | "end">();
  const close = () => setOpened(undefined);
  // The button that was pressed becomes another one.
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  return (
    <div {...keptFocus}>
      <Row gap={[3, 6]} align="center" justify="between">
        <Stack gap={1}>
          {now === null ? (
            <p>{words.off}</p>
          ) : (
            <p>
              <Badge tone="warn">{words.on}</Badge> {words.onText}
            </p>
          )}
          {now?.withdrawalsStopped && <p>{words.withdrawalsStopped}</p>}
          {now !== null && (
            <Caption loose>
              {now.restored && `${words.restored} `}
              {words.since} <Created at={now.since} isDateFirst />
            </Caption>
          )}
          {now !== null && now.message !== null && <Caption anywhere>{words.message(now.message)}</Caption>}
        </Stack>
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
      </Row>
      {opened === "message" && <SetMessage now={now} onClose={close} />}
      {opened === "end" && <EndMaintenance now={now} onClose={close} />}
    </div>
  );
}

type MaintenanceDialogProps = { now: Maintenance; onClose: () => void };

/** Counts the withdrawals that a restore brought back and that await a decision. */
const useDoubtful = (): number =>
  useWithdrawals().items?.filter(({ attention }) => attention === "restored").length ?? 0;

/** Asks for confirmation before maintenance ends and, after a restore, whether its checklist is done. */
function EndMaintenance({ now, onClose }: MaintenanceDialogProps) {
  const { maintenance: words } = useTextOf("admin");
  const restore = useRestoreQuestion(now);
  return (
    <AskDialog
      title={words.endTitle}
      confirmLabel={words.end}
      isDanger={false}
      isDisabled={restore.isOpen}
      send={() => sendMaintenance({ on: false, ...restore.body })}
      failed={words.failed}
      onDone={() => notify({ title: words.ended, body: words.endedBody })}
      onRefused={restore.learnFrom}
      onClose={onClose}
    >
      <p>{now?.withdrawalsStopped ? words.endStoppedText : words.endText}</p>
      {restore.question}
    </AskDialog>
  );
}

/** Returns the question that must be answered before withdrawals open after a restore. */
function useRestoreQuestion(now: Maintenance) {
  const { maintenance: words } = useTextOf("admin");
  const doubtful = useDoubtful();
  const [isChecked, setChecked] = useState(false);
  const [isAsked, setAsked] = useState(now?.restored === true || doubtful > 0);
  return {
    isOpen: isAsked && !isChecked,
    body: isAsked ? { restoreChecked: isChecked } : {},
    /** Asks the question if the server refuses, which also knows restored withdrawals that are not loaded here. */
    learnFrom: (error: Error) => {
      if (error instanceof ApiError && error.code === "restore_unchecked") setAsked(true);
    },
    question: isAsked && (
      <>
        {doubtful > 0 && <Banner tone="warn">{words.doubtful(doubtful)}</Banner>}
        <Check checked={isChecked} onChange={setChecked}>
          {words.restoreChecked}
        </Check>
      </>
    ),
  };
}

const LONGEST = 200;

/** Asks for the message to users before maintenance begins, and for another one while it lasts. */
function SetMessage({ now, onClose }: MaintenanceDialogProps) {
  const { maintenance: words } = useTextOf("admin");
  const restore = useRestoreQuestion(now);
  const [stops, setStops] = useState(now?.withdrawalsStopped ?? false);
  // The question stays the same after the page behind it shows the result.
  const [before] = useState(now);
  const isBegin = before === null;
  const opensWithdrawals = before?.withdrawalsStopped === true && !stops;
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
      isDisabled={opensWithdrawals && restore.isOpen}
      send={({ message }) =>
        sendMaintenance({
          on: true,
          ...(message.trim() !== "" && { message }),
          ...(stops !== (before?.withdrawalsStopped ?? false) && { stopWithdrawals: stops }),
          ...(opensWithdrawals && restore.body),
        })
      }
      failed={words.failed}
      onDone={() =>
        notify(isBegin ? { title: words.begun, body: words.begunBody } : { title: words.changed })
      }
      onRefused={restore.learnFrom}
      onClose={onClose}
    >
      <p>{isBegin ? words.beginText : words.changeText}</p>
      <Check checked={stops} onChange={setStops}>
        {words.stopWithdrawals}
      </Check>
      {opensWithdrawals && restore.question}
    </AskDialog>
  );
}

async function sendMaintenance(body: {
  on: boolean;
  message?: string;
  stopWithdrawals?: boolean;
  restoreChecked?: boolean;
}): Promise<void> {
  const { maintenance } = await adminCall("setMaintenance", { body });
  queryClient.setQueryData<Settings>(keyOf("settings"), (known) => known && { ...known, maintenance });
}
