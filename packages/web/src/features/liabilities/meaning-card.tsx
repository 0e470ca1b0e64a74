import { useFairnessText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { MinusIcon } from "../../ui/minus-icon.tsx";
import styles from "./meaning-card.module.css";

/** What may be concluded from a proof that is right, and what may not. */
export function MeaningCard() {
  const { meaning: text } = useFairnessText().liabilities;
  return (
    <Card title={text.title}>
      <div className={styles["columns"]}>
        {(["proves", "doesNot"] as const).map((part) => (
          <div key={part} className={styles["part"]} data-part={part}>
            <h3 className={styles["title"]}>{text[part].title}</h3>
            <ul className={styles["points"]}>
              {text[part].points.map((point, index) => (
                <li key={index} className={styles["point"]}>
                  {part === "proves" ? <CheckIcon size={18} /> : <MinusIcon size={18} />}
                  <span>{point}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className={styles["ask"]}>{text.ask}</p>
    </Card>
  );
}
