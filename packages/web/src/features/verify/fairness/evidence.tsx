import type { ReactNode } from "react";
import { useTextOf } from "../../../locales/text.ts";
import { TextLink } from "../../../ui/button.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import { Row, Stack } from "../../../ui/primitives.tsx";

type PublishedCodeProps = {
  /** What it is, for the button that copies it. */
  name: string;
  /** Null if it is not published yet. */
  code: string | null;
};

export function PublishedCode({ name, code }: PublishedCodeProps) {
  const { copy, epochPage } = useTextOf("fairness").pages;
  return (
    <CodeLine>{code === null ? epochPage.notYet : <LongCode code={code} copyLabel={copy(name)} />}</CodeLine>
  );
}

export function EpochLink({ epoch }: { epoch: number }) {
  const { pages } = useTextOf("fairness");
  return (
    <TextLink href={`/fairness/epochs/${epoch}`} isAccent>
      {pages.epoch(epoch)}
    </TextLink>
  );
}

type EvidenceProps = { head: ReactNode; children: ReactNode };

/** One item of a list of published evidence: what it is and since when, then the evidence itself. */
export function Evidence({ head, children }: EvidenceProps) {
  return (
    <Stack as="li" gap={1}>
      <Row gap={[0, 3]} align="center">
        {head}
      </Row>
      {children}
    </Stack>
  );
}
