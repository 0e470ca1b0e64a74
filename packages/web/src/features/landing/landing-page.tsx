import { DURATIONS, multiplierHundredths, WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { Link } from "wouter";
import { useVisitorSettings } from "../../api/visitor-settings.ts";
import { useTitle } from "../../lib/browser.ts";
import { useFormat } from "../../lib/format.ts";
import { linksFor } from "../../lib/links.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useText, useTextOf } from "../../locales/text.ts";
import { Actions, buttonClass, PlainLink, TextLink } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import {
  Caption,
  classNames,
  Grid,
  Lead,
  Lines,
  Num,
  Quiet,
  Row,
  Stack,
  Strong,
  Text,
  Title,
} from "../../ui/primitives.tsx";
import { Banner } from "../../ui/states.tsx";
import styles from "./landing-page.module.css";
import { LivePrice, useMarket } from "./live-price.tsx";
import type { Market } from "./live-price.tsx";

const YEAR = new Date().getFullYear();
const REGISTER = "/auth?mode=register";

export function LandingPage() {
  const { common } = useText();
  const landing = useTextOf("landing");
  const market = useMarket();
  const installation = useVisitorSettings();
  // Until it is known, the page is that of an open installation, as most are.
  const registration = installation?.registration ?? "open";
  const isClosed = registration === "closed";
  const words = registration === "open" ? undefined : landing.registration[registration];
  const legalLinks = linksFor(installation?.legalLinks ?? [], useLanguage());
  useTitle(landing.title);
  return (
    <>
      <PageHeader start={<Logo name={common.product} />}>
        <Quiet as="span" className={styles["fairness"]}>
          <TextLink href="/fairness">{landing.footer.fairness}</TextLink>
        </Quiet>
        <LanguageSwitch />
        <ThemeToggle />
        <Link
          href={isClosed ? "/auth" : REGISTER}
          className={classNames(buttonClass("primary"), styles["start"])}
        >
          {isClosed ? landing.logIn : landing.getStarted}
        </Link>
      </PageHeader>
      <main id="content" tabIndex={-1}>
        <Grid
          as="section"
          gap={8}
          align="center"
          columns="repeat(2, minmax(0, 1fr))"
          from="wide"
          className={classNames(styles["band"], styles["hero"])}
        >
          <Stack gap={6} align="start">
            <h1 className={styles["title"]}>{landing.hero.title}</h1>
            <Pitch>{landing.hero.lead}</Pitch>
            {installation?.countryBlocked === true && <Banner tone="warn">{common.blocked.body}</Banner>}
            <Actions>
              <Link href={isClosed ? "/auth" : REGISTER} className={buttonClass("primary", "large")}>
                {words?.start ?? landing.hero.start}
              </Link>
              <Link href="/practice" className={buttonClass("quiet", "large")}>
                {landing.hero.tryIt}
              </Link>
              <a href="#how" className={styles["how"]}>
                {landing.hero.how}
              </a>
            </Actions>
            <Quiet>
              {words?.note}
              {!isClosed && (
                <>
                  {" "}
                  {landing.hero.member} <TextLink href="/auth">{landing.hero.logIn}</TextLink>
                </>
              )}
            </Quiet>
          </Stack>
          <LivePrice market={market} />
        </Grid>
        <Features />
        <HowItWorks market={market} />
        <Stack as="section" gap={5} align="center" className={classNames(styles["band"], styles["join"])}>
          <h2 className={styles["heading"]}>{landing.join.title}</h2>
          <Pitch>{words?.join ?? landing.join.body}</Pitch>
          <Link href={isClosed ? "/practice" : REGISTER} className={buttonClass("primary", "large")}>
            {isClosed ? landing.hero.tryIt : landing.join.action}
          </Link>
        </Stack>
      </main>
      <footer className={styles["footer"]}>
        <Caption as="div">
          <Row gap={[3, 8]} align="center" justify="between" className={styles["band"]}>
            <Text pretty measure>
              {common.risk}
            </Text>
            <Row gap={[0, 5]} align="center">
              <TextLink href="/fairness">{landing.footer.fairness}</TextLink>
              <TextLink href="/status">{landing.footer.status}</TextLink>
              <TextLink href="/help">{landing.footer.help}</TextLink>
              <TextLink href="/docs">{landing.footer.docs}</TextLink>
              <TextLink href="/accessibility">{landing.footer.accessibility}</TextLink>
              {legalLinks.map(({ title, url }) => (
                <PlainLink key={url} href={url}>
                  {title}
                </PlainLink>
              ))}
              <span>{landing.footer.copyright(YEAR)}</span>
            </Row>
          </Row>
        </Caption>
      </footer>
    </>
  );
}

const Pitch = ({ children }: { children: string }) => (
  <Quiet pretty className={styles["pitch"]}>
    <Lead as="span">{children}</Lead>
  </Quiet>
);

function Features() {
  const { multipliers, transactions, security, title } = useTextOf("landing").features;
  const format = useFormat();
  const { four } = transactions;
  const facts = [
    [
      transactions.title,
      transactions.one,
      transactions.two,
      transactions.three,
      four(WITHDRAWAL_FEE_PERCENT),
    ],
    [security.title, security.one, security.two, security.three, security.four],
  ] as const;
  return (
    <Grid
      as="section"
      gap={4}
      columns="repeat(3, minmax(0, 1fr))"
      from="large"
      className={styles["band"]}
      aria-label={title}
    >
      <Stack as="article" gap={2} className={styles["card"]}>
        <Title as="h2">{multipliers.title}</Title>
        <Lines as="dl">
          {DURATIONS.map((duration) => (
            <Row key={duration} gap={3} align="center" justify="between">
              <Quiet as="dt">{multipliers.row(duration)}</Quiet>
              <Strong as="dd">
                <Num>{format.times(multiplierHundredths(duration))}</Num>
              </Strong>
            </Row>
          ))}
        </Lines>
      </Stack>
      {facts.map(([name, ...points]) => (
        <Stack key={name} as="article" gap={2} className={styles["card"]}>
          <Title as="h2">{name}</Title>
          <Lines>
            {points.map((point) => (
              <Row key={point} as="li" gap={3} align="center" nowrap>
                <CheckIcon size={16} className={styles["check"]} />
                {point}
              </Row>
            ))}
          </Lines>
        </Stack>
      ))}
    </Grid>
  );
}

function HowItWorks({ market }: { market: Market }) {
  const { common } = useText();
  const landing = useTextOf("landing");
  const { how: words } = landing;
  const format = useFormat();
  const { terms, beacon } = market;
  const steps = [
    { ...words.barrier, Figure: BarrierFigure, notes: [] },
    {
      ...words.chance,
      Figure: ChanceFigure,
      notes: [
        terms?.terms[0]?.winRule === "barrier" && words.chance.edge(format.chance(terms.houseEdge)),
        terms !== undefined && words.chance.sale(format.chance(terms.sellFeeMillionths / 1_000_000)),
      ],
    },
    {
      ...words.proof,
      Figure: ProofFigure,
      notes: [beacon !== undefined && (beacon === "local" ? common.ownBeacon : words.proof.publicBeacon)],
    },
  ];
  return (
    <section id="how" className={classNames(styles["band"], styles["steps"])} aria-labelledby="how-title">
      <Stack gap={8}>
        <h2 id="how-title" className={styles["heading"]}>
          {words.title}
        </h2>
        <Grid as="ol" gap={8} columns="repeat(3, minmax(0, 1fr))" from="large">
          {steps.map(({ title, body, Figure, notes }) => (
            <Stack key={title} as="li" gap={3}>
              <Figure />
              <Title as="h3">{title}</Title>
              <Quiet pretty measure>
                {body}
              </Quiet>
              {notes.map(
                (note) =>
                  note && (
                    <Text key={note} pretty>
                      {note}
                    </Text>
                  ),
              )}
            </Stack>
          ))}
        </Grid>
      </Stack>
    </section>
  );
}

/** The drawings repeat the text beside them, so assistive technology skips them. */
const frame = { viewBox: "0 0 320 140", "aria-hidden": true, className: styles["figure"] } as const;

const PATH = "M0 96l22-8 18 12 20-22 16 10 22-6 18 18 24-30 20 8 18-20 22 10 20-26 24 6 20-18";

/** A price that rises to a dashed line and meets it at the end of its time. */
function BarrierFigure() {
  return (
    <svg {...frame}>
      <rect x="120" y="8" width="144" height="124" className={styles["window"]} />
      <path d="M120 8v124M264 8v124" className={styles["edge"]} />
      <path d="M120 36h200" className={styles["barrier"]} />
      <path d={PATH} className={styles["line"]} />
      <circle cx="120" cy="96" r="4" className={styles["entry"]} />
      <circle cx="264" cy="30" r="5" className={styles["hit"]} />
    </svg>
  );
}

/** The possible prices at the end: a bell curve, filled beyond the barrier. */
function ChanceFigure() {
  const bell = "M20 124C92 124 104 20 160 20s68 104 140 104";
  return (
    <svg {...frame}>
      <clipPath id="beyond-the-barrier">
        <rect x="194" y="0" width="126" height="140" />
      </clipPath>
      <path d={bell} className={styles["share"]} clipPath="url(#beyond-the-barrier)" />
      <path d={bell} className={styles["line"]} />
      <path d="M0 124h320" className={styles["edge"]} />
      <path d="M194 12v112" className={styles["barrier"]} />
    </svg>
  );
}

/** A row of hours: future ones are sealed, past ones are open. */
function ProofFigure() {
  return (
    <svg {...frame}>
      <path d="M0 70h320" className={styles["edge"]} />
      {[40, 88, 136].map((x) => (
        <circle key={x} cx={x} cy="70" r="11" className={styles["open"]} />
      ))}
      {[40, 88, 136].map((x) => (
        <path key={x} d={`M${x - 5} 70l3.5 4 6.5-8`} className={styles["tick"]} />
      ))}
      <path d="M184 22v96" className={styles["now"]} />
      {[232, 280].map((x) => (
        <circle key={x} cx={x} cy="70" r="11" className={styles["sealed"]} />
      ))}
    </svg>
  );
}
