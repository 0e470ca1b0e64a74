import { useState } from "react";
import { Link } from "wouter";
import { useDesk } from "../../api/desk/desk.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import { saveFile } from "../../lib/browser.ts";
import { useKeptFocus } from "../../lib/focus.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Caption, Row, VisuallyHidden } from "../../ui/primitives.tsx";
import { BalanceFigure, TradeList } from "../money/public.ts";
import { DeskGrid, DeskHome } from "../trade/public.ts";
import { movementsFile } from "./practice-csv.ts";
import { PracticeFrame, PracticeHeader } from "./practice-frame.tsx";
import styles from "./practice.module.css";

/** The desk with play money that this browser keeps: for visitors before they have an account, and for everybody who has one. */
export function PracticePage() {
  const text = useText();
  const { practice } = useLaterText();
  return (
    <PracticeFrame>
      <PracticeHeader start={<DeskHome />} />
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
  const { practice } = useLaterText();
  const format = useFormat();
  const balance = useDesk().useBalance() ?? "0";
  const [isAsking, setAsking] = useState(false);
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  return (
    <Card title={practice.balance}>
      <BalanceFigure amount={format.money(balance)} unit={practice.unit} />
      <div {...keptFocus} className={styles["again"]}>
        {isAsking ? (
          <div className={styles["restart"]} role="group" aria-label={practice.restart}>
            <Caption>{practice.restartAsk}</Caption>
            <div className={styles["choices"]}>
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
            </div>
          </div>
        ) : (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {practice.restart}
          </Button>
        )}
      </div>
    </Card>
  );
}

function PracticeHistory() {
  const { practice, results } = useLaterText();
  const save = () => {
    const { book } = browserPractice();
    saveFile("veritick-practice.csv", movementsFile(book.get()), "text/csv");
  };
  return (
    <Card
      title={practice.history}
      aside={
        <Row gap={2}>
          <Link href="/practice/results" className={styles["results"]}>
            {practice.results.link}
          </Link>
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
