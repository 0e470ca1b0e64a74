import type { DepositStatus } from "@veritick/contract/deposits.ts";
import { useText } from "../../locales/text.ts";
import { CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./deposit-progress.module.css";

/** The state in words, and as two thirds of a bar; announced when it changes. */
export function DepositProgress({ status }: { status: DepositStatus }) {
  const words = useText().wallet.live[status];
  return (
    <div className={styles["progress"]} data-status={status}>
      <span className={styles["sign"]}>
        {status === "confirmed" && <CheckIcon />}
        {status === "failed" && <CloseIcon />}
        {(status === "pending" || status === "confirming") && <Spinner size={20} />}
      </span>
      <div role="status">
        <p className={styles["title"]}>{words.title}</p>
        <p className={styles["body"]}>{words.body}</p>
      </div>
      <span className={styles["bar"]} aria-hidden="true">
        <span className={styles["filled"]} />
      </span>
    </div>
  );
}
