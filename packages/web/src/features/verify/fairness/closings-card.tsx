import type { PriceClosing } from "@veritick/contract/schemas/fairness.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useExactTime } from "../../../lib/use-exact-time.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Badge, Time } from "../../../ui/primitives.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/states/placeholders.tsx";
import texts from "./fairness.module.css";

/** Every price that ended, with why, and what its open positions were closed at. */
export function ClosingsCard({ closings }: { closings: readonly PriceClosing[] }) {
  const { closings: text } = useFairnessText().pages;
  const { inFull } = useExactTime();
  const format = useFormat();
  return (
    <Card title={text.title}>
      <p className={texts["lead"]}>{text.lead}</p>
      {closings.length === 0 ? (
        <EmptyState {...text.none} />
      ) : (
        <ul>
          {closings.map(({ genesis, reason, tick, endedAt, positions, stake, value }) => (
            <li key={genesis.tick} className={texts["item"]}>
              <p className={texts["itemName"]}>
                <Badge tone={reason === "secret" ? "bad" : "neutral"}>{text.reasons[reason]}</Badge>
                <Time dateTime={endedAt} className={texts["small"]}>
                  {text.ended(inFull(tickOf(endedAt)))}
                </Time>
              </p>
              <p>
                {positions === 0
                  ? text.nobody
                  : text.closed(positions, format.money(value), format.money(stake))}
              </p>
              <p className={texts["small"]}>{text.known(inFull(tick))}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
