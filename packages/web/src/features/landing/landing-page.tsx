import { DURATIONS, multiplierHundredths, WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useTitle } from "../../lib/browser.ts";
import { useText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import { Num } from "../../ui/primitives.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import styles from "./landing-page.module.css";
import { LivePrice, useMarket } from "./live-price.tsx";

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

export function Features() {
  const { features } = useText().landing;
  const { multipliers, transactions, security } = features;
  const format = useFormat();
  return (
    <section className={styles["features"]} aria-label={features.title}>
      <div className={styles["cards"]}>
        <article className={styles["card"]}>
          <h2 className={styles["featuresTitle"]}>{multipliers.title}</h2>
          <dl className={styles["ladder"]}>
            {DURATIONS.map((duration) => (
              <div key={duration} className={styles["rung"]}>
                <dt>{multipliers.row(duration)}</dt>
                <dd>
                  <Num>{format.times(multiplierHundredths(duration) / 100)}</Num>
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
      <ul className={styles["facts"]}>
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
