import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { BarrierFigure, ChanceFigure, ProofFigure } from "./figures.tsx";
import styles from "./how-it-works.module.css";
import type { Market } from "./market-prices.ts";

export function HowItWorks({ market }: { market: Market }) {
  const { how } = useText().landing;
  const format = useFormat();
  const { terms } = market;
  return (
    <section id="how" className={styles["how"]} aria-labelledby="how-title">
      <h2 id="how-title" className={styles["heading"]}>
        {how.title}
      </h2>
      <ol className={styles["steps"]}>
        <li className={styles["step"]}>
          <BarrierFigure />
          <h3 className={styles["title"]}>{how.barrier.title}</h3>
          <p className={styles["body"]}>{how.barrier.body}</p>
        </li>
        <li className={styles["step"]}>
          <ChanceFigure />
          <h3 className={styles["title"]}>{how.chance.title}</h3>
          <p className={styles["body"]}>{how.chance.body}</p>
          {terms?.terms[0]?.winRule === "barrier" && (
            <p className={styles["note"]}>{how.chance.edge(format.chance(terms.houseEdge))}</p>
          )}
        </li>
        <li className={styles["step"]}>
          <ProofFigure />
          <h3 className={styles["title"]}>{how.proof.title}</h3>
          <p className={styles["body"]}>{how.proof.body}</p>
        </li>
      </ol>
    </section>
  );
}
