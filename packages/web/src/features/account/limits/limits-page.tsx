import { useMutation } from "@tanstack/react-query";
import type { Limits, Pause } from "@veritick/contract/schemas/limits.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { serverNowMs, useLive, useStore } from "../../../api/live/live.ts";
import { useFresh, useGet } from "../../../api/query.ts";
import { useTellFailure } from "../../../api/use-submit.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Isolated } from "../../../ui/boundary.tsx";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { ArrowUpRightIcon } from "../../../ui/more-icons.tsx";
import reading from "../../../ui/reading-page.module.css";
import { Banner, Loaded, LoadingPage } from "../../../ui/states.tsx";
import { Caption, Lines, Medium, PageTitle, Quiet, Stack } from "../../../ui/primitives.tsx";
import { AccountHeader } from "../profile/profile-menu.tsx";
import { withProof } from "../step-up/step-up.ts";
import { StepUpPlace } from "../step-up/step-up-form.tsx";
import { BREAK_ANCHOR, BREAK_LENGTHS, breakEnd, breakLength, nextChangeMs } from "./rules.ts";
import { refreshLimits, rememberLimits } from "./limits-query.ts";
import { TodayCard, TradingCard } from "./today-card.tsx";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useFormat } from "../../../lib/format.ts";
import { useArrival } from "../../../lib/focus.ts";
import { Actions, Button, PlainLink } from "../../../ui/button.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";

export function LimitsPage() {
  const { common } = useText();
  const { limits: text } = useTextOf("later");
  const user = useCurrentUser();
  const query = useFresh("getLimits");
  useRefreshWhenOver(query.data);
  useTitle(`${text.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <AccountHeader back={text.back} />
      <StepUpPlace email={user.email} />
      <main id="content" tabIndex={-1} className={reading["narrow"]}>
        <Stack gap={2}>
          <PageTitle>{text.title}</PageTitle>
          <Quiet pretty>{text.intro}</Quiet>
        </Stack>
        <Loaded query={query} failed={text.loadFailed} loading={<LoadingPage />}>
          {(limits) => (
            <Isolated>
              <TodayCard limits={limits} />
              <TradingCard limits={limits} />
              <BreakCard pause={limits.pause} />
              <IntervalCard minutes={limits.reminderMinutes} />
            </Isolated>
          )}
        </Loaded>
        {/* The card waits for the content above it, which would push it down. */}
        {!query.isPending && <HelpCard />}
      </main>
    </>
  );
}

function useRefreshWhenOver(limits: Limits | undefined) {
  const { price } = useLive();
  const endsMs = limits === undefined ? Infinity : nextChangeMs(limits);
  const isOver = useStore(price, ({ tick }) => tick !== undefined && tick * 1000 > endsMs);
  useEffect(() => {
    if (isOver) refreshLimits();
  }, [isOver, endsMs]);
}

function HelpCard() {
  const { help } = useTextOf("later").limits;
  const links = useGet("settings").data?.helpLinks ?? [];
  if (links.length === 0) return null;
  return (
    <Card title={help.title}>
      <Quiet pretty>{help.text}</Quiet>
      <Lines>
        {links.map(({ title, url }) => (
          <li key={url}>
            <PlainLink isAccent href={url} data-tip={help.newTab}>
              {title}
              <ArrowUpRightIcon size={16} />
            </PlainLink>
          </li>
        ))}
      </Lines>
    </Card>
  );
}

const MINUTES = [15, 30, 60, 120] as const;
const MINUTES_OF_HOUR = 60;
const OFF = 0;
type Choice = (typeof MINUTES)[number] | typeof OFF;

function IntervalCard({ minutes }: { minutes: Limits["reminderMinutes"] }) {
  const tellFailure = useTellFailure();
  const { interval } = useTextOf("later").limits;
  const [wanted, setWanted] = useState<Choice>();

  const set = useMutation({
    mutationFn: (value: Choice) => call("setReminder", { body: { minutes: value === OFF ? null : value } }),
    // Arrow keys pass through several choices: the last one must arrive last.
    scope: { id: "reminder" },
    onSuccess: rememberLimits,
    onError: (error) => void tellFailure(error, interval.failed),
    onSettled: (_, __, value) => setWanted((newest) => (newest === value ? undefined : newest)),
  });

  function choose(value: Choice) {
    setWanted(value);
    set.mutate(value);
  }

  const option = (value: (typeof MINUTES)[number]) => {
    const hours = value / MINUTES_OF_HOUR;
    return hours < 1
      ? { value, label: value, detail: interval.minutes }
      : { value, label: hours, detail: interval.hours(hours) };
  };

  return (
    <Card title={interval.title}>
      <Quiet pretty>{interval.text}</Quiet>
      <Segmented
        label={interval.label}
        value={wanted ?? MINUTES.find((each) => each === minutes) ?? OFF}
        onChange={choose}
        options={[...MINUTES.map(option), { value: OFF, label: interval.off }]}
      />
    </Card>
  );
}

const KINDS = ["time_out", "self_exclusion"] as const;

type Asked = { kind: Pause["kind"]; length: number };

function BreakCard({ pause }: { pause: Pause | null }) {
  const { pause: text } = useTextOf("later").limits;
  const format = useFormat();
  // The reminder links to this card.
  const place = useArrival<HTMLDivElement>(BREAK_ANCHOR);
  const [asked, setAsked] = useState<Asked>();

  return (
    <div id={BREAK_ANCHOR} ref={place} tabIndex={-1} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
      <Card title={text.title}>
        {pause === null ? (
          <Quiet pretty>{text.intro}</Quiet>
        ) : (
          <Banner tone="info">{text.longer(format.moment(pause.until))}</Banner>
        )}
        {KINDS.map((kind) => (
          <BreakChoice key={kind} kind={kind} onAsk={(length) => setAsked({ kind, length })} />
        ))}
      </Card>
      {asked && <BreakDialog {...asked} pause={pause} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

type BreakChoiceProps = { kind: Pause["kind"]; onAsk: (length: number) => void };

function BreakChoice({ kind, onAsk }: BreakChoiceProps) {
  const { pause: text } = useTextOf("later").limits;
  const [length, setLength] = useState(BREAK_LENGTHS[kind][0]!);

  const option = (value: number) => {
    const { count, unit } = breakLength(kind, value, text);
    return { value, label: count, detail: unit };
  };

  return (
    <Stack gap={3}>
      <Segmented
        label={text.kind[kind]}
        value={length}
        onChange={setLength}
        options={BREAK_LENGTHS[kind].map(option)}
      />
      <Caption pretty>{text.hint[kind]}</Caption>
      <Actions>
        <Button variant="quiet" onClick={() => onAsk(length)}>
          {text.start[kind]}
        </Button>
      </Actions>
    </Stack>
  );
}

type BreakDialogProps = Asked & { pause: Pause | null; onClose: () => void };

const NO_BREAK_SPACE = "\u00a0";

/** Explains before a break that it is final, which actions it stops and which continue. */
function BreakDialog({ kind, length, pause, onClose }: BreakDialogProps) {
  const { pause: words } = useTextOf("later").limits;
  const format = useFormat();
  const { price } = useLive();
  const { count, unit } = breakLength(kind, length, words);
  const [end] = useState(() => breakEnd(kind, length, serverNowMs(price.get())).toISOString());
  const [isTooShort] = useState(() => pause !== null && Date.parse(pause.until) >= Date.parse(end));

  return (
    <AskDialog
      title={words.confirmTitle[kind](`${count}${NO_BREAK_SPACE}${unit}`, format.moment(end))}
      confirmLabel={words.confirm[kind]}
      isDisabled={isTooShort}
      send={() => withProof(() => call("takeBreak", { body: { kind, length } }))}
      failed={words.failed}
      onDone={async (limits) => {
        await rememberLimits(limits);
        notify({ title: words.done(format.moment(limits.pause?.until ?? end)) });
      }}
      // The break may have begun although its answer was lost.
      onRefused={() => refreshLimits()}
      onClose={onClose}
    >
      {isTooShort && <Banner tone="info">{words.notLonger}</Banner>}
      <Facts look="columns">
        <Fact isWhole name={words.stops}>
          {words.stopsList}
        </Fact>
        <Fact isWhole name={words.goesOn}>
          {words.goesOnList}
        </Fact>
      </Facts>
      <Medium as="p">{words.final}</Medium>
    </AskDialog>
  );
}
