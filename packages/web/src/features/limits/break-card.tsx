import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { preloadDialog } from "../../ui/dialog.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./break-card.module.css";
import { BreakDialog } from "./break-dialog.tsx";
import { BREAK_ANCHOR, breakLength, BREAK_LENGTHS } from "./break-end.ts";

const KINDS = ["time_out", "self_exclusion"] as const;

type Asked = { id: number; kind: Pause["kind"]; length: number; isOpen: boolean };

/** A break from trading and depositing: for some days, or for much longer. */
export function BreakCard({ pause }: { pause: Pause | null }) {
  const { pause: text } = useLaterText().limits;
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Asked>();

  // The reminder leads here. The page scrolls to its top as it opens, which comes first.
  useEffect(() => {
    if (location.hash !== `#${BREAK_ANCHOR}`) return;
    const frame = requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: "start" });
      place.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const ask = (kind: Pause["kind"], length: number) =>
    setAsked((last) => ({ id: (last?.id ?? 0) + 1, kind, length, isOpen: true }));

  return (
    <Card title={text.title}>
      <div
        id={BREAK_ANCHOR}
        ref={place}
        tabIndex={-1}
        className={styles["content"]}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {pause === null ? (
          <p className={styles["intro"]}>{text.intro}</p>
        ) : (
          <Banner tone="info">{text.longer(format.moment(pause.until))}</Banner>
        )}
        {KINDS.map((kind) => (
          <BreakChoice key={kind} kind={kind} onAsk={(length) => ask(kind, length)} />
        ))}
      </div>
      {asked && (
        <BreakDialog
          key={asked.id}
          {...asked}
          pause={pause}
          open={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </Card>
  );
}

type BreakChoiceProps = { kind: Pause["kind"]; onAsk: (length: number) => void };

function BreakChoice({ kind, onAsk }: BreakChoiceProps) {
  const { pause: text } = useLaterText().limits;
  const [length, setLength] = useState(BREAK_LENGTHS[kind][0]!);

  const option = (value: number) => {
    const { count, unit } = breakLength(kind, value, text);
    return { value, label: count, detail: unit };
  };

  return (
    <div className={styles["choice"]}>
      <Segmented
        label={text.kind[kind]}
        value={length}
        onChange={setLength}
        options={BREAK_LENGTHS[kind].map(option)}
      />
      <p className={styles["hint"]}>{text.hint[kind]}</p>
      <Button variant="quiet" onClick={() => onAsk(length)}>
        {text.start[kind]}
      </Button>
    </div>
  );
}
