import { Link } from "wouter";
import { useFairnessText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import texts from "./card-text.module.css";

export function LiabilitiesCard() {
  const { liabilities } = useFairnessText().pages;
  return (
    <Card title={liabilities.title}>
      <p className={texts["lead"]}>{liabilities.body}</p>
      <p>
        <Link href="/fairness/liabilities" className={buttonClass("quiet")}>
          {liabilities.link}
        </Link>
      </p>
    </Card>
  );
}
