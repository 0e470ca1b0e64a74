import { winChanceAt } from "@veritick/domain/terms.ts";
import { useFormat } from "../../lib/format.ts";
import type { MarketTerms } from "../../lib/market/market-terms.ts";
import { useLive } from "../../lib/live/live.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { chanceInHundred } from "./ticket.ts";
import type { Ticket, TicketAction } from "./ticket.ts";
import styles from "./trade-dialog.module.css";

type TicketDurationsProps = { market: MarketTerms; ticket: Ticket; dispatch: (action: TicketAction) => void };

/** The four durations with what a win multiplies and how likely it is. */
export function TicketDurations({ market, ticket, dispatch }: TicketDurationsProps) {
  const text = useText().trade;
  const format = useFormat();
  const { price } = useLive();
  // The chance does not depend on the price (nearly so under the bare rule), so it need not follow every tick.
  const priceMilli = price.get().milli;
  return (
    <Segmented
      label={text.ticket.duration}
      value={ticket.duration}
      onChange={(duration) => dispatch({ type: "duration", duration })}
      options={market.terms.map((terms) => ({
        value: terms.duration,
        label: text.minutesShort(terms.duration),
        detail: (
          <span className={styles["durationDetail"]}>
            <Num className={styles["multiplier"]}>{format.multiplier(terms.multiplierHundredths / 100)}</Num>
            <Num>{format.chance(chanceInHundred(winChanceAt(terms, ticket.side, priceMilli)) / 100)}</Num>
          </span>
        ),
      }))}
    />
  );
}
