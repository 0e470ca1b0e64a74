import { useFairnessText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import styles from "./lost-banner.module.css";
import type { Lost } from "./use-seen-statement.ts";

/** A statement that was seen before is another one now, or is there no more. */
export function LostBanner({ lost: { seen, now, accept } }: { lost: Lost }) {
  const { lost: text } = useFairnessText().liabilities;
  const number = String(seen.number);
  return (
    <div role="alert">
      <Banner tone="bad">
        <div className={styles["words"]}>
          <h2 className={styles["title"]}>{text.title}</h2>
          <p>
            {now === undefined ? text.gone(number) : text.changed(number)} {text.ask}
          </p>
          <dl className={styles["hashes"]}>
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
