import { useQuery } from "@tanstack/react-query";
import type { TradingSummary } from "@veritick/contract/schemas/limits.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../../api/client.ts";
import { browserNowMs, serverNowMs, useLive, useStore } from "../../../api/live/live.ts";
import { keyOf } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { Num, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { BREAK_ANCHOR } from "./rules.ts";
import { HelpLinks } from "./help-links.tsx";
import type { UsageSession } from "./usage-session.ts";

const MINUTE_MS = 60_000;

/**
 * Shows the time spent and its result, in the same words after a win and after a loss. Continuing and taking a break look
 * alike, so that neither is the easier answer. The focus starts on the dialog, so that screen readers read out its title.
 */
export function ReminderDialog({ usage, onClose }: { usage: UsageSession; onClose: () => void }) {
  const { reminder } = useTextOf("later").limits;
  const format = useFormat();
  const [, navigate] = useLocation();
  const since = useBegan(usage);
  const query = useQuery({
    queryKey: [...keyOf("tradingSummary"), since],
    queryFn: ({ signal }) => call("tradingSummary", { query: { since: since ?? "" }, signal }),
    enabled: since !== undefined,
    gcTime: 0,
  });
  const minutes = Math.floor(usage.spentMs / MINUTE_MS);

  function goToBreak() {
    onClose();
    navigate(`/limits#${BREAK_ANCHOR}`);
    // For an open limits page; a page that opens scrolls there itself.
    requestAnimationFrame(() => document.getElementById(BREAK_ANCHOR)?.scrollIntoView({ block: "start" }));
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={reminder.title(Math.floor(minutes / 60), minutes % 60)}
      description={reminder.since(format.clock(Math.floor(usage.beganMs / 1000)))}
      footer={
        <Choices>
          <Button variant="quiet" onClick={goToBreak}>
            {reminder.takeBreak}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {reminder.goOn}
          </Button>
        </Choices>
      }
    >
      <Stack gap={4}>
        <Loaded
          query={query}
          failed={reminder.failed}
          loading={<Skeleton width="100%" height={FIGURES_HEIGHT} />}
        >
          {(summary) => <ReminderResult summary={summary} />}
        </Loaded>
        <HelpLinks />
      </Stack>
    </Dialog>
  );
}

/** The height of the four lines that most people see. It stays reserved while they load. */
const FIGURES_HEIGHT = 213;

function ReminderResult({ summary }: { summary: TradingSummary }) {
  const { limits } = useTextOf("later");
  const { reminder, unit } = limits;
  const format = useFormat();
  const { decided, won, staked, result, open } = summary;
  if (decided === 0) return <p>{reminder.nothing}</p>;
  return (
    <Facts>
      <Fact name={reminder.decided}>
        <Num>{format.number(decided)}</Num>
      </Fact>
      <Fact name={reminder.won}>
        <Num>{format.number(won)}</Num>
      </Fact>
      <Fact name={reminder.staked}>
        <Num>{unit(format.money(staked))}</Num>
      </Fact>
      <Fact name={reminder.result}>
        <Num tone="strong">{unit(format.signedMoney(result))}</Num>
      </Fact>
      {open > 0 && (
        <Fact name={reminder.open}>
          <Num>{format.number(open)}</Num>
        </Fact>
      )}
    </Facts>
  );
}

/** After waiting this long for the server's clock, the browser's is used. */
const WAIT_MS = 5_000;

/**
 * Returns when the usage session began, by the server's clock. Undefined until a tick gives its time, which takes a moment
 * at most.
 */
function useBegan({ beganMs }: UsageSession): string | undefined {
  const { price } = useLive();
  const isKnown = useStore(price, ({ tick }) => tick !== undefined);
  const [began, setBegan] = useState<string>();

  const reckon = useEffectEvent(() => {
    const nowMs = browserNowMs();
    const instant = new Date(serverNowMs(price.get(), nowMs) - (nowMs - beganMs));
    setBegan((known) => known ?? instant.toISOString());
  });

  useEffect(() => {
    const timer = setTimeout(() => reckon(), isKnown ? 0 : WAIT_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);

  return began;
}
