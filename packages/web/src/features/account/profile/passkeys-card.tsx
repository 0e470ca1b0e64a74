import type { Passkey } from "@veritick/contract/schemas/passkeys.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { createPasskey, usePasskeys } from "../../../api/passkey.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import type { LaterMessages } from "../../../locales/messages.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Quiet, Time } from "../../../ui/primitives.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { withProof } from "../step-up/step-up.ts";
import { refreshSecurity } from "./security-query.ts";
import { SettingsCard } from "./settings-card.tsx";
import { TwoStepDialog } from "./two-step/two-step-card.tsx";

const LONGEST_NAME = 50;

type PasskeysCardProps = {
  passkeys: UseQueryResult<Passkey[]>;
  /** Whether the account has an authenticator app. Undefined if that is unknown. */
  hasApp: boolean | undefined;
  email: string;
};

export function PasskeysCard({ passkeys, hasApp, email }: PasskeysCardProps) {
  const words = useTextOf("later").profile.passkeys;
  const canUse = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const [codes, setCodes] = useState<readonly string[]>();

  return (
    <SettingsCard
      title={words.title}
      text={words.text}
      query={passkeys}
      row={(passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRename={() => setRenamed(passkey)}
          onRemove={() => setRemoved(passkey)}
        />
      )}
      actions={
        canUse && (
          <Button variant="quiet" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      {!canUse && <Quiet pretty>{words.unsupported}</Quiet>}
      {isAdding && (
        <AddDialog
          isFirst={hasApp === false && passkeys.data?.length === 0}
          onCodes={setCodes}
          onClose={() => setAdding(false)}
        />
      )}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
      {codes && (
        <TwoStepDialog change="setUp" codes={codes} email={email} onClose={() => setCodes(undefined)} />
      )}
    </SettingsCard>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const words = useTextOf("later").profile.passkeys;
  const format = useFormat();
  const { createdAt, lastUsedAt } = passkey;
  return (
    <SettingRow
      name={passkey.name}
      notes={[
        <Time key="since" dateTime={createdAt}>
          {words.since(format.moment(createdAt))}
        </Time>,
        lastUsedAt !== null && (
          <Time key="used" dateTime={lastUsedAt}>
            {words.lastUsed(format.moment(lastUsedAt))}
          </Time>
        ),
      ]}
      action={
        <>
          <Button variant="quiet" aria-label={words.renameOf(passkey.name)} onClick={onRename}>
            {words.rename}
          </Button>
          <Button variant="quiet" aria-label={words.removeOf(passkey.name)} onClick={onRemove}>
            {words.remove}
          </Button>
        </>
      }
    />
  );
}

async function refresh() {
  await Promise.all([queryClient.invalidateQueries({ queryKey: keyOf("listPasskeys") }), refreshSecurity()]);
}

const nameField = (words: LaterMessages["profile"]["passkeys"], initial = "") => ({
  name: "name" as const,
  label: words.name,
  hint: words.nameHint,
  initial,
  maxLength: LONGEST_NAME,
  read: (typed: string) => typed.trim() || undefined,
  invalid: words.nameInvalid,
});

type AddDialogProps = {
  /** Whether it is surely the account's first second step. */
  isFirst: boolean;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
};

function AddDialog({ isFirst, onCodes, onClose }: AddDialogProps) {
  const words = useTextOf("later").profile.passkeys;
  return (
    <AskDialog
      title={words.add}
      fields={[nameField(words)]}
      confirmLabel={words.create}
      isDanger={false}
      send={async ({ name }) => {
        const passkey = await createPasskey(await withProof(() => call("beginPasskey")));
        const { id, rawId, type, response } = passkey;
        return call("addPasskey", { body: { name, passkey: { id, rawId, type, response } } });
      }}
      failed={words.failed}
      onDone={async ({ passkey, recoveryCodes }) => {
        await refresh();
        if (recoveryCodes === null) notify({ title: words.added, body: passkey.name });
        else onCodes(recoveryCodes);
      }}
      onClose={onClose}
    >
      {words.addText} {isFirst && words.firstText}
    </AskDialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const words = useTextOf("later").profile.passkeys;
  return (
    <AskDialog
      title={words.renameOf(passkey.name)}
      fields={[nameField(words, passkey.name)]}
      confirmLabel={words.rename}
      isDanger={false}
      send={(body) => withProof(() => call("renamePasskey", { params: { id: passkey.id }, body }))}
      failed={words.renameFailed}
      onDone={async ({ name }) => {
        await refresh();
        notify({ title: words.renamed, body: name });
      }}
      onClose={onClose}
    >
      {words.renameText}
    </AskDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const words = useTextOf("later").profile.passkeys;
  return (
    <AskDialog
      title={words.removeTitle(passkey.name)}
      confirmLabel={words.remove}
      send={() => withProof(() => call("removePasskey", { params: { id: passkey.id } }))}
      failed={words.removeFailed}
      onDone={async () => {
        await refresh();
        notify({ title: words.removed, body: passkey.name });
      }}
      onClose={onClose}
    >
      {words.removeText}
    </AskDialog>
  );
}
