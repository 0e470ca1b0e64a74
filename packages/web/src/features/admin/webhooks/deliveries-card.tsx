import type { Webhook, WebhookDelivery } from "@veritick/contract/schemas/webhooks.ts";
import { DELIVERY_STATES } from "@veritick/contract/webhook-types.ts";
import { useState } from "react";
import { queryClient } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption, Stack, Time } from "../../../ui/primitives.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { Created } from "../times.tsx";
import { Item, ItemEnd, ItemHead } from "../lists/item.tsx";
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
  return (
    <Card
      title={words.deliveries}
      aside={
        maySend &&
        failed > 0 && (
          <Button variant="quiet" pending={again.isPending} onClick={() => again.mutate(undefined)}>
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
        <EndlessList
          label={words.deliveries}
          name={state}
          pages={pages}
          empty={words.none}
          columns="one"
          row={({ item }) => (
            <DeliveryRow
              key={item.id}
              delivery={item}
              onAgain={maySend ? () => again.mutate(item.id) : undefined}
              isPending={again.isPending && again.variables === item.id}
            />
          )}
        />
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

type DeliveryRowProps = {
  delivery: WebhookDelivery;
  onAgain: (() => void) | undefined;
  isPending: boolean;
};

function DeliveryRow({ delivery, onAgain, isPending }: DeliveryRowProps) {
  const { webhooks: words } = useTextOf("admin");
  const format = useFormat();
  const keptFocus = useKeptFocus();
  const reasons: Readonly<Record<string, string>> = words.reasons;
  const { eventId, type, happenedAt, state, tries, lastTryAt, tookMs, answer, reason, nextTryAt } = delivery;
  return (
    <Item {...keptFocus}>
      <ItemHead>
        <span>{type === "webhook.test" ? words.test : words.types[type]}</span>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
        <Caption as="span">
          <Created at={happenedAt} />
        </Caption>
      </ItemHead>
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
      <ItemHead>
        <code translate="no">{eventId}</code>
        <CopyButton label={words.id(eventId)} value={eventId} />
        {onAgain && (
          <ItemEnd>
            <Button variant="quiet" aria-label={words.againOf(eventId)} pending={isPending} onClick={onAgain}>
              {words.again}
            </Button>
          </ItemEnd>
        )}
      </ItemHead>
    </Item>
  );
}
