import { WEBHOOK_TYPES } from "@veritick/contract/webhook-types.ts";
import type { WebhookType } from "@veritick/contract/webhook-types.ts";
import type { Webhook } from "@veritick/contract/schemas/webhooks.ts";
import { useId, useState } from "react";
import { queryClient } from "../../../api/query.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { CheckGroup } from "../../../ui/form/choices.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { Failure } from "../../../ui/states.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";

const LONGEST_URL = 500;
const FIELDS = ["url"] as const;

export const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: adminKeyOf("listWebhooks") });

type EndpointDialogProps = {
  /** The endpoint to change. Without it, the dialog creates one. */
  endpoint?: Webhook;
  onSecret?: (secret: string) => void;
  onClose: () => void;
};

/** The address of an endpoint and the events it receives. */
export function EndpointDialog({ endpoint, onSecret, onClose }: EndpointDialogProps) {
  const { webhooks: words } = useAdminText();
  const text = useText();
  const formId = useId();
  const initial = endpoint?.url ?? "";
  const [types, setTypes] = useState<readonly WebhookType[]>(endpoint?.types ?? []);
  const form = useForm(useFields(FIELDS, { url: initial }), {
    check: () => ({}),
    async send({ url }) {
      const body = { url, types: [...types] };
      if (endpoint === undefined) return (await adminCall("addWebhook", { body })).secret;
      await adminCall("changeWebhook", { params: { id: endpoint.id }, body });
      return undefined;
    },
    failed: endpoint === undefined ? words.addFailed : words.saveFailed,
    startAt: "url",
    async onDone(secret) {
      await refreshWebhooks();
      if (secret === undefined) notify({ title: words.saved });
      else onSecret?.(secret);
    },
    onClose,
  });
  return (
    <TypingDialog
      holdsWork={form.values.url !== initial}
      onClose={onClose}
      title={endpoint === undefined ? words.add : words.editOf(endpoint.url)}
      footer={
        <Choices>
          <Button variant="quiet" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" form={formId} pending={form.isPending} disabled={types.length === 0}>
            {endpoint === undefined ? words.addOne : words.save}
          </Button>
        </Choices>
      }
    >
      <Stack as="form" gap={5} id={formId} {...form.attributes}>
        <Failure words={form.failure} />
        <Field label={words.address} hint={words.addressHint} error={form.errors.url}>
          {(control) => (
            <TextInput
              {...control}
              {...form.bind("url")}
              inputMode="url"
              maxLength={LONGEST_URL}
              autoComplete="off"
              spellCheck={false}
              translate="no"
              data-autofocus
            />
          )}
        </Field>
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
      </Stack>
    </TypingDialog>
  );
}
