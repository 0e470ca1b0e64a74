import { useQuery } from "@tanstack/react-query";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { LongCode } from "../../../ui/copy-button.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { live, read } from "../admin-queries.ts";
import { saidValue } from "./attention-items.ts";
import styles from "./attention-page.module.css";

/**
 * What the provider says of a payout at this moment, beside the decision about it. It is asked once, when somebody is about to
 * decide; where it cannot be asked, this says how to look instead.
 */
export function PayoutWord({ withdrawalId }: { withdrawalId: string }) {
  const { payoutWord: words, attention } = useAdminText();
  const format = useFormat();
  const { data, isError } = useQuery({
    ...live,
    ...read("askPayout", { id: withdrawalId }),
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (isError) return <Banner tone="warn">{words.failed}</Banner>;
  if (data === undefined) return <p role="status">{words.asking}</p>;
  if (data.outcome !== "answered") return <Banner tone="warn">{words[data.outcome]}</Banner>;
  const names: Readonly<Record<string, string>> = attention.details;
  return (
    <section aria-label={words.title}>
      <p className={styles["caption"]}>{words.title}</p>
      <p>{words.said(words.states[data.state ?? "unknown"])}</p>
      <dl className={styles["facts"]}>
        {Object.entries(data.details).map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{names[name] ?? name}</dt>
                <dd>
                  <span className={styles["value"]} translate="no">
                    {saidValue(name, value, { ...attention, ...format })}
                  </span>
                </dd>
              </div>
            ),
        )}
      </dl>
      {data.transactionHash !== null && (
        <div className={styles["transaction"]}>
          <span className={styles["quiet"]}>{attention.transaction}</span>
          <LongCode code={data.transactionHash} copyLabel={attention.copy(data.transactionHash)} />
        </div>
      )}
    </section>
  );
}
