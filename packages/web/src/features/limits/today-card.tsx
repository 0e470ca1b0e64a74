import type { LimitKind, Limits } from "@veritick/contract/schemas/limits.ts";
import { useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { preloadDialog } from "../../ui/dialog.tsx";
import { LimitDialog } from "./limit-dialog.tsx";
import { LimitRow } from "./limit-row.tsx";
import styles from "./today-card.module.css";

/** Each limit with what today has taken of it. */
export function TodayCard({ limits: { limits, dayEnds } }: { limits: Limits }) {
  const { today } = useLaterText().limits;
  const format = useFormat();
  const [chosen, setChosen] = useState<{ id: number; kind: LimitKind; isOpen: boolean }>();
  const changed = limits.find(({ kind }) => kind === chosen?.kind);

  const open = (kind: LimitKind) => setChosen((last) => ({ id: (last?.id ?? 0) + 1, kind, isOpen: true }));

  return (
    <Card title={today.title}>
      <div onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        <ul className={styles["rows"]}>
          {limits.map((limit) => (
            <LimitRow key={limit.kind} limit={limit} onChange={() => open(limit.kind)} />
          ))}
        </ul>
      </div>
      <p className={styles["note"]}>{today.until(format.moment(dayEnds))}</p>
      {chosen && changed && (
        <LimitDialog
          key={chosen.id}
          limit={changed}
          open={chosen.isOpen}
          onClose={() => setChosen({ ...chosen, isOpen: false })}
        />
      )}
    </Card>
  );
}
