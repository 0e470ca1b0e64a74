import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useFormat } from "../../../lib/format.ts";

/** USDT on TRON, as items name it. */
export const OUR_ASSET = "usdttrc20";

/** What is left to decide, to the last digit; undefined where no amount is named. */
export function useItemAmount({ amount }: AttentionItem): string | undefined {
  const format = useFormat();
  return amount === null ? undefined : format.exactAmount(amount);
}

/** USDT is called as everywhere else; any other asset as the provider calls it. */
export const unitOf = ({ asset }: AttentionItem): string =>
  asset === null || asset === OUR_ASSET ? "USDT" : asset.toUpperCase();
