import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useState } from "react";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../admin-queries.ts";
import { RunTogether } from "../lists/run-together.tsx";
import type { TogetherProps } from "../lists/selection.tsx";
import { useMay } from "../roles.tsx";
import { actionsFor, isOpenItem, rememberItem, useItemName, useWithdrawalOf } from "./attention-items.ts";
import { useNoteField } from "./decision-dialogs.tsx";

/** Returns what tells whether an item can be closed as it is. */
export function useCanClose() {
  const withdrawalOf = useWithdrawalOf();
  const may = useMay();
  if (!may("cashier")) return undefined;
  return (item: AttentionItem) => {
    const { withdrawal, isKnown } = withdrawalOf(item);
    const isFree = isOpenItem(item) && item.awaiting === null && (withdrawal?.awaiting ?? null) === null;
    return isFree && (item.kind !== "payout" || isKnown) && actionsFor(item, withdrawal).includes("dismiss");
  };
}

/** Closes several items with one note. */
export function CloseTogether({ selected, onDone }: TogetherProps<AttentionItem>) {
  const { attention, queue } = useTextOf("admin");
  const words = queue.together;
  const nameOf = useItemName();
  const note = useNoteField();
  const [asked, setAsked] = useState<readonly AttentionItem[]>();
  return (
    <>
      {selected.length > 0 && (
        <Button variant="quiet" onClick={() => setAsked(selected)}>
          {attention.dismiss.plainButton}
        </Button>
      )}
      {asked && (
        <RunTogether
          items={asked}
          title={words.closeTitle(asked.length)}
          confirmLabel={words.closeAll(asked.length)}
          fields={[note]}
          summary={
            <>
              <p>{words.closeText}</p>
              <ul>
                {asked.map((item) => (
                  <li key={item.id}>{nameOf(item)}</li>
                ))}
              </ul>
            </>
          }
          send={async ({ id }, body, idempotencyKey) => {
            const decided = await adminCall("dismissAttention", { params: { id }, body, idempotencyKey });
            rememberItem(decided);
            return decided;
          }}
          nameOf={nameOf}
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
