import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Caption } from "../../../ui/primitives.tsx";
import { useStats } from "../admin-queries.ts";
import { useMay } from "../roles.tsx";

/** How much of what needs no second administrator the reader has used up in 24 hours. Nothing where one is always enough. */
export function DecidedAlone() {
  const { requests: words } = useAdminText();
  const format = useFormat();
  const may = useMay();
  const decided = useStats().data?.decidedAlone ?? null;
  if (decided === null || !may("cashier")) return null;
  const [amount, limit] = [format.exactAmount(decided.amount), format.exactAmount(decided.limit)];
  return <Caption as="p">{words.decidedAlone(amount, limit)}</Caption>;
}
