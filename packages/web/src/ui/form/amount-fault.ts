import { LARGEST } from "../../lib/amount.ts";
import type { ReadAmount } from "../../lib/amount.ts";
import { useFormat } from "../../lib/format.ts";
import { useText, useDeskText } from "../../locales/text.ts";

/**
 * Returns the words for the fault of an amount; undefined if it has none. `rule` has the words of the form for its least amount,
 * `decimals` those of a form that takes more than two decimals.
 */
export function useAmountFault() {
  const { common } = useText();
  const { trade } = useDeskText();
  const format = useFormat();
  return (amount: ReadAmount, rule: string, decimals = trade.ticket.amountDecimals) => {
    switch (amount) {
      case "empty":
      case "tooSmall":
        return rule;
      case "unreadable":
        return common.amountUnreadable(rule);
      case "tooLarge":
        return common.amountTooLarge(format.money(LARGEST));
      case "tooFine":
        return decimals;
      default:
        return undefined;
    }
  };
}
