import { useQuery } from "@tanstack/react-query";
import type { Webhook } from "@veritick/contract/schemas/webhooks.ts";
import { useState } from "react";
import { Link } from "wouter";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { SecretDialog } from "../../../ui/overlay/secret-dialog.tsx";
import { Badge, Caption, Row, Stack, Time } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, polled, read } from "../admin-queries.ts";
import { LoadedRows } from "../lists/lists.tsx";
import { useMay } from "../roles.tsx";
import { Created, Freshness } from "../times.tsx";
import { Intro, Item, ItemActions, ItemHead } from "../lists/item.tsx";
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
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={endpoints !== undefined} />}>
      <Intro>{words.intro}</Intro>
      <Card title={words.endpoints}>
        <Stack gap={4}>
          <LoadedRows query={found}>
            {(all) =>
              all.length === 0 ? (
                <EmptyState {...words.empty} />
              ) : (
                <ul aria-label={words.endpoints}>
                  {all.map((endpoint) => (
                    <EndpointRow
                      key={endpoint.id}
                      endpoint={endpoint}
                      mayChange={mayChange}
                      isShown={all.length === 1 ? undefined : endpoint.id === shown?.id}
                      onShow={() => setChosen(endpoint.id)}
                      onSecret={setSecret}
                    />
                  ))}
                </ul>
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

type EndpointRowProps = {
  endpoint: Webhook;
  mayChange: boolean;
  /** Whether its deliveries are shown below; undefined if there is no choice. */
  isShown: boolean | undefined;
  onShow: () => void;
  onSecret: (secret: string) => void;
};

function EndpointRow({ endpoint, mayChange, isShown, onShow, onSecret }: EndpointRowProps) {
  const { webhooks: words } = useTextOf("admin");
  const format = useFormat();
  const keptFocus = useKeptFocus();
  const { url, types, pausedBecause, createdAt, lastDeliveredAt, secretRolledUntil } = endpoint;
  const { waiting, failed } = endpoint;
  return (
    <Item {...keptFocus}>
      <ItemHead>
        <span translate="no">{url}</span>
        <Badge tone={pausedBecause === null ? "good" : "warn"}>
          {words.state[pausedBecause ?? "active"]}
        </Badge>
        {waiting > 0 && <Badge tone="neutral">{words.waiting(format.number(waiting))}</Badge>}
        {failed > 0 && <Badge tone="bad">{words.failed(format.number(failed))}</Badge>}
      </ItemHead>
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
      <ItemActions>
        {isShown !== undefined && (
          <Button
            variant="quiet"
            aria-pressed={isShown}
            aria-label={words.deliveriesOf(url)}
            onClick={onShow}
          >
            {words.deliveries}
          </Button>
        )}
        {mayChange && <EndpointButtons endpoint={endpoint} onSecret={onSecret} />}
      </ItemActions>
    </Item>
  );
}

type EndpointAction = "edit" | "pause" | "resume" | "roll" | "remove";

function EndpointButtons({ endpoint, onSecret }: { endpoint: Webhook; onSecret: (secret: string) => void }) {
  const { webhooks: words } = useTextOf("admin");
  const [opened, setOpened] = useState<EndpointAction>();
  const tellFailure = useTellFailure();
  const { id, url, pausedAt } = endpoint;
  const isPaused = pausedAt !== null;
  const close = () => setOpened(undefined);
  const test = useSubmit({
    mutationFn: () => adminCall("testWebhook", { params: { id } }),
    onSuccess: () => notify({ title: words.sent, body: words.sentBody }),
    onError: (error) => void tellFailure(error, words.sendFailed),
    onSettled: () => void refreshWebhooks(),
  });
  return (
    <>
      {!isPaused && (
        <Button
          variant="quiet"
          aria-label={words.sendOf(url)}
          pending={test.isPending}
          onClick={() => test.mutate()}
        >
          {words.send}
        </Button>
      )}
      <Button variant="quiet" aria-label={words.editOf(url)} onClick={() => setOpened("edit")}>
        {words.edit}
      </Button>
      <Button
        variant="quiet"
        aria-label={isPaused ? words.resumeOf(url) : words.pauseOf(url)}
        onClick={() => setOpened(isPaused ? "resume" : "pause")}
      >
        {isPaused ? words.resume : words.pause}
      </Button>
      <Button variant="quiet" aria-label={words.rollOf(url)} onClick={() => setOpened("roll")}>
        {words.roll}
      </Button>
      <Button variant="quiet" aria-label={words.removeOf(url)} onClick={() => setOpened("remove")}>
        {words.remove}
      </Button>
      {opened === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {(opened === "pause" || opened === "resume") && (
        <AskDialog
          title={opened === "pause" ? words.pauseTitle : words.resumeTitle}
          confirmLabel={opened === "pause" ? words.pause : words.resume}
          isDanger={false}
          send={() => adminCall("changeWebhook", { params: { id }, body: { paused: opened === "pause" } })}
          failed={words.saveFailed}
          onDone={() => notify({ title: words.saved })}
          onSettled={() => void refreshWebhooks()}
          onClose={close}
        >
          <p>{opened === "pause" ? words.pauseText : words.resumeText}</p>
        </AskDialog>
      )}
      {opened === "roll" && (
        <AskDialog
          title={words.rollTitle}
          confirmLabel={words.roll}
          isDanger={false}
          send={() => adminCall("rollWebhookSecret", { params: { id } })}
          failed={words.rollFailed}
          onDone={({ secret }) => onSecret(secret)}
          onSettled={() => void refreshWebhooks()}
          onClose={close}
        >
          <p>{words.rollText}</p>
        </AskDialog>
      )}
      {opened === "remove" && (
        <AskDialog
          title={words.removeTitle}
          confirmLabel={words.remove}
          send={() => adminCall("removeWebhook", { params: { id } })}
          failed={words.removeFailed}
          onDone={() => notify({ title: words.removed })}
          onSettled={() => void refreshWebhooks()}
          onClose={close}
        >
          <p>{words.removeText}</p>
        </AskDialog>
      )}
    </>
  );
}
