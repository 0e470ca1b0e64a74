import type { ApiKey } from "@veritick/contract/schemas/api-keys.ts";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import { visible } from "@veritick/domain/typed-text.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import type { ReplyOf } from "../../../api/client.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass, Choices } from "../../../ui/button.tsx";
import { CheckGroup, Segmented } from "../../../ui/form/choices.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea, TextInput } from "../../../ui/form/text-input.tsx";
import { TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { SecretDialog } from "../../../ui/overlay/secret-dialog.tsx";
import { Caption, Code, Stack, Time } from "../../../ui/primitives.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { Failure } from "../../../ui/states.tsx";
import { withProof } from "../step-up/step-up.ts";
import { refreshSecurity } from "./security-query.ts";
import { SettingsCard } from "./settings-card.tsx";

const LONGEST_NAME = 50;
/** The scopes in the order of the form. The contract's own list would also load its schemas. */
const SCOPES: readonly Scope[] = ["read", "trade", "account"];
const DAYS = [30, 90, 365, 0] as const;

const useWords = () => useTextOf("later").profile.apiKeys;

export function ApiKeysCard({ keys }: { keys: UseQueryResult<ApiKey[]> }) {
  const words = useWords();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ReplyOf<"createApiKey">>();
  const [revoked, setRevoked] = useState<ApiKey>();

  return (
    <SettingsCard
      title={words.title}
      text={words.text}
      query={keys}
      row={(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />}
      actions={
        <>
          <Button variant="quiet" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
          <Link href="/docs" className={buttonClass("quiet")}>
            {words.docs}
          </Link>
        </>
      }
    >
      {isMaking && <MakeDialog onMade={setMade} onClose={() => setMaking(false)} />}
      {made && (
        <SecretDialog
          title={words.made(made.apiKey.name)}
          secret={made.key}
          words={{ ...words, text: words.madeText }}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </SettingsCard>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const words = useWords();
  const format = useFormat();
  const { createdAt, expiresAt, lastUsedAt, addresses } = apiKey;
  return (
    <SettingRow
      name={apiKey.name}
      badge={
        <Caption as="span">
          <Code as="code" translate="no">
            {apiKey.begins}…
          </Code>
        </Caption>
      }
      notes={[
        apiKey.scopes.map((scope) => words.scopes[scope].name).join(", "),
        <Time key="since" dateTime={createdAt}>
          {words.since(format.moment(createdAt))}
        </Time>,
        expiresAt === null ? words.noExpiry : words.expires(format.moment(expiresAt)),
        lastUsedAt === null ? words.unused : words.lastUsed(format.moment(lastUsedAt)),
        addresses.length > 0 && (
          <span key="from" translate="no">
            {words.from(addresses.join(", "))}
          </span>
        ),
      ]}
      action={
        <Button variant="quiet" aria-label={words.revokeOf(apiKey.name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      }
    />
  );
}

const FIELDS = ["name", "addresses"] as const;

function MakeDialog({
  onMade,
  onClose,
}: {
  onMade: (made: ReplyOf<"createApiKey">) => void;
  onClose: () => void;
}) {
  const words = useWords();
  const text = useText();
  const formId = useId();
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState<(typeof DAYS)[number]>(90);
  const form = useForm(useFields(FIELDS), {
    check: ({ name }) => ({ name: name.trim() === "" ? words.nameInvalid : undefined }),
    send: ({ name, addresses }) =>
      withProof(() =>
        call("createApiKey", {
          body: {
            name,
            scopes: [...scopes],
            addresses: visible(addresses)
              .split(/[\s,;]+/)
              .filter((address) => address !== ""),
            expiresInDays: days === 0 ? null : days,
          },
        }),
      ),
    failed: words.failed,
    startAt: "name",
    async onDone(made) {
      await refreshSecurity();
      onMade(made);
    },
    onClose,
    // A key may exist although its answer was lost. The list then shows it, so that its owner can revoke it.
    onRefused: () => void refreshSecurity(),
  });
  const { errors, bind } = form;

  return (
    <TypingDialog
      holdsWork={FIELDS.some((name) => form.values[name] !== "")}
      onClose={onClose}
      title={words.make}
      footer={
        <Choices>
          <Button variant="quiet" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" form={formId} pending={form.isPending} disabled={scopes.length === 0}>
            {words.create}
          </Button>
        </Choices>
      }
    >
      <Stack as="form" gap={5} id={formId} {...form.attributes}>
        <Failure words={form.failure} />
        <Field label={words.name} hint={words.nameHint} error={errors.name}>
          {(control) => (
            <TextInput
              {...control}
              {...bind("name")}
              maxLength={LONGEST_NAME}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Field>
        <CheckGroup
          label={words.allows}
          options={SCOPES.map((value) => ({
            value,
            label: words.scopes[value].name,
            detail: words.scopes[value].means,
          }))}
          chosen={scopes}
          onChange={setScopes}
          hint={words.never}
        />
        <Segmented
          label={words.expiry}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: words.days[value] }))}
        />
        <Field
          label={words.addresses}
          hint={words.addressesHint("203.0.113.7", "2001:db8::/48")}
          error={errors.addresses}
        >
          {(control) => (
            <TextArea
              {...control}
              {...bind("addresses")}
              rows={2}
              autoComplete="off"
              spellCheck={false}
              translate="no"
            />
          )}
        </Field>
      </Stack>
    </TypingDialog>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const words = useWords();
  return (
    <AskDialog
      title={words.revokeTitle(apiKey.name)}
      confirmLabel={words.revoke}
      send={() => call("revokeApiKey", { params: { id: apiKey.id } })}
      failed={words.revokeFailed}
      onDone={async () => {
        await refreshSecurity();
        notify({ title: words.revoked, body: apiKey.name });
      }}
      // Another tab may have revoked it.
      onRefused={() => void refreshSecurity()}
      onClose={onClose}
    >
      <p>{words.revokeText}</p>
    </AskDialog>
  );
}
