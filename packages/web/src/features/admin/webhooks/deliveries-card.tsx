import type { Webhook, WebhookDelivery } from "@veritick/contract/schemas/webhooks.ts";
import { DELIVERY_STATES } from "@veritick/contract/webhook-types.ts";
import { createContext, useContext, useState } from "react";
import { queryClient } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption, Code, Row, Stack, Time } from "../../../ui/primitives.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { EndlessList } from "../lists/lists.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { usePages } from "../lists/pages.ts";
import { Created } from "../times.tsx";
import { refreshWebhooks } from "./endpoint-dialogs.tsx";

type State = WebhookDelivery["state"];
const TONES = { waiting: "warn", delivered: "good", failed: "bad" } as const satisfies Record<State, string>;

/** The events sent to an endpoint, each with its outcome. */
export function DeliveriesCard({ endpoint, mayChange }: { endpoint: Webhook; mayChange: boolean }) {
  const { webhooks: words } = useTextOf("admin");
  const [state, setState] = useState<State | "all">("all");
  const { id, url, failed, pausedAt } = endpoint;
  const params = { id };
  const listKey = adminKeyOf("listWebhookDeliveries", params);
  const pages = usePages<WebhookDelivery>({
    queryKey: [...listKey, state],
    // Deliveries are retried without a push.
    follows: "timer",
    fetchPage: (page, signal) =>
      adminCall("listWebhookDeliveries", {
        params,
        query: { ...page, ...(state !== "all" && { state }) },
        signal,
      }),
    keepsPrevious: true,
  });
  const again = useAgain(id, listKey);
  const maySend = mayChange && pausedAt === null;
  const { mutate, isPending, variables } = again;
  const context = { send: maySend ? mutate : undefined, pending: isPending ? variables : undefined };
  return (
    <Card
      title={words.deliveries}
      aside={
        maySend &&
        failed > 0 && (
          <Button variant="quiet" pending={isPending} onClick={() => mutate(undefined)}>
            {words.againAll}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <Caption>
          <span translate="no">{url}</span> · {words.kept30}
        </Caption>
        <Segmented
          label={words.show}
          value={state}
          onChange={setState}
          options={[
            { value: "all" as const, label: words.all },
            ...DELIVERY_STATES.map((value) => ({ value, label: words.states[value] })),
          ]}
        />
        <Again value={context}>
          <EndlessList
            label={words.deliveries}
            name={state}
            pages={pages}
            empty={words.none}
            table={DELIVERIES}
          />
        </Again>
      </Stack>
    </Card>
  );
}

/** Sends one event again, or all events that were given up. */
function useAgain(id: string, listKey: readonly string[]) {
  const { webhooks: words } = useTextOf("admin");
  const tellFailure = useTellFailure();
  return useSubmit({
    mutationFn: (deliveryId: string | undefined) =>
      adminCall("redeliverWebhook", {
        params: { id },
        body: deliveryId === undefined ? {} : { deliveryId },
      }),
    onSuccess: ({ queued }) => notify({ title: queued === 0 ? words.againNone : words.againDone }),
    onError: (error) => void tellFailure(error, words.againFailed),
    onSettled: () => {
      void refreshWebhooks();
      void queryClient.invalidateQueries({ queryKey: listKey });
    },
  });
}

type AgainContext = {
  /** Undefined if the endpoint takes no events, or the person may not send any. */
  readonly send: ((id: string) => void) | undefined;
  /** The id of the delivery that is being sent again. */
  readonly pending: string | undefined;
};

const Again = createContext<AgainContext>({ send: undefined, pending: undefined });

const DELIVERIES: RecordTable<WebhookDelivery> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Event, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: Outcome, phone: "line" },
    { width: "auto", Cell: AgainButton, isEnd: true, phone: "buttons" },
  ],
  from: "large",
};

function Event({ item: { eventId, type, happenedAt } }: Cell<WebhookDelivery>) {
  const { webhooks: words } = useTextOf("admin");
  return (
    <>
      <p>{type === "webhook.test" ? words.test : words.types[type]}</p>
      <Caption>
        <Created at={happenedAt} />
      </Caption>
      <Row gap={2} align="center" nowrap>
        <Code translate="no">{eventId}</Code>
        <CopyButton label={words.id(eventId)} value={eventId} />
      </Row>
    </>
  );
}

function Outcome({ item }: Cell<WebhookDelivery>) {
  const { webhooks: words } = useTextOf("admin");
  const format = useFormat();
  const reasons: Readonly<Record<string, string>> = words.reasons;
  const { state, tries, lastTryAt, tookMs, answer, reason, nextTryAt } = item;
  return (
    <>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      <Caption>
        {words.tries(tries)}
        {lastTryAt !== null && (
          <>
            {" · "}
            <Time dateTime={lastTryAt}>{format.moment(lastTryAt)}</Time>
          </>
        )}
        {answer !== null && ` · ${words.answer(answer, format.number(tookMs ?? 0))}`}
        {reason !== null && ` · ${words.noAnswer(reasons[reason] ?? reason)}`}
        {nextTryAt !== null && (
          <>
            {" · "}
            {words.next} <Time dateTime={nextTryAt}>{format.moment(nextTryAt)}</Time>
          </>
        )}
      </Caption>
    </>
  );
}

function AgainButton({ item: { id, eventId } }: Cell<WebhookDelivery>) {
  const { webhooks: words } = useTextOf("admin");
  const { send, pending } = useContext(Again);
  if (send === undefined) return null;
  return (
    <Button
      variant="quiet"
      aria-label={words.againOf(eventId)}
      pending={pending === id}
      onClick={() => send(id)}
    >
      {words.again}
    </Button>
  );
}
