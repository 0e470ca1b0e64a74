import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useMemo, useState } from "react";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Quiet } from "../../../ui/primitives.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall } from "../admin-queries.ts";
import { LinkedItem, useLinkedId } from "../lists/linked-item.tsx";
import { EndlessList } from "../lists/lists.tsx";
import type { RecordTable } from "../lists/record-table.tsx";
import { RunTogether } from "../lists/run-together.tsx";
import type { TogetherProps } from "../lists/selection.tsx";
import { useWithdrawalsById } from "../requests/request-lists.ts";
import { useMay } from "../roles.tsx";
import { Freshness } from "../times.tsx";
import {
  actionsFor,
  isOpenItem,
  payoutsOf,
  rememberItem,
  useAttention,
  useAttentionCount,
  useItemName,
  useWithdrawalOf,
  Withdrawals,
} from "./attention-items.ts";
import { DecidedItem, FoundItem, OpenItem } from "./attention-rows.tsx";
import { useNoteField } from "./decision-dialogs.tsx";

const WHOLE = "minmax(0, 1fr)";

const OPEN: RecordTable<AttentionItem> = {
  columns: [{ width: WHOLE, Cell: OpenItem }],
  isOver: (item) => !isOpenItem(item),
  together: { useCanSelect: useCanClose, Actions: CloseTogether },
};
const DECIDED: RecordTable<AttentionItem> = { columns: [{ width: WHOLE, Cell: DecidedItem }] };
const LINKED: RecordTable<AttentionItem> = { columns: [{ width: WHOLE, Cell: FoundItem }] };

/** Payments and payouts that need a person: the open items with their actions, then the decided ones. */
export function AttentionPage() {
  const { attention: words } = useTextOf("admin");
  const pages = useAttention();
  const { items, olderOpen } = pages;
  const count = useAttentionCount() ?? 0;
  const linkedId = useLinkedId("item");
  const open = useMemo(() => items?.filter(isOpenItem), [items]);
  const withdrawals = useWithdrawalsById(useMemo(() => payoutsOf(open), [open]));
  const decided = useMemo(() => items?.filter((item) => !isOpenItem(item)), [items]);
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={items !== undefined} />}>
      <Quiet measure>{words.intro}</Quiet>
      <LinkedItem<AttentionItem>
        id={linkedId}
        list="listAttention"
        isListed={open?.some(({ id }) => id === linkedId)}
        isOpen={isOpenItem}
        table={LINKED}
      />
      <Card
        title={
          open === undefined ? words.openUncounted : words.open(Math.max(open.length, olderOpen ? count : 0))
        }
      >
        <Withdrawals value={withdrawals}>
          <EndlessList
            label={words.title}
            pages={{ ...pages, items: open }}
            known={items}
            isWhole={!olderOpen}
            name={linkedId ?? ""}
            isSelectable
            empty={words.empty}
            table={OPEN}
            linkedId={linkedId}
          />
        </Withdrawals>
      </Card>
      <Card title={words.decided}>
        <EndlessList
          label={words.decided}
          pages={{ ...pages, items: decided }}
          empty={words.decidedEmpty}
          table={DECIDED}
        />
      </Card>
    </AdminFrame>
  );
}

/** Returns what tells whether an item can be closed as it is. */
function useCanClose() {
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
function CloseTogether({ selected, onDone }: TogetherProps<AttentionItem>) {
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
