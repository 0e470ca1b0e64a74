import { csvHead, csvLine, csvMoment } from "@veritick/domain/csv.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { useState } from "react";
import { endOf, useDesk } from "../../api/desk/desk.ts";
import type { PracticeBook } from "../../api/desk/practice-book.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import { saveFile } from "../../lib/files.ts";
import { useKeptFocus } from "../../lib/focus.ts";
import { useFormat } from "../../lib/format.ts";
import { chosenLanguage, spreadsheetIn } from "../../lib/preferences.ts";
import { useTextOf, useText } from "../../locales/text.ts";
import { Button, Choices, IconButton, TextLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DownloadIcon } from "../../ui/more-icons.tsx";
import { Caption, Row, Stack, VisuallyHidden } from "../../ui/primitives.tsx";
import { BalanceFigure } from "../money/public.ts";
import { TradeList } from "../money/public-history.ts";
import { DeskGrid } from "../trade/public.ts";
import { PracticeFrame, PracticeHeader } from "./practice-frame.tsx";
import styles from "./practice.module.css";

/** The desk with play money, which this browser keeps. It serves visitors without an account and all users. */
export function PracticePage() {
  const text = useText();
  const { practice } = useTextOf("later");
  return (
    <PracticeFrame>
      <PracticeHeader />
      <main id="content" tabIndex={-1}>
        <VisuallyHidden as="h1">{practice.title}</VisuallyHidden>
        <DeskGrid
          title={`${practice.title} · ${text.common.product}`}
          balance={<PracticeBalance />}
          history={<PracticeHistory />}
        />
      </main>
    </PracticeFrame>
  );
}

function PracticeBalance() {
  const { practice } = useTextOf("later");
  const format = useFormat();
  const balance = useDesk().useBalance() ?? "0";
  const [isAsking, setAsking] = useState(false);
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  return (
    <Card title={practice.balance}>
      <BalanceFigure amount={format.money(balance)} unit={practice.unit} />
      <Stack gap={3} {...keptFocus}>
        {isAsking ? (
          <Stack gap={3} role="group" aria-label={practice.restart}>
            <Caption>{practice.restartAsk}</Caption>
            <Choices>
              <Button variant="quiet" onClick={() => setAsking(false)}>
                {practice.keep}
              </Button>
              <Button
                onClick={() => {
                  browserPractice().restart();
                  setAsking(false);
                }}
              >
                {practice.restart}
              </Button>
            </Choices>
          </Stack>
        ) : (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {practice.restart}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function PracticeHistory() {
  const { practice, results } = useTextOf("later");
  const save = () => {
    const { book } = browserPractice();
    saveFile("veritick-practice.csv", movementsFile(book.get(), spreadsheetIn(chosenLanguage())), "text/csv");
  };
  return (
    <Card
      title={practice.history}
      aside={
        <Row gap={2}>
          <TextLink href="/practice/results" isAccent>
            {practice.results.link}
          </TextLink>
          <IconButton label={results.csv} className={styles["csv"]} onClick={save}>
            <DownloadIcon size={18} />
          </IconButton>
        </Row>
      }
    >
      <TradeList />
    </Card>
  );
}

const COLUMNS = ["time", "kind", "reference", "amount", "balance_after", "transaction_id"];

/**
 * Returns the movements of practice, newest first, in the columns of the account's statement. The browser keeps no ledger:
 * the id stays empty, and balances are computed backwards from the present one.
 */
export function movementsFile(
  { balance, waiting, positions }: PracticeBook,
  spreadsheet?: Spreadsheet,
): string {
  // Times use the price's clock. The device's clock may differ, and a win could then precede its stake.
  const opened = [...waiting, ...positions].map(({ id, amount, entryTick }) => ({
    id,
    at: new Date(entryTick * 1000).toISOString(),
    kind: "position_opened",
    sum: -parseMinor(amount),
  }));
  const ended = positions
    .filter(({ status }) => status !== "active")
    .map(({ id, status, amount, profit, ...position }) => ({
      id,
      at: endOf(position),
      kind: `position_${status}`,
      sum: parseMinor(amount) + parseMinor(profit ?? "0"),
    }))
    .filter(({ sum }) => sum > 0n);
  let after: bigint = parseMinor(balance);
  const lines = [...opened, ...ended]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .map(({ id, at, kind, sum }) => {
      const [time, amount, left] = [
        csvMoment(at, spreadsheet),
        formatMinor(minor(sum)),
        formatMinor(minor(after)),
      ];
      after -= sum;
      return csvLine([time, kind, id, amount, left, null], spreadsheet);
    });
  return [csvHead(COLUMNS, spreadsheet), ...lines].join("");
}
