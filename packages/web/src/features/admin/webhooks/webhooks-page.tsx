import { useQuery } from "@tanstack/react-query";
import type { Webhook } from "@veritick/contract/schemas/webhooks.ts";
import { createContext, useContext, useMemo, useState } from "react";
import { Link } from "wouter";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { SecretDialog } from "../../../ui/overlay/secret-dialog.tsx";
import { Badge, Caption, Quiet, Row, Stack, Text, Time } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, polled, read } from "../admin-queries.ts";
import { LoadedRows } from "../lists/lists.tsx";
import { Rows } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { Created, Freshness } from "../times.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { EndpointDialog, refreshWebhooks } from "./endpoint-dialogs.tsx";

/** The operator's own systems that receive events, with the deliveries to each. */
export function WebhooksPage() {
  const { webhooks: words } = useTextOf("admin");
  // Deliveries change the state of an endpoint without a push.
  const found = useQuery({ ...polled, ...read("listWebhooks") });
  const mayChange = useMay()("administrator");
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const endpoints = found.data;
  const shown = endpoints?.find(({ id }) => id === chosen) ?? endpoints?.[0];
  const shownId = endpoints?.length === 1 ? undefined : shown?.id;
  const context = useMemo(() => ({ shownId, show: setChosen, tellSecret: setSecret }), [shownId]);
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={endpoints !== undefined} />}>
      <Quiet measure>{words.intro}</Quiet>
      <Card title={words.endpoints}>
        <Stack gap={4}>
          <LoadedRows query={found}>
            {(all) =>
              all.length === 0 ? (
                <EmptyState {...words.empty} />
              ) : (
                <Endpoints value={context}>
                  <Rows
                    aria-label={words.endpoints}
                    table={ENDPOINTS}
                    rows={all.map((item) => ({ item, isGone: false }))}
                  />
                </Endpoints>
              )
            }
          </LoadedRows>
          <Row gap={2}>
            {mayChange && (
              <Button variant="quiet" onClick={() => setAdding(true)}>
                {words.add}
              </Button>
            )}
            <Link href="/docs#webhooks" className={buttonClass("quiet")}>
              {words.docs}
            </Link>
          </Row>
        </Stack>
      </Card>
      {shown && <DeliveriesCard key={shown.id} endpoint={shown} mayChange={mayChange} />}
      {isAdding && <EndpointDialog onSecret={setSecret} onClose={() => setAdding(false)} />}
      {secret !== undefined && (
        <SecretDialog
          title={words.secretTitle}
          secret={secret}
          words={{ ...words, text: words.secretText, copy: words.copySecret }}
          onClose={() => setSecret(undefined)}
        />
      )}
    </AdminFrame>
  );
}

type EndpointsContext = {
  /** The endpoint whose deliveries are shown below; undefined if there is no choice. */
  readonly shownId: string | undefined;
  readonly show: (id: string) => void;
  readonly tellSecret: (secret: string) => void;
};

const Endpoints = createContext<EndpointsContext>({ shownId: undefined, show() {}, tellSecret() {} });

const ENDPOINTS: RecordTable<Webhook> = { columns: [{ width: "minmax(0, 1fr)", Cell: Endpoint }] };

function Endpoint({ item }: Cell<Webhook>) {
  const { webhooks: words } = useTextOf("admin");
  const format = useFormat();
  const mayChange = useMay()("administrator");
  const { shownId, show } = useContext(Endpoints);
  const { id, url, types, pausedBecause, createdAt, lastDeliveredAt, secretRolledUntil } = item;
  const { waiting, failed } = item;
  return (
    <Stack gap={2}>
      <Row gap={[1, 3]} align="center">
        <Text as="span" anywhere translate="no">
          {url}
        </Text>
        <Badge tone={pausedBecause === null ? "good" : "warn"}>
          {words.state[pausedBecause ?? "active"]}
        </Badge>
        {waiting > 0 && <Badge tone="neutral">{words.waiting(format.number(waiting))}</Badge>}
        {failed > 0 && <Badge tone="bad">{words.failed(format.number(failed))}</Badge>}
      </Row>
      <p>{types.map((type) => words.types[type]).join(" · ")}</p>
      <Caption>
        {words.since} <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
        {" · "}
        {lastDeliveredAt === null ? (
          words.never
        ) : (
          <>
            {words.delivered} <Created at={lastDeliveredAt} />
          </>
        )}
      </Caption>
      {secretRolledUntil !== null && <Caption>{words.rolled(format.moment(secretRolledUntil))}</Caption>}
      <Row gap={2}>
        {shownId !== undefined && (
          <Button
            variant="quiet"
            aria-pressed={id === shownId}
            aria-label={words.deliveriesOf(url)}
            onClick={() => show(id)}
          >
            {words.deliveries}
          </Button>
        )}
        {mayChange && <EndpointButtons endpoint={item} />}
      </Row>
    </Stack>
  );
}

type Asked = "pause" | "resume" | "roll" | "remove";

type Question = {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly send: () => Promise<unknown>;
  readonly failed: string;
  readonly onDone: () => void;
};

function EndpointButtons({ endpoint }: { endpoint: Webhook }) {
  const { webhooks: words } = useTextOf("admin");
  const { tellSecret } = useContext(Endpoints);
  const [opened, setOpened] = useState<"edit" | Asked>();
  const tellFailure = useTellFailure();
  const { id, url, pausedAt } = endpoint;
  const params = { id };
  const close = () => setOpened(undefined);
  const test = useSubmit({
    mutationFn: () => adminCall("testWebhook", { params }),
    onSuccess: () => notify({ title: words.sent, body: words.sentBody }),
    onError: (error) => void tellFailure(error, words.sendFailed),
    onSettled: () => void refreshWebhooks(),
  });
  const pausing = (paused: boolean) => ({
    send: () => adminCall("changeWebhook", { params, body: { paused } }),
    failed: words.saveFailed,
    onDone: () => notify({ title: words.saved }),
  });
  const questions: Readonly<Record<Asked, Question>> = {
    pause: { title: words.pauseTitle, text: words.pauseText, button: words.pause, ...pausing(true) },
    resume: { title: words.resumeTitle, text: words.resumeText, button: words.resume, ...pausing(false) },
    roll: {
      title: words.rollTitle,
      text: words.rollText,
      button: words.roll,
      send: async () => tellSecret((await adminCall("rollWebhookSecret", { params })).secret),
      failed: words.rollFailed,
      onDone: () => undefined,
    },
    remove: {
      title: words.removeTitle,
      text: words.removeText,
      button: words.remove,
      send: () => adminCall("removeWebhook", { params }),
      failed: words.removeFailed,
      onDone: () => notify({ title: words.removed }),
    },
  };
  const question = opened === undefined || opened === "edit" ? undefined : questions[opened];
  const buttons: readonly (readonly ["edit" | Asked, label: string, name: string])[] = [
    ["edit", words.edit, words.editOf(url)],
    pausedAt === null
      ? ["pause", words.pause, words.pauseOf(url)]
      : ["resume", words.resume, words.resumeOf(url)],
    ["roll", words.roll, words.rollOf(url)],
    ["remove", words.remove, words.removeOf(url)],
  ];
  return (
    <>
      {pausedAt === null && (
        <Button
          variant="quiet"
          aria-label={words.sendOf(url)}
          pending={test.isPending}
          onClick={() => test.mutate()}
        >
          {words.send}
        </Button>
      )}
      {buttons.map(([action, label, name]) => (
        <Button key={action} variant="quiet" aria-label={name} onClick={() => setOpened(action)}>
          {label}
        </Button>
      ))}
      {opened === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {question && (
        <AskDialog
          title={question.title}
          confirmLabel={question.button}
          isDanger={opened === "remove"}
          send={question.send}
          failed={question.failed}
          onDone={question.onDone}
          onSettled={() => void refreshWebhooks()}
          onClose={close}
        >
          <p>{question.text}</p>
        </AskDialog>
      )}
    </>
  );
}
