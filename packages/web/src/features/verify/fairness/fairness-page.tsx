import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { memo } from "react";
import { Link } from "wouter";
import { pathOf } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { newestTick, useRecentPrices } from "../../../api/market/recent-prices.ts";
import { tickOf, useExactTime } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { buttonClass, PlainLink } from "../../../ui/button.tsx";
import { CommandLine } from "../../../ui/copy-button.tsx";
import { DownloadIcon } from "../../../ui/more-icons.tsx";
import {
  Badge,
  Caption,
  Grid,
  Lead,
  Lines,
  Row,
  Skeleton,
  Stack,
  Strong,
  Text,
  Time,
} from "../../../ui/primitives.tsx";
import { Section, Sections } from "../../../ui/reading-page.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { BeaconNote, LateBanner, runBy } from "../beacon-notes.tsx";
import { CommitmentsSection } from "./commitments-section.tsx";
import { usePublished } from "./epoch/use-epoch.ts";
import { Evidence, PublishedCode } from "./evidence.tsx";
import { HonestySection } from "./honesty-section.tsx";
import { ClosingsSection, PastSection } from "./past-section.tsx";
import { Picture } from "./picture.tsx";
import { PublicPage } from "./public-page.tsx";
import { PromisedSection, RuleSection } from "./rule-section.tsx";
import styles from "./fairness.module.css";

/**
 * Answers at once whether somebody can cheat and how a user would know. The published data, and the ways to check it, stand
 * behind headings that open.
 */
export function FairnessPage() {
  const { common } = useText();
  const { pages } = useTextOf("fairness");
  const isVisitor = useCurrentUser() === undefined;
  const { recent, isOld } = useRecentPrices();
  const published = usePublished(recent && newestTick(recent));
  return (
    <PublicPage
      back={{
        href: "/",
        name: isVisitor ? pages.start : common.dashboard,
        label: isVisitor ? pages.back.start : pages.back.dashboard,
      }}
      title={pages.title}
      lead={pages.question}
      head={<LateBanner isOld={isOld} />}
    >
      <div className={styles["first"]}>
        <Answer beacon={published.data?.beacon} />
        <Picture commitment={published.data?.current} prices={recent?.prices} />
        <Row gap={[2, 5]} align="center">
          <Link href="/verify" className={buttonClass("primary")}>
            {pages.verify}
          </Link>
          <PlainLink href="#trust">{pages.trust.title}</PlainLink>
        </Row>
      </div>
      <Loaded query={published} loading={<Skeleton width="100%" height="40rem" />}>
        {(fairness) => (
          <Sections>
            <Beginning beacon={fairness.beacon} />
            <RuleSection fairness={fairness} price={recent?.prices.at(-1)} isOld={isOld} />
            <Rest fairness={fairness} />
          </Sections>
        )}
      </Loaded>
    </PublicPage>
  );
}

type OfBeacon = { beacon: Fairness["beacon"] };

/** Answers in four sentences. The second depends on who runs the beacon. */
function Answer({ beacon }: { beacon: OfBeacon["beacon"] | undefined }) {
  const { answer } = useTextOf("fairness").pages;
  return (
    <Stack gap={2}>
      <Text pretty>{answer.locked}</Text>
      <Text pretty>{beacon ? answer.beacon[runBy(beacon)] : <Skeleton width="100%" height="4.5em" />}</Text>
      <Text pretty>{answer.checked}</Text>
      <Text pretty>{answer.trust}</Text>
    </Stack>
  );
}

const STEPS = ["seed", "sealed", "beacon", "price", "opened", "checked"] as const;

const Beginning = memo(function Beginning({ beacon }: OfBeacon) {
  const { how, trust } = useTextOf("fairness").pages;
  return (
    <>
      <Section id="how" text={how}>
        <Grid as="ol" gap={[4, 6]} min={260}>
          {STEPS.map((step) => (
            <li key={step}>
              <Strong as="p">{how.steps[step].title}</Strong>
              <Caption pretty>
                {step === "beacon" ? how.steps.beacon.body[beacon.kind](beacon.period) : how.steps[step].body}
              </Caption>
            </li>
          ))}
        </Grid>
        <BeaconNote />
      </Section>
      <Section id="trust" text={trust}>
        <Stack as="ul" gap={3}>
          {trust.points.map((point) => (
            <Text as="li" key={point} measure>
              {point}
            </Text>
          ))}
        </Stack>
      </Section>
    </>
  );
});

type OfFairness = { fairness: Fairness };

/** The parts of the page that do not change each second. */
const Rest = memo(function Rest({ fairness }: OfFairness) {
  const { liabilities } = useTextOf("fairness").pages;
  return (
    <>
      <PromisedSection fairness={fairness} />
      <CommitmentsSection fairness={fairness} />
      <PastSection fairness={fairness} />
      <HonestySection />
      <ClosingsSection closings={fairness.closings} />
      <Section id="liabilities" text={liabilities}>
        <p>
          <Link href="/fairness/liabilities" className={buttonClass("quiet")}>
            {liabilities.link}
          </Link>
        </p>
      </Section>
      <KeysSection keys={fairness.keys} />
      <AloneSection fairness={fairness} />
    </>
  );
});

/** All public keys that ever signed receipts and proofs of liabilities, newest first. */
function KeysSection({ keys }: Pick<Fairness, "keys">) {
  const { keys: text } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  return (
    <Section id="keys" text={text}>
      <Lines>
        {keys.toReversed().map(({ publicKey, since }, index) => {
          const moment = inFull(tickOf(since));
          const head = (
            <>
              <Badge tone="neutral">{index === 0 ? text.newest : text.earlier}</Badge>
              <Time dateTime={since} tone="caption">
                {text.since(moment)}
              </Time>
            </>
          );
          return (
            <Evidence key={publicKey} head={head}>
              <PublishedCode name={text.name(moment)} code={publicKey} />
            </Evidence>
          );
        })}
      </Lines>
    </Section>
  );
}

const FILE = "veritick-verify.mjs";
const RAW = {
  fairness: "fairness",
  epochs: "fairnessEpochs",
  rounds: "fairnessRounds",
  prices: "prices",
  sale: "fairnessSale",
  statistics: "fairnessStatistics",
} as const;

/** Explains how to check everything with a program that shares no code with these pages. */
function AloneSection({ fairness: { current, genesis } }: OfFairness) {
  const { alone } = useTextOf("fairness").pages;
  // Before the first hour has ended the number is only an example.
  const epoch = Math.max(current.epoch - 1, epochOf(genesis.tick + 1));
  const site = `--url ${location.origin}`;
  const commands = {
    epoch: [`--epoch ${epoch}`, site],
    chain: ["--chain", site],
    position: ["--position veritick-receipt.json"],
    liabilities: ["--liabilities veritick-liability-proof.json", "--email you@example.com", site],
  };
  return (
    <Section id="alone" text={alone}>
      <p>
        <a href={`/${FILE}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {alone.download}
        </a>
      </p>
      <p>{alone.commands}</p>
      <Stack as="ul" gap={3}>
        {(["epoch", "chain", "position", "liabilities"] as const).map((what) => (
          <li key={what}>
            <Caption>{alone.of[what]}</Caption>
            <CommandLine parts={[`node ${FILE}`, ...commands[what]]} copyLabel={alone.copyCommand} />
          </li>
        ))}
      </Stack>
      <Lead as="h3">{alone.raw}</Lead>
      <Row as="ul" gap={[1, 6]}>
        {(Object.keys(RAW) as (keyof typeof RAW)[]).map((name) => (
          <li key={name}>
            <PlainLink href={pathOf(RAW[name])}>{alone.rawLinks[name]}</PlainLink>
          </li>
        ))}
      </Row>
    </Section>
  );
}
