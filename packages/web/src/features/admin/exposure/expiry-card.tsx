import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../../ui/icons.tsx";
import { ExpiryChart } from "./expiry-chart.tsx";
import { expiryBars } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";

/** What may have to be paid in each of the minutes ahead. */
export function ExpiryCard({ exposure }: { exposure: Exposure }) {
  const { exposure: words } = useAdminText();
  const { expiry } = words;
  if (exposure.open.positions === 0) {
    return (
      <Card title={expiry.title}>
        <EmptyState {...expiry.empty} />
      </Card>
    );
  }
  return (
    <Card
      title={expiry.title}
      aside={
        <p className={styles["legend"]}>
          <span data-side="buy">
            <Swatch side="buy" />
            <ArrowUpIcon size={12} />
            {words.buy}
          </span>
          <span data-side="sell">
            <Swatch side="sell" />
            <ArrowDownIcon size={12} />
            {words.sell}
          </span>
        </p>
      }
    >
      <p className={styles["intro"]}>{expiry.intro}</p>
      <ExpiryChart bars={expiryBars(exposure)} />
      <ExpiryTable exposure={exposure} />
    </Card>
  );
}

function Swatch({ side }: { side: "buy" | "sell" }) {
  return (
    <svg width="14" height="14" aria-hidden="true" className={styles["swatch"]}>
      <rect width="14" height="14" rx="3" className={styles[side]} />
      {side === "sell" && <path d="M-2 6L6 -2M-2 16L16 -2M6 18L18 6" className={styles["hatch"]} />}
    </svg>
  );
}

/** The same in figures, for whoever does not see the bars. */
function ExpiryTable({ exposure }: { exposure: Exposure }) {
  const { exposure: words } = useAdminText();
  const format = useFormat();
  return (
    <div className={styles["unseen"]}>
      <table>
        <caption>{words.expiry.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.expiry.minute}</th>
            <th scope="col">{words.buy}</th>
            <th scope="col">{words.sell}</th>
            <th scope="col">{words.expiry.payout}</th>
          </tr>
        </thead>
        <tbody>
          {exposure.byExpiry.map(({ from, buy, sell, payout }) => (
            <tr key={from}>
              <th scope="row">{format.clock(Date.parse(from) / 1000)}</th>
              <td>{format.money(buy.payout)}</td>
              <td>{format.money(sell.payout)}</td>
              <td>{format.money(payout)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
