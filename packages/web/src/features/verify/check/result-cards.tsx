import { Link } from "wouter";
import { STATUS_TONES } from "../../../api/desk/desk.ts";
import { call } from "../../../api/client.ts";
import { useExactTime, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Badge, Caption, Num, Row, Time } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card, Fact, Facts } from "../../../ui/card.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import styles from "./verify-page.module.css";
import { StepsCard, VerdictBox } from "./steps-card.tsx";
import type { Result } from "./use-check.ts";
import { useReceiptDownload } from "./receipt-file.ts";

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
        <VerdictBox result={result} />
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

const siteOf = ({ site }: Readonly<Record<string, unknown>>) =>
  typeof site === "string" && /^https?:\/\/[\w.:[\]-]{1,100}$/.test(site) ? site : undefined;

function About({ result }: { result: Result }) {
  const { history } = useText();
  const { about } = useTextOf("fairness").verify;
  const format = useFormat();
  const { inFull } = useExactTime();
  const { evidence, question } = result;
  const { id, type, amount, duration, entryTick } = evidence.position;
  return (
    <Facts look="dense">
      {question.kind === "file" && (
        <Fact name={about.file}>
          <span className={styles["id"]} translate="no">
            {question.opened.name}
          </span>
        </Fact>
      )}
      <Fact name={about.position}>
        <span className={styles["id"]} translate="no">
          {id ?? about.unreadable}
        </span>
      </Fact>
      {type !== undefined && amount !== undefined && duration !== undefined && (
        <Fact name={about.order}>
          <Num>{about.what[type](format.money(amount), history.minutes(duration))}</Num>
        </Fact>
      )}
      {entryTick !== undefined && (
        <Fact name={about.opened}>
          <Time dateTime={new Date(entryTick * 1000).toISOString()}>{inFull(entryTick)}</Time>
        </Fact>
      )}
      <Outcome result={result} />
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
function Outcome({ result: { evidence, verdict } }: { result: Result }) {
  const { history, trade } = useText();
  const { about } = useTextOf("fairness").verify;
  const format = useFormat();
  const { entryPrice, barrierPrice, resultPrice, soldPrice, status, profit } = evidence.position;
  return (
    <>
      {entryPrice !== undefined && (
        <Fact name={about.entryPrice}>
          <Num>{format.price(entryPrice)}</Num>
        </Fact>
      )}
      {barrierPrice !== undefined && (
        <Fact name={about.barrier}>
          <Num>{format.price(barrierPrice)}</Num>
        </Fact>
      )}
      {typeof soldPrice === "string" && (
        <Fact name={about.soldPrice}>
          <Num>{format.price(soldPrice)}</Num>
        </Fact>
      )}
      {resultPrice !== undefined && typeof soldPrice !== "string" && (
        <Fact name={about.resultPrice}>
          <Num>
            {resultPrice === null
              ? status === "active"
                ? about.open
                : about.none
              : format.price(resultPrice)}
          </Num>
        </Fact>
      )}
      {status !== undefined && (
        <Fact name={about.result}>
          <span className={styles["result"]}>
            {/* After a failed check, only the receipt claims this status, so its colour is neutral. */}
            <Badge tone={verdict === "wrong" ? "neutral" : STATUS_TONES[status]}>
              {history.status[status]}
            </Badge>
            {typeof profit === "string" && (
              <Num>
                {format.signedMoney(profit)} {trade.unit}
              </Num>
            )}
          </span>
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
    <Row gap={3} className={styles["actions"]}>
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
    </Row>
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
