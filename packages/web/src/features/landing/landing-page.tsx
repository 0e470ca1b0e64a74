import { DURATIONS, multiplierHundredths, WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { Link } from "wouter";
import { useTitle } from "../../lib/browser.ts";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import { Num, Stack } from "../../ui/primitives.tsx";
import how from "./how-it-works.module.css";
import styles from "./landing-page.module.css";
import { LivePrice, useMarket } from "./live-price.tsx";
import type { Market } from "./live-price.tsx";

const YEAR = new Date().getFullYear();
const REGISTER = "/auth?mode=register";

export function LandingPage() {
  const text = useText();
  const { landing } = text;
  const market = useMarket();
  useTitle(landing.title);
  return (
    <>
      <PageHeader start={<Logo name={text.common.product} />}>
        <Link href="/fairness" className={styles["fairness"]}>
          {landing.footer.fairness}
        </Link>
        <LanguageSwitch />
        <ThemeToggle />
        <Link href={REGISTER} className={`${buttonClass("primary")} ${styles["start"]}`}>
          {landing.getStarted}
        </Link>
      </PageHeader>
      <main id="content" tabIndex={-1}>
        <section className={styles["hero"]}>
          <div className={styles["pitch"]}>
            <h1 className={styles["title"]}>{landing.hero.title}</h1>
            <p className={styles["lead"]}>{landing.hero.lead}</p>
            <div className={styles["actions"]}>
              <Link href={REGISTER} className={buttonClass("primary", "large")}>
                {landing.hero.start}
              </Link>
              <Link href="/practice" className={buttonClass("quiet", "large")}>
                {landing.hero.tryIt}
              </Link>
              <a href="#how" className={styles["how"]}>
                {landing.hero.how}
              </a>
            </div>
            <p className={styles["member"]}>
              {text.auth.register.other}{" "}
              <Link href="/auth" className={styles["logIn"]}>
                {text.auth.register.switch}
              </Link>
            </p>
          </div>
          <LivePrice market={market} />
        </section>
        <Features />
        <HowItWorks market={market} />
        <section className={styles["join"]}>
          <h2 className={styles["joinTitle"]}>{landing.join.title}</h2>
          <p className={styles["lead"]}>{landing.join.body}</p>
          <Link href={REGISTER} className={buttonClass("primary", "large")}>
            {landing.join.action}
          </Link>
        </section>
      </main>
      <footer className={styles["footer"]}>
        <div className={styles["footerInner"]}>
          <p className={styles["risk"]}>{text.common.risk}</p>
          <p>
            <Link href="/fairness" className={styles["link"]}>
              {landing.footer.fairness}
            </Link>
            <Link href="/status" className={styles["link"]}>
              {landing.footer.status}
            </Link>
            <Link href="/docs" className={styles["link"]}>
              {landing.footer.docs}
            </Link>
            {landing.footer.copyright(YEAR)}
          </p>
        </div>
      </footer>
    </>
  );
}

function Features() {
  const { features } = useText().landing;
  const { multipliers, transactions, security } = features;
  const format = useFormat();
  return (
    <section className={styles["features"]} aria-label={features.title}>
      <div className={styles["cards"]}>
        <article className={styles["card"]}>
          <h2 className={styles["featuresTitle"]}>{multipliers.title}</h2>
          <dl>
            {DURATIONS.map((duration) => (
              <div key={duration} className={styles["rung"]}>
                <dt>{multipliers.row(duration)}</dt>
                <dd>
                  <Num>{format.times(multiplierHundredths(duration))}</Num>
                </dd>
              </div>
            ))}
          </dl>
        </article>
        <Facts
          title={transactions.title}
          facts={[
            transactions.one,
            transactions.two,
            transactions.three,
            transactions.four(WITHDRAWAL_FEE_PERCENT),
          ]}
        />
        <Facts title={security.title} facts={[security.one, security.two, security.three, security.four]} />
      </div>
    </section>
  );
}

function Facts({ title, facts }: { title: string; facts: string[] }) {
  return (
    <article className={styles["card"]}>
      <h2 className={styles["featuresTitle"]}>{title}</h2>
      <ul>
        {facts.map((fact) => (
          <li key={fact} className={styles["fact"]}>
            <CheckIcon size={16} className={styles["check"]} />
            {fact}
          </li>
        ))}
      </ul>
    </article>
  );
}

function HowItWorks({ market }: { market: Market }) {
  const { landing, common } = useText();
  const { how: words } = landing;
  const format = useFormat();
  const { terms, beacon } = market;
  return (
    <section id="how" className={how["section"]} aria-labelledby="how-title">
      <h2 id="how-title" className={how["heading"]}>
        {words.title}
      </h2>
      <ol className={how["steps"]}>
        <Stack as="li" gap={3}>
          <BarrierFigure />
          <h3 className={how["title"]}>{words.barrier.title}</h3>
          <p className={how["body"]}>{words.barrier.body}</p>
        </Stack>
        <Stack as="li" gap={3}>
          <ChanceFigure />
          <h3 className={how["title"]}>{words.chance.title}</h3>
          <p className={how["body"]}>{words.chance.body}</p>
          {terms?.terms[0]?.winRule === "barrier" && (
            <p className={how["note"]}>{words.chance.edge(format.chance(terms.houseEdge))}</p>
          )}
          {terms !== undefined && (
            <p className={how["note"]}>
              {words.chance.sale(format.chance(terms.sellFeeMillionths / 1_000_000))}
            </p>
          )}
        </Stack>
        <Stack as="li" gap={3}>
          <ProofFigure />
          <h3 className={how["title"]}>{words.proof.title}</h3>
          <p className={how["body"]}>{words.proof.body}</p>
          {beacon !== undefined && (
            <p className={how["note"]}>{beacon === "local" ? common.ownBeacon : words.proof.publicBeacon}</p>
          )}
        </Stack>
      </ol>
    </section>
  );
}

/** The drawings repeat the text beside them, so assistive technology skips them. */
const frame = { viewBox: "0 0 320 140", "aria-hidden": true, className: how["figure"] } as const;

const PATH = "M0 96l22-8 18 12 20-22 16 10 22-6 18 18 24-30 20 8 18-20 22 10 20-26 24 6 20-18";

/** A price that rises to a dashed line and meets it at the end of its time. */
function BarrierFigure() {
  return (
    <svg {...frame}>
      <rect x="120" y="8" width="144" height="124" className={how["window"]} />
      <path d="M120 8v124M264 8v124" className={how["edge"]} />
      <path d="M120 36h200" className={how["barrier"]} />
      <path d={PATH} className={how["line"]} />
      <circle cx="120" cy="96" r="4" className={how["entry"]} />
      <circle cx="264" cy="30" r="5" className={how["hit"]} />
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
      <path d={bell} className={how["share"]} clipPath="url(#beyond-the-barrier)" />
      <path d={bell} className={how["line"]} />
      <path d="M0 124h320" className={how["edge"]} />
      <path d="M194 12v112" className={how["barrier"]} />
    </svg>
  );
}

/** A row of hours: future ones are sealed, past ones are open. */
function ProofFigure() {
  return (
    <svg {...frame}>
      <path d="M0 70h320" className={how["edge"]} />
      {[40, 88, 136].map((x) => (
        <circle key={x} cx={x} cy="70" r="11" className={how["open"]} />
      ))}
      {[40, 88, 136].map((x) => (
        <path key={x} d={`M${x - 5} 70l3.5 4 6.5-8`} className={how["tick"]} />
      ))}
      <path d="M184 22v96" className={how["now"]} />
      {[232, 280].map((x) => (
        <circle key={x} cx={x} cy="70" r="11" className={how["sealed"]} />
      ))}
    </svg>
  );
}
