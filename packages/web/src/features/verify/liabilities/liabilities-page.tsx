import { useTextOf, useText } from "../../../locales/text.ts";
import { PublicPage } from "../fairness/public-page.tsx";
import { Banner, EmptyState, Loaded } from "../../../ui/states.tsx";
import {
  Badge,
  Caption,
  ExactText,
  Num,
  Row,
  Skeleton,
  Stack,
  VisuallyHidden,
} from "../../../ui/primitives.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, Disclosure } from "../../../ui/card.tsx";
import { CodeLine, CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { CheckIcon, MinusIcon } from "../../../ui/icons.tsx";
import { CheckCard } from "./check-card.tsx";
import { useSeenStatement, useStatements } from "./use-statements.ts";
import type { CheckedStatement, Lost } from "./use-statements.ts";
import { ExactSum, Taken } from "./figures.tsx";
import styles from "./liabilities-page.module.css";

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
      <div className={styles["columns"]}>
        {(["proves", "doesNot"] as const).map((part) => (
          <div key={part} className={styles["part"]} data-part={part}>
            <h3 className={styles["partTitle"]}>{text[part].title}</h3>
            <Stack as="ul" gap={3}>
              {text[part].points.map((point, index) => (
                <li key={index} className={styles["point"]}>
                  {part === "proves" ? <CheckIcon size={18} /> : <MinusIcon size={18} />}
                  <span>{point}</span>
                </li>
              ))}
            </Stack>
          </div>
        ))}
      </div>
      <p className={styles["closing"]}>{text.ask}</p>
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
        <div className={styles["lostWords"]}>
          <h2 className={styles["lostTitle"]}>{text.title}</h2>
          <p>
            {now === undefined ? text.gone(number) : text.changed(number)} {text.ask}
          </p>
          <dl className={styles["lostHashes"]}>
            <dt>{text.seen}</dt>
            <dd>
              <LongCode code={seen.hash} />
            </dd>
            <dt>{text.now}</dt>
            <dd>{now === undefined ? text.none : <LongCode code={now.hash} />}</dd>
          </dl>
          <Button variant="quiet" onClick={accept}>
            {text.accept}
          </Button>
        </div>
      </Banner>
    </div>
  );
}

type StatementsCardProps = { query: ReturnType<typeof useStatements> };

const COLUMNS = ["number", "taken", "total", "root", "checks"] as const;

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
          <Card title={text.title}>
            <p className={styles["listIntro"]}>{text.intro}</p>
            <div>
              <div className={styles["columnNames"]} aria-hidden="true">
                {COLUMNS.map((column) => (
                  <span key={column} data-column={column}>
                    {text[column]}
                  </span>
                ))}
              </div>
              <ol aria-label={text.title}>
                {checked.map((each) => (
                  <StatementRow key={each.stated.number} {...each} />
                ))}
              </ol>
            </div>
            <Foot query={query} />
          </Card>
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
    <div className={styles["foot"]}>
      {hasFailed && <span role="status">{text.failedEarlier}</span>}
      {hasNextPage ? (
        <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {hasFailed ? common.retry : text.earlier}
        </Button>
      ) : (
        text.end
      )}
    </div>
  );
}

function StatementRow({ stated, check }: CheckedStatement) {
  const { list: text } = useTextOf("fairness").liabilities;
  const { taken, total, signature, text: signed } = stated;
  const number = String(stated.number);
  const root = check.statement?.root;
  return (
    <li className={styles["item"]}>
      <div className={styles["row"]}>
        <span data-column="number">
          <VisuallyHidden className={styles["columnName"]}>{text.number} </VisuallyHidden>
          <Num>{number}</Num>
        </span>
        <span data-column="taken">
          <Taken instant={taken} />
        </span>
        <span data-column="total">
          <VisuallyHidden className={styles["columnName"]}>{text.total} </VisuallyHidden>
          <ExactSum sum={total} />
        </span>
        <span data-column="root" className={styles["root"]}>
          {root !== undefined && (
            <>
              <VisuallyHidden className={styles["columnName"]}>{text.root} </VisuallyHidden>
              <span className={styles["hash"]} translate="no">
                {root.slice(0, 12)}…
              </span>
              <CopyButton label={text.copyRoot(number)} value={root} />
            </>
          )}
        </span>
        <Row as="span" gap={2} data-column="checks">
          <Badge tone={check.isSigned ? "good" : "bad"}>
            {check.isSigned ? text.signed : text.notSigned}
          </Badge>
          {!check.isRepeated && <Badge tone="bad">{text.altered}</Badge>}
          <ChainBadge isChained={check.isChained} />
        </Row>
      </div>
      <Disclosure summary={text.text}>
        <ExactText className={styles["signedText"]} translate="no">
          {signed}
        </ExactText>
        <Code name={text.fingerprint} code={check.hash} copyLabel={text.copyFingerprint(number)} />
        <Code name={text.signature} code={signature} copyLabel={text.copySignature(number)} />
      </Disclosure>
    </li>
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

function Code({ name, code, copyLabel }: { name: string; code: string; copyLabel: string }) {
  return (
    <div className={styles["code"]}>
      <Caption as="span">{name}</Caption>
      <CodeLine>
        <LongCode code={code} copyLabel={copyLabel} />
      </CodeLine>
    </div>
  );
}
