import { formatMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { formatMultiplier } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { winChanceAt } from "@veritick/domain/terms.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { memo, Suspense, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useLive } from "../../../api/live/live.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";
import { typedAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useDeskText } from "../../../locales/text.ts";
import { AmountField } from "../../../ui/form/text-input.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { Num, Stack } from "../../../ui/primitives.tsx";
import { LimitsLink } from "../../account/public.ts";
import { chanceInHundred, QUICK_AMOUNTS, quickAmountText } from "./ticket.ts";
import type { AmountError, QuickAmount, TicketAction } from "./ticket.ts";
import styles from "./trade-dialog.module.css";

type TicketAmountProps = {
  amount: string;
  balance: Minor;
  error: AmountError | undefined;
  /** The server's refusal, if the amount would exceed a limit that the person has set. */
  limitWords: string | undefined;
  /** Nothing is left for a quick amount to take. */
  isEmpty: boolean;
  dispatch: (action: TicketAction) => void;
  kept?: string | undefined;
  again?: ReactNode;
};

/** No autofocus on a phone: its keyboard would cover the ticket, and a quick amount may be enough. */
const autofocus = matchMedia("(pointer: fine)").matches ? { "data-autofocus": true } : {};

/** Keeps the text of the amount as typed. The ticket holds it in plain form, and other parts may fill it in. */
export function TicketAmount({
  amount,
  balance,
  error,
  limitWords,
  isEmpty,
  dispatch,
  kept,
  again,
}: TicketAmountProps) {
  const text = useDeskText().trade.ticket;
  const unit = useDeskText().trade.unit;
  const format = useFormat();
  const language = useLanguage();
  const [remembered] = useState(amount);
  const [lastTyped, setTyped] = useState("");
  const typed = plainAmount(lastTyped, language) === amount ? lastTyped : typedAmount(amount, language);

  function change(next: string) {
    setTyped(next);
    dispatch({ type: "amount", amount: plainAmount(next, language) });
  }

  function choose(quick: QuickAmount) {
    dispatch({ type: "amount", amount: quickAmountText(quick, balance) });
  }

  return (
    <Stack gap={2}>
      <AmountField
        label={text.amount}
        aside={<Num tone="caption">{text.available(format.money(formatMinor(balance)))}</Num>}
        error={error ? text[error] : limitWords}
        {...autofocus}
        value={typed}
        data-untouched={amount === remembered || amount === kept || undefined}
        onValueChange={change}
        suffix={unit}
        placeholder={format.money("0")}
      />
      {limitWords !== undefined && (
        <Suspense fallback={null}>
          <p>
            <LimitsLink />
          </p>
        </Suspense>
      )}
      {!isEmpty && (
        <div className={styles["quick"]} role="group" aria-label={text.quickGroup}>
          {QUICK_AMOUNTS.map((quick) => (
            <QuickButton key={quick} aria-label={text.quickLabel[quick]} onClick={() => choose(quick)}>
              {text.quick[quick]}
            </QuickButton>
          ))}
          {again}
        </div>
      )}
    </Stack>
  );
}

export function QuickButton(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return <button {...props} type="button" className={styles["quickButton"]} />;
}

type TicketDurationsProps = {
  market: MarketTerms;
  duration: Duration;
  dispatch: (action: TicketAction) => void;
};

/** Shows the four durations, each with its multiplier and its chance. A typed digit does not draw them again. */
export const TicketDurations = memo(function TicketDurations({
  market,
  duration: chosen,
  dispatch,
}: TicketDurationsProps) {
  const text = useDeskText().trade;
  const format = useFormat();
  const { price } = useLive();
  // The chance depends on neither price nor side (nearly so under the bare rule), so it need not follow every tick.
  const priceMilli = price.get().milli;
  return (
    <Segmented
      label={text.ticket.duration}
      value={chosen}
      onChange={(duration) => dispatch({ type: "duration", duration })}
      options={market.terms.map((terms) => ({
        value: terms.duration,
        label: text.minutesShort(terms.duration),
        detail: (
          <span className={styles["durationDetail"]}>
            <Num className={styles["multiplier"]}>
              {format.multiplier(formatMultiplier(terms.multiplierHundredths))}
            </Num>
            <Num>{format.chance(chanceInHundred(winChanceAt(terms, "buy", priceMilli)) / 100)}</Num>
          </span>
        ),
      }))}
    />
  );
});
