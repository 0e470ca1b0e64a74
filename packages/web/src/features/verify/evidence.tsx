import type { ReactNode } from "react";
import type { Outcome } from "@veritick/domain/verify/step.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, Disclosure } from "../../ui/card.tsx";
import { Fact } from "../../ui/facts.tsx";
import { CheckItem, CheckList } from "../../ui/check-list.tsx";
import type { CheckOutcome } from "../../ui/check-list.tsx";
import { CodeLine, CommandLine, CopyButton, LongCode } from "../../ui/copy-button.tsx";
import { CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import { ClockIcon, DownloadIcon, MinusIcon } from "../../ui/more-icons.tsx";
import { Term } from "../../ui/overlay/term.tsx";
import type { TermName } from "../../ui/overlay/term.tsx";
import { ExactText, Grid, Num, Quiet, Row, Stack, Title } from "../../ui/primitives.tsx";
import styles from "./evidence.module.css";

type EvidenceCardProps = {
  title: ReactNode;
  /** What the card proves, in a sentence or two. */
  says: ReactNode;
  children: ReactNode;
};

/** A card of evidence. Its facts and its picture follow, then the exact bytes. */
export function EvidenceCard({ title, says, children }: EvidenceCardProps) {
  return (
    <Card title={title}>
      <Quiet pretty measure>
        {says}
      </Quiet>
      {children}
    </Card>
  );
}

type FigureFactProps = {
  name: string;
  /** The field term that explains the name. */
  term?: TermName | undefined;
  children: ReactNode;
};

/** A fact that is a figure. */
export function FigureFact({ name, term, children }: FigureFactProps) {
  return (
    <Fact name={term === undefined ? name : <Term term={term}>{name}</Term>}>
      <Num>{children}</Num>
    </Fact>
  );
}

type CodeFactProps = {
  name: ReactNode;
  code: string;
  copyLabel: string;
  /** Words about the code, below it. */
  children?: ReactNode;
};

/** A fact that is a long code, with a button to copy it. */
export function CodeFact({ name, code, copyLabel, children }: CodeFactProps) {
  return (
    <Fact name={name} isWhole>
      <Stack gap={1}>
        <CodeLine>
          <LongCode code={code} copyLabel={copyLabel} />
        </CodeLine>
        {children}
      </Stack>
    </Fact>
  );
}

type ExactBytesProps = {
  summary: string;
  says?: string;
  text: string;
  copyLabel: string;
  children?: ReactNode;
};

/** The exact bytes that were hashed or signed, behind a line that opens them. On paper they are always open. */
export function ExactBytes({ summary, says, text, copyLabel, children }: ExactBytesProps) {
  return (
    <Disclosure summary={summary} className={styles["bytes"]}>
      <Stack gap={2}>
        {says !== undefined && (
          <Quiet pretty measure>
            {says}
          </Quiet>
        )}
        <ExactText translate="no">{text}</ExactText>
        <Row gap={2}>
          <CopyButton wide label={copyLabel} value={text} />
        </Row>
        {children}
      </Stack>
    </Disclosure>
  );
}

const SIGNS = { right: CheckIcon, wrong: CloseIcon, later: ClockIcon, missing: MinusIcon } as const;

type VerdictProps = {
  outcome: Outcome;
  /** Whether something is not shown although every step is right. The verdict then is not green. */
  isReserved?: boolean;
  title: string;
  children: ReactNode;
  /** Shown below, but not read out with the verdict. */
  below?: ReactNode;
};

/** The verdict over all steps of a check. Screen readers announce it. */
export function Verdict({ outcome, isReserved = false, title, children, below }: VerdictProps) {
  const Sign = SIGNS[outcome];
  return (
    <div className={styles["verdict"]} data-outcome={isReserved ? "note" : outcome}>
      <Sign size={28} />
      <div>
        <div role="status">
          <Title>{title}</Title>
          {children}
        </div>
        {below}
      </div>
    </div>
  );
}

export type Step<Of extends CheckOutcome> = {
  readonly key: string;
  readonly outcome: Of;
  readonly words: ReactNode;
  /** The values that the step compared, each with its name. */
  readonly values: readonly (readonly [name: string, value: string | undefined])[];
};

type StepsProps<Of extends CheckOutcome> = {
  label: string;
  /** Each outcome as a word, for people who do not see its sign. */
  spoken: Readonly<Record<Of, string>>;
  /** The line that opens the values of a step. */
  summary: string;
  steps: readonly Step<Of>[];
};

/** The steps of a check: each with its outcome in a sentence, and behind a line the values that it compared. */
export function Steps<Of extends CheckOutcome>({ label, spoken, summary, steps }: StepsProps<Of>) {
  return (
    <CheckList label={label}>
      {steps.map(({ key, outcome, words, values }) => {
        const known = values.filter(([, value]) => value !== undefined);
        return (
          <CheckItem key={key} outcome={outcome} spoken={spoken[outcome]} words={words}>
            {known.length > 0 && (
              <Disclosure summary={summary} isDense>
                <Grid as="dl" gap={[2, 4]} min={260} isFit>
                  {known.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <ExactText as="dd" translate="no">
                        {value}
                      </ExactText>
                    </div>
                  ))}
                </Grid>
              </Disclosure>
            )}
          </CheckItem>
        );
      })}
    </CheckList>
  );
}

/** The buttons of a page of evidence. Paper leaves them out. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <Row gap={3} className={styles["actions"]} data-screen-only>
      {children}
    </Row>
  );
}

const PROGRAM = "veritick-verify.mjs";

type CheckAloneProps = {
  words: Readonly<Record<"title" | "says" | "program" | "command" | "copy", string>>;
  /** The options of the program, each with its value. */
  options: readonly string[];
  /** The button to download the file that the program checks, if this page has it. */
  file?: ReactNode;
  children?: ReactNode;
};

/** Explains how to check with a program that does not depend on this page. */
export function CheckAlone({ words, options, file, children }: CheckAloneProps) {
  return (
    <EvidenceCard title={words.title} says={words.says}>
      <Actions>
        {file}
        <a href={`/${PROGRAM}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {words.program}
        </a>
      </Actions>
      <Stack gap={2}>
        <p>{words.command}</p>
        <CommandLine
          parts={[`node ${PROGRAM}`, ...options, `--url ${location.origin}`]}
          copyLabel={words.copy}
        />
      </Stack>
      {children}
    </EvidenceCard>
  );
}

/** Quotes a file name or an e-mail address for a shell, in which some characters have a special meaning. */
export const quoted = (text: string) =>
  /^[\w.@+][\w.@+-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
