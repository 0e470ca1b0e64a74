import type { ComponentProps } from "react";
import { useFormat } from "../lib/format.ts";
import { useText } from "../locales/text.ts";
import { Num } from "./primitives.tsx";

type AmountProps = Omit<ComponentProps<typeof Num>, "children"> & {
  /** The exact amount, as decimal text. */
  of: string;
  unit?: "USDMS" | "USDT";
  /** The amount to show instead, if `of` cut to cents would not add up with its neighbours. */
  shown?: string;
  /** True to show a plus sign too. */
  signed?: boolean;
  /** The words around the shown amount. */
  words?: (amount: string) => string;
};

/**
 * An amount with two decimals, cut, so that it never looks like more than there is. If that hides digits, its tip has all of
 * them, and the keyboard reaches it. So it must not stand in another control.
 */
export function Amount({ of, unit, shown = of, signed = false, words, ...rest }: AmountProps) {
  const { common } = useText();
  const format = useFormat();
  const inUnit = (amount: string) => (unit === undefined ? amount : `${amount} ${unit}`);
  const exact = inUnit(signed ? format.signedExactAmount(of) : format.exactAmount(of));
  const cut = inUnit(signed ? format.signedMoney(shown) : format.money(shown));
  const hidden = exact === cut ? {} : { "data-tip": common.exactly(exact), tabIndex: 0 };
  return (
    <Num {...rest} {...hidden}>
      {words === undefined ? cut : words(cut)}
    </Num>
  );
}
