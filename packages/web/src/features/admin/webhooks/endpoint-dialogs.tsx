import { WEBHOOK_TYPES } from "@veritick/contract/webhook-types.ts";
import type { WebhookType } from "@veritick/contract/webhook-types.ts";
import type { Webhook } from "@veritick/contract/schemas/webhooks.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { queryClient } from "../../../api/query.ts";
import { useTextOf } from "../../../locales/text.ts";
import { CheckGroup } from "../../../ui/form/choices.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { adminCall, adminKeyOf } from "../admin-queries.ts";

const LONGEST_URL = 500;

export const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: adminKeyOf("listWebhooks") });

type EndpointDialogProps = {
  /** The endpoint to change. Without it, the dialog creates one. */
  endpoint?: Webhook;
  onSecret?: (secret: string) => void;
  onClose: () => void;
};

/** The address of an endpoint and the events it receives. */
export function EndpointDialog({ endpoint, onSecret, onClose }: EndpointDialogProps) {
  const { webhooks: words } = useTextOf("admin");
  const [types, setTypes] = useState<readonly WebhookType[]>(endpoint?.types ?? []);
  return (
    <AskDialog
      title={endpoint === undefined ? words.add : words.editOf(endpoint.url)}
      fields={[
        {
          name: "url",
          label: words.address,
          hint: words.addressHint,
          initial: endpoint?.url ?? "",
          inputMode: "url",
          maxLength: LONGEST_URL,
        },
      ]}
      below={
        <CheckGroup
          label={words.events}
          options={WEBHOOK_TYPES.map((value) => ({
            value,
            label: words.types[value],
            detail: <code translate="no">{value}</code>,
          }))}
          chosen={types}
          onChange={setTypes}
          {...(types.length === 0 ? { hint: words.noEvents } : {})}
        />
      }
      confirmLabel={endpoint === undefined ? words.addOne : words.save}
      isDanger={false}
      isDisabled={types.length === 0}
      send={async ({ url }) => {
        const body = { url, types: [...types] };
        if (endpoint === undefined) return (await adminCall("addWebhook", { body })).secret;
        await adminCall("changeWebhook", { params: { id: endpoint.id }, body });
        return undefined;
      }}
      failed={endpoint === undefined ? words.addFailed : words.saveFailed}
      onDone={async (secret) => {
        await refreshWebhooks();
        if (secret === undefined) notify({ title: words.saved });
        else onSecret?.(secret);
      }}
      onClose={onClose}
    />
  );
}
