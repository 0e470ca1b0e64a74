import { findUuid } from "@veritick/domain/uuid.ts";
import { useMemo, useRef, useState } from "react";
import type { DragEvent } from "react";
import { Link, useLocation } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { returnHere } from "../../../lib/links.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption, Row, Spinner, Stack, Strong } from "../../../ui/primitives.tsx";
import { Banner, EmptyState, Failure } from "../../../ui/states.tsx";
import { BeaconNote, SignaturesProgress } from "../beacon-notes.tsx";
import { CheckAlone, quoted } from "../evidence.tsx";
import evidenceStyles from "../evidence.module.css";
import { AskForm, PublicPage } from "../fairness/public-page.tsx";
import { readReceiptFile } from "./load-evidence.ts";
import type { FileProblem, OpenedFile } from "./load-evidence.ts";
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
      head={<BeaconNote />}
    >
      {question === undefined ? [askCard] : [answer, askCard]}
      <CheckAlone words={text.alone} options={[`--position ${quoted(fileName)}`]} />
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
            <Spinner size={20} label={fetching} />
          ) : (
            <SignaturesProgress {...signatures} />
          )}
        </Card>
      )}
    </>
  );
}

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

type AskCardProps = {
  isVisitor: boolean;
  /** Whether the page already shows a check. The card then asks for another position. */
  isAsked: boolean;
  isSignInNeeded: boolean;
  /** The handlers for receipt files. The user may drop a file anywhere on the page. */
  files: Files;
  onAsk: (id: string) => void;
};

/** Asks for a position: by its id, or by a receipt file. */
function AskCard({ isVisitor, isAsked, isSignInNeeded, files, onAsk }: AskCardProps) {
  const { ask, fileProblems } = useTextOf("fairness").verify;
  return (
    <Card title={isAsked ? ask.another : ask.title} className={styles["ask"]}>
      {isSignInNeeded && (
        <Banner
          tone="info"
          action={
            <Link href="/auth" state={returnHere()} className={buttonClass("primary")}>
              {ask.signIn}
            </Link>
          }
        >
          <Strong as="p">{ask.signedOut.title}</Strong>
          {ask.signedOut.hint}
        </Banner>
      )}
      <AskForm
        label={ask.id}
        hint={ask.idHint}
        read={findUuid}
        invalid={ask.idInvalid}
        submit={ask.check}
        isMain={!isSignInNeeded && !isAsked}
        className={evidenceStyles["ask"]}
        inputClass={styles["id"]}
        onAsk={onAsk}
      />
      {isVisitor && !isSignInNeeded && <Caption>{ask.visitor}</Caption>}
      <Stack gap={3}>
        <OpenFile onFile={files.take} />
        <Failure words={files.problem && fileProblems[files.problem]} />
      </Stack>
      {files.isOver && <p className={styles["drop"]}>{ask.drop}</p>}
    </Card>
  );
}

function OpenFile({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const { ask } = useTextOf("fairness").verify;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Row gap={[2, 4]} align="center">
      <Button variant="quiet" onClick={() => input.current?.click()}>
        {ask.file}
      </Button>
      <Caption>{ask.fileHint}</Caption>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without this, the user could not open the same file again after a change.
          target.value = "";
          if (file !== undefined) void onFile(file);
        }}
      />
    </Row>
  );
}

type Files = ReturnType<typeof useFiles>;

/** Reads receipt files that the user opens, or drops on the element that gets the `dropping` handlers. */
function useFiles(onOpen: (opened: OpenedFile) => void) {
  const [problem, setProblem] = useState<FileProblem>();
  const [isOver, setIsOver] = useState(false);

  async function take(file: File) {
    const opened = await readReceiptFile(file);
    setProblem(typeof opened === "string" ? opened : undefined);
    if (typeof opened !== "string") onOpen(opened);
  }

  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const dropping = {
    onDragOver(event: DragEvent) {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file !== undefined) void take(file);
    },
  };
  return { problem, isOver, take, dropping };
}
