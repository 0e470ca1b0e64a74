import { Num } from "../../ui/num.tsx";
import styles from "./grouped-integer.module.css";

/** A long whole number in groups of three for the eye; what is copied is the number alone. */
export function GroupedInteger({ value }: { value: bigint | string }) {
  const text = String(value);
  const digits = text.replace("-", "");
  const lead = digits.length % 3;
  const groups = [digits.slice(0, lead), ...(digits.slice(lead).match(/.{3}/g) ?? [])].filter(
    (group) => group !== "",
  );
  return (
    <Num translate="no">
      {text.startsWith("-") && "\u2212"}
      {groups.map((group, index) => (
        <span key={index} className={styles["group"]}>
          {group}
        </span>
      ))}
    </Num>
  );
}
