import { isBroken } from "@veritick/domain/verify/step.ts";
import type { Outcome } from "@veritick/domain/verify/step.ts";
import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { STATUS_TONES } from "../../../api/desk/desk.ts";
import { countdown, useExactTime, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { DownloadIcon } from "../../../ui/more-icons.tsx";
import { Badge, Caption, Code, Num, Row, Time } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { useReservations } from "../beacon-notes.tsx";
import { Actions, FigureFact, Verdict } from "../evidence.tsx";
import evidenceStyles from "../evidence.module.css";
import { useReceiptDownload } from "./receipt-file.ts";
import { StepsCard, useMoment } from "./steps-card.tsx";
import { completeTick } from "./use-check.ts";
import type { Result } from "./use-check.ts";

/** The page warns if the clocks differ by more than this. */
const MOST_GAP_SECONDS = 60;

type ResultCardsProps = { result: Result; isBusy: boolean; onAgain: () => void };

export function ResultCards({ result, isBusy, onAgain }: ResultCardsProps) {
  const { verify: text } = useTextOf("fairness");
  const { check, evidence } = result;
  const format = useFormat();
  return (
    <>
      <Card>
        <PositionVerdict result={result} />
        {evidence.source !== "published" && (
          <Banner tone="warn">
            {evidence.source === "file-alone"
              ? text.sources["file-alone"]
              : text.sources["other-site"](siteOf(evidence.file) ?? text.sources.unknownSite)}
          </Banner>
        )}
        {Math.abs(evidence.clockGap) > MOST_GAP_SECONDS && (
          <Banner tone="warn">
            {text.clockGap(format.number(Math.ceil(Math.abs(evidence.clockGap) / 60)))}
          </Banner>
        )}
        <About result={result} />
        <Effort check={check} isCompared={evidence.source === "published"} />
        <ResultActions result={result} isBusy={isBusy} onAgain={onAgain} />
      </Card>
      <StepsCard result={result} />
    </>
  );
}

/** The verdict over all steps, and the time at which the open ones can be checked. */
function PositionVerdict({ result }: { result: Result }) {
  const { verdict: words } = useTextOf("fairness").verify;
  const { verdict, check, evidence } = result;
  const moment = useMoment(evidence.now);
  const from = completeTick(check.steps);
  const told = words[toldAs(verdict, check.steps)];
  const notes = useReservations(check.steps);
  const reservations = verdict === "right" || verdict === "later" ? notes : [];
  const isReserved = reservations.length > 0;
  return (
    <Verdict
      outcome={verdict}
      isReserved={isReserved}
      title={isReserved ? words.reserved.title(told.title, reservations.length) : told.title}
      below={
        verdict === "later" &&
        result.next !== undefined &&
        evidence.source === "published" && <Left result={result} until={from ?? result.next} />
      }
    >
      <p>{typeof told.hint === "string" ? told.hint : from !== undefined && told.hint(moment(from))}</p>
      {isReserved && (
        <ul className={evidenceStyles["points"]}>
          {reservations.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Verdict>
  );
}

/** Returns the words' key for a verdict. Two cases have words of their own. */
function toldAs(verdict: Outcome, steps: readonly PositionStep[]): Outcome | "late" | "broken" {
  if (verdict === "missing" && isLateAlone(steps)) return "late";
  return verdict === "wrong" && isBroken(steps) ? "broken" : verdict;
}

/** Returns true if only the time of the answer keeps the position from being right. */
const isLateAlone = (steps: readonly PositionStep[]) =>
  steps.every(
    ({ name, outcome, reason }) => outcome !== "missing" || (name === "received" && reason === "late"),
  );

/** Counts down from the server's time. The page's own clock only measures the time since then. */
function Left({ result: { evidence, loadedAtMs }, until }: { result: Result; until: number }) {
  const { later } = useTextOf("fairness").verify.verdict;
  const { now } = evidence;
  const [atMs, setAtMs] = useState(() => performance.now());
  const seconds = until - now - Math.max(atMs - loadedAtMs, 0) / 1000;
  useEffect(() => {
    const timer = setInterval(() => setAtMs(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Caption loose role="timer" aria-label={later.leftHidden}>
      <Num>{later.left(countdown(seconds))}</Num>
    </Caption>
  );
}

const siteOf = ({ site }: Readonly<Record<string, unknown>>) =>
  typeof site === "string" && /^https?:\/\/[\w.:[\]-]{1,100}$/.test(site) ? site : undefined;

function About({ result }: { result: Result }) {
  const { history } = useDeskText();
  const { about } = useTextOf("fairness").verify;
  const format = useFormat();
  const { inFull } = useExactTime();
  const { evidence, question } = result;
  const { id, type, amount, duration, entryTick } = evidence.position;
  return (
    <Facts look="dense">
      {question.kind === "file" && (
        <Fact name={about.file}>
          <Code translate="no">{question.opened.name}</Code>
        </Fact>
      )}
      <Fact name={about.position}>
        <Code translate="no">{id ?? about.unreadable}</Code>
      </Fact>
      {type !== undefined && amount !== undefined && duration !== undefined && (
        <FigureFact name={about.order}>
          {about.what[type](format.money(amount), history.minutes(duration))}
        </FigureFact>
      )}
      {entryTick !== undefined && (
        <Fact name={about.opened}>
          <Time dateTime={new Date(entryTick * 1000).toISOString()}>{inFull(entryTick)}</Time>
        </Fact>
      )}
      <OutcomeFacts result={result} />
    </Facts>
  );
}

type EffortProps = { check: Result["check"]; isCompared: boolean };

/** The number of prices that the browser computed, and the time it took. It computes none before the hour is over. */
function Effort({ check: { ticks, milliseconds }, isCompared }: EffortProps) {
  const { verify: text } = useTextOf("fairness");
  const format = useFormat();
  const language = useLanguage();
  const prices = new Intl.NumberFormat(language).format(ticks);
  const seconds = format.number(Math.max(Math.round(milliseconds / 10) / 100, 0.01));
  if (ticks === 0 && !isCompared) return null;
  return (
    <Caption>
      {ticks > 0 && `${text.computed(prices, seconds)}. `}
      {isCompared && text.sources.published}
    </Caption>
  );
}

/** The three prices and the result, as on the receipt. Leaves out values that it cannot read. */
function OutcomeFacts({ result: { evidence, verdict } }: { result: Result }) {
  const { history, trade } = useDeskText();
  const { about } = useTextOf("fairness").verify;
  const format = useFormat();
  const { entryPrice, barrierPrice, resultPrice, soldPrice, status, profit } = evidence.position;
  return (
    <>
      {entryPrice !== undefined && (
        <FigureFact name={about.entryPrice}>{format.price(entryPrice)}</FigureFact>
      )}
      {barrierPrice !== undefined && (
        <FigureFact name={about.barrier}>{format.price(barrierPrice)}</FigureFact>
      )}
      {typeof soldPrice === "string" && (
        <FigureFact name={about.soldPrice}>{format.price(soldPrice)}</FigureFact>
      )}
      {resultPrice !== undefined && typeof soldPrice !== "string" && (
        <FigureFact name={about.resultPrice}>
          {resultPrice === null ? (status === "active" ? about.open : about.none) : format.price(resultPrice)}
        </FigureFact>
      )}
      {status !== undefined && (
        <Fact name={about.result}>
          <Row as="span" gap={[1, 2]} align="center" justify="end">
            {/* After a failed check, only the receipt claims this status, so its colour is neutral. */}
            <Badge tone={verdict === "wrong" ? "neutral" : STATUS_TONES[status]}>
              {history.status[status]}
            </Badge>
            {typeof profit === "string" && (
              <Num>
                {format.signedMoney(profit)} {trade.unit}
              </Num>
            )}
          </Row>
        </Fact>
      )}
    </>
  );
}

type ResultActionsProps = { result: Result; isBusy: boolean; onAgain: () => void };

/** Repeats the check. Offers owners the receipt as a page and as a file. */
function ResultActions({ result: { question }, isBusy, onAgain }: ResultActionsProps) {
  const { verify: text } = useTextOf("fairness");
  return (
    <Actions>
      <Button variant="quiet" pending={isBusy} onClick={onAgain}>
        {text.again}
      </Button>
      {question.kind === "id" && (
        <>
          <Download id={question.id} />
          <Link href={`/positions/${question.id}`} className={buttonClass("quiet")}>
            {text.openReceipt}
          </Link>
        </>
      )}
    </Actions>
  );
}

/** Downloads the present receipt, which may be newer than the checked one. */
function Download({ id }: { id: string }) {
  const { verify: text } = useTextOf("fairness");
  const { isPending, download } = useReceiptDownload(text.downloadFailed);
  return (
    <Button
      variant="quiet"
      pending={isPending}
      onClick={() => void download(id, () => call("getPosition", { params: { id } }))}
    >
      <DownloadIcon size={18} />
      {text.download}
    </Button>
  );
}
