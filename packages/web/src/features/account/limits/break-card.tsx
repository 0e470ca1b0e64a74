import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { useFormat } from "../../../lib/format.ts";
import { useArrival } from "../../../lib/focus.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Quiet } from "../../../ui/primitives.tsx";
import styles from "./limits-page.module.css";
import { BREAK_ANCHOR, BREAK_LENGTHS, breakEnd, breakLength } from "./rules.ts";
import { rememberLimits } from "./limits-query.ts";

const KINDS = ["time_out", "self_exclusion"] as const;

type Asked = { id: number; kind: Pause["kind"]; length: number; isOpen: boolean };

/** A break from trading and depositing: for some days, or for much longer. */
export function BreakCard({ pause }: { pause: Pause | null }) {
  const { pause: text } = useLaterText().limits;
  const format = useFormat();
  // The reminder leads here.
  const place = useArrival<HTMLDivElement>(BREAK_ANCHOR);
  const [asked, setAsked] = useState<Asked>();

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
          <Quiet pretty>{text.intro}</Quiet>
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
      <Caption pretty>{text.hint[kind]}</Caption>
      <Button variant="quiet" onClick={() => onAsk(length)}>
        {text.start[kind]}
      </Button>
    </div>
  );
}

type BreakDialogProps = {
  kind: Pause["kind"];
  length: number;
  /** The break that runs already, if there is one. */
  pause: Pause | null;
  open: boolean;
  onClose: () => void;
};

const NO_BREAK_SPACE = "\u00a0";

/** Says what a break stops, what goes on and that it is final, before it begins. */
function BreakDialog({ kind, length, pause, open, onClose }: BreakDialogProps) {
  const { pause: words } = useLaterText().limits;
  const format = useFormat();
  const { price } = useLive();
  const { count, unit } = breakLength(kind, length, words);
  const [end] = useState(() => breakEnd(kind, length, serverNowMs(price.get())).toISOString());
  const [isTooShort] = useState(() => pause !== null && Date.parse(pause.until) >= Date.parse(end));

  return (
    <AskDialog
      open={open}
      title={words.confirmTitle[kind](`${count}${NO_BREAK_SPACE}${unit}`, format.moment(end))}
      confirmLabel={words.confirm}
      isDisabled={isTooShort}
      send={() => call("takeBreak", { body: { kind, length } })}
      failed={words.failed}
      onDone={async (limits) => {
        await rememberLimits(limits);
        notify({ title: words.done(format.moment(limits.pause?.until ?? end)) });
      }}
      onClose={onClose}
    >
      {isTooShort && <Banner tone="info">{words.notLonger}</Banner>}
      <dl className={styles["terms"]}>
        <div>
          <dt>{words.stops}</dt>
          <dd>{words.stopsList}</dd>
        </div>
        <div>
          <dt>{words.goesOn}</dt>
          <dd>{words.goesOnList}</dd>
        </div>
      </dl>
      <p className={styles["final"]}>{words.final}</p>
    </AskDialog>
  );
}
