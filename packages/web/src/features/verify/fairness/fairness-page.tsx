import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { memo, useEffect } from "react";
import { Link } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";
import { useCurrentUser } from "../../../api/current-user.ts";
import { newestTick, useRecentPrices } from "../../../api/market/recent-prices.ts";
import { tickOf, useExactTime } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Badge, Time } from "../../../ui/primitives.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import { AloneCard, HowCard } from "./how-card.tsx";
import texts from "./fairness.module.css";
import { ChainCard, CommitmentsCard } from "./chain-card.tsx";
import { ClosingsCard, PastCard } from "./past-card.tsx";
import styles from "./fairness-page.module.css";
import { CalibrationCard } from "./calibration-card.tsx";
import { LateBanner } from "../beacon-notes.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { PublicPage } from "./public-page.tsx";
import { PromisedCard, RuleCard } from "./rule-card.tsx";
import { usePublished } from "./epoch/use-epoch.ts";
import type { Published } from "./epoch/use-epoch.ts";

/** Explains prices, results and balances, shows the published data and says how anyone can check it. */
export function FairnessPage() {
  const { common } = useText();
  const { pages } = useTextOf("fairness");
  const isVisitor = useCurrentUser() === undefined;
  const { recent, isOld } = useRecentPrices();
  const published = usePublished(recent && newestTick(recent));
  useAddressedPart(published.data !== undefined);
  return (
    <PublicPage
      back={{
        href: "/",
        name: isVisitor ? pages.start : common.dashboard,
        label: isVisitor ? pages.back.start : pages.back.dashboard,
      }}
      title={pages.title}
      lead={pages.lead}
      head={
        <>
          <LateBanner isOld={isOld} />
          <p>
            <Link href="/verify" className={buttonClass("quiet")}>
              {pages.verify}
            </Link>
          </p>
          <Contents />
        </>
      }
    >
      <div id="how">
        <HowCard
          beacon={published.data?.beacon}
          commitment={published.data?.current}
          prices={recent?.prices}
        />
      </div>
      <div id="rule">
        <RuleCard published={published} price={recent?.prices.at(-1)} isOld={isOld} />
      </div>
      <Rest published={published} />
    </PublicPage>
  );
}

/** Scrolls to the part that the address names as soon as that part has content. */
function useAddressedPart(isThere: boolean) {
  const hash = useLocationProperty(() => location.hash);
  useEffect(() => {
    if (!isThere || hash === "") return;
    // A page that opens scrolls to its top first.
    const frame = requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash, isThere]);
}

const PARTS = [
  "how",
  "rule",
  "promised",
  "honesty",
  "commitments",
  "past",
  "closings",
  "liabilities",
  "alone",
] as const;

/** Links to the parts of this page, which is long on a phone. */
function Contents() {
  const { pages } = useTextOf("fairness");
  return (
    <nav aria-label={pages.onThisPage}>
      <ul className={styles["contents"]}>
        {PARTS.map((part) => (
          <li key={part}>
            <a href={`#${part}`} className={styles["jump"]}>
              {pages[part].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The parts of the page that do not change each second. */
const Rest = memo(
  function Rest({ published }: { published: Published }) {
    const { data } = published;
    return (
      <>
        <div id="promised">{data && <PromisedCard fairness={data} />}</div>
        <div id="honesty">
          <CalibrationCard />
        </div>
        <div id="commitments" className={styles["part"]}>
          <Loaded query={published}>
            {(fairness) => (
              <>
                <CommitmentsCard fairness={fairness} />
                <ChainCard fairness={fairness} />
              </>
            )}
          </Loaded>
        </div>
        <div id="past">{data && <PastCard fairness={data} />}</div>
        <div id="closings">{data && <ClosingsCard closings={data.closings} />}</div>
        <div id="liabilities">
          <LiabilitiesCard />
        </div>
        <div id="alone" className={styles["part"]}>
          {data && (
            <>
              <div id="keys">
                <KeysCard keys={data.keys} />
              </div>
              <AloneCard fairness={data} />
            </>
          )}
        </div>
      </>
    );
  },
  ({ published: before }, { published: after }) =>
    before.data === after.data && before.isError === after.isError,
);

function LiabilitiesCard() {
  const { liabilities } = useTextOf("fairness").pages;
  return (
    <Card title={liabilities.title}>
      <p className={texts["lead"]}>{liabilities.body}</p>
      <p>
        <Link href="/fairness/liabilities" className={buttonClass("quiet")}>
          {liabilities.link}
        </Link>
      </p>
    </Card>
  );
}

/** All public keys that ever signed receipts and proofs of liabilities, newest first. */
function KeysCard({ keys }: Pick<Fairness, "keys">) {
  const { pages } = useTextOf("fairness");
  const text = pages.keys;
  const { inFull } = useExactTime();
  const newestFirst = [...keys].reverse();
  return (
    <Card title={text.title}>
      <p className={texts["lead"]}>{text.body}</p>
      <ul>
        {newestFirst.map(({ publicKey, since }, index) => (
          <li key={publicKey} className={texts["item"]}>
            <p className={texts["itemName"]}>
              <Badge tone="neutral">{index === 0 ? text.newest : text.earlier}</Badge>
              <Time dateTime={since} className={texts["small"]}>
                {text.since(inFull(tickOf(since)))}
              </Time>
            </p>
            <CodeLine>
              <LongCode code={publicKey} copyLabel={pages.copy(text.name(inFull(tickOf(since))))} />
            </CodeLine>
          </li>
        ))}
      </ul>
    </Card>
  );
}
