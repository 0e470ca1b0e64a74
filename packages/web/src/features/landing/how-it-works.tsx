import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Stack } from "../../ui/primitives.tsx";
import styles from "./how-it-works.module.css";
import type { Market } from "./live-price.tsx";

export function HowItWorks({ market }: { market: Market }) {
  const { landing, common } = useText();
  const { how } = landing;
  const format = useFormat();
  const { terms, beacon } = market;
  return (
    <section id="how" className={styles["how"]} aria-labelledby="how-title">
      <h2 id="how-title" className={styles["heading"]}>
        {how.title}
      </h2>
      <ol className={styles["steps"]}>
        <Stack as="li" gap={3}>
          <BarrierFigure />
          <h3 className={styles["title"]}>{how.barrier.title}</h3>
          <p className={styles["body"]}>{how.barrier.body}</p>
        </Stack>
        <Stack as="li" gap={3}>
          <ChanceFigure />
          <h3 className={styles["title"]}>{how.chance.title}</h3>
          <p className={styles["body"]}>{how.chance.body}</p>
          {terms?.terms[0]?.winRule === "barrier" && (
            <p className={styles["note"]}>{how.chance.edge(format.chance(terms.houseEdge))}</p>
          )}
          {terms !== undefined && (
            <p className={styles["note"]}>
              {how.chance.sale(format.chance(terms.sellFeeMillionths / 1_000_000))}
            </p>
          )}
        </Stack>
        <Stack as="li" gap={3}>
          <ProofFigure />
          <h3 className={styles["title"]}>{how.proof.title}</h3>
          <p className={styles["body"]}>{how.proof.body}</p>
          {beacon !== undefined && (
            <p className={styles["note"]}>{beacon === "local" ? common.ownBeacon : how.proof.publicBeacon}</p>
          )}
        </Stack>
      </ol>
    </section>
  );
}

/** Drawings beside words that say the same; assistive technology skips them. */
const frame = { viewBox: "0 0 320 140", "aria-hidden": true, className: styles["figure"] } as const;

const PATH = "M0 96l22-8 18 12 20-22 16 10 22-6 18 18 24-30 20 8 18-20 22 10 20-26 24 6 20-18";

/** A price on its way up to a dashed line that it meets at the end of its time. */
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

/** Where the price may be at the end: a bell, with the part beyond the barrier filled. */
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

/** Hours in a row: those to come are sealed, those gone by are open. */
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
