import { useFormat } from "../../lib/format.ts";
import { Num } from "../../ui/num.tsx";
import styles from "./exact-sum.module.css";

const PLACES_BELOW_CENT = 6;

/** A sum to its last digit, always all eight places, so that sums can be compared by eye. What is less than a cent is quieter. */
export function ExactSum({ sum }: { sum: string }) {
  const format = useFormat();
  const text = format.exactAmount(sum);
  const [, whole = text, rest = ""] = /^(.*[.,]\d\d)(\d*)$/.exec(text) ?? [];
  return (
    <Num>
      {whole}
      <span className={styles["rest"]}>{rest.padEnd(PLACES_BELOW_CENT, "0")}</span>
    </Num>
  );
}
