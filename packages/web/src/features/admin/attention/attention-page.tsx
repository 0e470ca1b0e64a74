import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useMemo } from "react";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Quiet } from "../../../ui/primitives.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { LinkedItem, useLinkedId } from "../lists/linked-item.tsx";
import { EndlessList } from "../lists/lists.tsx";
import type { RecordTable } from "../lists/record-table.tsx";
import { useWithdrawalsById } from "../requests/request-lists.ts";
import { Freshness } from "../times.tsx";
import { isOpenItem, payoutsOf, useAttention, useAttentionCount, Withdrawals } from "./attention-items.ts";
import { DecidedItem, FoundItem, OpenItem } from "./attention-rows.tsx";
import { CloseTogether, useCanClose } from "./close-together.tsx";

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
