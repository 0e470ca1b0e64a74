import type { Position } from "@veritick/contract/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { listPositions } from "../../lib/calls.ts";
import { getOptions } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { HistoryList } from "./history-list.tsx";
import { TradeRow } from "./trade-row.tsx";

/** Whatever is not active counts as finished; the one that ended last comes first. */
function finished(positions: Position[]): Position[] {
  return positions
    .filter(({ status }) => status !== "active")
    .sort((one, other) => other.expiryTick - one.expiryTick);
}

export function TradeList() {
  const { history } = useText();
  const query = useQuery({ ...getOptions(listPositions), select: finished });
  return (
    <HistoryList
      label={history.trades}
      query={query}
      empty={history.noTrades}
      row={(position) => <TradeRow position={position} />}
    />
  );
}
