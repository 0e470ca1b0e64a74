import { useFormat } from "../../lib/format.ts";
import { Num } from "../../ui/num.tsx";
import styles from "./exact-sum.module.css";

/** A sum to its last digit. What is less than a cent is quieter, and goes to another line where there is no room. */
export function ExactSum({ sum }: { sum: string }) {
  const format = useFormat();
  const text = format.exactAmount(sum);
  const [, whole = text, rest = ""] = /^(.*[.,]\d\d)(\d*)$/.exec(text) ?? [];
  return (
    <Num className={styles["sum"]}>
      {whole}
      {rest !== "" && (
        <>
          <wbr />
          <span className={styles["rest"]}>{rest}</span>
        </>
      )}
    </Num>
  );
}
