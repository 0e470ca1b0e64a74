import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { PublicPage } from "../fairness/public-page.tsx";
import { Banner, EmptyState } from "../../../ui/states.tsx";
import { Spinner, Stack } from "../../../ui/primitives.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CommandLine } from "../../../ui/copy-button.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import { BeaconNote, SignaturesProgress } from "../beacon-notes.tsx";
import { AskCard, useFiles } from "./ask-card.tsx";
import type { OpenedFile } from "./load-evidence.ts";
import { receiptFileName } from "./receipt-file.ts";
import { ResultCards } from "./result-cards.tsx";
import { useCheck } from "./use-check.ts";
import type { CheckState, Problem, Question } from "./use-check.ts";
import styles from "./verify-page.module.css";

/** Lets the browser check a position: users name their own by its id, and anyone may open a receipt file. */
export function VerifyPage({ id }: { id?: string }) {
  const { verify: text } = useTextOf("fairness");
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<OpenedFile>();
  const user = useCurrentUser()?.id;
  const isVisitor = user === undefined;

  const question = useMemo((): Question | undefined => {
    if (opened !== undefined) return { kind: "file", opened };
    return id === undefined || user === undefined ? undefined : { kind: "id", id, user };
  }, [id, opened, user]);
  const checked = useCheck(question);
  const files = useFiles(setOpened);

  function ask(asked: string) {
    setOpened(undefined);
    if (asked === id) checked.again();
    else navigate(`/verify/${asked}`);
  }

  const askCard = (
    <AskCard
      key="ask"
      isVisitor={isVisitor}
      isAsked={question !== undefined}
      isSignInNeeded={id !== undefined && isVisitor && opened === undefined}
      files={files}
      onAsk={ask}
    />
  );
  const answer = <Answer key="answer" {...checked} />;
  const fileName = opened?.name ?? (id === undefined ? receiptFileName("ID") : receiptFileName(id));
  return (
    <PublicPage
      {...files.dropping}
      back={{ href: "/fairness", name: text.toFairness, label: text.back }}
      title={text.title}
      lead={text.lead}
      className={styles["page"]}
      head={<BeaconNote />}
    >
      {question === undefined ? [askCard] : [answer, askCard]}
      <AloneCard fileName={fileName} />
    </PublicPage>
  );
}

/** The result or the progress of the check. The last result stays while a new check runs. */
function Answer({ result, problem, isBusy, signatures, again }: CheckState) {
  const { fetching } = useTextOf("fairness").verify;
  const isStale = result !== undefined;
  return (
    <>
      {problem !== undefined && (isStale || !isBusy) && (
        <ProblemCard problem={problem} isStale={isStale} onRetry={again} />
      )}
      {isStale && <ResultCards result={result} isBusy={isBusy} onAgain={again} />}
      {!isStale && isBusy && (
        <Card>
          {signatures === undefined ? (
            <p className={styles["loading"]} role="status">
              <Spinner size={20} />
              {fetching}
            </p>
          ) : (
            <SignaturesProgress {...signatures} />
          )}
        </Card>
      )}
    </>
  );
}

const PROGRAM = "veritick-verify.mjs";

/** Explains how to check a receipt with a program that does not depend on this page. */
function AloneCard({ fileName }: { fileName: string }) {
  const { alone } = useTextOf("fairness").verify;
  const parts = [`node ${PROGRAM}`, `--position ${quoted(fileName)}`, `--url ${location.origin}`];
  return (
    <Card title={alone.title}>
      <p className={styles["aloneText"]}>{alone.body}</p>
      <p>
        <a href={`/${PROGRAM}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {alone.download}
        </a>
      </p>
      <Stack gap={2}>
        <p>{alone.command}</p>
        <CommandLine parts={parts} copyLabel={alone.copy} />
      </Stack>
    </Card>
  );
}

/** Quotes a file name for a shell, in which some characters have a special meaning. */
const quoted = (name: string) =>
  /^[\w.@+][\w.@+-]*$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

type ProblemCardProps = {
  problem: Problem;
  /** Whether the page still shows an earlier result. */
  isStale: boolean;
  onRetry: () => void;
};

/** The reason why there is no new result, and the user's next step. */
function ProblemCard({ problem, isStale, onRetry }: ProblemCardProps) {
  const { common } = useText();
  const { verify } = useTextOf("fairness");
  const words = verify.problems[problem];
  if (isStale) {
    return (
      <Banner tone="warn" live>
        {verify.staleProblem} {words.title}.
      </Banner>
    );
  }
  const canRetry = problem === "no-answer" || problem === "no-worker";
  const retry = canRetry && (
    <Button variant="quiet" onClick={onRetry}>
      {common.retry}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState {...words} action={retry} />
    </div>
  );
}
