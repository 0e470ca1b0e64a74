import { findUuid } from "@veritick/domain/uuid.ts";
import { useRef, useState } from "react";
import type { DragEvent } from "react";
import { Link } from "wouter";
import { returnHere } from "../../../lib/links.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states.tsx";
import { AskForm } from "../fairness/public-page.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption, Stack } from "../../../ui/primitives.tsx";
import styles from "./verify-page.module.css";
import { readReceiptFile } from "./load-evidence.ts";
import type { FileProblem, OpenedFile } from "./load-evidence.ts";

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
export function AskCard({ isVisitor, isAsked, isSignInNeeded, files, onAsk }: AskCardProps) {
  const { ask } = useTextOf("fairness").verify;
  return (
    <Card title={isAsked ? ask.another : ask.title} className={styles["askCard"]}>
      {isSignInNeeded && (
        <div className={styles["signIn"]}>
          <div>
            <h3>{ask.signedOut.title}</h3>
            <p className={styles["hint"]}>{ask.signedOut.hint}</p>
          </div>
          <Link href="/auth" state={returnHere()} className={buttonClass("primary")}>
            {ask.signIn}
          </Link>
        </div>
      )}
      <AskForm
        label={ask.id}
        hint={ask.idHint}
        read={findUuid}
        invalid={ask.idInvalid}
        submit={ask.check}
        isMain={!isSignInNeeded && !isAsked}
        className={styles["form"]}
        inputClass={styles["idInput"]}
        onAsk={onAsk}
      />
      {isVisitor && !isSignInNeeded && <Caption>{ask.visitor}</Caption>}
      <Stack gap={3}>
        <OpenFile onFile={files.take} />
        {files.problem !== undefined && <FileFailure problem={files.problem} />}
      </Stack>
      {files.isOver && <p className={styles["drop"]}>{ask.drop}</p>}
    </Card>
  );
}

function OpenFile({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const { ask } = useTextOf("fairness").verify;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles["file"]}>
      <Button variant="quiet" onClick={() => input.current?.click()}>
        {ask.file}
      </Button>
      <p className={styles["hint"]}>{ask.fileHint}</p>
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
    </div>
  );
}

function FileFailure({ problem }: { problem: FileProblem }) {
  const { verify } = useTextOf("fairness");
  return <Failure words={verify.fileProblems[problem]} />;
}

type Files = ReturnType<typeof useFiles>;

/** Reads receipt files that the user opens, or drops on the element that gets the `dropping` handlers. */
export function useFiles(onOpen: (opened: OpenedFile) => void) {
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
