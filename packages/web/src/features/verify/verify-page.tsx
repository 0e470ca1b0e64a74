import { useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useFairnessText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { PublicHeader } from "../fairness/public.ts";
import { AloneCard } from "./alone-card.tsx";
import { AskCard } from "./ask-card.tsx";
import { ProblemCard } from "./problem-card.tsx";
import type { OpenedFile } from "./read-file.ts";
import { receiptFileName } from "./receipt-file.ts";
import { ResultCards } from "./result-cards.tsx";
import { useCheck } from "./use-check.ts";
import type { CheckState, Question } from "./use-check.ts";
import { useFiles } from "./use-files.ts";
import styles from "./verify-page.module.css";

/** Where anyone has a position worked out again by their own browser: one's own by its id, any by its receipt file. */
export function VerifyPage({ id }: { id?: string }) {
  const { common } = useText();
  const { verify: text } = useFairnessText();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<OpenedFile>();
  const user = useCurrentUser()?.id;
  const isVisitor = user === undefined;
  useTitle(`${text.title} · ${common.product}`);

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
    <>
      <PublicHeader />
      <main id="content" tabIndex={-1} className={styles["page"]} {...files.dropping}>
        <div className={styles["head"]}>
          <Link href="/fairness" asChild>
            <BackLink label={text.back}>{text.toFairness}</BackLink>
          </Link>
          <h1 className={styles["title"]}>{text.title}</h1>
          <p className={styles["lead"]}>{text.lead}</p>
        </div>
        {question === undefined ? [askCard] : [answer, askCard]}
        <AloneCard fileName={fileName} />
      </main>
    </>
  );
}

/** What came of the check, or how far it is; what was found before stays while it is done once more. */
function Answer({ result, problem, isBusy, again }: CheckState) {
  const { fetching } = useFairnessText().verify;
  const isStale = result !== undefined;
  return (
    <>
      {problem !== undefined && (isStale || !isBusy) && (
        <ProblemCard problem={problem} isStale={isStale} onRetry={again} />
      )}
      {isStale && <ResultCards result={result} isBusy={isBusy} onAgain={again} />}
      {!isStale && isBusy && (
        <Card>
          <p className={styles["loading"]} role="status">
            <Spinner size={20} />
            {fetching}
          </p>
        </Card>
      )}
    </>
  );
}
