import { Link } from "wouter";
import { useLaterText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import styles from "./limits-card.module.css";
import { Quiet } from "../../../ui/primitives.tsx";

/** On the profile: what there is on the page of the limits, and the way to it. */
export function LimitsCard() {
  const { title, card } = useLaterText().limits;
  return (
    <Card title={title}>
      <Quiet pretty>{card.text}</Quiet>
      <div className={styles["actions"]}>
        <Link href="/limits" className={buttonClass("quiet")}>
          {title}
        </Link>
      </div>
    </Card>
  );
}
