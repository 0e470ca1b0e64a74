import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { getOptions } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { HistoryList } from "./history-list.tsx";
import { PAGE } from "./merge-items.ts";
import { TradeRow } from "./trade-row.tsx";

/** Whatever is not active counts as finished. */
const isFinished = ({ status }: Position) => status !== "active";
const finished = (positions: Position[]) => positions.filter(isFinished);

/** The one that ended last comes first. */
const byExpiry = (one: Position, other: Position) => other.expiryTick - one.expiryTick;

const fetchBefore = (before: string) => call("listPositions", { query: { before, limit: PAGE } });

export function TradeList() {
  const { history } = useText();
  const query = useQuery({ ...getOptions("listPositions"), select: finished });
  return (
    <HistoryList
      label={history.trades}
      query={query}
      empty={history.noTrades}
      row={(position) => <TradeRow position={position} />}
      isFinished={isFinished}
      fetchBefore={fetchBefore}
      order={byExpiry}
    />
  );
}
