import { useTextOf, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { CodeLine, CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { MinusIcon } from "../../../ui/more-icons.tsx";
import {
  Badge,
  Caption,
  Code,
  Grid,
  Lines,
  Num,
  Quiet,
  Row,
  Skeleton,
  Stack,
  Strong,
  Title,
} from "../../../ui/primitives.tsx";
import { Banner, EmptyState, Loaded } from "../../../ui/states.tsx";
import { CodeFact, EvidenceCard, ExactBytes } from "../evidence.tsx";
import evidenceStyles from "../evidence.module.css";
import { PublicPage } from "../fairness/public-page.tsx";
import { CheckCard } from "./check-card.tsx";
import { ExactSum, Taken } from "./figures.tsx";
import { useSeenStatement, useStatements } from "./use-statements.ts";
import type { CheckedStatement, Lost } from "./use-statements.ts";

/** Shows the signed totals that the platform owes to all users, and checks that the user's balance is in them. */
export function LiabilitiesPage() {
  const { liabilities: text, pages } = useTextOf("fairness");
  const query = useStatements();
  const { data: checked } = query;
  const canAskEarlier = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const lost = useSeenStatement(
    checked,
    query.hasNextPage,
    canAskEarlier ? () => void query.fetchNextPage() : undefined,
  );
  return (
    <PublicPage
      back={{ href: "/fairness", name: pages.title, label: pages.back.fairness }}
      title={text.title}
      lead={text.intro}
    >
      {lost && <LostBanner lost={lost} />}
      {checked === undefined
        ? !query.isError && <Skeleton width="100%" height={200} />
        : checked.length > 0 && <CheckCard checked={checked} />}
      <StatementsCard query={query} />
      {/* The card waits for the content above it, which would push it down. */}
      {(checked !== undefined || query.isError) && <MeaningCard />}
    </PublicPage>
  );
}

/** Explains the conclusions that a right proof allows, and those it does not. */
function MeaningCard() {
  const { meaning: text } = useTextOf("fairness").liabilities;
  return (
    <Card title={text.title}>
      <Grid gap={[5, 8]} min={320} isFit align="start">
        {(["proves", "doesNot"] as const).map((part) => (
          <Stack key={part} gap={3}>
            <Caption as="h3">{text[part].title}</Caption>
            <Stack as="ul" gap={3} data-mood={part === "proves" ? "good" : undefined}>
              {text[part].points.map((point, index) => (
                <Row key={index} as="li" gap={3} nowrap align="start" className={evidenceStyles["mood"]}>
                  {part === "proves" ? <CheckIcon /> : <MinusIcon />}
                  <Quiet as="span">{point}</Quiet>
                </Row>
              ))}
            </Stack>
          </Stack>
        ))}
      </Grid>
      <p>{text.ask}</p>
    </Card>
  );
}

/** Warns that a statement seen earlier has changed or disappeared. */
function LostBanner({ lost: { seen, now, accept } }: { lost: Lost }) {
  const { lost: text } = useTextOf("fairness").liabilities;
  const number = String(seen.number);
  return (
    <div role="alert">
      <Banner tone="bad">
        <Stack gap={3} align="start">
          <Title as="h2">{text.title}</Title>
          <p>
            {now === undefined ? text.gone(number) : text.changed(number)} {text.ask}
          </p>
          <Facts look="columns">
            <Fact name={text.seen} isWhole>
              <LongCode code={seen.hash} />
            </Fact>
            <Fact name={text.now} isWhole>
              {now === undefined ? text.none : <LongCode code={now.hash} />}
            </Fact>
          </Facts>
          <Button variant="quiet" onClick={accept}>
            {text.accept}
          </Button>
        </Stack>
      </Banner>
    </div>
  );
}

type StatementsCardProps = { query: ReturnType<typeof useStatements> };

function StatementsCard({ query }: StatementsCardProps) {
  const { list: text } = useTextOf("fairness").liabilities;
  return (
    <Loaded
      query={query}
      failed={text.failed}
      loading={
        <div role="status" aria-label={text.loading}>
          <Skeleton width="100%" height={220} />
        </div>
      }
    >
      {(checked) =>
        checked.length === 0 ? (
          <EmptyState {...text.empty} />
        ) : (
          <EvidenceCard title={text.title} says={text.intro}>
            <Lines as="ol" aria-label={text.title}>
              {checked.map((each) => (
                <StatementItem key={each.stated.number} {...each} />
              ))}
            </Lines>
            <Foot query={query} />
          </EvidenceCard>
        )
      }
    </Loaded>
  );
}

function Foot({ query }: StatementsCardProps) {
  const { common } = useText();
  const { list: text } = useTextOf("fairness").liabilities;
  const { hasNextPage, isFetchNextPageError: hasFailed, isFetchingNextPage } = query;
  return (
    <Row gap={3} align="center" justify="center">
      {hasFailed && <Caption role="status">{text.failedEarlier}</Caption>}
      {hasNextPage ? (
        <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {hasFailed ? common.retry : text.earlier}
        </Button>
      ) : (
        <Caption>{text.end}</Caption>
      )}
    </Row>
  );
}

function StatementItem({ stated, check }: CheckedStatement) {
  const { list: text } = useTextOf("fairness").liabilities;
  const { taken, total, signature, text: signed } = stated;
  const number = String(stated.number);
  const root = check.statement?.root;
  return (
    <Stack as="li" gap={2}>
      <Row gap={[1, 3]} align="center" justify="between">
        <Strong>
          {text.number} <Num>{number}</Num>
        </Strong>
        <Row gap={2}>
          <Badge tone={check.isSigned ? "good" : "bad"}>
            {check.isSigned ? text.signed : text.notSigned}
          </Badge>
          {!check.isRepeated && <Badge tone="bad">{text.altered}</Badge>}
          <ChainBadge isChained={check.isChained} />
        </Row>
      </Row>
      <Facts look="columns">
        <Fact name={text.taken}>
          <Taken instant={taken} />
        </Fact>
        <Fact name={text.total}>
          <ExactSum sum={total} />
        </Fact>
        {root !== undefined && (
          <Fact name={text.root}>
            <CodeLine>
              <Code translate="no">{root.slice(0, 12)}…</Code>
              <CopyButton label={text.copyRoot(number)} value={root} />
            </CodeLine>
          </Fact>
        )}
      </Facts>
      <ExactBytes summary={text.text} text={signed} copyLabel={text.copyText(number)}>
        <Facts look="columns">
          <CodeFact name={text.fingerprint} code={check.hash} copyLabel={text.copyFingerprint(number)} />
          <CodeFact name={text.signature} code={signature} copyLabel={text.copySignature(number)} />
        </Facts>
      </ExactBytes>
    </Stack>
  );
}

/**
 * Whether a statement continues its predecessor. The predecessor of the oldest loaded statement is not loaded, so that one
 * is open.
 */
function ChainBadge({ isChained }: { isChained: boolean | undefined }) {
  const { list: text } = useTextOf("fairness").liabilities;
  if (isChained === undefined) return <Badge tone="neutral">{text.open}</Badge>;
  return <Badge tone={isChained ? "good" : "bad"}>{isChained ? text.chained : text.broken}</Badge>;
}
