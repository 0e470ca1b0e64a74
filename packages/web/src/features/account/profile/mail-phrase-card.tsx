import type { UseQueryResult } from "@tanstack/react-query";
import { isMailPhrase, MAIL_PHRASE_LENGTHS } from "@veritick/contract/mail-phrase.ts";
import type { Security } from "@veritick/contract/schemas/security.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { withProof } from "../step-up/step-up.ts";
import { refreshSecurity } from "./security-query.ts";
import { SettingsCard } from "./settings-card.tsx";

const LONGEST = MAIL_PHRASE_LENGTHS[1];

/** The words of the user's own by which they recognise our mails. */
export function MailPhraseCard({ security }: { security: UseQueryResult<Security> }) {
  const words = useTextOf("later").profile.mailPhrase;
  const [change, setChange] = useState<"set" | "remove">();
  const { data, isError, refetch } = security;
  const phrases = data && (data.mailPhrase === null ? [] : [data.mailPhrase]);
  return (
    <SettingsCard
      title={words.title}
      text={words.text}
      query={{ data: phrases, isError, refetch }}
      row={(phrase) => (
        <SettingRow
          key={phrase}
          name={phrase}
          action={
            <>
              <Button variant="quiet" aria-label={words.changeTitle} onClick={() => setChange("set")}>
                {words.change}
              </Button>
              <Button variant="quiet" onClick={() => setChange("remove")}>
                {words.remove}
              </Button>
            </>
          }
        />
      )}
      actions={
        phrases?.length === 0 && (
          <Button variant="quiet" onClick={() => setChange("set")}>
            {words.set}
          </Button>
        )
      }
    >
      {change === "set" && <SetDialog known={phrases?.[0]} onClose={() => setChange(undefined)} />}
      {change === "remove" && <RemoveDialog onClose={() => setChange(undefined)} />}
    </SettingsCard>
  );
}

const send = (phrase: string | null) => withProof(() => call("setMailPhrase", { body: { phrase } }));

function SetDialog({ known = "", onClose }: { known: string | undefined; onClose: () => void }) {
  const words = useTextOf("later").profile.mailPhrase;
  return (
    <AskDialog
      title={known === "" ? words.set : words.changeTitle}
      fields={[
        {
          name: "phrase",
          label: words.label,
          hint: words.hint,
          initial: known,
          maxLength: LONGEST,
          read: (typed) => (isMailPhrase(typed.trim()) ? typed.trim() : undefined),
          invalid: words.invalid,
        },
      ]}
      confirmLabel={words.save}
      isDanger={false}
      send={({ phrase }) => send(phrase)}
      failed={words.failed}
      onDone={async (_answer, { phrase }) => {
        await refreshSecurity();
        notify({ title: words.saved, body: phrase });
      }}
      onClose={onClose}
    >
      <p>{words.setText}</p>
    </AskDialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const words = useTextOf("later").profile.mailPhrase;
  return (
    <AskDialog
      title={words.removeTitle}
      confirmLabel={words.remove}
      send={() => send(null)}
      failed={words.failed}
      onDone={async () => {
        await refreshSecurity();
        notify({ title: words.removed });
      }}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </AskDialog>
  );
}
